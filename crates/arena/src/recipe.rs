//! How the network of a game is made from nothing: generations of self-play and training, each played
//! by the network before it.

/// One generation.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Generation {
    /// Self-play games.
    pub games: u64,
    /// Nodes a move in these games.
    pub nodes: u64,
    /// Random plies before each game.
    pub opening_plies: usize,
    /// Noise in the evaluation, so that games differ.
    pub eval_noise: i32,
    /// How many generations are learned from, this one and those before it.
    pub sample_generations: usize,
    /// Units of the hidden layer.
    pub hidden: usize,
    /// How often every position is seen.
    pub epochs: usize,
    /// The share of the game's result in what is learned.
    pub results: f32,
    /// The score, in hundredths, at which the expected points are 0.73.
    pub scale: i32,
}

/// A first generation, from the hand-written evaluation; [`Generation::next`] makes those after it.
const FIRST: Generation = Generation {
    games: 8_000,
    nodes: 2_000,
    opening_plies: 6,
    eval_noise: 20,
    sample_generations: 1,
    hidden: 64,
    epochs: 20,
    results: 0.4,
    scale: 400,
};

impl Generation {
    /// The same with as many games again, played by the network, and learned from together with the
    /// generation before.
    const fn next(self) -> Generation {
        Generation { sample_generations: 2, ..self }
    }
}

const BOHNENSPIEL: Generation =
    Generation { games: 16_000, nodes: 3_000, eval_noise: 60, scale: 500, ..FIRST };
const FANORONA: Generation = Generation { eval_noise: 10, results: 0.3, scale: 250, ..FIRST };
const FAUHALMA_THREE: Generation = Generation {
    games: 3_000,
    nodes: 400,
    opening_plies: 7,
    eval_noise: 10,
    results: 0.5,
    scale: 455,
    ..FIRST
};
const HALMA: Generation =
    Generation { games: 5_000, nodes: 800, epochs: 14, results: 0.3, ..FIRST };

/// The generations of a game's network.
pub fn recipe(game: &str) -> Vec<Generation> {
    match game {
        "bohnenspiel" => vec![BOHNENSPIEL],
        "fanorona" => {
            let deeper = Generation { nodes: 4_000, ..FANORONA.next() };
            vec![FANORONA, FANORONA.next(), deeper, Generation { hidden: 128, ..deeper }]
        }
        "fauhalma" | "fauhalma-ws25" => {
            let more = Generation { games: 5_000, nodes: 600, ..FAUHALMA_THREE.next() };
            vec![FAUHALMA_THREE, more]
        }
        "halma" | "halma-strict" => vec![HALMA, HALMA.next(), HALMA.next()],
        _ => vec![FIRST, FIRST.next(), FIRST.next()],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_with_network_inputs_has_generations_that_can_be_learned_from() {
        for game in spielwerk_games::games() {
            let generations = recipe(game.name());
            assert!(!generations.is_empty(), "{game:?}");
            for (nth, generation) in generations.iter().enumerate() {
                assert!((1..=nth + 1).contains(&generation.sample_generations), "{game:?}");
            }
        }
    }
}
