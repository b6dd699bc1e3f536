//! Opening books: made by searches, continued where they ended, and played.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use spielwerk_players::{
    Book, BookBuilder, GameState, PlayerError, PlayerSpec, SearchParams, build,
};
use spielwerk_search::Limits;

/// Makes a book of so many plies with shallow searches, and returns how many positions were searched.
fn extend(book: &mut Book, plies: usize) -> usize {
    let game = spielwerk_games::game("bohnenspiel").unwrap();
    let spec = PlayerSpec { hash: 1, tables: false, ..PlayerSpec::named("strong") };
    let mut player = build(game, &spec).unwrap();
    let params = SearchParams::new(Limits::nodes(200));
    let mut builder = BookBuilder { game, plies, player: &mut *player, params };
    let mut searched = 0;
    builder
        .run(book, |_, _, done, all| {
            assert!(done <= all);
            searched += 1;
            Ok::<_, PlayerError>(())
        })
        .unwrap();
    searched
}

#[test]
fn a_book_answers_every_reply_and_is_continued() {
    let mut book = Book::default();
    assert_eq!(extend(&mut book, 1), 1, "the start");
    // Weisse's book move and the five others: after each, Schwarz needs an answer.
    assert_eq!(extend(&mut book, 2), 6);
    assert_eq!(book.len(), 7);
    assert_eq!(extend(&mut book, 2), 0, "nothing is searched twice");
}

#[test]
fn what_is_in_the_book_is_played_without_a_search() {
    let game = spielwerk_games::game("bohnenspiel").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("beans.book");
    std::fs::write(&path, "6,6,6,6,6,6/6,6,6,6,6,6 0-0 w\t6\t-5\n").unwrap();
    let spec: PlayerSpec =
        format!("strong:hash=1,tables=off,book={}", path.display()).parse().unwrap();
    assert_eq!(spec.to_string().parse(), Ok(spec.clone()));
    let mut player = build(game, &spec).unwrap();
    let state = GameState::from_position(game, game.start());
    let params = SearchParams::new(Limits::nodes(1000));
    let analysis = player.choose(&state, &params, &mut |_| {}).unwrap();
    assert_eq!(state.position().write_move(analysis.best_move), "6");
    assert_eq!((analysis.nodes, analysis.proven), (0, false));
    let several = SearchParams { multi_pv: 2, ..params };
    assert!(player.choose(&state, &several, &mut |_| {}).unwrap().nodes > 0);
    std::fs::write(&path, "nothing").unwrap();
    let refused = build(game, &spec).err().unwrap().to_string();
    assert!(refused.contains("beans.book cannot be used: line 1"), "{refused}");
}

/// The win after the eight plies `3 4 2 3 4 6 3 4` is part of the program.
#[test]
fn the_first_proven_position_of_the_variation_is_known() {
    let game = spielwerk_games::game("bohnenspiel").unwrap();
    let position = game.read_position("10,1,0,2,12,11/11,10,0,0,10,1 2-2 w").unwrap();
    let state = GameState::from_position(game, position);
    let mut player = build(game, &"strong:hash=1,tables=off".parse().unwrap()).unwrap();
    let params = SearchParams::new(Limits::nodes(1000));
    let analysis = player.choose(&state, &params, &mut |_| {}).unwrap();
    assert!(analysis.proven && analysis.score.unwrap().is_win());
    assert_eq!(state.position().write_move(analysis.best_move), "4");
}

/// So is the win after ten plies.
#[test]
fn what_is_proven_is_known() {
    let game = spielwerk_games::game("bohnenspiel").unwrap();
    let position = game.read_position("11,2,1,1,14,13/11,0,1,1,11,2 2-2 w").unwrap();
    let state = GameState::from_position(game, position);
    let params = SearchParams::new(Limits::nodes(1000));
    let answer = |spec: &str| {
        let mut player = build(game, &spec.parse().unwrap()).unwrap();
        let analysis = player.choose(&state, &params, &mut |_| {}).unwrap();
        (state.position().write_move(analysis.best_move), analysis.proven)
    };
    assert_eq!(answer("strong:hash=1,tables=off"), ("3".to_owned(), true));
    assert!(!answer("strong:hash=1,tables=off,book=off").1);
    assert!(!answer("level:9,hash=1").1);
    let mut player = build(game, &"strong:hash=1,tables=off".parse().unwrap()).unwrap();
    let several = SearchParams { multi_pv: 3, ..params };
    let analysis = player.choose(&state, &several, &mut |_| {}).unwrap();
    assert!(analysis.proven && analysis.score.unwrap().is_win() && analysis.nodes > 0);
    let first = |nth: usize| state.position().write_move(analysis.variations[nth].moves[0]);
    assert_eq!((analysis.variations.len(), first(0)), (3, "3".to_owned()));
    assert!(first(1) != "3" && first(2) != "3" && first(1) != first(2));
}
