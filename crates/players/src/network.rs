//! The networks of players: which one a spec asks for, and those that are part of the program.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use spielwerk_nets::Network;

use crate::{GamePlayers, PlayerSpec, SpecError};

/// What evaluates the positions of a player.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Evaluation {
    /// The network of the program; the classic evaluation for the players of a textbook, which many
    /// figures compare with, and where there is no network.
    #[default]
    Usual,
    /// The network that is part of the program, if there is one.
    Embedded,
    /// The evaluation by hand-written terms.
    Classic,
    /// The network in a file.
    File(PathBuf),
}

/// The players that look a few plies ahead and no more.
const TEXTBOOK: [&str; 3] = ["greedy", "epsilon-greedy", "minimax"];

/// A network that is part of the program, read when it is first used.
struct Embedded {
    /// The game that it was trained for.
    game: &'static str,
    /// Other games in which it plays better than hand-written terms.
    also_plays: &'static [&'static str],
    bytes: &'static [u8],
    network: OnceLock<Arc<Network>>,
}

impl Embedded {
    const fn new(
        game: &'static str,
        also_plays: &'static [&'static str],
        bytes: &'static [u8],
    ) -> Embedded {
        Embedded { game, also_plays, bytes, network: OnceLock::new() }
    }

    fn plays(&self, game: &str) -> bool {
        self.game == game || self.also_plays.contains(&game)
    }

    fn network(&self) -> Arc<Network> {
        let read = || Network::read(self.bytes).expect("a test reads every embedded network");
        self.network.get_or_init(|| Arc::new(read())).clone()
    }
}

static EMBEDDED: [Embedded; 8] = [
    Embedded::new("bohnenspiel", &[], include_bytes!("../networks/bohnenspiel.net")),
    Embedded::new("fanorona", &[], include_bytes!("../networks/fanorona.net")),
    Embedded::new("fauhalma", &[], include_bytes!("../networks/fauhalma.net")),
    Embedded::new(
        "fauhalma-star2",
        &["fauhalma-rhombus"],
        include_bytes!("../networks/fauhalma-star2.net"),
    ),
    Embedded::new(
        "fauhalma-rhombus-ws25",
        &[],
        include_bytes!("../networks/fauhalma-rhombus-ws25.net"),
    ),
    Embedded::new(
        "fauhalma-star2-ws25",
        &[],
        include_bytes!("../networks/fauhalma-star2-ws25.net"),
    ),
    Embedded::new("fauhalma-ws25", &[], include_bytes!("../networks/fauhalma-ws25.net")),
    Embedded::new("halma", &["halma-strict"], include_bytes!("../networks/halma.net")),
];

/// The network that a spec asks for, if the game has one.
pub(crate) fn network<G: GamePlayers>(
    spec: &PlayerSpec,
) -> Result<Option<Arc<Network>>, SpecError> {
    network_of(G::INFO.name, G::NETWORK_WORDS, &spec.evaluation, spec)
}

/// The policy network that a spec asks for, if the game has one.
pub(crate) fn policy<G: GamePlayers>(spec: &PlayerSpec) -> Result<Option<Arc<Network>>, SpecError> {
    network_of(&policy_name(G::INFO.name), G::NETWORK_WORDS, &spec.policy, spec)
}

/// What the policy network of a game is for, as its header names it.
pub fn policy_name(game: &str) -> String {
    format!("{game} policy")
}

fn network_of(
    game: &str,
    words: usize,
    asked: &Evaluation,
    spec: &PlayerSpec,
) -> Result<Option<Arc<Network>>, SpecError> {
    match asked {
        Evaluation::Classic => Ok(None),
        Evaluation::Usual if TEXTBOOK.contains(&spec.name.as_str()) => Ok(None),
        Evaluation::Usual | Evaluation::Embedded => {
            let embedded = EMBEDDED.iter().find(|embedded| embedded.plays(game));
            Ok(embedded.map(Embedded::network))
        }
        Evaluation::File(path) => {
            let refuse = |why: String| SpecError::Network { path: path.clone(), why };
            let bytes = std::fs::read(path).map_err(|error| refuse(error.to_string()))?;
            let network = Network::read(&bytes).map_err(|error| refuse(error.to_string()))?;
            let fitting = network.expect(game, words);
            fitting
                .map(|network| Some(Arc::new(network)))
                .map_err(|error| refuse(error.to_string()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_embedded_network_is_for_a_game_that_has_its_inputs() {
        for embedded in &EMBEDDED {
            let network = embedded.network();
            assert_eq!(network.info().game, embedded.game);
            for &name in embedded.also_plays.iter().chain([&embedded.game]) {
                let game = spielwerk_games::game(name).unwrap();
                assert_eq!(crate::network_words(game), network.info().words, "{name}");
            }
        }
    }

    #[test]
    fn a_network_that_cannot_be_used_is_refused_in_one_line() {
        let game = spielwerk_games::game("fanorona").unwrap();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("some.net");
        let error = || {
            let spec = format!("strong:eval={}", path.display()).parse().unwrap();
            crate::build(game, &spec).err().unwrap().to_string()
        };
        assert!(error().contains("some.net") && !error().contains('\n'));
        std::fs::write(&path, b"nothing").unwrap();
        assert!(error().ends_with("its first bytes are foreign"), "{}", error());
    }
}
