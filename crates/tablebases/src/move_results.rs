//! The exact result of every legal move of a position, as far as tablebases have it.

use std::cmp::Reverse;

use spielwerk_games::{AnyMove, AnyPosition, Seat, Wdl};

use crate::registry::tablebases;
use crate::tablebase_dir::TablebaseDir;

/// How a game ends with perfect play, for the side to move.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct GameResult {
    /// Win, draw or loss.
    pub wdl: Wdl,
    /// By how many beans the side to move is ahead at the end, where beans are counted.
    pub margin: Option<i32>,
}

/// A legal move and its result for the one who makes it, if it is known.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct MoveResult {
    /// The move.
    pub legal_move: AnyMove,
    /// How the game ends after it; the plies are those from before the move.
    pub result: Option<GameResult>,
}

impl GameResult {
    /// The result of a game that is decided by a margin.
    pub(crate) const fn of_margin(margin: i32) -> GameResult {
        let wdl = match margin {
            1.. => Wdl::Win(None),
            0 => Wdl::Draw,
            _ => Wdl::Loss(None),
        };
        GameResult { wdl, margin: Some(margin) }
    }

    /// The same one ply earlier, for the opponent.
    fn before(self) -> GameResult {
        let longer = |plies: Option<u32>| plies.map(|plies| plies + 1);
        let wdl = match self.wdl {
            Wdl::Win(plies) => Wdl::Loss(longer(plies)),
            Wdl::Draw => Wdl::Draw,
            Wdl::Loss(plies) => Wdl::Win(longer(plies)),
        };
        GameResult { wdl, margin: self.margin.map(|margin| -margin) }
    }

    /// Better results are larger: quick wins, then draws, then slow losses.
    fn rank(self) -> (i32, Reverse<u32>, i32) {
        let margin = self.margin.unwrap_or(0);
        match self.wdl {
            Wdl::Win(plies) => (2, Reverse(plies.unwrap_or(0)), margin),
            Wdl::Draw => (1, Reverse(0), margin),
            Wdl::Loss(plies) => (-1, Reverse(u32::MAX - plies.unwrap_or(0)), margin),
        }
    }
}

/// All legal moves of a position for two, the best first, those of unknown result before losses. None
/// if no tablebase has a result.
pub fn move_results(dir: &TablebaseDir, position: &AnyPosition) -> Vec<MoveResult> {
    let Some(turn) = position.turn() else { return Vec::new() };
    let legal_moves: Vec<AnyMove> = position.written_moves().into_iter().map(|(_, m)| m).collect();
    let next: Vec<AnyPosition> =
        legal_moves.iter().filter_map(|&m| position.play(m).ok()).collect();
    let Some(probed) = probe(dir, position, &next) else { return Vec::new() };
    let results = next.iter().zip(probed).map(|(next, probed)| {
        of_end(next, turn).or_else(|| {
            let opponent = next.turn().is_some_and(|seat| seat != turn);
            probed.filter(|_| opponent).map(GameResult::before)
        })
    });
    let mut moves: Vec<MoveResult> = legal_moves
        .iter()
        .zip(results)
        .map(|(&legal_move, result)| MoveResult { legal_move, result })
        .collect();
    const UNKNOWN: (i32, Reverse<u32>, i32) = (0, Reverse(0), 0);
    moves.sort_by_key(|it| Reverse(it.result.map_or(UNKNOWN, GameResult::rank)));
    moves
}

/// What the largest tablebase of the game says of the next positions, if it knows one of them or the
/// position itself.
fn probe(
    dir: &TablebaseDir,
    position: &AnyPosition,
    next: &[AnyPosition],
) -> Option<Vec<Option<GameResult>>> {
    let game = position.info().name;
    let of_game = tablebases().into_iter().rev().filter(|it| it.games().contains(&game));
    let all: Vec<AnyPosition> = next.iter().chain([position]).cloned().collect();
    let results = of_game.filter_map(|tablebase| tablebase.results(dir, &all).ok()).next()?;
    results.iter().any(Option::is_some).then_some(results)
}

/// The result of a move that ends the game.
fn of_end(next: &AnyPosition, mover: Seat) -> Option<GameResult> {
    let outcome = next.outcome()?;
    let (own, other) = (outcome.points(mover), outcome.points(mover.opponent()));
    let wdl = if own > other {
        Wdl::Win(Some(1))
    } else if own < other {
        Wdl::Loss(Some(1))
    } else {
        Wdl::Draw
    };
    Some(GameResult { wdl, margin: None })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::BuildMonitor;
    use crate::registry::tablebase;

    fn results(game: &str, table: &str, text: &str) -> Vec<(String, Option<GameResult>)> {
        let folder = tempfile::tempdir().unwrap();
        let dir = TablebaseDir::from(folder.path());
        let position = spielwerk_games::game(game).unwrap().read_position(text).unwrap();
        assert_eq!(move_results(&dir, &position), []);
        tablebase(table).unwrap().build(&dir, &BuildMonitor::silent()).unwrap();
        let written = |it: MoveResult| (position.write_move(it.legal_move), it.result);
        move_results(&dir, &position).into_iter().map(written).collect()
    }

    #[test]
    fn moves_of_fanorona_have_their_plies_and_the_best_is_first() {
        let moves = results("fanorona-3x3", "fanorona-3x3-4", "1B1/3/WW1 w 0 1");
        let (_, best) = &moves[0];
        assert_eq!(best.unwrap().wdl, Wdl::Win(Some(1)));
        let ranks: Vec<_> = moves.iter().map(|(_, result)| result.unwrap().rank()).collect();
        assert!(ranks.is_sorted_by(|a, b| a >= b));
    }

    #[test]
    fn moves_of_das_bohnenspiel_have_a_margin() {
        let moves = results("bohnenspiel", "bohnenspiel-04", "0,0,0,0,1,0/1,0,1,0,0,1 34-34 w");
        let best = moves[0].1.unwrap();
        assert_eq!((best.wdl, best.margin), (Wdl::Loss(None), Some(-4)));
    }

    #[test]
    fn a_result_that_the_count_of_quiet_plies_makes_uncertain_is_not_given() {
        let text = |quiet: u32| format!("W3B/5/WW3 w {quiet} 1");
        let wins = |quiet| {
            let moves = results("fanorona-3x5", "fanorona-3x5-4", &text(quiet));
            moves
                .iter()
                .filter(|(_, it)| it.is_some_and(|it| matches!(it.wdl, Wdl::Win(_))))
                .count()
        };
        assert!(wins(0) > 0);
        assert_eq!(wins(98), 0);
    }
}
