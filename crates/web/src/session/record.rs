//! A session as it is stored, and as a client asks for a new one. Both are validated in the same way
//! when a [`GameSession`] is made of them.

use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use spielwerk_games::{AnyGame, Seat};
use spielwerk_players::{GameState, PlayerSpec};

use super::{GameOver, GameSession, SessionClocks};
use crate::api_error::ApiError;
use crate::db_writer::SessionRow;
use crate::game_input::{GameInput, play_all};

/// The search time for a move, in milliseconds.
const MOVE_MS: RangeInclusive<u64> = 50..=60_000;
/// The least time between two moves of players.
pub(super) const PACE_MS: RangeInclusive<u64> = 0..=60_000;
/// The time for a game in milliseconds, up to a day.
const CLOCK_MS: RangeInclusive<u64> = 1_000..=86_400_000;
/// The longest name of a person or player, in bytes.
const MAX_NAME: usize = 200;

/// A second is long enough to be good and short enough to wait for.
const fn default_move_ms() -> u64 {
    1_000
}

/// Who plays a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SeatOccupant {
    /// A person with this name, which may be empty.
    Person(String),
    /// A player by its spec.
    Player(String),
}

/// Time for a whole game.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ClockSettings {
    ms: u64,
    #[serde(default)]
    increment_ms: u64,
}

/// A request for a new session.
#[derive(Debug, Deserialize)]
pub(crate) struct NewSession {
    #[serde(flatten)]
    input: GameInput,
    seats: Option<Vec<SeatOccupant>>,
    /// The seat that begins, if not the usual one.
    first: Option<usize>,
    #[serde(default = "default_move_ms")]
    move_ms: u64,
    #[serde(default)]
    pace_ms: u64,
    clock: Option<ClockSettings>,
}

/// A session as it is stored.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct SessionRecord {
    game: String,
    start: String,
    moves: Vec<String>,
    /// The next move last.
    undone: Vec<String>,
    seats: Vec<SeatOccupant>,
    move_ms: u64,
    pace_ms: u64,
    clock: Option<ClockSettings>,
    left_ms: Vec<u64>,
    /// What every clock had left when the turn of each ply began; missing in older stores.
    #[serde(default)]
    left_ms_by_turn: Vec<Vec<u64>>,
    over: Option<GameOver>,
    paused: bool,
    seed: u64,
}

impl NewSession {
    /// The new session.
    pub(crate) fn open(self) -> Result<GameSession, ApiError> {
        let game_state = self.input.game_state_from(self.first)?;
        let seats = self.seats.unwrap_or_else(|| {
            let strong =
                (1..game_state.game().seats()).map(|_| SeatOccupant::Player("strong".into()));
            std::iter::once(SeatOccupant::Person(String::new())).chain(strong).collect()
        });
        let record = SessionRecord {
            game: self.input.game,
            start: game_state.positions()[0].text(),
            moves: game_state.written_moves().collect(),
            undone: Vec::new(),
            left_ms: self.clock.iter().flat_map(|clock| vec![clock.ms; seats.len()]).collect(),
            left_ms_by_turn: Vec::new(),
            seats,
            move_ms: self.move_ms,
            pace_ms: self.pace_ms,
            clock: self.clock,
            over: None,
            paused: false,
            seed: rand::random(),
        };
        // As hard to guess as a good password.
        let mut session = record.open(format!("{:032x}", rand::random::<u128>()))?;
        session.update(Instant::now());
        session.stop_clocks(Instant::now());
        Ok(session)
    }
}

impl SessionRecord {
    /// The session that was stored.
    pub(crate) fn open(self, id: String) -> Result<GameSession, ApiError> {
        let game = spielwerk_games::game(&self.game)?;
        let mut game_state = GameState::from_position(game, game.read_position(&self.start)?);
        play_all(&mut game_state, &self.moves)?;
        let undone = GameSession::replay(&game_state, &self.undone)?;
        let specs = read_occupants(game, &self.seats, self.seed)?;
        let clocks = self.clock.map(|clock| -> Result<SessionClocks, ApiError> {
            within("clock.ms", clock.ms, CLOCK_MS)?;
            within("clock.increment_ms", clock.increment_ms, 0..=*CLOCK_MS.end())?;
            let mut left: Vec<Duration> =
                self.left_ms.iter().copied().map(Duration::from_millis).collect();
            left.resize(game.seats(), Duration::from_millis(clock.ms));
            Ok(SessionClocks::new(left, Duration::from_millis(clock.increment_ms)))
        });
        let clocks = clocks.transpose()?;
        let left_by_turn = clocks.as_ref().map_or_else(Vec::new, |clocks| {
            let read = |left: Vec<u64>| left.into_iter().map(Duration::from_millis).collect();
            let mut turns: Vec<Vec<Duration>> =
                self.left_ms_by_turn.into_iter().map(read).collect();
            turns.retain(|left| left.len() == game.seats());
            turns.resize(game_state.moves().len() + 1, clocks.all_left(Instant::now()));
            turns
        });
        Ok(GameSession {
            id,
            game_state,
            undone,
            seats: self.seats,
            specs,
            move_ms: within("move_ms", self.move_ms, MOVE_MS)?,
            pace_ms: within("pace_ms", self.pace_ms, PACE_MS)?,
            clock: self.clock,
            clocks,
            left_by_turn,
            over: self.over,
            paused: self.paused,
            seed: self.seed,
        })
    }
}

impl GameSession {
    /// The session in a row of the database.
    pub(crate) fn from_row(row: &SessionRow) -> Result<GameSession, ApiError> {
        let record: SessionRecord = serde_json::from_str(&row.record).map_err(|error| {
            ApiError::bad_request(format!("the stored session {} is damaged: {error}", row.id))
        })?;
        record.open(row.id.clone())
    }

    /// Who plays in a stored session, and how many moves were made.
    pub(crate) fn summary(row: &SessionRow) -> Option<(Vec<SeatOccupant>, usize)> {
        let record: SessionRecord = serde_json::from_str(&row.record).ok()?;
        Some((record.seats, record.moves.len()))
    }

    /// The session as a row for the database.
    pub(crate) fn to_row(&self, now: Instant) -> SessionRow {
        let left = self.clocks.as_ref().map(|clocks| clocks.all_left(now));
        let record = SessionRecord {
            game: self.game_state.game().name().to_owned(),
            start: self.game_state.positions()[0].text(),
            moves: self.game_state.written_moves().collect(),
            undone: self.undone_texts(),
            seats: self.seats.clone(),
            move_ms: self.move_ms,
            pace_ms: self.pace_ms,
            clock: self.clock,
            left_ms: left.unwrap_or_default().into_iter().map(millis).collect(),
            left_ms_by_turn: self
                .left_by_turn
                .iter()
                .map(|left| left.iter().copied().map(millis).collect())
                .collect(),
            over: self.over.clone(),
            paused: self.paused,
            seed: self.seed,
        };
        SessionRow {
            id: self.id.clone(),
            game: record.game.clone(),
            public: !self.has_person(),
            over: self.over.is_some(),
            changed: 0,
            // Plain data with text keys can always be written as JSON.
            record: serde_json::to_string(&record).unwrap_or_default(),
        }
    }
}

/// Milliseconds, as JSON has them.
pub(super) fn millis(time: Duration) -> u64 {
    time.as_millis().try_into().unwrap_or(u64::MAX)
}

/// A number within a range.
pub(super) fn within(field: &str, value: u64, range: RangeInclusive<u64>) -> Result<u64, ApiError> {
    if range.contains(&value) {
        return Ok(value);
    }
    let (least, most) = (range.start(), range.end());
    Err(ApiError::bad_request(format!("`{field}` is {value}, but must be from {least} to {most}")))
}

/// The specs of all players, after a check that they can play this game.
fn read_occupants(
    game: AnyGame,
    occupants: &[SeatOccupant],
    seed: u64,
) -> Result<Vec<Option<PlayerSpec>>, ApiError> {
    if occupants.len() != game.seats() {
        let (given, wanted) = (occupants.len(), game.seats());
        let name = game.name();
        return Err(ApiError::bad_request(format!(
            "`seats` has {given}, but {name} is for {wanted}"
        )));
    }
    let specs = Seat::all(occupants.len()).zip(occupants).map(|(seat, occupant)| match occupant {
        SeatOccupant::Person(name) | SeatOccupant::Player(name) if name.len() > MAX_NAME => {
            Err(ApiError::bad_request(format!("the name on seat {} is too long", seat.index())))
        }
        SeatOccupant::Person(_) => Ok(None),
        SeatOccupant::Player(spec) => {
            let mut spec: PlayerSpec = spec.parse()?;
            if PlayerSpec::EXTERNAL.contains(&spec.name.as_str()) {
                let why =
                    format!("`{}` would start a program, which nobody may over the web", spec.name);
                return Err(ApiError::bad_request(why));
            }
            spielwerk_players::build(game, &PlayerSpec { hash: 1, ..spec.clone() })?;
            spec.seed = spec.seed.wrapping_add(seed);
            Ok(Some(spec))
        }
    });
    specs.collect()
}
