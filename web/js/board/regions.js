// Parts of a board that players have to see: water, dens, traps, hills, edges that are somebody's. Rule files name them.

/** @typedef {import("../types.js").Region} Region */

/** Larger parts, as a share of the board, are camps and banks: every player knows half of a board without a mark. */
const MOST = 0.2;
/** What helps to state a rule, and is nothing to look at. */
const HELPERS = /\b(banks?|diagonals?|paths?|land)\b/i;
const WATER = /\b(water|river|lakes?|sea|ponds?)\b/i;

/**
 * The regions to be drawn, each square of the same look once.
 * @param {{files: number, ranks: number, holes?: number[], regions?: Region[]}} game
 * @returns {(Region & {water: boolean})[]}
 */
export function visible(game) {
  const squares = game.files * game.ranks - (game.holes?.length ?? 0);
  const seen = new Set();
  return (game.regions ?? []).flatMap((region) => {
    const key = [...region.squares].sort((a, b) => a - b).join();
    if (region.squares.length > squares * MOST || HELPERS.test(region.name) || seen.has(key)) return [];
    seen.add(key);
    return [{ ...region, water: WATER.test(region.name) }];
  });
}
