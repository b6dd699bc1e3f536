//! The race of Halma: when the armies have passed each other, only one's own moves matter.
//!
//! Alpha-beta would spend half its thoughts on an opponent who is not there any more. So this search
//! leaves the other army where it stands and looks for the shortest way home by a beam: from the
//! best so many boards after each move go on to the best so many after the next, all the way until
//! the camp is full. Narrow beams come first and give an answer at once; each further one is four
//! times as wide.
//!
//! Whoever is nearly home races as well, even if the other army has never left: its pieces fill
//! their squares of the camp as well as any. Only if there is no way home past them does it matter
//! again how they may move.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::time::Duration;

use games::halma::{Halma, Move, RuleSet};
use games::{Position, Seat};
use search::{AlphaBeta, Budget, Judge, Limits, Line, Over, Report, Score, Task, Thinker, Watch};

use super::judge::March;

/// Alpha-beta while there is somebody to fight, and a beam when there is not.
pub(super) struct FightOrRace<R: RuleSet, J> {
    fight: AlphaBeta<Halma<R>, J>,
    /// Nothing for whoever errs: he must err in the race as well.
    march: Option<March>,
}

impl<R: RuleSet, J: Judge<Halma<R>>> FightOrRace<R, J> {
    pub(super) fn new(fight: AlphaBeta<Halma<R>, J>, march: Option<March>) -> FightOrRace<R, J> {
        FightOrRace { fight, march }
    }
}

impl<R: RuleSet, J: Judge<Halma<R>>> Thinker<Halma<R>> for FightOrRace<R, J> {
    fn think(
        &mut self,
        task: &Task<Halma<R>>,
        each: &mut dyn FnMut(&Report<Move>),
    ) -> Option<Report<Move>> {
        // Several lines are a matter for those who compare them all.
        if task.lines > 1 {
            return self.fight.think(task, each);
        }
        let onward = onward(task);
        let among = if onward.is_empty() { task.among } else { &onward };
        let task = &Task { among, ..task.clone() };
        let march = self.march.as_ref().filter(|march| march.is_race(&task.position));
        let Some(march) = march else { return self.fight.think(task, each) };
        match race(task, march, each)? {
            Race::Run(report) => Some(report),
            Race::Barred { time, nodes } => {
                let limits = less(&task.limits, time, nodes);
                let report = self.fight.think(&Task { limits, ..task.clone() }, each)?;
                Some(Report { time: report.time + time, nodes: report.nodes + nodes, ..report })
            }
        }
    }

    fn forget(&mut self) {
        self.fight.forget();
    }
}

/// The moves to positions that have not been in this game. A plan that counts on where the other
/// army stands can be a new one after each of its moves, to and fro, and no rule puts an end to it.
fn onward<R: RuleSet>(task: &Task<Halma<R>>) -> Vec<Move> {
    let mut moves = task.moves();
    moves.retain(|&m| !task.played.contains(&task.position.play(m).key()));
    moves
}

/// What came of looking for a way home.
enum Race {
    /// A move on it, or as near to one as there was time for.
    Run(Report<Move>),
    /// There is none while the other army stands where it is, and this was spent to know it.
    Barred { time: Duration, nodes: u64 },
}

/// What is left of some limits.
fn less(limits: &Limits, time: Duration, nodes: u64) -> Limits {
    Limits {
        time: limits.time.map(|most| most.saturating_sub(time)),
        soft: limits.soft.map(|most| most.saturating_sub(time)),
        nodes: limits.nodes.map(|most| most.saturating_sub(nodes)),
        ..*limits
    }
}

/// A way home.
#[derive(Copy, Clone, Debug)]
struct Plan {
    first: Move,
    moves: u32,
}

/// A board that the beam goes through.
#[derive(Copy, Clone)]
struct Board<R: RuleSet> {
    position: Halma<R>,
    first: Option<Move>,
    cost: i32,
}

/// The first beam keeps so many boards.
const NARROWEST: usize = 4;
/// The last one.
const WIDEST: usize = 1024;
/// Whoever needs more moves than this is lost.
const LONGEST: u32 = 150;
/// A move that loses more than this, in hundredths of a step, is not looked at.
const WORST: i32 = -120;

/// The best plan that there is time for, or the first move of one that is not finished.
fn race<R: RuleSet>(
    task: &Task<Halma<R>>,
    march: &March,
    each: &mut dyn FnMut(&Report<Move>),
) -> Option<Race> {
    let budget = Budget::new(task.limits, task.stop.clone(), 1);
    let mut watch = budget.watch();
    let position = &task.position;
    let mut hope = task.moves().into_iter().max_by_key(|&m| march.gain(position.turn(), m))?;
    let narrow = match beam(position, task.among, march, NARROWEST, &mut watch, &mut hope) {
        Ok(Some(plan)) => plan,
        Ok(None) => {
            return Some(Race::Barred { time: budget.elapsed(), nodes: watch.nodes() });
        }
        Err(Over) => {
            let (nodes, time) = (watch.nodes(), budget.elapsed());
            return Some(Race::Run(Report { nodes, time, ..Report::bare(hope) }));
        }
    };
    let rival = rival(position, march, &mut watch).unwrap_or(narrow.moves);
    let mut best = report(narrow, rival, watch.nodes(), &budget);
    each(&best);
    let deepest = task.limits.depth.unwrap_or(u32::MAX);
    let (mut width, mut began) = (4 * NARROWEST, Duration::ZERO);
    // Nothing is shorter than one move.
    while width <= WIDEST && best.depth > 1 && best.depth < deepest {
        let now = budget.elapsed();
        if budget.is_late(now - began) {
            break;
        }
        began = now;
        let found = beam(position, task.among, march, width, &mut watch, &mut hope);
        let Ok(plan) = found else { break };
        if let Some(plan) = plan.filter(|plan| plan.moves < best.depth) {
            best = report(plan, rival, watch.nodes(), &budget);
            each(&best);
        }
        width *= 4;
    }
    Some(Race::Run(Report { nodes: watch.nodes(), time: budget.elapsed(), ..best }))
}

/// How many moves the other player needs.
fn rival<R: RuleSet>(position: &Halma<R>, march: &March, watch: &mut Watch) -> Option<u32> {
    let other = position.passed()?;
    let mut hope = *other.list().first()?;
    let plan = beam(&other, &[], march, NARROWEST, watch, &mut hope).ok()?;
    plan.map(|plan| plan.moves)
}

fn report(plan: Plan, rival: u32, nodes: u64, budget: &Budget) -> Report<Move> {
    // Who is on turn wins with as many moves as the other.
    let lead = 100 * (rival as i32 - plan.moves as i32) + 50;
    let (score, depth) = (Score::judged(lead), plan.moves);
    let line = Line { score, depth, moves: vec![plan.first] };
    Report {
        score,
        depth,
        nodes,
        time: budget.elapsed(),
        lines: vec![line],
        ..Report::bare(plan.first)
    }
}

/// The way home that a beam of this width finds for the player on turn, beginning with one of these
/// moves if there are any. Meanwhile `hope` is the first move on the way to the best board so far.
fn beam<R: RuleSet>(
    start: &Halma<R>,
    among: &[Move],
    march: &March,
    width: usize,
    watch: &mut Watch,
    hope: &mut Move,
) -> Result<Option<Plan>, Over> {
    let seat = start.turn();
    let mut boards = vec![Board { position: *start, first: None, cost: march.cost(start, seat) }];
    for moves in 1..=LONGEST {
        let mut next: Vec<Board<R>> = Vec::with_capacity(2 * width);
        let mut seen = HashSet::new();
        for Candidate { board, m, .. } in candidates(&boards, among, march, width, watch)? {
            watch.tick()?;
            let position = board.position.play(m);
            let first = board.first.unwrap_or(m);
            if position.outcome().and_then(|outcome| outcome.winner()) == Some(seat) {
                return Ok(Some(Plan { first, moves }));
            }
            let Some(position) = back_to(position, seat) else { continue };
            if seen.insert(position.key()) {
                let cost = march.cost(&position, seat);
                next.push(Board { position, first: Some(first), cost });
            }
        }
        next.sort_by_key(|board| board.cost);
        next.truncate(width);
        boards = next;
        let Some(best) = boards.first() else { break };
        *hope = best.first.unwrap_or(*hope);
    }
    Ok(None)
}

/// A move from one of the boards.
struct Candidate<'a, R: RuleSet> {
    board: &'a Board<R>,
    m: Move,
    /// What is left to pay after it, as far as one can tell.
    cost: i32,
}

/// The most promising moves from these boards, twice as many as will be kept.
fn candidates<'a, R: RuleSet>(
    boards: &'a [Board<R>],
    among: &[Move],
    march: &March,
    width: usize,
    watch: &mut Watch,
) -> Result<Vec<Candidate<'a, R>>, Over> {
    let mut found = Vec::new();
    for board in boards {
        watch.tick()?;
        let seat = board.position.turn();
        let _ = board.position.moves(|m| {
            let gain = march.gain(seat, m);
            let allowed = board.first.is_some() || among.is_empty() || among.contains(&m);
            if gain >= WORST && allowed {
                found.push(Candidate { board, m, cost: board.cost - gain });
            }
            ControlFlow::Continue(())
        });
        if found.len() > 16 * width {
            keep_best(&mut found, 2 * width);
        }
    }
    keep_best(&mut found, 2 * width);
    Ok(found)
}

/// Drops all but the so many cheapest.
fn keep_best<R: RuleSet>(candidates: &mut Vec<Candidate<R>>, count: usize) {
    if candidates.len() > count {
        candidates.select_nth_unstable_by_key(count, |candidate| candidate.cost);
        candidates.truncate(count);
    }
}

/// The same board with this player on turn, if the game goes on.
fn back_to<R: RuleSet>(position: Halma<R>, seat: Seat) -> Option<Halma<R>> {
    if position.turn() == seat { Some(position) } else { position.passed() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::Game;
    use games::halma::Setup;

    use crate::Repertoire;

    fn position(text: &str) -> Halma {
        text.parse::<Setup>().unwrap().as_it_stands()
    }

    fn plan(text: &str) -> Report<Move> {
        let task = Task::new(position(text), Limits::nodes(20_000));
        run(&task)
    }

    fn run(task: &Task<Halma>) -> Report<Move> {
        match race(task, &March::default(), &mut |_| {}) {
            Some(Race::Run(report)) => report,
            _ => panic!("no way home from {:?}", task.position),
        }
    }

    #[test]
    fn the_last_hole_is_filled_in_as_few_moves_as_can_be() {
        // The hole at 15,11 is four moves away round the outside, but the others can make room.
        let text = "W15/16/16/16/16/16/16/16/16/16/16/14B1/13BBB/12BBBB/10BBBBBB/11BBBBB b";
        assert!(plan(text).depth <= 4, "{:?}", plan(text));
    }

    #[test]
    fn one_move_from_home_is_one_move() {
        let text = "W15/16/16/16/16/16/16/16/16/16/16/14BB/13BBB/12BBBB/10B1BBBB/11BBBBB b";
        let report = plan(text);
        assert_eq!(
            (report.depth, position(text).write_move(report.best)),
            (1, "10,14-11,14".into())
        );
    }

    #[test]
    fn even_without_time_there_is_an_answer() {
        let start = Halma::<games::halma::Plain>::start();
        for nodes in [0, 1, 10, 100] {
            let task = Task::new(start, Limits::nodes(nodes));
            let report = run(&task);
            assert!(start.list().contains(&report.best));
            assert!(report.nodes <= nodes);
        }
    }

    #[test]
    fn the_first_move_can_be_chosen_from_some() {
        let text = "W15/16/16/16/16/16/16/16/16/16/16/14BB/13BBB/12BBBB/10B1BBBB/11BBBBB b";
        let start = position(text);
        let among = [start.read_move("10,14-10,15").unwrap()];
        let task = Task { among: &among, ..Task::new(start, Limits::nodes(20_000)) };
        assert_eq!(run(&task).best, among[0]);
    }

    #[test]
    fn nobody_goes_back_to_where_the_game_has_been() {
        let text = "W15/16/16/16/16/16/16/16/16/16/16/14BB/13BBB/12BBBB/10B1BBBB/11BBBBB b";
        let start = position(text);
        let home = start.read_move("10,14-11,14").unwrap();
        let played = [start.key(), start.play(home).key()];
        let task = Task { played: &played, ..Task::new(start, Limits::nodes(2_000)) };
        let (judge, tuning) = (March::default(), <Halma as Repertoire>::tuning());
        for march in [None, Some(judge.clone())] {
            let fight = AlphaBeta::new(judge.clone(), tuning, 1);
            let mut player = FightOrRace::new(fight, march);
            let mut best = |task: &Task<Halma>| player.think(task, &mut |_| {}).unwrap().best;
            assert_eq!(best(&Task { played: &[], ..task.clone() }), home);
            assert_ne!(best(&task), home);
        }
    }

    #[test]
    fn an_army_that_stays_at_home_fills_the_camp_as_well_as_any() {
        // White has kept five pieces in the corner of its camp.
        let text = "16/16/16/16/16/16/16/16/16/12B3/13BB1/13BBB/13BBB/12BB1B/10BBB1WW/11BB1WW b";
        assert!(March::default().is_race(&position(text)));
        assert!(plan(text).depth <= 6, "{:?}", plan(text));
    }

    #[test]
    fn where_no_way_leads_home_the_others_must_be_reckoned_with() {
        // The hole in the corner is three deep behind pieces that never move.
        let text = "16/16/16/16/16/16/16/16/16/16/16/14WW/13WWW/12WWWW/11WWWWW/10B1WWW1 b";
        let task = Task::new(position(text), Limits::nodes(200_000));
        let found = race(&task, &March::default(), &mut |_| {});
        assert!(matches!(found, Some(Race::Barred { .. })));
    }
}
