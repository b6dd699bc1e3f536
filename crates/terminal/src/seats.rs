//! Who plays each seat, from the options of the command line.

use spielwerk_games::{AnyGame, Seat};
use spielwerk_players::{PlayerSpec, SpecError};
use thiserror::Error;

/// Who plays one seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SeatPlayer {
    /// A person at this terminal.
    Person,
    /// A player by its spec.
    Player(Box<PlayerSpec>),
}

/// Who shall play, as given on the command line.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Seating {
    /// The seat of the person, or `none`. Without one, the first seat, unless all seats are named.
    pub person: Option<String>,
    /// The players: one for each seat, or one for each seat but the person's, or one for all of
    /// these. `person` among them is another person; without any, [`Seating::DEFAULT_OPPONENT`].
    pub players: Vec<String>,
}

/// Why the seats cannot be filled like this.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SeatingError {
    /// A seat that the game does not have.
    #[error("{game} has no seat `{text}`; its seats are {seats}, and `none` only watches")]
    NoSeat {
        /// What was given.
        text: String,
        /// The game's name.
        game: &'static str,
        /// What would be right.
        seats: String,
    },
    /// Too many or too few players.
    #[error("{given} players for {game}; give one, or {open} for the seats to fill, or {seats}")]
    Count {
        /// How many players were named.
        given: usize,
        /// The game's name.
        game: &'static str,
        /// How many seats are left beside the person's.
        open: usize,
        /// How many seats there are.
        seats: usize,
    },
    /// An invalid player spec.
    #[error(transparent)]
    Spec(#[from] SpecError),
}

impl Seating {
    /// The default opponent: neither too easy nor hopeless.
    pub const DEFAULT_OPPONENT: &'static str = "level:3";
    /// The name for a person in the list of players.
    pub const PERSON: &'static str = "person";

    /// Whether the person's seat was not given.
    pub fn is_open(&self, game: AnyGame) -> bool {
        self.person.is_none() && self.players.len() < game.seats()
    }

    /// One person or player for each seat.
    pub fn arrange(&self, game: AnyGame) -> Result<Vec<SeatPlayer>, SeatingError> {
        let seats = game.seats();
        let person = match self.person.as_deref() {
            Some(text) => find_seat(game, text)?,
            None if self.players.len() == seats => None,
            None => Some(Seat::FIRST),
        };
        let open = seats - usize::from(person.is_some());
        let default = [Seating::DEFAULT_OPPONENT.to_owned()];
        let given = if self.players.is_empty() { &default[..] } else { &self.players };
        // If players are given for all seats, the person replaces one of them.
        let number = |seat: Seat| match given.len() {
            count if count == seats => Ok(seat.index()),
            count if count == open => {
                let after = person.is_some_and(|person| person < seat);
                Ok(seat.index() - usize::from(after))
            }
            1 => Ok(0),
            given => Err(SeatingError::Count { given, game: game.name(), open, seats }),
        };
        let mut assigned = Vec::new();
        for seat in Seat::all(seats) {
            let number = number(seat)?;
            let taken = Some(seat) == person;
            assigned.push(if taken {
                SeatPlayer::Person
            } else {
                read_seat_player(game, &given[number])?
            });
        }
        Ok(assigned)
    }

    /// Splits a list of players at its commas, but not at those between the options of one:
    /// `mcts:nodes=900,seed=7,greedy` are two. A command takes all that follows it.
    pub fn split(text: &str) -> Vec<String> {
        let mut players: Vec<String> = Vec::new();
        for part in text.split(',') {
            let key = part.split_once('=').map(|(key, _)| key);
            let is_option = key.is_some_and(|key| key.chars().all(|c| c.is_ascii_alphabetic()));
            match players.last_mut() {
                Some(last) if is_option || is_command(last) => {
                    last.push(',');
                    last.push_str(part);
                }
                _ => players.push(part.to_owned()),
            }
        }
        players
    }
}

fn is_command(player: &str) -> bool {
    let name = player.split_once(':').map(|(name, _)| name.trim().to_lowercase());
    name.is_some_and(|name| PlayerSpec::EXTERNAL.contains(&name.as_str()))
}

fn read_seat_player(game: AnyGame, text: &str) -> Result<SeatPlayer, SeatingError> {
    if text.trim().eq_ignore_ascii_case(Seating::PERSON) {
        return Ok(SeatPlayer::Person);
    }
    let spec: PlayerSpec = text.parse()?;
    spielwerk_engines::Entrant::new(game, &spec)?;
    Ok(SeatPlayer::Player(Box::new(spec)))
}

/// The seat that a text names: by name, by the beginning of one, or by letter; nothing for `none`.
pub(crate) fn find_seat(game: AnyGame, text: &str) -> Result<Option<Seat>, SeatingError> {
    let asked = text.trim().to_lowercase();
    if asked == "none" {
        return Ok(None);
    }
    let info = game.info();
    let named = |seat: &Seat| info.seats[seat.index()].to_lowercase().starts_with(&asked);
    let mut found = Seat::all(game.seats()).filter(named);
    match (found.next().filter(|_| !asked.is_empty()), found.next()) {
        (Some(seat), None) => Ok(Some(seat)),
        _ => Err(SeatingError::NoSeat {
            text: text.trim().to_owned(),
            game: game.name(),
            seats: info.seats.join(", "),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arrange(game: &str, person: Option<&str>, players: &str) -> Result<String, String> {
        let players = if players.is_empty() { Vec::new() } else { Seating::split(players) };
        let seating = Seating { person: person.map(Into::into), players };
        let assigned = seating.arrange(spielwerk_games::game(game).unwrap());
        let name = |seat: &SeatPlayer| match seat {
            SeatPlayer::Person => "person".to_owned(),
            SeatPlayer::Player(spec) => spec.to_string(),
        };
        let names =
            |assigned: Vec<SeatPlayer>| assigned.iter().map(name).collect::<Vec<_>>().join(" ");
        assigned.map(names).map_err(|error| error.to_string())
    }

    #[test]
    fn the_person_has_the_first_seat_by_default() {
        assert_eq!(arrange("fanorona", None, ""), Ok("person level:3".into()));
        assert_eq!(arrange("fauhalma", None, "greedy"), Ok("person greedy greedy".into()));
        assert_eq!(
            arrange("fauhalma", Some("b"), "greedy,random"),
            Ok("greedy person random".into())
        );
        assert_eq!(arrange("bohnenspiel", Some("schw"), "strong"), Ok("strong person".into()));
        assert_eq!(arrange("halma", Some("none"), "greedy"), Ok("greedy greedy".into()));
    }

    #[test]
    fn players_for_all_seats_fill_them() {
        assert_eq!(arrange("halma", None, "strong,person"), Ok("strong person".into()));
        assert_eq!(arrange("halma", None, "greedy,random"), Ok("greedy random".into()));
        assert_eq!(arrange("halma", Some("white"), "greedy,random"), Ok("greedy person".into()));
    }

    #[test]
    fn commas_between_options_do_not_split_players() {
        assert_eq!(Seating::split("mcts:nodes=9,seed=7,greedy"), ["mcts:nodes=9,seed=7", "greedy"]);
        assert_eq!(Seating::split("strong,ugi:./x a,b"), ["strong", "ugi:./x a,b"]);
    }

    #[test]
    fn errors_say_what_is_allowed() {
        let error = arrange("fanorona", Some("red"), "").unwrap_err();
        assert!(error.contains("White, Black"), "{error}");
        let error = arrange("fauhalma", None, "greedy,greedy,greedy,greedy").unwrap_err();
        assert!(error.contains("4 players"), "{error}");
        assert!(arrange("fanorona", None, "stron").unwrap_err().contains("`strong`"));
        assert!(arrange("fanorona", Some(""), "").is_err());
    }
}
