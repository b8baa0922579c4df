// Mouse, pen and finger on a board: tapping and dragging; arrows with the right button.

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("../types.js").Tap} Tap */

/** How far a pointer goes before a press is a drag, in CSS pixels. */
const FAR = 3;

/**
 * The point of the board under the pointer.
 * @param {Board} board
 * @param {{clientX: number, clientY: number}} event
 */
export function point(board, event) {
  const matrix = board.svg.getScreenCTM();
  if (!matrix) return { x: NaN, y: NaN };
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
  return { x: at.x, y: at.y };
}

/**
 * @param {Board} board
 * @param {{clientX: number, clientY: number}} event
 * @returns {number | null}
 */
export function square(board, event) {
  const { x, y } = point(board, event);
  return board.geometry?.at(x, y) ?? null;
}

/** @param {Board} board */
export function pointer(board) {
  const { svg } = board;
  svg.addEventListener("contextmenu", (event) => event.preventDefault());
  svg.addEventListener("pointerdown", (event) => {
    const at = square(board, event);
    if (at === null) return;
    if (event.button === 2 || (board.drawing && event.button === 0)) return board.shapes.start(at, event);
    if (event.button !== 0) return;
    event.preventDefault();
    board.go(at);
    board.shapes.clear();
    press(board, event, at);
  });
  svg.addEventListener("pointermove", (event) => {
    const at = square(board, event);
    if (at === board.over) return;
    board.over = at;
    board.hint(at);
  });
  svg.addEventListener("pointerleave", () => {
    board.over = null;
    board.hint(null);
  });
}

/**
 * A press on a square: chooses it at once, and may become a drag.
 * @param {Board} board
 * @param {PointerEvent} event
 * @param {number} at
 */
function press(board, event, at) {
  const waiting = board.gesture.taps.length > 0 || board.premove.length === 1;
  const chosen = board.gesture.taps[0] === at || board.premove[0] === at;
  const startable = !waiting && board.men.has(at);
  // What is chosen already is let go when the pointer comes up without having moved.
  if (chosen && waiting) return drag(board, event, at, () => board.tap(at));
  board.tap(at);
  const begun = board.gesture.taps[0] === at || (board.premove.length === 1 && board.premove[0] === at);
  if ((startable || waiting) && begun && board.men.has(at)) drag(board, event, at, () => {});
}

/**
 * Follows the pointer with a piece of the board.
 * @param {Board} board
 * @param {PointerEvent} event
 * @param {number} from
 * @param {() => void} still what to do if the pointer does not move
 */
function drag(board, event, from, still) {
  const man = board.men.get(from);
  if (man) follow(board, event, /** @type {SVGGElement} */ (man.element.cloneNode(true)), man.element, from, still);
}

/**
 * Follows the pointer with a drawing until it comes up.
 * @param {Board} board
 * @param {PointerEvent} event
 * @param {SVGGElement} drawing
 * @param {Element | null} origin what becomes faint meanwhile
 * @param {Tap} from
 * @param {() => void} still
 */
export function follow(board, event, drawing, origin, from, still) {
  const { pointerId, clientX, clientY } = event;
  let moving = false;
  const end = () => {
    document.removeEventListener("pointermove", move);
    document.removeEventListener("pointerup", up);
    document.removeEventListener("pointercancel", cancel);
    drawing.remove();
    origin?.classList.remove("faint");
    board.element.classList.remove("dragging");
  };
  /** @param {PointerEvent} now */
  const move = (now) => {
    if (now.pointerId !== pointerId) return;
    if (!moving && Math.hypot(now.clientX - clientX, now.clientY - clientY) < FAR) return;
    if (!moving) {
      moving = true;
      origin?.classList.add("faint");
      board.layers?.held.append(drawing);
      board.element.classList.add("dragging");
    }
    const { x, y } = point(board, now);
    drawing.style.transform = `translate(${x}px, ${y}px) scale(1.12)`;
    board.over = square(board, now);
    board.hint(board.over);
  };
  /** @param {PointerEvent} now */
  const up = (now) => {
    if (now.pointerId !== pointerId) return;
    end();
    if (!moving) return still();
    const to = square(board, now);
    if (to === null || to === from) return board.cancel();
    if (board.gesture.ways.length && !board.gesture.next().includes(to)) return board.cancel();
    board.dropped = to;
    board.tap(to);
  };
  /** @param {PointerEvent} now */
  const cancel = (now) => {
    if (now.pointerId !== pointerId) return;
    end();
    board.cancel();
  };
  document.addEventListener("pointermove", move);
  document.addEventListener("pointerup", up);
  document.addEventListener("pointercancel", cancel);
}
