//! A session as it is stored, and as a client asks for a new one. Both are validated in the same way
//! when a [`WebSession`] is made of them.

use std::ops::RangeInclusive;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use spielwerk_games::{AnyGame, Seat};
use spielwerk_players::{Evaluation, GameState, PlayerSpec};
use spielwerk_search::{Instant, Limits};
use spielwerk_session::{
    GameEnd, GameLimits, GameSession, GameTime, SavedClocks, Termination, TimeControl,
};

use super::access::agreed_draw;
use super::{GameOver, WebSession};
use crate::api_error::ApiError;
use crate::game_input::{GameInput, play_all};
use crate::random::random;
use crate::session_row::SessionRow;

/// The search time for a move, in milliseconds.
const MOVE_MS: RangeInclusive<u64> = 50..=60_000;
/// The least time between two moves of players.
pub(super) const PACE_MS: RangeInclusive<u64> = 0..=60_000;
/// The time for a game in milliseconds, up to a day.
const CLOCK_MS: RangeInclusive<u64> = 1_000..=86_400_000;
/// The longest name of a person or player, in bytes.
const MAX_NAME: usize = 200;

/// Kept in reserve on a player's clock, because networks are slow.
const MOVE_OVERHEAD: Duration = Duration::from_millis(50);

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

impl SeatOccupant {
    /// A key for the seat of a person.
    fn new_key(&self) -> Option<String> {
        matches!(self, SeatOccupant::Person(_)).then(secret)
    }
}

/// A text as hard to guess as a good password.
fn secret() -> String {
    format!("{:016x}{:016x}", random(), random())
}

/// Time for a whole game.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ClockSettings {
    ms: u64,
    #[serde(default)]
    increment_ms: u64,
}

impl ClockSettings {
    fn game_time(self) -> Result<GameTime, ApiError> {
        within("clock.ms", self.ms, CLOCK_MS)?;
        within("clock.increment_ms", self.increment_ms, 0..=*CLOCK_MS.end())?;
        Ok(GameTime {
            time: Duration::from_millis(self.ms),
            increment: Duration::from_millis(self.increment_ms),
        })
    }
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
    /// Whether each person's seat has a key of its own.
    #[serde(default)]
    invite: bool,
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
    /// The key of each person's seat, where seats have keys.
    #[serde(default)]
    keys: Vec<Option<String>>,
}

/// A stored session in a list.
#[cfg_attr(target_family = "wasm", expect(dead_code, reason = "for lists of a server"))]
pub(crate) struct SessionSummary {
    pub(crate) seats: Vec<SeatOccupant>,
    pub(crate) start: String,
    pub(crate) moves: Vec<String>,
    pub(crate) over: Option<GameOver>,
    keys: Vec<Option<String>>,
}

impl SessionSummary {
    /// The seat of whoever has this key.
    #[cfg_attr(target_family = "wasm", expect(dead_code, reason = "for lists of a server"))]
    pub(crate) fn seat_of(&self, key: Option<&str>) -> Option<usize> {
        self.keys.iter().position(|it| it.is_some() && it.as_deref() == key)
    }
}

impl NewSession {
    /// The new session.
    pub(crate) fn open(self) -> Result<WebSession, ApiError> {
        let game_state = self.input.game_state_from(self.first)?;
        let seats = self.seats.unwrap_or_else(|| {
            let strong =
                (1..game_state.game().seats()).map(|_| SeatOccupant::Player("strong".into()));
            std::iter::once(SeatOccupant::Person(String::new())).chain(strong).collect()
        });
        let keys = match self.invite {
            true => seats.iter().map(SeatOccupant::new_key).collect(),
            false => Vec::new(),
        };
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
            seed: random(),
            keys,
        };
        record.open(secret())
    }
}

impl SessionRecord {
    /// The session that was stored.
    pub(crate) fn open(self, id: String) -> Result<WebSession, ApiError> {
        let game = spielwerk_games::game(&self.game)?;
        let mut game_state = GameState::from_position(game, game.read_position(&self.start)?);
        play_all(&mut game_state, &self.moves)?;
        let undone = WebSession::replay(&game_state, &self.undone)?;
        let specs = read_occupants(game, &self.seats, self.seed)?;
        let move_ms = within("move_ms", self.move_ms, MOVE_MS)?;
        let pace_ms = within("pace_ms", self.pace_ms, PACE_MS)?;
        let time_control = TimeControl {
            per_move: Limits::time(Duration::from_millis(move_ms)),
            per_game: self.clock.map(ClockSettings::game_time).transpose()?,
            // People see their clocks run, so there is no margin on top.
            margin: None,
            move_overhead: MOVE_OVERHEAD,
        };
        let mut session = GameSession::new(game_state, time_control, GameLimits::default_for(game));
        session.restore_clocks(SavedClocks {
            remaining: durations(&self.left_ms),
            remaining_by_turn: self.left_ms_by_turn.iter().map(|ms| durations(ms)).collect(),
        });
        session.restore_undone(undone);
        let now = Instant::now();
        session.pause(self.paused, now);
        // An end by the rules or the limits is found again, one by a player is not.
        if self.over.as_ref().is_some_and(|over| over.termination == Termination::Agreement) {
            session.finish(agreed_draw(), now);
        } else if let Some(GameOver { termination, culprit: Some(seat), remark, .. }) = self.over
            && seat < game.seats()
        {
            let culprit = Some(Seat::new(seat));
            let outcome = session.position().outcome_if_abandoned(culprit);
            session.finish(GameEnd { termination, culprit, remark, outcome }, now);
        }
        Ok(WebSession {
            id,
            game: session,
            seats: self.seats,
            specs,
            move_ms,
            pace_ms,
            clock: self.clock,
            seed: self.seed,
            keys: self.keys,
            offer: None,
        })
    }
}

impl WebSession {
    /// The session in a row of the database.
    pub(crate) fn from_row(row: &SessionRow) -> Result<WebSession, ApiError> {
        let record: SessionRecord = serde_json::from_str(&row.record).map_err(|error| {
            ApiError::bad_request(format!("the stored session {} is damaged: {error}", row.id))
        })?;
        record.open(row.id.clone())
    }

    /// What a list says of a stored session.
    pub(crate) fn summary(row: &SessionRow) -> Option<SessionSummary> {
        let record: SessionRecord = serde_json::from_str(&row.record).ok()?;
        let SessionRecord { seats, start, moves, over, keys, .. } = record;
        Some(SessionSummary { seats, start, moves, over, keys })
    }

    /// The session as a row for the database.
    pub(crate) fn to_row(&self, now: Instant) -> SessionRow {
        let SavedClocks { remaining, remaining_by_turn } = self.game.saved_clocks(now);
        let state = self.game.state();
        let record = SessionRecord {
            game: state.game().name().to_owned(),
            start: state.positions()[0].text(),
            moves: state.written_moves().collect(),
            undone: self.undone_texts(),
            seats: self.seats.clone(),
            move_ms: self.move_ms,
            pace_ms: self.pace_ms,
            clock: self.clock,
            left_ms: milliseconds(&remaining),
            left_ms_by_turn: remaining_by_turn.iter().map(|left| milliseconds(left)).collect(),
            over: self.game.end().map(GameOver::of),
            paused: self.game.is_paused(),
            seed: self.seed,
            keys: self.keys.clone(),
        };
        SessionRow {
            id: self.id.clone(),
            game: record.game.clone(),
            public: !self.has_person(),
            over: self.game.end().is_some(),
            changed: 0,
            // Plain data with text keys can always be written as JSON.
            record: serde_json::to_string(&record).unwrap_or_default(),
        }
    }
}

/// Milliseconds, as JSON has them.
pub(super) fn milliseconds(times: &[Duration]) -> Vec<u64> {
    times.iter().map(|time| time.as_millis().try_into().unwrap_or(u64::MAX)).collect()
}

fn durations(ms: &[u64]) -> Vec<Duration> {
    ms.iter().copied().map(Duration::from_millis).collect()
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
            if matches!(spec.evaluation, Evaluation::File(_)) {
                let why = "`eval` is `classic` or `network` over the web, and names no file";
                return Err(ApiError::bad_request(why));
            }
            if spec.threads.is_some_and(|threads| threads > 1) {
                let why = "a player has one thread over the web, so `threads` is 1";
                return Err(ApiError::bad_request(why));
            }
            spielwerk_players::build(game, &PlayerSpec { hash: 1, ..spec.clone() })?;
            spec.seed = spec.seed.wrapping_add(seed);
            Ok(Some(spec))
        }
    });
    specs.collect()
}
