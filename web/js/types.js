// What the server tells, as types; docs/web.md says what every field means. There is no code here.

/**
 * How a piece moves, as offsets (files, ranks) of the first side.
 * @typedef {{leaps: [number, number][], rides: [number, number][], captures?: [number, number][], quiet?: [number, number][]}} Pictogram
 */

/**
 * A kind of piece. `letters`: what to write on a token, by side where sides write it differently; `picture`: a name of the set of chess figurines.
 * @typedef {{symbol: string, name: string, royal: boolean, pawn: boolean, letters: string | string[], picture: string | null, moves: string,
 *   pictogram?: Pictogram | null}} PieceKind
 */

/** @typedef {{name: string, letter: string, team: number}} Side */
/** @typedef {{name: string, squares: number[], side?: number}} Region */
/** Coordinates beside the board: `files`, by side where sides count them in ways of their own, else one list. @typedef {{files: string[][], ranks: string[]}} Beside */

/**
 * What of a game does not change from move to move.
 * @typedef {{id: string, name: string, about: string, family: string, origin: string, files: number, ranks: number, grid: "squares" | "hexagons",
 *   joined: {files: boolean, ranks: boolean}, points: boolean, holes: number[], notation: string, squares: (string | null)[], beside: Beside, sides: Side[],
 *   seats: {sideways: boolean, turned: number}[], pieces: PieceKind[], hands: boolean, walls: boolean, start: string, regions: Region[],
 *   source?: string}} GameInfo
 */

/**
 * A game in the list of games: as much of it as a small picture needs.
 * @typedef {Omit<GameInfo, "sides" | "seats" | "squares" | "beside" | "start" | "regions" | "hands" | "walls"> & {sides: Side[] | number, thumbnail: Placed[],
 *   seats?: GameInfo["seats"], squares?: GameInfo["squares"], beside?: Beside, regions?: Region[], walls?: boolean, served?: boolean}} GameEntry
 */

/** A piece on the board: square, side, kind, and 1 where it is a promoted one. @typedef {[number, number, number, number?]} Placed */

/** One thing to point at: a square, "@n" (piece n in the mover's hand), "=..." (a choice) or "pass". @typedef {number | string} Tap */

/**
 * A legal move: UCI, how the game writes it, the gesture that makes it, other gestures, squares on which something is captured, what its last choice is called.
 * @typedef {{u: string, s: string, t: Tap[], a?: Tap[][], x?: number[], l?: string | null}} LegalMove
 */

/** @typedef {{uci: string, text: string, squares: number[], captured: number[]}} LastMove */
/** @typedef {{text: string, result: string, winners: number[]}} Outcome */

/**
 * A position.
 * @typedef {{ply: number, fen: string, turn: number, pieces: Placed[], hands: [number, number][][], walls: number[], checked: number[],
 *   outcome: Outcome | null, last: LastMove | null, moves: LegalMove[]}} Position
 */

/** What of a position is drawn on a board. @typedef {Pick<Position, "pieces" | "walls"> & Partial<Position>} Scene */

/** @typedef {{ms: number[], running: number | null, initial: number, increment: number, byoyomi?: number}} Clocks */
/** @typedef {{kind: string, name: string, here: boolean}} Seat */
/** @typedef {{what: string, side: number}} Offer */
/** @typedef {{from: string, text: string}} ChatLine */

/**
 * A live game as a whole.
 * @typedef {{id: string, game: GameInfo, position: Position, history: {u: string, s: string}[], clocks: Clocks | null, seats: Seat[], you: number[],
 *   offers: Offer[], chat: ChatLine[], over: Outcome | null, v?: number, invitations?: {side: number, url: string}[], rematch?: string | null, rematch_sides?: number[]}} State
 */

/** @typedef {{severity: string, code?: string, line: number, column: number, message: string, help?: string | null}} Diagnostic */

/** What a game is started with. @typedef {"me" | "open" | "anyone-here" | {engine: number}} SeatWanted */
/**
 * @typedef {{game?: string, rules?: string, fen?: string, moves?: string[], clock?: {initial: number, increment: number, byoyomi?: number},
 *   seats: SeatWanted[]}} NewGame
 */

/** A live game in the list of one's own. @typedef {{id: string, game: string, title: string, plies: number, over: {text: string, result: string} | null,
 *   seats: string[], you: number[], changed: number}} KeptGame */

export {};
