//! A player that thinks in a thread of its own, so that nobody ever waits for it.
//!
//! Questions queue up. A new one raises the stop flag of the one before, whose answer is then
//! thrown away by its number: so nobody waits for a player to come to an end either.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::thread;
use std::time::Duration;

use players::{Course, Fault, Player, Question, Thought};
use search::{Limits, Stop};

/// A player in a thread of its own.
pub(crate) struct Mind {
    questions: Sender<(u64, Course, Question)>,
    news: Receiver<(u64, News)>,
    number: u64,
    stop: Stop,
}

/// What a mind has to say about the present question.
#[derive(Debug)]
pub(crate) enum News {
    /// What it thinks so far.
    Thought(Thought),
    /// Its answer.
    Answer(Result<Thought, Fault>),
}

impl Mind {
    /// Gives a player its thread.
    pub(crate) fn new(mut player: Box<dyn Player>) -> Mind {
        let (questions, asked) = channel::<(u64, Course, Question)>();
        let (teller, news) = channel();
        thread::spawn(move || {
            for (number, course, question) in asked {
                let mut tell = |thought: &Thought| {
                    // Whoever does not listen any more has raised the flag, too.
                    let _ = teller.send((number, News::Thought(thought.clone())));
                };
                let answer = player.choose(&course, &question, &mut tell);
                if teller.send((number, News::Answer(answer))).is_err() {
                    return;
                }
            }
        });
        Mind { questions, news, number: 0, stop: Stop::default() }
    }

    /// Asks for a move, and forgets what was asked before.
    pub(crate) fn ask(&mut self, course: &Course, limits: Limits) {
        self.hush();
        let question = Question::new(limits);
        self.stop = question.stop.clone();
        // If the thread has broken down, listening will tell.
        let _ = self.questions.send((self.number, course.clone(), question));
    }

    /// Ends the thinking; there will be no more news about it.
    pub(crate) fn hush(&mut self) {
        self.stop.stop();
        self.number += 1;
    }

    /// The next news, if there are any yet.
    pub(crate) fn listen(&self) -> Option<News> {
        loop {
            match self.news.try_recv() {
                Ok((number, news)) if number == self.number => return Some(news),
                Ok(_) => {}
                Err(TryRecvError::Empty) => return None,
                Err(TryRecvError::Disconnected) => return Some(broken_down()),
            }
        }
    }

    /// The next news, or nothing if it takes too long.
    pub(crate) fn wait(&self, patience: Duration) -> Option<News> {
        match self.news.recv_timeout(patience) {
            Ok((number, news)) if number == self.number => Some(news),
            Ok(_) => None,
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(broken_down()),
        }
    }
}

impl Drop for Mind {
    fn drop(&mut self) {
        self.stop.stop();
    }
}

fn broken_down() -> News {
    News::Answer(Err(Fault::Crash("it broke down while it was thinking".into())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_taken_back_is_never_answered() {
        let game = games::game("bohnenspiel").unwrap();
        let player = players::build(game, &"strong".parse().unwrap()).unwrap();
        let mut mind = Mind::new(player);
        let mut course = Course::new(game);
        mind.ask(&course, Limits::default());
        let m = course.position().read_move("3").unwrap();
        course.play(&m).unwrap();
        mind.ask(&course, Limits::depth(3));
        let answer = loop {
            if let Some(News::Answer(answer)) = mind.wait(Duration::from_secs(60)) {
                break answer.unwrap();
            }
        };
        assert_eq!(answer.depth, 3);
        assert!(course.position().play(&answer.best).is_ok());
        assert!(mind.listen().is_none());
    }

    #[test]
    fn a_breakdown_is_an_answer() {
        struct Broken;
        impl Player for Broken {
            fn choose(
                &mut self,
                _: &Course,
                _: &Question,
                _: &mut dyn FnMut(&Thought),
            ) -> Result<Thought, Fault> {
                panic!("on purpose")
            }
        }
        let mut mind = Mind::new(Box::new(Broken));
        mind.ask(&Course::new(games::games()[0]), Limits::depth(1));
        let news = mind.wait(Duration::from_secs(60));
        assert!(matches!(news, Some(News::Answer(Err(Fault::Crash(_))))));
    }
}
