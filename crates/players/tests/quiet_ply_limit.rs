//! Fanorona is drawn after a hundred plies without a capture, so the same board is worth less near
//! that limit. What a search finds out there must not be taken for the truth elsewhere.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use proptest::prelude::*;
use spielwerk_games::AnyGame;
use spielwerk_players::{GameState, Player, PlayerSpec, SearchParams, build};
use spielwerk_search::{Limits, Score};

fn fanorona() -> AnyGame {
    spielwerk_games::game("fanorona").unwrap()
}

fn strong() -> Box<dyn Player> {
    build(fanorona(), &"strong:tables=off,hash=4".parse::<PlayerSpec>().unwrap()).unwrap()
}

/// The score of a board with White to move after so many quiet plies, if the game is not over.
fn score(player: &mut dyn Player, board: &str, quiet: u32, depth: u32) -> Option<Score> {
    let position = fanorona().read_position(&format!("{board} w {quiet} 60")).ok()?;
    let state = GameState::from_position(fanorona(), position);
    let params = SearchParams::new(Limits::depth(depth));
    player.choose(&state, &params, &mut |_| {}).ok()?.score
}

#[test]
fn a_draw_by_the_limit_is_not_remembered_as_a_draw_of_the_board() {
    let board = "B8/8W/9/W8/9";
    let mut player = strong();
    assert!(!score(&mut *player, board, 96, 7).unwrap().is_win());
    assert_eq!(score(&mut *player, board, 0, 20), Some(Score::win_in(5)));
}

/// A few stones anywhere on the board, at least one of each colour.
fn few_stones() -> impl Strategy<Value = String> {
    let points = prop::sample::subsequence((0..45).collect::<Vec<usize>>(), 3..=5);
    (points.prop_shuffle(), 1..=2usize).prop_map(|(points, black)| {
        let mut board = ['.'; 45];
        for (nth, point) in points.into_iter().enumerate() {
            board[point] = if nth < black { 'B' } else { 'W' };
        }
        board.chunks(9).map(String::from_iter).collect::<Vec<_>>().join("/")
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn searches_near_the_limit_leave_later_scores_alone(board in few_stones(), quiet in 90..100u32) {
        let fresh = score(&mut *strong(), &board, 0, 8);
        if fresh.is_some_and(Score::is_win) {
            // Deep enough to settle which win is the shortest.
            let fresh = score(&mut *strong(), &board, 0, 20);
            let mut player = strong();
            score(&mut *player, &board, quiet, 9);
            prop_assert_eq!(score(&mut *player, &board, 0, 20), fresh);
        }
    }
}
