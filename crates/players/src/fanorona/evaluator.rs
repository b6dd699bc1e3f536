//! Static evaluation of Fanorona: material first, then mobility and threats.
//!
//! An extra stone is worth the more the fewer there are. Stones on strong points move in all eight
//! directions. Empty points beside one's stones are mobility, and a stone that could capture is a
//! threat. When few are left, the stronger side must come near, and the weaker side keeps away.
//!
//! Everything is counted with bitboards, never stone by stone. Captures themselves are left to
//! quiescence search: a position with a capture is not quiet.
//!
//! A network, where the player has one, takes the place of all these terms.
//!
//! Where the endgame tablebases have a position, [`probe`](Evaluator::probe) gives the result.
//! Tablebases with the distance to the end lead straight there. The largest are WDL only: of them,
//! draws are used anywhere, but wins and losses only just after a capture. So a search that starts
//! inside such a tablebase goes on to the next capture by moves that keep the result, instead of
//! finding all winning moves equally good for ever.

use std::sync::Arc;

use spielwerk_games::Wdl;
use spielwerk_games::fanorona::{DynFanorona, Move};
use spielwerk_nets::Network;
use spielwerk_search::Evaluator;
use spielwerk_tablebases::fanorona::EndgameTablebase;

use super::network_inputs::inputs;

use crate::weights::weights;

weights! {
    /// Evaluation weights, in hundredths of a stone.
    pub struct Weights {
        /// Material: a stone.
        pub stone: i32 = 100,
        /// Material lead: a stone more than the other side, divided by the number of all stones.
        pub surplus: i32 = 400,
        /// A stone on a strong point.
        pub strong: i32 = 8,
        /// Mobility: an empty point beside one's stones.
        pub freedom: i32 = 4,
        /// A stone that could capture.
        pub threat: i32 = 20,
        /// For whoever has more, when few are left: a stone near the other side, once for each of the
        /// distances one, two and three.
        pub near: i32 = 6,
        /// Tempo: to be on turn.
        pub turn: i32 = 15,
    }
}

/// From so many stones down, nearness counts.
const FEW: i32 = 12;

/// Evaluates material, mobility and threats.
#[derive(Clone, Debug, Default)]
pub struct FanoronaEvaluator {
    weights: Weights,
    network: Option<Arc<Network>>,
    tablebase: Option<Arc<EndgameTablebase>>,
}

impl FanoronaEvaluator {
    /// An evaluator with these weights.
    pub fn new(weights: Weights) -> Self {
        FanoronaEvaluator { weights, ..FanoronaEvaluator::default() }
    }

    /// The same evaluator with a network in place of the hand-written terms, if there is one.
    pub fn with_network(self, network: Option<Arc<Network>>) -> Self {
        FanoronaEvaluator { network, ..self }
    }

    /// The same evaluator with endgame tablebases.
    pub fn with_tablebase(self, tablebase: EndgameTablebase) -> Self {
        FanoronaEvaluator { tablebase: Some(Arc::new(tablebase)), ..self }
    }

    /// The value of a side's stones beyond material.
    #[inline]
    fn shape(&self, position: &DynFanorona, own: u64, threats: u64) -> i32 {
        let strong = count(own & position.strong_points());
        let freedom = count(position.neighbours(own) & position.empty());
        self.weights.strong * strong
            + self.weights.freedom * freedom
            + self.weights.threat * count(threats)
    }

    /// The evaluation by hand-written terms.
    #[inline]
    fn classic(&self, position: &DynFanorona) -> i32 {
        let (mine, theirs) = (position.mine(), position.theirs());
        let (lead, all) = (count(mine) - count(theirs), count(mine | theirs));
        let weights = &self.weights;
        let mut value = weights.stone * lead + weights.surplus * lead / all.max(1) + weights.turn;
        value += self.shape(position, mine, position.capturers());
        value -= self.shape(position, theirs, position.opponent_capturers());
        if all <= FEW && lead != 0 {
            // Both counts together, so that it is the same for both sides.
            let near = nearness(position, mine, theirs) + nearness(position, theirs, mine);
            value += weights.near * lead.signum() * near;
        }
        value
    }
}

#[inline]
fn count(points: u64) -> i32 {
    points.count_ones() as i32
}

/// How near all stones of one set are to the other's: three for each that touches one, down to
/// nothing from four lines away.
#[inline]
fn nearness(position: &DynFanorona, one: u64, other: u64) -> i32 {
    let (mut around, mut near) = (other, 0);
    for _ in 0..3 {
        around |= position.neighbours(around);
        near += count(one & around);
    }
    near
}

impl Evaluator<DynFanorona> for FanoronaEvaluator {
    #[inline]
    fn evaluate(&self, position: &DynFanorona) -> i32 {
        match &self.network {
            Some(network) => network.evaluate(&inputs(position)),
            None => self.classic(position),
        }
    }

    #[inline]
    fn order_score(&self, position: &DynFanorona, m: Move) -> i32 {
        let strong = |bit: u32| (position.strong_points() >> bit & 1) as i32;
        self.weights.stone * count(m.captured())
            + self.weights.strong * (strong(m.to()) - strong(m.from()))
    }

    #[inline]
    fn needs_quiescence(&self, position: &DynFanorona) -> bool {
        position.can_capture()
    }

    #[inline]
    fn is_tactical(&self, _position: &DynFanorona, m: Move) -> bool {
        m.is_capture()
    }

    #[inline]
    fn probe(&self, position: &DynFanorona) -> Option<Wdl> {
        self.tablebase.as_ref()?.result(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use spielwerk_games::fanorona::{BoardSize, Fanorona, Setup, Turn};
    use spielwerk_games::{Game, Position};

    fn random_position<P: Position>(picks: &[u16]) -> P {
        let mut position = P::start();
        for &pick in picks {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position = position.play(moves[usize::from(pick) % moves.len()]);
        }
        position
    }

    /// The ranks of a position from the top, one sign a point, and the mover.
    fn ranks(text: &str) -> (Vec<String>, &str) {
        let (board, rest) = text.split_once(' ').unwrap();
        let unfold = |c: char| c.to_digit(10).map_or(c.to_string(), |run| ".".repeat(run as usize));
        let ranks = board.split('/').map(|rank| rank.chars().map(unfold).collect());
        (ranks.collect(), &rest[..1])
    }

    fn read<const R: usize, const C: usize>(ranks: &[String], mover: &str) -> Fanorona<R, C> {
        let turn = if mover == "w" { Turn::White } else { Turn::Black };
        let setup = Setup { board: ranks.to_vec(), turn, quiet: 0, number: 1 };
        Fanorona::from_setup(&setup).unwrap()
    }

    fn symmetries_evaluate_alike<const R: usize, const C: usize>(picks: &[u16]) {
        let position: Fanorona<R, C> = random_position(picks);
        if position.outcome().is_some() {
            return;
        }
        let text = position.setup().to_string();
        let (ranks, mover) = ranks(&text);
        let evaluator = FanoronaEvaluator::default();
        let value = evaluator.evaluate(&position.into());
        let upside_down: Vec<String> = ranks.iter().rev().cloned().collect();
        assert_eq!(evaluator.evaluate(&read::<R, C>(&upside_down, mover).into()), value, "{text}");
        let turned = |rank: &String| -> String {
            let exchange = |c| match c {
                'B' => 'W',
                'W' => 'B',
                _ => c,
            };
            rank.chars().rev().map(exchange).collect()
        };
        let turned: Vec<String> = ranks.iter().rev().map(turned).collect();
        let other = if mover == "w" { "b" } else { "w" };
        assert_eq!(evaluator.evaluate(&read::<R, C>(&turned, other).into()), value, "{text}");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]
        #[test]
        fn turning_and_reflecting_changes_nothing(picks in prop::collection::vec(any::<u16>(), 0..60)) {
            symmetries_evaluate_alike::<5, 9>(&picks);
            symmetries_evaluate_alike::<5, 5>(&picks);
            symmetries_evaluate_alike::<9, 3>(&picks);
            symmetries_evaluate_alike::<3, 3>(&picks);
        }
    }

    #[test]
    fn the_tablebase_is_probed_within_the_quiet_ply_limit() {
        let directory = spielwerk_tablebases::TablebaseDir::from(
            std::env::temp_dir().join("spielwerk-fanorona-evaluator"),
        );
        let tablebase = EndgameTablebase::build(
            &directory,
            BoardSize::new(3, 5),
            4,
            &spielwerk_tablebases::BuildMonitor::silent(),
        )
        .unwrap();
        let evaluator = FanoronaEvaluator::default().with_tablebase(tablebase);
        let probe = |text: &str| {
            let position: Fanorona<3, 5> = Fanorona::from_setup(&text.parse().unwrap()).unwrap();
            evaluator.probe(&position.into())
        };
        assert_eq!(probe("5/1WB2/5 w 0 1"), Some(Wdl::Win(Some(1))));
        assert_eq!(probe("5/1WB2/5 w 99 1"), Some(Wdl::Win(Some(1))));
        let slow = probe("W3B/5/WW3 w 0 1");
        let Some(Wdl::Win(Some(plies))) = slow else {
            panic!("{slow:?}");
        };
        assert!(plies > 1);
        assert_eq!(probe("W3B/5/WW3 w 99 1"), None);
        assert_eq!(probe("BBBBB/BW1BW/WWWWW w 0 1"), None);
    }

    #[test]
    fn captures_are_tactical_and_material_counts() {
        let evaluator = FanoronaEvaluator::default();
        let start = DynFanorona::start();
        assert!(evaluator.needs_quiescence(&start));
        assert!(start.legal_moves().into_iter().all(|m| evaluator.is_tactical(&start, m)));
        let ahead: Fanorona =
            Fanorona::from_setup(&"9/9/4W4/4W4/B8 w 0 1".parse().unwrap()).unwrap();
        let ahead = DynFanorona::from(ahead);
        assert!(!evaluator.needs_quiescence(&ahead));
        assert!(evaluator.evaluate(&ahead) > 100);
    }
}
