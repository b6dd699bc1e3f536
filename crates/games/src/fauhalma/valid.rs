//! Validation of a setup: what the rules require of pegs, turn and places.

use std::marker::PhantomData;

use super::setup::{letter, prose};
use super::standings::Standings;
use super::{BoardShape, FauHalma, PEGS, RuleSet, Setup, SetupError, Space};
use crate::Seat;

impl<S: BoardShape, R: RuleSet> TryFrom<&Setup> for FauHalma<S, R> {
    type Error = SetupError;

    fn try_from(setup: &Setup) -> Result<Self, SetupError> {
        check_third::<S, R>(setup)?;
        let mut position = FauHalma {
            pegs: [0; Seat::MAX_SEATS],
            standings: Standings::new(S::SEATS, 0),
            turn: setup.turn,
            variant: PhantomData,
        };
        for seat in Seat::all(S::SEATS) {
            position.place_pegs(seat, &setup.pegs[seat.index()])?;
        }
        position.standings = position.read_standings(setup)?;
        position.check_turn()?;
        Ok(position.with_blocked_seats_placed())
    }
}

/// A game for two must not mention a third player.
fn check_third<S: BoardShape, R: RuleSet>(setup: &Setup) -> Result<(), SetupError> {
    let third = Seat::THIRD;
    let found = [
        (!setup.pegs[third.index()].is_empty(), "C has pegs"),
        (setup.turn == third, "it is C's turn"),
        (setup.out.contains(&third), "C is out"),
        (setup.places.contains(&third), "C has a place"),
    ];
    match found.into_iter().find(|&(is_there, _)| is_there) {
        Some((_, what)) if S::SEATS == 2 => {
            Err(SetupError::Third { what, game: S::NAMES[R::NUMBER] })
        }
        _ => Ok(()),
    }
}

impl<S: BoardShape, R: RuleSet> FauHalma<S, R> {
    fn place_pegs(&mut self, seat: Seat, pegs: &[[i64; 2]]) -> Result<(), SetupError> {
        if pegs.len() > PEGS {
            return Err(SetupError::TooMany { seat: letter(seat), found: pegs.len() });
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

    /// The standings, from the board and the setup's lists.
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
        let home: Vec<Seat> =
            home.filter(|&seat| self.is_home(seat) && !setup.out.contains(&seat)).collect();
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
        let taking_part = with_pegs.iter().fold(0, |bits, seat| bits | 1 << seat.index());
        let mut standings = Standings::new(S::SEATS, taking_part);
        setup.out.iter().for_each(|&seat| standings.lose(seat));
        places.iter().for_each(|&seat| standings.come_home(seat));
        Ok(standings)
    }

    /// The player to move must still be playing. In a finished game the turn is meaningless.
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
        return Err(SetupError::Places { who: prose(home), example: example.join(",") });
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fauhalma::{Rhombus, Ss26, Star2, Star3, Ws25};

    fn refused<S: BoardShape, R: RuleSet>(text: &str) -> String {
        let setup = text.parse().unwrap();
        let error = FauHalma::<S, R>::try_from(&setup).unwrap_err().to_string();
        assert!(!error.contains('\n'));
        error
    }

    #[test]
    fn pegs_must_stand_on_spaces_of_the_board() {
        for (text, why) in [
            (r#"{"A":[[0,0]],"B":[[3,3]]}"#, "A has a peg on [0,0], which is blocked in fauhalma"),
            (
                r#"{"A":[[1,0]],"B":[[4,4]]}"#,
                "B has a peg on [4,4], which is not on the board of fauhalma",
            ),
            (r#"{"A":[[-9223372036854775808,9223372036854775807]]}"#, "which is not on the board"),
            (r#"{"A":[[1,0],[1,0]],"B":[[3,3]]}"#, "A has two pegs on [1,0]; a space holds one"),
            (
                r#"{"A":[[1,0]],"B":[[3,3]],"C":[[1,0]]}"#,
                "A and C have a peg each on [1,0]; a space holds one",
            ),
            (
                r#"{"A":[[1,0],[2,0],[3,0],[1,1],[1,2],[2,1],[0,3]],"B":[[3,3]]}"#,
                "A has 7 pegs; nobody has more than 6",
            ),
        ] {
            let error = refused::<Star3, Ss26>(text);
            assert!(error.contains(why), "{error}");
        }
        assert_eq!(
            refused::<Star2, Ws25>(r#"{"A":[[0,0]],"B":[[3,3]]}"#),
            "A has a peg on [0,0], which is the centre, and the centre is no space in fauhalma-star2-ws25"
        );
        assert_eq!(
            refused::<Rhombus, Ss26>(r#"{"A":[[3,1]],"B":[[3,-3]]}"#),
            "A has a peg on [3,1], which is not on the board of fauhalma-rhombus"
        );
    }

    #[test]
    fn a_game_for_two_has_no_third_player() {
        for (field, what) in [
            (r#""C":[[3,3]]"#, "C has pegs"),
            (r#""turn":"C""#, "it is C's turn"),
            (r#""out":["C"]"#, "C is out"),
            (r#""places":["C"]"#, "C has a place"),
        ] {
            let text = format!(r#"{{"A":[[1,0]],"B":[[2,0]],{field}}}"#);
            let expected = format!("{what}, but fauhalma-star2 is for two players");
            assert_eq!(refused::<Star2, Ss26>(&text), expected);
        }
    }

    #[test]
    fn turn_places_and_out_must_agree_with_the_board() {
        const A_HOME: &str = r#""A":[[-3,4]],"B":[[1,0]],"C":[[2,0]]"#;
        const BOTH_HOME: &str = r#""A":[[-3,4]],"B":[[-3,-3]],"C":[[2,0]]"#;
        const NOBODY_HOME: &str = r#""A":[[3,0]],"B":[[1,0]],"C":[[2,0]]"#;
        for (pegs, rest, why) in [
            (
                A_HOME,
                "",
                "it is A's turn, but A is home; add the \"turn\" of one still playing: B and C",
            ),
            (NOBODY_HOME, r#","turn":"B","out":["B"]"#, "it is B's turn, but B is out"),
            (r#""B":[[1,0]],"C":[[2,0]]"#, "", "it is A's turn, but A has no pegs"),
            (BOTH_HOME, "", "A and B are home: add who came first, as in \"places\":[\"A\",\"B\"]"),
            (BOTH_HOME, r#","places":["B"]"#, "\"places\" leaves out A, who is home"),
            (BOTH_HOME, r#","places":["B","A","C"]"#, "\"places\" names C, who is not home"),
            (BOTH_HOME, r#","places":["B","B"]"#, "\"places\" names B twice"),
            (BOTH_HOME, r#","places":["A","B"],"out":["B"]"#, "\"places\" names B, who is out"),
            (NOBODY_HOME, r#","places":["A"]"#, "\"places\" names A, who is not home"),
            (NOBODY_HOME, r#","out":["C","C"]"#, "\"out\" names C twice"),
            (r#""A":[[1,0]],"B":[[2,0]]"#, r#","out":["C"]"#, "\"out\" names C, who has no pegs"),
            (NOBODY_HOME, r#","out":["A","B","C"]"#, "A, B and C are out, so there is nobody left"),
            (A_HOME, r#","out":["C","B"]"#, "C and B are out, so there is nobody left to play"),
            (r#""A":[]"#, "", "nobody has any pegs, so there is nobody left to play"),
            (r#""B":[[1,0]]"#, r#","turn":"B""#, "only B has pegs"),
        ] {
            let error = refused::<Star3, Ss26>(&format!("{{{pegs}{rest}}}"));
            assert!(error.contains(why), "{error}");
        }
    }
}
