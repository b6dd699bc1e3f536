//! A table as it is written down, and as somebody orders it. Both are checked in the same way when
//! a [`Table`] is made of them.

use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use games::{AnyGame, Seat};
use players::{Course, Spec};
use serde::{Deserialize, Serialize};

use super::{Clocks, Over, Table};
use crate::ledger::Entry;
use crate::refusal::Refusal;
use crate::so_far::{SoFar, play_all};

/// What a player may think about a move, in milliseconds.
const MOVE: RangeInclusive<u64> = 50..=60_000;
/// The least time between two moves of players.
pub(super) const PACE: RangeInclusive<u64> = 0..=60_000;
/// Time for a game: up to a day.
const CLOCK: RangeInclusive<u64> = 1_000..=86_400_000;
/// The longest name of a person or player, in bytes.
const NAME: usize = 200;

/// A second is long enough to be good and short enough to wait for.
const fn usual_move_ms() -> u64 {
    1_000
}

/// Who sits on a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Sitter {
    /// Somebody with this name, or without one.
    Person(String),
    /// One of our own, by its spec.
    Player(String),
}

/// Time for a whole game.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GameClock {
    ms: u64,
    #[serde(default)]
    increment_ms: u64,
}

/// A table that somebody orders.
#[derive(Debug, Deserialize)]
pub(crate) struct NewTable {
    #[serde(flatten)]
    so_far: SoFar,
    seats: Option<Vec<Sitter>>,
    /// The seat that begins, if not the usual one.
    first: Option<usize>,
    #[serde(default = "usual_move_ms")]
    move_ms: u64,
    #[serde(default)]
    pace_ms: u64,
    clock: Option<GameClock>,
}

/// A table as it is written down.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Record {
    game: String,
    start: String,
    moves: Vec<String>,
    /// The next move last.
    undone: Vec<String>,
    seats: Vec<Sitter>,
    move_ms: u64,
    pace_ms: u64,
    clock: Option<GameClock>,
    left_ms: Vec<u64>,
    over: Option<Over>,
    paused: bool,
    seed: u64,
}

impl NewTable {
    /// Sits everybody down.
    pub(crate) fn open(self) -> Result<Table, Refusal> {
        let course = self.so_far.course_from(self.first)?;
        let seats = self.seats.unwrap_or_else(|| {
            let strong = (1..course.game().seats()).map(|_| Sitter::Player("strong".into()));
            std::iter::once(Sitter::Person(String::new())).chain(strong).collect()
        });
        let record = Record {
            game: self.so_far.game,
            start: course.positions()[0].text(),
            moves: course.moves().iter().map(|m| m.text.clone()).collect(),
            undone: Vec::new(),
            left_ms: self.clock.iter().flat_map(|clock| vec![clock.ms; seats.len()]).collect(),
            seats,
            move_ms: self.move_ms,
            pace_ms: self.pace_ms,
            clock: self.clock,
            over: None,
            paused: false,
            seed: rand::random(),
        };
        // As hard to guess as a good password.
        let mut table = record.open(format!("{:032x}", rand::random::<u128>()))?;
        table.settle(Instant::now());
        table.freeze(Instant::now());
        Ok(table)
    }
}

impl Record {
    /// The table that was written down.
    pub(crate) fn open(self, id: String) -> Result<Table, Refusal> {
        let game = games::game(&self.game)?;
        let mut course = Course::from(game, game.read(&self.start)?);
        play_all(&mut course, &self.moves)?;
        let undone = Table::replay(&course, &self.undone)?;
        let specs = read_sitters(game, &self.seats, self.seed)?;
        let clocks = self.clock.map(|clock| -> Result<Clocks, Refusal> {
            within("clock.ms", clock.ms, CLOCK)?;
            within("clock.increment_ms", clock.increment_ms, 0..=*CLOCK.end())?;
            let mut left: Vec<Duration> =
                self.left_ms.iter().copied().map(Duration::from_millis).collect();
            left.resize(game.seats(), Duration::from_millis(clock.ms));
            Ok(Clocks::new(left, Duration::from_millis(clock.increment_ms)))
        });
        Ok(Table {
            id,
            course,
            undone,
            seats: self.seats,
            specs,
            move_ms: within("move_ms", self.move_ms, MOVE)?,
            pace_ms: within("pace_ms", self.pace_ms, PACE)?,
            clock: self.clock,
            clocks: clocks.transpose()?,
            over: self.over,
            paused: self.paused,
            seed: self.seed,
        })
    }
}

impl Table {
    /// The table in an entry of the ledger.
    pub(crate) fn read(entry: &Entry) -> Result<Table, Refusal> {
        let record: Record = serde_json::from_str(&entry.record).map_err(|error| {
            Refusal::nonsense(format!("the stored table {} is damaged: {error}", entry.id))
        })?;
        record.open(entry.id.clone())
    }

    /// Who plays in an entry of the ledger, and how many moves were made.
    pub(crate) fn summary(entry: &Entry) -> Option<(Vec<Sitter>, usize)> {
        let record: Record = serde_json::from_str(&entry.record).ok()?;
        Some((record.seats, record.moves.len()))
    }

    /// The table as an entry for the ledger.
    pub(crate) fn entry(&self, now: Instant) -> Entry {
        let texts = |moves: &[games::AnyMove]| moves.iter().map(|m| m.text.clone()).collect();
        let left = self.clocks.as_ref().map(|clocks| clocks.all_left(now));
        let record = Record {
            game: self.course.game().name().to_owned(),
            start: self.course.positions()[0].text(),
            moves: texts(self.course.moves()),
            undone: texts(&self.undone),
            seats: self.seats.clone(),
            move_ms: self.move_ms,
            pace_ms: self.pace_ms,
            clock: self.clock,
            left_ms: left.unwrap_or_default().into_iter().map(millis).collect(),
            over: self.over.clone(),
            paused: self.paused,
            seed: self.seed,
        };
        Entry {
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

/// A number that is neither too small nor too large.
pub(super) fn within(field: &str, value: u64, range: RangeInclusive<u64>) -> Result<u64, Refusal> {
    if range.contains(&value) {
        return Ok(value);
    }
    let (least, most) = (range.start(), range.end());
    Err(Refusal::nonsense(format!("`{field}` is {value}, but must be from {least} to {most}")))
}

/// The specs of all players, after a look whether they play this game.
fn read_sitters(
    game: AnyGame,
    sitters: &[Sitter],
    seed: u64,
) -> Result<Vec<Option<Spec>>, Refusal> {
    if sitters.len() != game.seats() {
        let (given, wanted) = (sitters.len(), game.seats());
        let name = game.name();
        return Err(Refusal::nonsense(format!("`seats` has {given}, but {name} is for {wanted}")));
    }
    let specs = Seat::all(sitters.len()).zip(sitters).map(|(seat, sitter)| match sitter {
        Sitter::Person(name) | Sitter::Player(name) if name.len() > NAME => {
            Err(Refusal::nonsense(format!("the name on seat {} is too long", seat.index())))
        }
        Sitter::Person(_) => Ok(None),
        Sitter::Player(spec) => {
            let mut spec: Spec = spec.parse()?;
            if Spec::EXTERNAL.contains(&spec.name.as_str()) {
                let why =
                    format!("`{}` would start a program, which nobody may over the web", spec.name);
                return Err(Refusal::nonsense(why));
            }
            players::build(game, &Spec { hash: 1, ..spec.clone() })?;
            spec.seed = spec.seed.wrapping_add(seed);
            Ok(Some(spec))
        }
    });
    specs.collect()
}
