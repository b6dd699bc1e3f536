//! The conditions of a match or tournament as text: time control, resignation, adjudication. The
//! same text is used on the command line, in tournament files and in jobs for other machines.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use spielwerk_games::AnyGame;
use spielwerk_players::{PlayerSpec, parse_duration};
use spielwerk_search::{Clock, Limits};

use crate::Referee;
use spielwerk_session::{GameLimits, GameTime, Resignation, TimeControl};

/// The conditions under which games are played.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MatchConditions {
    /// Time for each move, or for the whole game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<TimeLimit>,
    /// Node limit of a move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Depth limit of a move, in plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Which clock counts: `wall` or `cpu`.
    #[serde(serialize_with = "write_clock", deserialize_with = "read_clock")]
    pub clock: Clock,
    /// How much later than allowed loses a game.
    #[serde(serialize_with = "write_margin", deserialize_with = "read_margin")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin: Option<Duration>,
    /// When players resign.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resign: Option<Resignation>,
    /// Whether games with a proven result are adjudicated.
    pub adjudicate: Adjudicate,
}

/// Time for a move, or for a game with an increment for every move: `100ms`, `60s+1s`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum TimeLimit {
    /// For each move.
    Move(Duration),
    /// For all moves.
    Game(GameTime),
}

/// Which games are adjudicated.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Adjudicate {
    /// None.
    #[default]
    Off,
    /// Those whose result is in a tablebase, or proven by both players.
    Tables,
}

impl MatchConditions {
    /// The time a move for players without a limit of their own, where none is given.
    pub const DEFAULT_TIME: Duration = Duration::from_millis(100);

    /// The same with the default time, if one of these players needs it.
    pub(crate) fn with_default_time(
        &self,
        game: AnyGame,
        players: &[PlayerSpec],
    ) -> MatchConditions {
        let asked = self.time.is_some() || self.nodes.is_some() || self.depth.is_some();
        let usual = !asked && !players.iter().all(|spec| spielwerk_players::is_limited(game, spec));
        let time =
            if usual { Some(TimeLimit::Move(MatchConditions::DEFAULT_TIME)) } else { self.time };
        MatchConditions { time, ..self.clone() }
    }

    /// The referee for games between these players.
    pub fn referee(&self, game: AnyGame, players: &[PlayerSpec]) -> Referee {
        let (time, per_game) = match self.with_default_time(game, players).time {
            None => (None, None),
            Some(TimeLimit::Move(time)) => (Some(time), None),
            Some(TimeLimit::Game(game)) => (None, Some(game)),
        };
        let &MatchConditions { nodes, depth, clock, .. } = self;
        let usual = TimeControl::default();
        let control = TimeControl {
            per_move: Limits { time, nodes, depth, clock, soft_time: None },
            per_game,
            margin: self.margin.or(usual.margin),
            ..usual
        };
        let bounds = GameLimits {
            resignation: self.resign,
            adjudication: self.adjudicate == Adjudicate::Tables,
            ..GameLimits::default_for(game)
        };
        Referee { time_control: control, limits: bounds }
    }
}

impl FromStr for TimeLimit {
    type Err = String;

    fn from_str(text: &str) -> Result<TimeLimit, String> {
        let time = match text.split_once('+') {
            None => parse_duration(text).map(TimeLimit::Move),
            Some((time, increment)) => parse_duration(time)
                .zip(parse_duration(increment))
                .map(|(time, increment)| TimeLimit::Game(GameTime { time, increment })),
        };
        time.ok_or_else(|| "a time looks like `100ms` or, for a whole game, `60s+1s`".into())
    }
}

impl fmt::Display for TimeLimit {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            TimeLimit::Move(time) => f.write_str(&time_text(*time)),
            TimeLimit::Game(GameTime { time, increment }) => {
                write!(f, "{}+{}", time_text(*time), time_text(*increment))
            }
        }
    }
}

impl FromStr for Adjudicate {
    type Err = String;

    fn from_str(text: &str) -> Result<Adjudicate, String> {
        match text {
            "off" => Ok(Adjudicate::Off),
            "tables" => Ok(Adjudicate::Tables),
            _ => Err("games are adjudicated by `tables`, or not at all: `off`".into()),
        }
    }
}

/// Formats a time in the largest unit that divides it.
fn time_text(time: Duration) -> String {
    match time.as_micros() {
        us if us % 1_000_000 == 0 => format!("{}s", us / 1_000_000),
        us if us % 1_000 == 0 => format!("{}ms", us / 1_000),
        us => format!("{us}us"),
    }
}

impl Serialize for TimeLimit {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for TimeLimit {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<TimeLimit, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

fn write_clock<S: Serializer>(clock: &Clock, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(match clock {
        Clock::Wall => "wall",
        Clock::Cpu => "cpu",
    })
}

fn read_clock<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Clock, D::Error> {
    match String::deserialize(deserializer)?.as_str() {
        "wall" => Ok(Clock::Wall),
        "cpu" => Ok(Clock::Cpu),
        other => Err(de::Error::custom(format!("`{other}` is no clock: there are `wall`, `cpu`"))),
    }
}

fn write_margin<S: Serializer>(
    margin: &Option<Duration>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    margin.map(time_text).serialize(serializer)
}

fn read_margin<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Duration>, D::Error> {
    let text = String::deserialize(deserializer)?;
    let wrong = || de::Error::custom(format!("`{text}` is no time: one looks like `100ms`"));
    parse_duration(&text).map(Some).ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;
    use spielwerk_search::Score;

    #[test]
    fn conditions_round_trip() {
        let text = r#"{"time":"60s+1500us","nodes":7,"clock":"cpu","margin":"20ms",
                       "resign":"-12.5,3","adjudicate":"tables"}"#;
        let conditions: MatchConditions = serde_json::from_str(text).unwrap();
        let again = serde_json::to_string(&conditions).unwrap();
        assert_eq!(serde_json::from_str::<MatchConditions>(&again).unwrap(), conditions);
        let referee = conditions.referee(spielwerk_games::game("bohnenspiel").unwrap(), &[]);
        assert_eq!(referee.time_control.per_move.nodes, Some(7));
        assert_eq!(referee.time_control.margin, Some(Duration::from_millis(20)));
        assert_eq!(referee.limits.resignation.unwrap().score, Score::estimate(-1250));
        assert!(referee.limits.adjudication);
        assert_eq!(
            serde_json::from_str::<MatchConditions>("{}").unwrap(),
            MatchConditions::default()
        );
    }

    #[test]
    fn errors_name_what_is_valid() {
        let message = |text| serde_json::from_str::<MatchConditions>(text).unwrap_err().to_string();
        assert!(message(r#"{"time":"soon"}"#).contains("100ms"));
        assert!(message(r#"{"clock":"sun"}"#).contains("`wall`, `cpu`"));
        assert!(message(r#"{"resign":"5,3"}"#).contains("-10,3"));
        assert!(message(r#"{"resign":"-0.001,3"}"#).contains("-10,3"));
        assert!(message(r#"{"node":5}"#).contains("node"));
    }

    #[test]
    fn players_without_a_limit_get_the_default_time() {
        let game = spielwerk_games::game("halma").unwrap();
        let time = |conditions: &MatchConditions, specs: &[&str]| {
            let specs: Vec<PlayerSpec> = specs.iter().map(|spec| spec.parse().unwrap()).collect();
            conditions.referee(game, &specs).time_control.per_move.time
        };
        assert_eq!(
            time(&MatchConditions::default(), &["strong"]),
            Some(MatchConditions::DEFAULT_TIME)
        );
        assert_eq!(time(&MatchConditions::default(), &["strong:nodes=5"]), None);
        assert_eq!(time(&MatchConditions::default(), &["level:9", "greedy"]), None);
        assert_eq!(
            time(&MatchConditions::default(), &["level:9", "level:10"]),
            Some(MatchConditions::DEFAULT_TIME)
        );
        let nodes = MatchConditions { nodes: Some(5), ..MatchConditions::default() };
        assert_eq!(time(&nodes, &["strong"]), None);
    }
}
