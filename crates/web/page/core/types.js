// What the server's answers look like, for the type checker alone: this file has no code. The API
// itself is described in docs/api.md.

/** @typedef {'empty' | 'blocked' | { piece: number } | { beans: number }} Content */
/** @typedef {'hole' | 'square' | 'point' | 'house' | 'store'} Shape */
/** @typedef {{ name: string, x: number, y: number, shape: Shape }} SiteInfo */
/** @typedef {{ kind: 'start' | 'home' | 'houses', seat: number, spots: number[] }} Zone */

/**
 * @typedef {object} Board
 * @property {SiteInfo[]} places
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

/** @typedef {{ board: Board, contents: Content[] }} BoardResponse */
/** @typedef {{ to: number, captured: number[] }} AnimationStep */
/** @typedef {{ kind: 'walk' | 'sow', from: number, steps: AnimationStep[] }} Animation */
/** @typedef {{ text: string, path: number[], trail?: Animation }} Move */
/** `[parent, site, move, standing, captured]`, see docs/api.md.
 * @typedef {[number | null, number, number | null, number?, number[]?]} PathEntry */

/**
 * @typedef {object} Score
 * @property {string} text
 * @property {number} [value]
 * @property {'win' | 'draw' | 'loss'} [result]
 * @property {number | null} [plies]
 */

/** @typedef {[number, Content][]} Changes */
/** @typedef {{ seat: number, move: Move, changes: Changes, position: string, turn: number | null, outcome?: number[] }} Ply */
/** @typedef {{ person?: string, player?: string }} SeatOccupant */
/** @typedef {{ position: string, contents: Content[], turn: number | null, outcome?: number[] | null }} Start */

/**
 * @typedef {object} Position
 * @property {string} game
 * @property {string} position
 * @property {any} setup
 * @property {number | null} turn
 * @property {number[] | null} outcome
 * @property {Content[]} contents
 * @property {Move[]} moves
 * @property {PathEntry[]} paths
 * @property {Ply[]} [plies]
 */

/**
 * @typedef {object} GameOver
 * @property {string} ending
 * @property {number | null} culprit
 * @property {number[]} outcome
 * @property {string | null} remark
 */

/**
 * @typedef {object} SessionState
 * @property {'state'} type
 * @property {string} id
 * @property {string} game
 * @property {SeatOccupant[]} seats
 * @property {number} move_ms
 * @property {number} pace_ms
 * @property {boolean} paused
 * @property {Start} [start]
 * @property {number} keep
 * @property {Ply[]} plies
 * @property {{ position: string, turn: number | null, moves: Move[], paths: PathEntry[], person: boolean }} now
 * @property {number} redo
 * @property {{ ms: number, increment_ms: number } | null} clock
 * @property {{ left_ms: number[], running: number | null } | null} clocks
 * @property {GameOver | null} over
 * @property {boolean} [invited]  whether each person's seat has a key of its own
 * @property {Offer | null} [offer]
 * @property {number | null} [you]  the seat of the key, in the answer over HTTP
 * @property {(string | null)[]} [keys]  of all seats, when the session was created
 */

/** `agreed`: the seats that have agreed already. @typedef {{ what: 'draw' | 'undo', seat: number, agreed: number[] }} Offer */

/** `moves`: with variations and comments, as text. @typedef {{ game: string, position: string, moves: string }} SharedGame */

/** `points`: of each seat, summed; `score`: the mean of those who made the move, for themselves.
 * @typedef {{ move: Move, games: number, points: number[], score: number | null }} ExploredMove */
/** @typedef {{ games: number, moves: ExploredMove[] }} ExplorerAnswer */

/**
 * @typedef {object} OwnGame
 * @property {string} id
 * @property {string} game
 * @property {SeatOccupant[]} seats
 * @property {number} plies
 * @property {GameOver | null} over
 * @property {number} changed
 * @property {string | null} key
 * @property {number | null} seat
 */

/** @typedef {{ score: Score | null, moves: Move[] }} Variation */

/**
 * @typedef {object} Analysis
 * @property {string} type
 * @property {number} seat
 * @property {number} depth
 * @property {number} nodes
 * @property {number} time_ms
 * @property {Score | null} score
 * @property {boolean} exact
 * @property {number} table_hits
 * @property {number[]} [points]  what every seat can expect, where more than two play
 * @property {Variation[]} lines
 * @property {boolean} [done]
 * @property {number} [request]
 */

/**
 * @typedef {object} Mistake
 * @property {number} ply
 * @property {number} seat
 * @property {'inaccuracy' | 'mistake' | 'blunder'} grade
 * @property {number} loss  in shares of the winner's points
 * @property {Move} played
 * @property {Move} better
 * @property {Move[]} line
 * @property {Score} score
 * @property {Score} after
 */

/** @typedef {{ result: 'win' | 'draw' | 'loss', plies: number | null, margin?: number }} ExactResult */
/** `moves`: all legal ones, the best first, or none. @typedef {{ seat: number | null, moves: { move: Move, result: ExactResult | null }[] }} TablebaseAnswer */

/**
 * @typedef {object} SessionEntry
 * @property {string} id
 * @property {string} game
 * @property {SeatOccupant[]} seats
 * @property {number} plies
 * @property {GameOver | boolean | null} over
 * @property {number} changed
 */

/**
 * @typedef {object} EventEntry
 * @property {number} id
 * @property {string} name
 * @property {'match' | 'tournament' | 'import'} kind
 * @property {string} begun
 * @property {number} games
 * @property {string | null} game
 * @property {string | null} changed
 */

/**
 * @typedef {object} StandingsLine
 * @property {string} player
 * @property {number} games
 * @property {number} wins
 * @property {number} draws
 * @property {number} losses
 * @property {number} points
 * @property {number} forfeits
 * @property {{ elo: number, error: number }} rating
 * @property {number} [out]
 */

/**
 * @typedef {object} Standings
 * @property {string} game
 * @property {number} games
 * @property {boolean} complete
 * @property {StandingsLine[]} lines
 * @property {[number, number][][]} cross
 * @property {boolean} padded
 */

/** @typedef {EventEntry & { format: string | null, total: number | null, standings: Standings }} EventView */

/**
 * @typedef {object} GameEntry
 * @property {number} number
 * @property {string} game
 * @property {string} date
 * @property {number} plies
 * @property {string} ending
 * @property {string[]} players
 * @property {number[]} points
 */

/** @typedef {{ score: string | null, depth: number, nodes: number, time_ms: number }} Note */

/**
 * A game of a tournament (with `event` and `players`) or a run (with `agent`).
 * @typedef {object} Replay
 * @property {string} game
 * @property {Start} start
 * @property {Ply[]} plies
 * @property {number[] | number | null} points
 * @property {string} [event]
 * @property {number} [number]
 * @property {string[]} [players]
 * @property {string} [ending]
 * @property {number | null} [culprit]
 * @property {string | null} [remark]
 * @property {number} [opening]
 * @property {Note[]} [notes]
 * @property {string} [environment]
 * @property {string} [agent]
 * @property {string} [opponent]
 */

/**
 * @typedef {object} Environment
 * @property {string} name
 * @property {string} game
 * @property {string} opponent
 * @property {string} worth
 * @property {{ name: string, runs: number, rating: number | null, best: number | null }[]} agents
 * @property {{ id: number, agent: string, acts: number, points: number | null }[]} runs
 */

/**
 * A turn of the person who solves a puzzle: the right moves with what follows, and the refutations of
 * all others, moves with spaces between them.
 * @typedef {object} PuzzleTurn
 * @property {Record<string, PuzzleLine | null>} right
 * @property {string} [refutation]
 * @property {Record<string, string>} [refutations]
 */

/** @typedef {{ reply: string, turn: PuzzleTurn }} PuzzleLine */

/**
 * @typedef {object} Puzzle
 * @property {string} id
 * @property {string} game
 * @property {'win' | 'only-win' | 'only-draw'} task
 * @property {number} turns
 * @property {number} rating
 * @property {string} position
 * @property {PuzzleTurn} solution
 */

/**
 * What a lesson's move must do: every condition that is given.
 * @typedef {object} Goal
 * @property {string[]} [from]  the move begins on one of these sites
 * @property {string[]} [reach]  the piece ends on one of these sites
 * @property {number} [capture]  at least so many pieces of others are captured, or beans stored
 * @property {number} [steps]  the piece goes through at least so many sites after its first
 * @property {'win' | 'open'} [end]  the game is won, or goes on
 */

/**
 * Texts stand in pairs, English and German.
 * @typedef {object} Lesson
 * @property {string} id
 * @property {string} game
 * @property {string} [position]
 * @property {[string, string]} title
 * @property {[string, string]} text
 * @property {[string, string]} done  what the move has shown
 * @property {Goal} goal
 * @property {string} solution  a move that reaches the goal
 */

export {};
