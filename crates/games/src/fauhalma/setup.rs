//! Position notation of FAUhalma: the server's JSON, `{"A":[[1,-4],…],"B":[…],"C":[…]}`.
//!
//! Three fields are added where needed: `"turn":"B"` if it is not A's turn, `"out":["C"]` for
//! players who were blocked, in that order, and `"places":["B","A"]` for the order in which players
//! came home, if more than one did: the board shows who, but not when. A player without pegs is
//! left out. Text and JSON notation are the same.

use std::fmt;
use std::str::FromStr;

use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Map, Value};

use super::{BoardShape, FauHalma, RuleSet, SetupError, spaces};
use crate::game::shorten;
use crate::{Position, Seat};

/// Pegs, turn and places, valid or not.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(try_from = "Map<String, Value>")]
pub struct Setup {
    /// Each seat's pegs, as pairs of x and y.
    pub pegs: [Vec<[i64; 2]>; Seat::MAX_SEATS],
    /// Who moves.
    pub turn: Seat,
    /// Who has lost by being blocked, in that order.
    pub out: Vec<Seat>,
    /// Who came home, in that order. May be empty where the board tells it.
    pub places: Vec<Seat>,
}

const LETTERS: [&str; Seat::MAX_SEATS] = ["A", "B", "C"];

/// The name of a seat.
pub(super) fn letter(seat: Seat) -> &'static str {
    LETTERS[seat.index()]
}

/// Seats as an English list: `A`, `A and B`, `A, B and C`.
pub(super) fn prose(seats: &[Seat]) -> String {
    let letters: Vec<&str> = seats.iter().map(|&seat| letter(seat)).collect();
    match letters.split_last() {
        Some((last, before)) if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        _ => letters.concat(),
    }
}

impl FromStr for Setup {
    type Err = SetupError;

    fn from_str(text: &str) -> Result<Setup, SetupError> {
        let json = |why: String| SetupError::Json { text: shorten(text), why };
        match serde_json::from_str(text) {
            Ok(Value::Object(fields)) => fields.try_into(),
            Ok(_) => Err(json("it is something else".into())),
            Err(error) => Err(json(error.to_string())),
        }
    }
}

impl TryFrom<Map<String, Value>> for Setup {
    type Error = SetupError;

    fn try_from(fields: Map<String, Value>) -> Result<Setup, SetupError> {
        let mut pegs = [const { Vec::new() }; Seat::MAX_SEATS];
        for seat in Seat::all(Seat::MAX_SEATS) {
            let field = letter(seat);
            let value = fields.get(field).or_else(|| fields.get(&field.to_lowercase()));
            pegs[seat.index()] = read_pegs(letter(seat), value)?;
        }
        let turn = match fields.get("turn") {
            None | Some(Value::Null) => Seat::FIRST,
            Some(value) => read_seat("turn", value)?,
        };
        Ok(Setup {
            pegs,
            turn,
            out: read_seats("out", fields.get("out"))?,
            places: read_seats("places", fields.get("places"))?,
        })
    }
}

fn read_pegs(seat: &'static str, value: Option<&Value>) -> Result<Vec<[i64; 2]>, SetupError> {
    let list = match value {
        None | Some(Value::Null) => return Ok(Vec::new()),
        Some(Value::Array(list)) => list.iter().zip(1..),
        Some(other) => {
            let found = shorten(&other.to_string());
            return Err(SetupError::Pegs { seat, found });
        }
    };
    let pegs = list.map(|(peg, number)| {
        read_pair(peg).ok_or_else(|| SetupError::Peg {
            seat,
            number,
            found: shorten(&peg.to_string()),
        })
    });
    pegs.collect()
}

/// A pair of whole numbers.
pub(super) fn read_pair(value: &Value) -> Option<[i64; 2]> {
    match value.as_array()?.as_slice() {
        [x, y] => Some([x.as_i64()?, y.as_i64()?]),
        _ => None,
    }
}

fn read_seat(field: &'static str, value: &Value) -> Result<Seat, SetupError> {
    let named = value.as_str().and_then(|text| {
        Seat::all(Seat::MAX_SEATS).find(|&seat| letter(seat).eq_ignore_ascii_case(text.trim()))
    });
    named.ok_or_else(|| SetupError::Letter { field, found: shorten(&value.to_string()) })
}

fn read_seats(field: &'static str, value: Option<&Value>) -> Result<Vec<Seat>, SetupError> {
    match value {
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(Value::Array(list)) => list.iter().map(|value| read_seat(field, value)).collect(),
        Some(other) => Err(SetupError::Letters { field, found: shorten(&other.to_string()) }),
    }
}

impl Serialize for Setup {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        let letters = |seats: &[Seat]| seats.iter().map(|&seat| letter(seat)).collect::<Vec<_>>();
        let mut map = serializer.serialize_map(None)?;
        for (seat, pegs) in LETTERS.iter().zip(&self.pegs) {
            if !pegs.is_empty() {
                map.serialize_entry(seat, pegs)?;
            }
        }
        if self.turn != Seat::FIRST {
            map.serialize_entry("turn", letter(self.turn))?;
        }
        if !self.out.is_empty() {
            map.serialize_entry("out", &letters(&self.out))?;
        }
        if !self.places.is_empty() {
            map.serialize_entry("places", &letters(&self.places))?;
        }
        map.end()
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).map_err(|_| fmt::Error)?)
    }
}

impl<S: BoardShape, R: RuleSet> From<FauHalma<S, R>> for Setup {
    fn from(position: FauHalma<S, R>) -> Setup {
        let pegs = position.pegs.map(|set| {
            let pairs = spaces(set).map(|space| [space.x().into(), space.y().into()]);
            let mut pairs: Vec<[i64; 2]> = pairs.collect();
            pairs.sort_unstable();
            pairs
        });
        // One player at home can be seen on the board.
        let places = match position.places() {
            [] | [_] => Vec::new(),
            several => several.to_vec(),
        };
        Setup { pegs, turn: position.turn(), out: position.out().collect(), places }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fauhalma::{Rhombus, Ss26, Star3, Ws25};

    fn read<S: BoardShape, R: RuleSet>(text: &str) -> Result<FauHalma<S, R>, String> {
        let setup: Setup = text.parse().map_err(|error: SetupError| error.to_string())?;
        // Text and serde must accept and refuse the same input.
        assert_eq!(serde_json::from_str::<Setup>(text).unwrap(), setup);
        FauHalma::try_from(&setup).map_err(|error| error.to_string())
    }

    #[test]
    fn the_start_is_written_as_the_server_writes_it() {
        assert_eq!(
            Setup::from(FauHalma::<Star3, Ss26>::start()).to_string(),
            concat!(
                r#"{"A":[[1,-4],[2,-5],[2,-4],[3,-6],[3,-5],[3,-4]],"#,
                r#""B":[[1,3],[2,2],[2,3],[3,1],[3,2],[3,3]],"#,
                r#""C":[[-6,3],[-5,2],[-5,3],[-4,1],[-4,2],[-4,3]]}"#
            )
        );
        let two = Setup::from(FauHalma::<Rhombus, Ws25>::start()).to_string();
        assert!(two.ends_with(r#""B":[[-3,4],[-3,5],[-3,6],[-2,4],[-2,5],[-1,4]]}"#));
    }

    #[test]
    fn any_order_missing_players_other_keys_and_small_letters_are_read() {
        let plain = read::<Star3, Ss26>(r#"{"A":[[1,0],[2,0]],"B":[[3,3]],"turn":"B"}"#).unwrap();
        for text in [
            r#" { "turn" : "b" , "B" : [ [ 3 , 3 ] ] , "A" : [ [ 2 , 0 ] , [ 1 , 0 ] ] } "#,
            r#"{"A":[[2,0],[1,0]],"B":[[3,3]],"C":[],"turn":"B","out":[],"places":null,"x":{"y":[1.5]}}"#,
            r#"{"a":[[2,0],[1,0]],"b":[[3,3]],"C":null,"turn":"B"}"#,
        ] {
            assert_eq!(read(text), Ok(plain), "{text}");
        }
    }

    #[test]
    fn what_is_no_setup_is_refused() {
        for (text, why) in [
            ("", "`` is no JSON object like"),
            ("[]", "it is something else"),
            ("w", "expected value"),
            (r#"{"A":3}"#, "the pegs of A are `3`, not a list of pairs"),
            (r#"{"A":[[1,0],[1.5,0]]}"#, "peg 2 of A is `[1.5,0]`, not a pair of whole"),
            (r#"{"B":[[1,0,0]]}"#, "peg 1 of B is `[1,0,0]`"),
            (r#"{"C":[["1","2"]]}"#, "peg 1 of C is"),
            (r#"{"A":[[1e40,0]]}"#, "peg 1 of A is"),
            (r#"{"A":[[18446744073709551616,0]]}"#, "peg 1 of A is"),
            (r#"{"turn":"D"}"#, "\"turn\" has `\"D\"`, which is no player"),
            (r#"{"turn":1}"#, "\"turn\" has `1`"),
            (r#"{"out":"C"}"#, "\"out\" is `\"C\"`, not a list of players"),
            (r#"{"places":["A",2]}"#, "\"places\" has `2`"),
        ] {
            let error = text.parse::<Setup>().unwrap_err().to_string();
            assert!(error.contains(why), "{error}");
            assert!(!error.contains('\n'));
            let by_serde = serde_json::from_str::<Setup>(text).unwrap_err().to_string();
            assert!(by_serde == error || !text.starts_with('{'), "{by_serde}");
        }
        assert!("[".repeat(100_000).parse::<Setup>().is_err());
    }

    #[test]
    fn redundant_places_are_accepted_and_not_written() {
        let text = r#"{"A":[[-3,4]],"B":[[1,0]],"C":[[2,0]],"turn":"B","places":["A"]}"#;
        let position = read::<Star3, Ss26>(text).unwrap();
        assert_eq!(position.places(), [Seat::FIRST]);
        assert_eq!(
            Setup::from(position).to_string(),
            r#"{"A":[[-3,4]],"B":[[1,0]],"C":[[2,0]],"turn":"B"}"#
        );
    }

    #[test]
    fn who_is_out_stays_out_although_all_pegs_are_home() {
        let text = r#"{"A":[[-3,4]],"B":[[1,0]],"C":[[2,0]],"turn":"B","out":["A"]}"#;
        let position = read::<Star3, Ss26>(text).unwrap();
        assert!(position.places().is_empty());
        assert_eq!(Setup::from(position).to_string(), text);
    }
}
