//! Fanorona against its rules written down a second time, plainly and slowly: points as pairs of
//! numbers, stones in a map, one direction after the other.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use proptest::prelude::*;
use spielwerk_games::fanorona::{Fanorona, Move};
use spielwerk_games::{Content, Game, Position};

use crate::Case;

type Point = (i32, i32);

/// Stones by point; true are the mover's.
type Stones = BTreeMap<Point, bool>;

/// What was found: stone, end and opposing stones left for each result, and the number of paths.
struct ReferenceMoves<const ROWS: usize, const COLUMNS: usize> {
    results: BTreeSet<(Point, Point, Vec<Point>)>,
    paths: usize,
}

impl<const ROWS: usize, const COLUMNS: usize> ReferenceMoves<ROWS, COLUMNS> {
    /// All moves of a position that is not over.
    fn of(stones: &Stones) -> Self {
        let mut plain = ReferenceMoves { results: BTreeSet::new(), paths: 0 };
        let mine = stones.iter().filter(|&(_, &mine)| mine).map(|(&point, _)| point);
        for from in mine.clone() {
            plain.extend(&[from], stones);
        }
        if plain.paths == 0 {
            for from in mine {
                for step in Self::steps(from) {
                    let to = add(from, step, 1);
                    if Self::on_board(to) && !stones.contains_key(&to) {
                        plain.results.insert((from, to, Vec::new()));
                        plain.paths += 1;
                    }
                }
            }
        }
        plain
    }

    /// Every capture that the stone can add to its path, and all extensions.
    fn extend(&mut self, path: &[Point], stones: &Stones) {
        let at = path[path.len() - 1];
        for step in Self::steps(at) {
            let to = add(at, step, 1);
            let again = path.len() > 1 && add(path[path.len() - 2], step, 1) == at;
            let taken = stones.contains_key(&to) || path.contains(&to);
            if !Self::on_board(to) || taken || again {
                continue;
            }
            for (first, outwards) in [(add(to, step, 1), 1), (add(at, step, -1), -1)] {
                let mut left = stones.clone();
                let mut next = first;
                while left.get(&next) == Some(&false) {
                    left.remove(&next);
                    next = add(next, step, outwards);
                }
                if left.len() < stones.len() {
                    let path = [path, &[to]].concat();
                    self.paths += 1;
                    self.results.insert((path[0], to, theirs(&left)));
                    self.extend(&path, &left);
                }
            }
        }
    }

    fn on_board((x, y): Point) -> bool {
        (0..COLUMNS as i32).contains(&x) && (0..ROWS as i32).contains(&y)
    }

    fn steps((x, y): Point) -> impl Iterator<Item = Point> {
        let all = (-1..=1).flat_map(|x| (-1..=1).map(move |y| (x, y)));
        all.filter(move |&(dx, dy)| match dx * dx + dy * dy {
            0 => false,
            1 => true,
            _ => (x + y) % 2 == 0,
        })
    }
}

fn add((x, y): Point, (dx, dy): Point, times: i32) -> Point {
    (x + times * dx, y + times * dy)
}

fn theirs(stones: &Stones) -> Vec<Point> {
    stones.iter().filter(|&(_, &mine)| !mine).map(|(&point, _)| point).collect()
}

/// The stones of a position as the board shows them.
fn stones<const ROWS: usize, const COLUMNS: usize>(position: &Fanorona<ROWS, COLUMNS>) -> Stones {
    let mine = Content::piece(position.turn());
    let point = |index: usize| ((index % COLUMNS) as i32, (index / COLUMNS) as i32);
    let contents = position.contents().into_iter().enumerate();
    contents
        .filter(|&(_, content)| content != Content::Empty)
        .map(|(index, content)| (point(index), content == mine))
        .collect()
}

/// The results are the same, and the number of paths.
fn check_moves<const ROWS: usize, const COLUMNS: usize>(position: Fanorona<ROWS, COLUMNS>) {
    let before = stones(&position);
    let plain = ReferenceMoves::<ROWS, COLUMNS>::of(&before);
    let point = |bit: u32| {
        let point = Fanorona::<ROWS, COLUMNS>::point(bit);
        ((point % COLUMNS) as i32, (point / COLUMNS) as i32)
    };
    let result = |m: Move| {
        let captured: Vec<Point> =
            (0..64).filter(|bit| m.captured() >> bit & 1 == 1).map(point).collect();
        let left = theirs(&before).into_iter().filter(|stone| !captured.contains(stone));
        let taken = if m.is_capture() { left.collect() } else { Vec::new() };
        (point(m.from()), point(m.to()), taken)
    };
    let list = position.legal_moves();
    assert_eq!(list.len(), plain.results.len(), "{position:?}");
    assert_eq!(BTreeSet::from_iter(list.iter().map(|&m| result(m))), plain.results, "{position:?}");
    let mut paths = 0;
    let _ = position.generate_paths(|_, _| {
        paths += 1;
        ControlFlow::Continue(())
    });
    assert_eq!(paths, plain.paths, "{position:?}");
}

/// Each move is made by its shortest path, and can be written without hyphens and capitals.
fn check_notation<const ROWS: usize, const COLUMNS: usize>(position: Fanorona<ROWS, COLUMNS>) {
    let mut shortest: BTreeMap<Move, usize> = BTreeMap::new();
    let _ = position.generate_paths(|m, path| {
        let length = shortest.entry(m).or_insert(path.len());
        *length = path.len().min(*length);
        ControlFlow::Continue(())
    });
    for (m, length) in shortest {
        assert_eq!(position.path(m).len(), length, "{m:?} in {position:?}");
        let bare = position.write_move(m).to_lowercase().replace('-', "");
        assert_eq!(position.read_move(&bare), Ok(m), "{bare} in {position:?}");
    }
}

macro_rules! sizes {
    ($($test:ident: $rows:literal x $columns:literal),* $(,)?) => {
        $(proptest! {
            #[test]
            fn $test(position in Fanorona::<$rows, $columns>::any_position()) {
                if position.outcome().is_none() {
                    check_moves(position);
                    check_notation(position);
                }
            }
        })*
    };
}

sizes! {
    three_by_three: 3 x 3,
    three_by_five: 3 x 5,
    seven_by_three: 7 x 3,
    five_by_five: 5 x 5,
    five_by_seven: 5 x 7,
    seven_by_five: 7 x 5,
    nine_by_three: 9 x 3,
    five_by_nine: 5 x 9,
}

#[test]
fn random_games_are_played_alike() {
    let mut random = 1u64;
    for _ in 0..60 {
        let mut position: Fanorona = Position::start();
        while position.outcome().is_none() {
            check_moves(position);
            let list = position.legal_moves();
            random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            position = position.play(list[(random >> 33) as usize % list.len()]);
        }
    }
}
