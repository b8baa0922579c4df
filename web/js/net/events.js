// The file that is served may be edited while pages are open. Where there is none, the server says so (204), and the browser does not ask again.

/**
 * Listens for edits.
 * @param {(id: string) => void} changed the game of the file, which has changed
 * @param {(text: string) => void} wrong what is said about the file, which is wrong
 */
export function edits(changed, wrong) {
  const source = new EventSource("/api/v1/events");
  /** @param {(told: any) => void} act */
  const told = (act) => (/** @type {MessageEvent<string>} */ event) => act(JSON.parse(event.data));
  source.addEventListener("rules", told(({ id }) => changed(id)));
  source.addEventListener("wrong", told(({ text }) => wrong(text)));
}
