// What the server's answers look like, for the type checker alone: this file has no code. The API
// itself is described in docs/api.md.

/** @typedef {'empty' | 'blocked' | { piece: number } | { beans: number }} Content */
/** @typedef {'hole' | 'square' | 'point' | 'house' | 'store'} Shape */
/** @typedef {{ name: string, x: number, y: number, shape: Shape }} Place */
/** @typedef {{ kind: 'start' | 'home' | 'houses', seat: number, spots: number[] }} Zone */

/**
 * @typedef {object} Board
 * @property {Place[]} places
 * @property {[number, number][]} lines
 * @property {Zone[]} zones
 * @property {{ text: string, x: number, y: number }[]} labels
 */

/**
 * @typedef {object} GameInfo
 * @property {string} name
 * @property {string} title
 * @property {string[]} seats
 * @property {string} board
 * @property {string} rules
 * @property {string} family
 */

/** @typedef {{ board: Board, contents: Content[] }} BoardAnswer */
/** @typedef {{ to: number, captured: number[] }} TrailStep */
/** @typedef {{ kind: 'walk' | 'sow', from: number, steps: TrailStep[] }} Trail */
/** @typedef {{ text: string, path: number[], trail?: Trail }} Move */
/** @typedef {{ next: number[], done: Move | null }} Follow */

/**
 * @typedef {object} Score
 * @property {string} text
 * @property {number} [value]
 * @property {'win' | 'draw' | 'loss'} [result]
 * @property {number | null} [plies]
 */

/** @typedef {[number, Content][]} Changes */
/** @typedef {{ seat: number, move: Move, changes: Changes, position: string, turn: number | null }} Ply */
/** @typedef {{ person?: string, player?: string }} SeatSpec */
/** @typedef {{ position: string, contents: Content[], turn: number | null }} Start */

/**
 * @typedef {object} Position
 * @property {string} game
 * @property {string} position
 * @property {any} setup
 * @property {number | null} turn
 * @property {number[] | null} outcome
 * @property {Content[]} contents
 * @property {Move[]} moves
 * @property {Ply[]} [plies]
 */

/**
 * @typedef {object} Over
 * @property {string} ending
 * @property {number | null} culprit
 * @property {number[]} outcome
 * @property {string | null} remark
 */

/**
 * @typedef {object} State
 * @property {'state'} type
 * @property {string} id
 * @property {string} game
 * @property {SeatSpec[]} seats
 * @property {number} move_ms
 * @property {number} pace_ms
 * @property {boolean} paused
 * @property {Start} [start]
 * @property {number} keep
 * @property {Ply[]} plies
 * @property {{ position: string, turn: number | null, moves?: Move[], person: boolean }} now
 * @property {number} redo
 * @property {{ left_ms: number[], running: number | null } | null} clocks
 * @property {Over | null} over
 */

/** @typedef {{ score: Score | null, moves: Move[] }} Line */

/**
 * @typedef {object} Thinking
 * @property {string} type
 * @property {number} seat
 * @property {number} depth
 * @property {number} nodes
 * @property {number} time_ms
 * @property {Score | null} score
 * @property {boolean} exact
 * @property {number} table_hits
 * @property {Line[]} lines
 * @property {boolean} [done]
 * @property {number} [request]
 */

/**
 * @typedef {object} Mistake
 * @property {number} ply
 * @property {number} seat
 * @property {number} loss
 * @property {Move} played
 * @property {Move} better
 * @property {Move[]} line
 * @property {Score} score
 * @property {Score} after
 */

/**
 * @typedef {object} TableEntry
 * @property {string} id
 * @property {string} game
 * @property {SeatSpec[]} seats
 * @property {number} plies
 * @property {Over | boolean | null} over
 * @property {number} changed
 */

export {};
