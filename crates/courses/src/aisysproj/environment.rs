//! The environments of the course: eight a semester, each with a board, opponents and a name like
//! `ss26.1.2.8`.
//!
//! The semester at the front of the name tells the rule set, the number at its end the board. Both
//! sides need that: a client to know what it plays, a server to know what it offers.

use spielwerk_games::AnyGame;

/// One of the environments.
#[derive(Clone, PartialEq, Debug)]
pub struct Environment {
    /// Its name: `ss26.1.2.8`.
    pub name: String,
    /// Its number from 1 to 8.
    pub number: usize,
    /// What is played in it.
    pub game: AnyGame,
    /// Who plays against the agent, on a practice server.
    pub opponent: &'static str,
    /// What a rating in it is worth in the course.
    pub worth: &'static str,
}

/// Semesters by the beginning of the name, with the ending of their games' names.
const SEMESTERS: [(&str, &str); 2] = [("ss26", ""), ("ws2526", "-ws25")];

/// Between semester and number: the first group of assignments, the second of them.
const ASSIGNMENT: &str = "1.2";

/// Game, opponent and worth by number. The opponents are such that a plain greedy agent has about the
/// ratings that a team of the course has published (`docs/aisysproj.md`). They depend on a number of
/// positions and not on how fast or busy the machine is.
const ENVIRONMENTS: [(&str, &str, &str); 8] = [
    ("fauhalma-rhombus", "greedy:eval_noise=1000", "30 if > 0.5"),
    ("fauhalma-star2", "greedy:eval_noise=1000", "40 if > 0.5"),
    ("fauhalma-star2", "greedy:eval_noise=300", "55 if > 0.5"),
    ("fauhalma-star2", "greedy:eval_noise=200", "60 if > 0.5"),
    ("fauhalma", "greedy:eval_noise=200", "55 if > 0.5, 65 if > 1.5"),
    ("fauhalma", "level:1", "70 if > 1.0"),
    ("fauhalma", "level:3", "75 if > 1.0"),
    ("fauhalma", "level:5", "80 if > 1.0"),
];

impl Environment {
    /// All environments, semester by semester.
    pub fn all() -> Vec<Environment> {
        let semesters = SEMESTERS.iter();
        let all = semesters.flat_map(|&(semester, ending)| {
            ENVIRONMENTS.iter().zip(1..).filter_map(move |(&(game, opponent, worth), number)| {
                Some(Environment {
                    name: format!("{semester}.{ASSIGNMENT}.{number}"),
                    number,
                    game: spielwerk_games::game(&format!("{game}{ending}")).ok()?,
                    opponent,
                    worth,
                })
            })
        });
        all.collect()
    }

    /// What is played in an environment, as far as its name tells. Names that differ between
    /// semester and number are understood: `ss26.2.1.8` is played like `ss26.1.2.8`.
    pub fn game_by_name(name: &str) -> Option<AnyGame> {
        let (semester, rest) = name.trim().split_once('.')?;
        let number: usize = rest.rsplit('.').next()?.parse().ok()?;
        let (game, ..) = ENVIRONMENTS.get(number.checked_sub(1)?)?;
        let (_, ending) = SEMESTERS.iter().find(|(known, _)| *known == semester)?;
        spielwerk_games::game(&format!("{game}{ending}")).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_to_games_and_back() {
        let all = Environment::all();
        assert_eq!(all.len(), 16);
        for environment in &all {
            assert_eq!(Environment::game_by_name(&environment.name), Some(environment.game));
            let spec: spielwerk_players::PlayerSpec = environment.opponent.parse().unwrap();
            assert!(spielwerk_players::build(environment.game, &spec).is_ok());
        }
        let named = |name| Environment::game_by_name(name).map(|game| game.name());
        assert_eq!(named("ss26.1.2.1"), Some("fauhalma-rhombus"));
        assert_eq!(named("ws2526.1.2.4"), Some("fauhalma-star2-ws25"));
        assert_eq!(named("ws2526.1.2.8"), Some("fauhalma-ws25"));
    }

    #[test]
    fn other_names_tell_nothing() {
        for name in ["", "ss26", "ss26.", "ss26.1.2.0", "ss26.1.2.9", "ss31.1.2.8", "ss26.1.2.x"] {
            assert_eq!(Environment::game_by_name(name), None, "{name}");
        }
    }
}
