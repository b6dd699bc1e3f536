//! FAUhalma written down: the server's JSON, `{"A":[[1,-4],…],"B":[…],"C":[…]}`.
//!
//! Three fields are added where they are needed: `"turn":"B"` if it is not A's turn,
//! `"out":["C"]` for players who were blocked, first of them first, and `"places":["B","A"]` for
//! the order in which players came home, if more than one did: the board tells who, but not when.
//! A player without pegs is left out. Text and JSON are the same thing.

use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Map, Value};
use thiserror::Error;

use super::standings::Standings;
use super::{FauHalma, PEGS, RuleSet, Shape, Space, spaces};
use crate::game::shorten;
use crate::{Position, Seat};

/// Pegs, turn and places, valid or not.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(try_from = "Map<String, Value>")]
pub struct Setup {
    /// Each seat's pegs, as pairs of x and y.
    pub pegs: [Vec<[i64; 2]>; Seat::MOST],
    /// Who moves.
    pub turn: Seat,
    /// Who has lost by being blocked, in that order.
    pub out: Vec<Seat>,
    /// Who came home, in that order. May be empty where the board tells it.
    pub places: Vec<Seat>,
}

/// Why something is no position of FAUhalma.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SetupError {
    /// No JSON, or no object.
    #[error("`{text}` is no JSON object like {{\"A\":[[3,-6],[2,-5]],\"B\":[[3,3]]}}: {why}")]
    Json {
        /// What was to be read.
        text: String,
        /// What is wrong with it.
        why: String,
    },
    /// A player's pegs are no list.
    #[error("the pegs of {seat} are `{found}`, not a list of pairs like [[3,-6],[2,-5]]")]
    Pegs {
        /// Whose pegs.
        seat: &'static str,
        /// What stands there.
        found: String,
    },
    /// A peg is no pair of numbers.
    #[error("peg {number} of {seat} is `{found}`, not a pair of whole numbers like [3,-6]")]
    Peg {
        /// Whose peg.
        seat: &'static str,
        /// Which of them, from 1.
        number: usize,
        /// What stands there.
        found: String,
    },
    /// No seat's letter.
    #[error("\"{field}\" has `{found}`, which is no player; players are \"A\", \"B\" and \"C\"")]
    Letter {
        /// The field.
        field: &'static str,
        /// What stands there.
        found: String,
    },
    /// A field that must be a list of players is none.
    #[error("\"{field}\" is `{found}`, not a list of players like [\"C\"]")]
    Letters {
        /// The field.
        field: &'static str,
        /// What stands there.
        found: String,
    },
    /// A third player in a game for two.
    #[error("{what}, but {game} is for two players")]
    Third {
        /// Where the third player appears.
        what: &'static str,
        /// The game's name.
        game: &'static str,
    },
    /// Too many pegs.
    #[error("{seat} has {found} pegs; nobody has more than {PEGS}")]
    TooMany {
        /// Whose pegs.
        seat: &'static str,
        /// How many.
        found: usize,
    },
    /// A peg where there is no space for one.
    #[error("{seat} has a peg on [{x},{y}], which {why} {game}")]
    NoSpace {
        /// Whose peg.
        seat: &'static str,
        /// Its first coordinate.
        x: i64,
        /// Its second coordinate.
        y: i64,
        /// What is wrong with the place.
        why: &'static str,
        /// The game's name.
        game: &'static str,
    },
    /// Two pegs on one space.
    #[error("{whose} on {space}; a space holds one")]
    Shared {
        /// Whose pegs.
        whose: String,
        /// Where.
        space: Space,
    },
    /// Fewer than two players have pegs.
    #[error("{who} pegs, so there is nobody left to play; at least two players must have some")]
    Alone {
        /// Who has pegs.
        who: String,
    },
    /// The last players are all said to be blocked.
    #[error("{who} out, so there is nobody left to play; the last one still playing cannot be out")]
    AllOut {
        /// Who is said to be out.
        who: String,
    },
    /// `out` or `places` names a seat that it cannot name, or leaves one out.
    #[error("\"{field}\" {why}")]
    Listed {
        /// The field.
        field: &'static str,
        /// What is wrong with it.
        why: String,
    },
    /// Two players are home, and nobody says who was first.
    #[error("{who} are home: add who came first, as in \"places\":[{example}]")]
    Places {
        /// Who is home.
        who: String,
        /// One of the possible orders.
        example: String,
    },
    /// A player on turn who does not play.
    #[error(
        "it is {seat}'s turn, but {seat} {why}; add the \"turn\" of one still playing: {playing}"
    )]
    Turn {
        /// Who is said to be on turn.
        seat: &'static str,
        /// Why that cannot be.
        why: &'static str,
        /// Who could be.
        playing: String,
    },
}

const LETTERS: [&str; Seat::MOST] = ["A", "B", "C"];

/// What a seat is called.
pub(super) fn letter(seat: Seat) -> &'static str {
    LETTERS[seat.index()]
}

/// Seats in prose: `A`, `A and B`, `A, B and C`.
fn prose(seats: &[Seat]) -> String {
    let letters: Vec<&str> = seats.iter().map(|&seat| letter(seat)).collect();
    match letters.split_last() {
        Some((last, before)) if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        _ => letters.concat(),
    }
}

impl FromStr for Setup {
    type Err = SetupError;

    fn from_str(text: &str) -> Result<Setup, SetupError> {
        let json = |why: String| SetupError::Json {
            text: shorten(text),
            why,
        };
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
        let mut pegs = [const { Vec::new() }; Seat::MOST];
        for seat in Seat::all(Seat::MOST) {
            let field = letter(seat);
            let value = fields
                .get(field)
                .or_else(|| fields.get(&field.to_lowercase()));
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
        Seat::all(Seat::MOST).find(|&seat| letter(seat).eq_ignore_ascii_case(text.trim()))
    });
    named.ok_or_else(|| SetupError::Letter {
        field,
        found: shorten(&value.to_string()),
    })
}

fn read_seats(field: &'static str, value: Option<&Value>) -> Result<Vec<Seat>, SetupError> {
    match value {
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(Value::Array(list)) => list.iter().map(|value| read_seat(field, value)).collect(),
        Some(other) => Err(SetupError::Letters {
            field,
            found: shorten(&other.to_string()),
        }),
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

impl<S: Shape, R: RuleSet> From<FauHalma<S, R>> for Setup {
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
        Setup {
            pegs,
            turn: position.turn(),
            out: position.out().collect(),
            places,
        }
    }
}

impl<S: Shape, R: RuleSet> TryFrom<&Setup> for FauHalma<S, R> {
    type Error = SetupError;

    fn try_from(setup: &Setup) -> Result<Self, SetupError> {
        check_third::<S, R>(setup)?;
        let mut position = FauHalma {
            pegs: [0; Seat::MOST],
            standings: Standings::new(S::SEATS, 0),
            turn: setup.turn,
            variant: PhantomData,
        };
        for seat in Seat::all(S::SEATS) {
            position.place_pegs(seat, &setup.pegs[seat.index()])?;
        }
        position.standings = position.read_standings(setup)?;
        position.check_turn()?;
        Ok(position.settled())
    }
}

/// In a game for two, a third player appears nowhere.
fn check_third<S: Shape, R: RuleSet>(setup: &Setup) -> Result<(), SetupError> {
    let third = Seat::THIRD;
    let found = [
        (!setup.pegs[third.index()].is_empty(), "C has pegs"),
        (setup.turn == third, "it is C's turn"),
        (setup.out.contains(&third), "C is out"),
        (setup.places.contains(&third), "C has a place"),
    ];
    match found.into_iter().find(|&(is_there, _)| is_there) {
        Some((_, what)) if S::SEATS == 2 => Err(SetupError::Third {
            what,
            game: S::NAMES[R::NUMBER],
        }),
        _ => Ok(()),
    }
}

impl<S: Shape, R: RuleSet> FauHalma<S, R> {
    fn place_pegs(&mut self, seat: Seat, pegs: &[[i64; 2]]) -> Result<(), SetupError> {
        if pegs.len() > PEGS {
            return Err(SetupError::TooMany {
                seat: letter(seat),
                found: pegs.len(),
            });
        }
        for &[x, y] in pegs {
            let space = Self::space_at(x, y).map_err(|why| SetupError::NoSpace {
                seat: letter(seat),
                x,
                y,
                why,
                game: S::NAMES[R::NUMBER],
            })?;
            if let Some(other) = self.owner(space) {
                let whose = if other == seat {
                    format!("{} has two pegs", letter(seat))
                } else {
                    format!("{} have a peg each", prose(&[other, seat]))
                };
                return Err(SetupError::Shared { whose, space });
            }
            self.pegs[seat.index()] |= space.set();
        }
        Ok(())
    }

    /// The space with these coordinates, or why no peg can stand there, up to the game's name.
    pub(super) fn space_at(x: i64, y: i64) -> Result<Space, &'static str> {
        let space = Space::at(x, y).filter(|space| S::SPACES & space.set() != 0);
        let space = space.ok_or("is not on the board of")?;
        if R::MISSING & space.set() != 0 {
            Err("is the centre, and the centre is no space in")
        } else if R::BLOCKED & space.set() != 0 {
            Err("is blocked in")
        } else {
            Ok(space)
        }
    }

    /// Whose peg stands on a space.
    pub(super) fn owner(&self, space: Space) -> Option<Seat> {
        Seat::all(S::SEATS).find(|&seat| self.pegs(seat) & space.set() != 0)
    }

    /// The places that the board and the setup's lists tell together.
    fn read_standings(&self, setup: &Setup) -> Result<Standings, SetupError> {
        let with_pegs: Vec<Seat> = Seat::all(S::SEATS).filter(|&s| self.pegs(s) != 0).collect();
        if with_pegs.len() < 2 {
            let who = match with_pegs[..] {
                [] => "nobody has any".into(),
                [one, ..] => format!("only {} has", letter(one)),
            };
            return Err(SetupError::Alone { who });
        }
        check_list("out", &setup.out, |seat| {
            (!with_pegs.contains(&seat)).then_some("has no pegs")
        })?;
        let home = with_pegs.iter().copied();
        let home: Vec<Seat> = home
            .filter(|&seat| self.is_home(seat) && !setup.out.contains(&seat))
            .collect();
        let places = if setup.places.is_empty() && home.len() < 2 {
            &home
        } else {
            check_places(&setup.places, &setup.out, &home)?;
            &setup.places
        };
        if home.len() < 2 && home.len() + setup.out.len() == with_pegs.len() {
            let verb = if setup.out.len() == 1 { "is" } else { "are" };
            let who = format!("{} {verb}", prose(&setup.out));
            return Err(SetupError::AllOut { who });
        }
        let taking_part = with_pegs
            .iter()
            .fold(0, |bits, seat| bits | 1 << seat.index());
        let mut standings = Standings::new(S::SEATS, taking_part);
        setup.out.iter().for_each(|&seat| standings.lose(seat));
        places.iter().for_each(|&seat| standings.come_home(seat));
        Ok(standings)
    }

    /// The player on turn must still be playing. In a finished game the turn means nothing.
    fn check_turn(&self) -> Result<(), SetupError> {
        if self.standings.is_over() || self.is_playing(self.turn) {
            return Ok(());
        }
        let why = if self.pegs(self.turn) == 0 {
            "has no pegs"
        } else if self.places().contains(&self.turn) {
            "is home"
        } else {
            "is out"
        };
        Err(SetupError::Turn {
            seat: letter(self.turn),
            why,
            playing: prose(&self.playing().collect::<Vec<_>>()),
        })
    }
}

/// A list must name every seat once at most, and none that has a reason not to be on it.
fn check_list(
    field: &'static str,
    seats: &[Seat],
    reason: impl Fn(Seat) -> Option<&'static str>,
) -> Result<(), SetupError> {
    for (index, &seat) in seats.iter().enumerate() {
        let why = if seats[..index].contains(&seat) {
            format!("names {} twice", letter(seat))
        } else if let Some(reason) = reason(seat) {
            format!("names {}, who {reason}", letter(seat))
        } else {
            continue;
        };
        return Err(SetupError::Listed { field, why });
    }
    Ok(())
}

/// The order of coming home must name those who are home, no more and no fewer.
fn check_places(places: &[Seat], out: &[Seat], home: &[Seat]) -> Result<(), SetupError> {
    if places.is_empty() {
        let example: Vec<String> = home.iter().map(|&s| format!("\"{}\"", letter(s))).collect();
        return Err(SetupError::Places {
            who: prose(home),
            example: example.join(","),
        });
    }
    check_list("places", places, |seat| {
        if out.contains(&seat) {
            Some("is out")
        } else {
            (!home.contains(&seat)).then_some("is not home")
        }
    })?;
    match home.iter().find(|seat| !places.contains(seat)) {
        Some(&seat) => Err(SetupError::Listed {
            field: "places",
            why: format!("leaves out {}, who is home", letter(seat)),
        }),
        None => Ok(()),
    }
}
