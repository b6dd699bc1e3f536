//! The ledger of a large proof: what is proven with what memory and time, what is open, and in
//! which order moves are tried. An SQLite database, so that whatever ends the process leaves it as
//! it was after the last position.

use std::path::{Path, PathBuf};

use rusqlite::{Connection, OptionalExtension, params};

use crate::SolveError;

/// A ledger that is being written.
pub(crate) struct Ledger {
    database: Connection,
    path: PathBuf,
}

/// A position of the proof.
pub(crate) struct ClaimRecord<'a> {
    pub(crate) position: &'a str,
    /// The moves that led to it.
    pub(crate) line: &'a str,
    pub(crate) attacker_to_move: bool,
    /// Whether the attacker wins, if that is known.
    pub(crate) won: Option<bool>,
    /// What was searched for it alone.
    pub(crate) boards: u64,
    pub(crate) seconds: f64,
    /// The MiB of the table, and the beans of the largest tablebase.
    pub(crate) memory: usize,
    pub(crate) tables: usize,
}

/// A move to be tried: its text, the position after it, and what a search thinks of it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct OrderedMove {
    pub(crate) text: String,
    pub(crate) after: String,
    pub(crate) score: i32,
}

const SCHEMA: &str = "
    CREATE TABLE IF NOT EXISTS about (
        id INTEGER PRIMARY KEY CHECK (id = 1), position TEXT NOT NULL, attacker TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS claims (
        position TEXT PRIMARY KEY, line TEXT NOT NULL, attacker_to_move INTEGER NOT NULL,
        won INTEGER, boards INTEGER NOT NULL, seconds REAL NOT NULL, memory INTEGER NOT NULL,
        tables INTEGER NOT NULL, changed TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS moves (
        position TEXT NOT NULL, nth INTEGER NOT NULL, move TEXT NOT NULL, after TEXT NOT NULL,
        score INTEGER NOT NULL, PRIMARY KEY (position, nth));
    CREATE TABLE IF NOT EXISTS queue (
        id INTEGER PRIMARY KEY CHECK (id = 1), token TEXT NOT NULL);";

impl Ledger {
    /// Opens or creates the ledger about this position and attacker.
    pub(crate) fn open(path: &Path, position: &str, attacker: &str) -> Result<Ledger, SolveError> {
        let error = |what: String| SolveError::Ledger { path: path.to_owned(), what };
        let opened = || {
            let database = Connection::open(path)?;
            database.pragma_update(None, "journal_mode", "WAL")?;
            // With a write-ahead log this loses nothing if the process is killed, and at most the
            // last entries if the machine is.
            database.pragma_update(None, "synchronous", "NORMAL")?;
            database.execute_batch(SCHEMA)?;
            database.execute(
                "INSERT INTO about VALUES (1, ?, ?) ON CONFLICT DO NOTHING",
                [position, attacker],
            )?;
            let about = database.query_row("SELECT position, attacker FROM about", [], |row| {
                Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?))
            })?;
            Ok((database, about))
        };
        let (database, about) = opened().map_err(|it: rusqlite::Error| error(it.to_string()))?;
        if about != (position.to_owned(), attacker.to_owned()) {
            let (position, attacker) = about;
            return Err(error(format!("this ledger is about {attacker} in {position}")));
        }
        Ok(Ledger { database, path: path.to_owned() })
    }

    fn error(&self) -> impl Fn(rusqlite::Error) -> SolveError + use<> {
        let path = self.path.clone();
        move |error| SolveError::Ledger { path: path.clone(), what: error.to_string() }
    }

    /// Names this ledger among all others, for good.
    pub(crate) fn queue_token(&self) -> Result<String, SolveError> {
        let read = || {
            self.database.execute(
                "INSERT INTO queue VALUES (1, lower(hex(randomblob(8)))) ON CONFLICT DO NOTHING",
                [],
            )?;
            self.database.query_row("SELECT token FROM queue", [], |row| row.get(0))
        };
        read().map_err(self.error())
    }

    /// Whether the attacker wins a position, if that is known.
    pub(crate) fn won(&self, position: &str) -> Result<Option<bool>, SolveError> {
        let mut query = self
            .database
            .prepare_cached("SELECT won FROM claims WHERE position = ?")
            .map_err(self.error())?;
        let found = query.query_row([position], |row| row.get(0)).optional();
        Ok(found.map_err(self.error())?.flatten())
    }

    /// Writes a position; boards and seconds are added to those before.
    pub(crate) fn record(&self, claim: &ClaimRecord) -> Result<(), SolveError> {
        let added = "INSERT INTO claims VALUES (?, ?, ?, ?, ?, ?, ?, ?, datetime('now'))
            ON CONFLICT DO UPDATE SET won = excluded.won, boards = boards + excluded.boards,
                seconds = seconds + excluded.seconds, memory = excluded.memory,
                tables = excluded.tables, changed = excluded.changed";
        let values = params![
            claim.position,
            claim.line,
            claim.attacker_to_move,
            claim.won,
            claim.boards as i64,
            claim.seconds,
            claim.memory as i64,
            claim.tables as i64,
        ];
        self.database.execute(added, values).map_err(self.error()).map(drop)
    }

    /// Takes over the wins of another ledger about the same attacker, with their moves, and returns
    /// how many there are. Their lines begin with the position of that ledger.
    pub(crate) fn import(&mut self, other: &Path, attacker: &str) -> Result<u64, SolveError> {
        let Wins { root, attacker: about, claims, moves } = wins(other)?;
        if about != attacker {
            let what = format!("this ledger is about {about}, not {attacker}");
            return Err(SolveError::Ledger { path: other.to_owned(), what });
        }
        let error = self.error();
        let mut write = || {
            let transaction = self.database.transaction()?;
            for claim in &claims {
                let line = format!("{root}: {}", claim.line);
                transaction.execute(
                    "INSERT INTO claims VALUES (?, ?, ?, 1, 0, 0, ?, ?, datetime('now'))
                    ON CONFLICT DO UPDATE SET won = 1 WHERE won IS NULL",
                    params![
                        claim.position,
                        line,
                        claim.attacker_to_move,
                        claim.memory,
                        claim.tables
                    ],
                )?;
            }
            for (position, nth, OrderedMove { text, after, score }) in &moves {
                transaction.execute(
                    "INSERT OR IGNORE INTO moves VALUES (?, ?, ?, ?, ?)",
                    params![position, nth, text, after, score],
                )?;
            }
            transaction.commit()
        };
        write().map_err(error)?;
        Ok(claims.len() as u64)
    }

    /// All positions that the attacker wins, and whether he is to move.
    pub(crate) fn all_won(&self) -> Result<Vec<(String, bool)>, SolveError> {
        let list = || {
            let mut query = self
                .database
                .prepare("SELECT position, attacker_to_move FROM claims WHERE won = 1")?;
            let rows = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
            rows.collect::<rusqlite::Result<_>>()
        };
        list().map_err(self.error())
    }

    /// The moves of a position in the order in which they are tried; empty if it is not known.
    pub(crate) fn moves(&self, position: &str) -> Result<Vec<OrderedMove>, SolveError> {
        let list = || {
            let mut query = self.database.prepare_cached(
                "SELECT move, after, score FROM moves WHERE position = ? ORDER BY nth",
            )?;
            let rows = query.query_map([position], |row| {
                Ok(OrderedMove { text: row.get(0)?, after: row.get(1)?, score: row.get(2)? })
            })?;
            rows.collect::<rusqlite::Result<_>>()
        };
        list().map_err(self.error())
    }

    /// Writes the order in which moves are tried.
    pub(crate) fn record_moves(
        &mut self,
        position: &str,
        moves: &[OrderedMove],
    ) -> Result<(), SolveError> {
        let error = self.error();
        let mut write = || {
            let transaction = self.database.transaction()?;
            for (nth, OrderedMove { text, after, score }) in (0_i64..).zip(moves) {
                transaction.execute(
                    "INSERT OR REPLACE INTO moves VALUES (?, ?, ?, ?, ?)",
                    params![position, nth, text, after, score],
                )?;
            }
            transaction.commit()
        };
        write().map_err(error)
    }
}

/// How far a large proof has come.
#[derive(Clone, PartialEq, Debug)]
pub struct LedgerStatus {
    /// The position.
    pub position: String,
    /// The player who is to win it.
    pub attacker: String,
    /// Whether he does, if that is known.
    pub won: Option<bool>,
    /// The positions that are known to be won by him, and not to be.
    pub proven: [u64; 2],
    /// The positions that were begun and are open.
    pub open: Vec<OpenClaim>,
    /// The defender's moves in open positions that are not answered yet.
    pub unanswered: u64,
    /// Boards and seconds that were searched.
    pub boards: u64,
    /// Seconds that were searched.
    pub seconds: f64,
}

/// A position that was begun and is open.
#[derive(Clone, PartialEq, Debug)]
pub struct OpenClaim {
    /// The moves that lead to it.
    pub line: String,
    /// The boards searched for it.
    pub boards: u64,
    /// The defender's moves that are answered, and all of them; zero if the attacker is to move.
    pub answered: [u64; 2],
}

impl LedgerStatus {
    /// A rough estimate of the seconds to go: as long for every unanswered move as for a position
    /// that was won until now. More moves will be met on the way, so it is a lower bound at best.
    pub fn estimate(&self) -> Option<f64> {
        (self.proven[0] > 0 && self.won.is_none())
            .then(|| self.unanswered as f64 * self.seconds / self.proven[0] as f64)
    }
}

/// Reads how far a ledger has come.
pub fn status(path: &Path) -> Result<LedgerStatus, SolveError> {
    read_from(path, |database| {
        let count = |sql: &str| database.query_row(sql, [], |row| row.get::<_, i64>(0));
        let (position, attacker): (String, String) =
            database.query_row("SELECT position, attacker FROM about", [], |row| {
                Ok((row.get(0)?, row.get(1)?))
            })?;
        let won = database
            .query_row("SELECT won FROM claims WHERE position = ?", [&position], |row| row.get(0))
            .optional()?;
        let mut query = database.prepare(
            "SELECT line, boards, attacker_to_move, (SELECT count(*) FROM moves
                WHERE moves.position = claims.position), (SELECT count(*) FROM moves
                JOIN claims AS later ON later.position = moves.after AND later.won = 1
                WHERE moves.position = claims.position)
            FROM claims WHERE won IS NULL ORDER BY length(line), line",
        )?;
        let open = query.query_map([], |row| {
            let (boards, is_attacker): (i64, bool) = (row.get(1)?, row.get(2)?);
            let [all, answered]: [i64; 2] =
                if is_attacker { [0; 2] } else { [row.get(3)?, row.get(4)?] };
            let (boards, answered) = (boards as u64, [answered as u64, all as u64]);
            Ok(OpenClaim { line: row.get(0)?, boards, answered })
        })?;
        let open: Vec<OpenClaim> = open.collect::<rusqlite::Result<_>>()?;
        Ok(LedgerStatus {
            position,
            attacker,
            won: won.flatten(),
            proven: [
                count("SELECT count(*) FROM claims WHERE won = 1")? as u64,
                count("SELECT count(*) FROM claims WHERE won = 0")? as u64,
            ],
            unanswered: open.iter().map(|one| one.answered[1] - one.answered[0]).sum(),
            open,
            boards: count("SELECT coalesce(sum(boards), 0) FROM claims")? as u64,
            seconds: database
                .query_row("SELECT total(seconds) FROM claims", [], |row| row.get(0))?,
        })
    })
}

/// A position whose result is proven, with the best move that the ledger knows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProvenMove {
    /// The position.
    pub position: String,
    /// A winning move, or the one that the search liked best in a lost position.
    pub best_move: String,
    /// Whether the mover wins; the opponent does otherwise.
    pub mover_wins: bool,
}

/// The proven positions of the ledger at this path for which it has a move.
pub fn proven_moves(path: &Path) -> Result<Vec<ProvenMove>, SolveError> {
    read_from(path, |database| {
        let mut query = database.prepare(
            "SELECT claims.position, moves.move, claims.attacker_to_move FROM claims
            JOIN moves ON moves.position = claims.position
            LEFT JOIN claims AS later ON later.position = moves.after
            WHERE claims.won = 1 AND (claims.attacker_to_move = 0 AND moves.nth = 0
                OR claims.attacker_to_move = 1 AND later.won = 1)
            GROUP BY claims.position ORDER BY length(claims.line), claims.line",
        )?;
        let rows = query.query_map([], |row| {
            Ok(ProvenMove {
                position: row.get(0)?,
                best_move: row.get(1)?,
                mover_wins: row.get(2)?,
            })
        })?;
        rows.collect()
    })
}

/// What a ledger has proven to be won.
struct Wins {
    root: String,
    attacker: String,
    claims: Vec<ImportedClaim>,
    /// The moves of these positions, each with its place in the order.
    moves: Vec<(String, i64, OrderedMove)>,
}

/// A position of another ledger. What was searched for it is counted there.
struct ImportedClaim {
    position: String,
    line: String,
    attacker_to_move: bool,
    memory: i64,
    tables: i64,
}

fn wins(path: &Path) -> Result<Wins, SolveError> {
    read_from(path, |database| {
        let (root, attacker) =
            database.query_row("SELECT position, attacker FROM about", [], |row| {
                Ok((row.get(0)?, row.get(1)?))
            })?;
        let mut query = database.prepare(
            "SELECT position, line, attacker_to_move, memory, tables FROM claims WHERE won = 1",
        )?;
        let claims = query.query_map([], |row| {
            Ok(ImportedClaim {
                position: row.get(0)?,
                line: row.get(1)?,
                attacker_to_move: row.get(2)?,
                memory: row.get(3)?,
                tables: row.get(4)?,
            })
        })?;
        let claims = claims.collect::<rusqlite::Result<_>>()?;
        let mut query = database.prepare(
            "SELECT moves.position, nth, move, after, score FROM moves
            JOIN claims ON claims.position = moves.position AND claims.won = 1",
        )?;
        let moves = query.query_map([], |row| {
            let ordered = OrderedMove { text: row.get(2)?, after: row.get(3)?, score: row.get(4)? };
            Ok((row.get(0)?, row.get(1)?, ordered))
        })?;
        Ok(Wins { root, attacker, claims, moves: moves.collect::<rusqlite::Result<_>>()? })
    })
}

/// Reads from the ledger at this path, also while it is being written.
///
/// It is opened as if for writing: a connection that can only read leaves the files of the write-ahead
/// log behind.
fn read_from<T>(
    path: &Path,
    read: impl FnOnce(&Connection) -> rusqlite::Result<T>,
) -> Result<T, SolveError> {
    Connection::open_with_flags(path, rusqlite::OpenFlags::SQLITE_OPEN_READ_WRITE)
        .and_then(|database| read(&database))
        .map_err(|error| SolveError::Ledger { path: path.to_owned(), what: error.to_string() })
}
