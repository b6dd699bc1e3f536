//! Judgement about FAUhalma.

mod greedy;
mod judge;
mod way_home;

use games::fauhalma::{FauHalma, RuleSet, Shape};
use games::{Position, Seat};
use search::several::{BestReply, BestReplyPlus, MaxN, Paranoid};
use search::{AlphaBeta, Reductions, Repetition, Thinker, Tuning};
use tables::{Place, race};

pub use judge::{Race, Weights};

use crate::{Level, Levels, Repertoire, Spec, Unsure};

/// What a player would rather give away than let a position come again, in hundredths of a step.
const CONTEMPT: i32 = 400;

impl<S: Shape, R: RuleSet> Repertoire for FauHalma<S, R> {
    type Judge = Race<S, R>;
    type Weights = Weights;
    // The rules do not forbid that two wait for each other in the middle, each with a peg that would
    // be a ladder for the other's. But nobody comes home by it, and a server counts that as lost.
    const REPETITION: Repetition = Repetition::Draw;
    const OWN: &'static [&'static str] = if S::SEATS == 2 {
        &[greedy::NAME]
    } else {
        &["brs", "brs+", "paranoid", "maxn", greedy::NAME]
    };
    const HASTY: &'static [&'static str] = &[greedy::NAME];
    const LEVELS: Levels = [
        Level::new(360, 272),
        Level::new(530, 201),
        Level::new(690, 158),
        Level::new(1_150, 100),
        Level::new(2_900, 53),
        Level::new(6_500, 28),
        Level::new(18_000, 12),
        Level::new(50_000, 4),
        Level::new(105_000, 0),
    ];

    fn judge(spec: &Spec) -> Race<S, R> {
        let judge = Race::new(spec.weights());
        let place = if spec.tables { Place::find(None).ok() } else { None };
        // A table that cannot be read is as good as none; `tables verify` says what is wrong.
        match place.and_then(|place| race::Race::open(&place).ok()) {
            Some(table) => judge.with(table),
            None => judge,
        }
    }

    fn tuning() -> Tuning {
        Tuning {
            reductions: Some(Reductions { base: 0.5, divisor: 2.0, spared: 3 }),
            futility: Some(250),
            contempt: CONTEMPT,
            reverse_futility: Some(250),
            ..Tuning::default()
        }
    }

    fn strong(judge: Unsure<Race<S, R>>, spec: &Spec) -> Box<dyn Thinker<Self>> {
        match S::SEATS {
            2 => Box::new(AlphaBeta::new(judge, Self::tuning(), spec.hash)),
            _ => Box::new(BestReplyPlus::new(judge, spec.hash).with_contempt(CONTEMPT)),
        }
    }

    fn own(name: &str, spec: &Spec) -> Option<Box<dyn Thinker<Self>>> {
        let hash = spec.hash;
        let judge = || Unsure::new(Self::judge(spec), spec.doubt, spec.seed);
        Some(match name {
            greedy::NAME => Box::new(greedy::Greedy),
            _ if S::SEATS == 2 => return None,
            "paranoid" => Box::new(Paranoid::new(judge(), hash).with_contempt(CONTEMPT)),
            "brs+" => Box::new(BestReplyPlus::new(judge(), hash).with_contempt(CONTEMPT)),
            "brs" => Box::new(BestReply::new(judge(), hash).with_contempt(CONTEMPT)),
            "maxn" => Box::new(MaxN::new(judge(), hash).with_contempt(CONTEMPT)),
            _ => return None,
        })
    }

    fn moves_to_come(&self) -> u32 {
        // A move brings a peg some two steps on; the last ones go slowly.
        let seat: Seat = self.turn();
        let home = Self::home(seat);
        let distance = |peg: games::fauhalma::Space| {
            let to = games::fauhalma::spaces(home);
            to.map(|space| peg.x().abs_diff(space.x()).max(peg.y().abs_diff(space.y()))).min()
        };
        let steps: u32 =
            games::fauhalma::spaces(self.pegs(seat)).filter_map(distance).map(u32::from).sum();
        5 + steps / 2
    }
}

#[cfg(test)]
mod tests {
    use crate::{Course, Question, Spec};
    use search::Limits;

    /// All three have one peg left to bring home, and A is there with the next move.
    #[test]
    fn who_can_come_home_does_so_at_once() {
        let game = games::game("fauhalma").unwrap();
        let text = concat!(
            r#"{"A":[[-3,4],[-3,5],[-3,6],[-2,4],[-2,5],[-1,3]],"#,
            r#""B":[[-3,-3],[-3,-2],[-3,-1],[-2,-3],[-2,-2],[-1,0]],"#,
            r#""C":[[-1,-2],[4,-2],[4,-1],[5,-3],[5,-2],[6,-3]],"turn":"A"}"#
        );
        let course = Course::from(game, game.read(text).unwrap());
        for name in ["strong", "brs", "brs+", "paranoid", "maxn", "mcts"] {
            let spec = Spec { tables: false, hash: 1, ..Spec::named(name) };
            let mut player = crate::build(game, &spec).unwrap();
            let question = Question::new(Limits::nodes(20_000));
            let thought = player.choose(&course, &question, &mut |_| {}).unwrap();
            assert_eq!(thought.best.text, "[[-1,3],[-1,4]]", "{name}");
        }
    }
}
