//! Leaves are judged only when they are quiet: the same as a plain search of noisy moves says.

mod common;

use common::{Stores, alphabeta, ask, random_positions, task};
use games::Position;
use games::bohnenspiel::{Bohnenspiel, House};
use games::fanorona::{Fanorona, Move};
use search::{Judge, Limits, Score, Tuning};

type P = Bohnenspiel;

/// Counts the beans in the stores when there is nothing to capture.
#[derive(Copy, Clone)]
struct Captures;

impl Judge<P> for Captures {
    fn value(&self, p: &P) -> i32 {
        Stores.value(p)
    }

    fn noisy(&self, p: &P) -> bool {
        p.list().into_iter().any(|m| self.is_noisy(p, m))
    }

    fn is_noisy(&self, p: &P, m: House) -> bool {
        Stores.hint(p, m) > 0
    }
}

/// Minimax, with nothing but noisy moves below depth zero, and nothing at all below the floor.
fn reference(p: &P, ply: u32, depth: i32, tuning: &Tuning) -> Score {
    let own = Score::judged(Captures.value(p));
    let quiet = depth <= 0;
    if quiet && (-depth >= tuning.quiescence as i32 || !Captures.noisy(p)) {
        return own;
    }
    let all = p.list();
    let noisy: Vec<House> = all.iter().copied().filter(|&m| Captures.is_noisy(p, m)).collect();
    let may_stand = quiet && (tuning.stand_pat || noisy.len() < all.len());
    let moves = if quiet { noisy } else { all };
    let scores = moves.into_iter().map(|m| {
        let child = p.play(m);
        match child.outcome() {
            Some(outcome) => Score::of(&outcome, p.turn(), ply + 1),
            None => -reference(&child, ply + 1, depth - 1, tuning),
        }
    });
    scores.chain(may_stand.then_some(own)).max().expect("a score")
}

#[test]
fn leaves_are_searched_until_they_are_quiet() {
    let mut different = 0;
    for p in random_positions::<P>(1, 150) {
        for depth in 1..=3 {
            for stand_pat in [true, false] {
                let tuning = Tuning { quiescence: 4, stand_pat, ..Tuning::plain() };
                let task = task(p, Limits::depth(depth));
                let report = ask(alphabeta(Captures, tuning), &task);
                let expected = reference(&p, 0, depth as i32, &tuning);
                assert_eq!(report.score, expected, "{p:?} at depth {depth}");
                let shallow = ask(alphabeta(Captures, Tuning::plain()), &task);
                different += u32::from(shallow.score != report.score);
            }
        }
    }
    assert!(different > 100, "quiescence hardly mattered: {different}");
}

/// Counts stones, and goes on while there are captures, which are obligatory.
#[derive(Copy, Clone)]
struct Stones;

impl Judge<Fanorona<3, 5>> for Stones {
    fn value(&self, p: &Fanorona<3, 5>) -> i32 {
        100 * (p.mine().count_ones() as i32 - p.theirs().count_ones() as i32)
    }

    fn noisy(&self, p: &Fanorona<3, 5>) -> bool {
        p.can_capture()
    }

    fn is_noisy(&self, _p: &Fanorona<3, 5>, m: Move) -> bool {
        m.is_capture()
    }
}

/// Who tries only some of the captures has not seen that all of them lose.
#[test]
fn what_is_certain_stays_so_when_all_moves_are_tried() {
    let narrow = Tuning { quiescence: 12, noisy_widest: 1, stand_pat: false, ..Tuning::plain() };
    let mut decided = 0;
    for p in random_positions::<Fanorona<3, 5>>(5, 400) {
        for depth in 1..=3 {
            let report = ask(alphabeta(Stones, narrow), &task(p, Limits::depth(depth)));
            let Some(plies) = report.score.plies() else {
                continue;
            };
            decided += u32::from(plies > depth);
            let full = ask(alphabeta(Stones, Tuning::plain()), &task(p, Limits::depth(plies)));
            assert_eq!(full.score.is_win(), report.score.is_win(), "{p:?} at depth {depth}");
            assert_eq!(full.score.is_loss(), report.score.is_loss(), "{p:?} at depth {depth}");
        }
    }
    assert!(decided > 50, "hardly anything was decided below the leaves: {decided}");
}
