//! Where players think: on threads of their own, only so many at once, that give way to the threads
//! that talk to people.
//!
//! Whoever wants a thought waits in a queue. Nobody has more than one place in it, so all tables
//! take turns. Analyses have a queue of their own: they think long, and a game never waits for
//! them. Dropping a [`Thinking`] ends it: nobody thinks when nobody listens.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self as queue, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use games::AnyGame;
use players::{Course, Fault, Player, Question, Spec, Thought};
use search::Stop;
use tables::Place;
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};

/// How often a player tells what it thinks.
const TELL: Duration = Duration::from_millis(100);
/// The most memory for a player's table of seen positions, in MiB.
const HASH: usize = 64;

/// All that think for this server. Their threads end when it is dropped.
#[derive(Debug)]
pub(crate) struct Thinkers {
    games: Sender<Job>,
    analyses: Sender<Job>,
}

/// What all threads share.
#[derive(Debug)]
struct Room {
    bench: Mutex<Bench>,
    /// Where small tables are built when a game is first thought about.
    tables: Option<Place>,
}

/// A question, and whom to tell.
struct Job {
    who: Who,
    course: Course,
    question: Question,
    tell: UnboundedSender<Told>,
}

/// Who is asked, and for whom.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Who {
    /// Whoever comes again under the same name may find its player as it left it.
    pub(crate) name: String,
    pub(crate) spec: Spec,
    pub(crate) lane: Lane,
}

/// Which queue to wait in.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Lane {
    Game,
    Analysis,
}

/// Somebody thinking, or waiting to. Ends when it is dropped.
#[derive(Debug)]
pub(crate) struct Thinking {
    stop: Stop,
    told: UnboundedReceiver<Told>,
}

/// What a thinker tells.
#[derive(Debug)]
pub(crate) enum Told {
    /// What it thinks so far.
    Thought(Thought),
    /// Its answer; nothing comes after it.
    Answer(Result<Thought, Fault>),
}

impl Thinkers {
    /// So many players think at once, and half as many analyses.
    pub(crate) fn new(threads: usize, tables: Option<Place>) -> Thinkers {
        let threads = threads.max(1);
        let bench = Mutex::new(Bench { seats: 2 * threads, waiting: Vec::new() });
        let room = Arc::new(Room { bench, tables });
        Thinkers { games: lane(threads, &room), analyses: lane(threads.div_ceil(2), &room) }
    }

    /// Asks a player about a game.
    pub(crate) fn ask(&self, who: Who, course: Course, question: Question) -> Thinking {
        let (tell, told) = mpsc::unbounded_channel();
        let stop = question.stop.clone();
        let lane = match who.lane {
            Lane::Game => &self.games,
            Lane::Analysis => &self.analyses,
        };
        // Threads that are gone answer nothing, which whoever asked hears as a failure.
        let _ = lane.send(Job { who, course, question, tell });
        Thinking { stop, told }
    }
}

/// A queue, and so many threads that work on it.
fn lane(threads: usize, room: &Arc<Room>) -> Sender<Job> {
    let (lane, jobs) = queue::channel();
    let jobs = Arc::new(Mutex::new(jobs));
    for _ in 0..threads {
        let (jobs, room) = (jobs.clone(), room.clone());
        thread::spawn(move || room.work(&jobs));
    }
    lane
}

/// Lets other threads go first. Players take all the time that they can get; a person's move is
/// confirmed in a moment, if it gets that moment at once.
fn give_way() {
    #[cfg(target_os = "linux")]
    {
        const NICE: i32 = 10;
        // Where it is not allowed, everybody is equal.
        let _ = rustix::process::setpriority_process(None, NICE);
    }
}

impl Room {
    /// Answers one question after the other, until nobody can ask any more.
    fn work(&self, jobs: &Mutex<Receiver<Job>>) {
        give_way();
        loop {
            let next = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok(Job { who, course, question, tell }) = next else { return };
            if !tell.is_closed() {
                self.think(&who, &course, &question, &tell);
            }
        }
    }

    fn think(&self, who: &Who, course: &Course, question: &Question, tell: &UnboundedSender<Told>) {
        let mut last = None;
        let mut each = |thought: &Thought| {
            let now = Instant::now();
            if last.is_none_or(|last| now.duration_since(last) >= TELL) {
                last = Some(now);
                // Nobody listening means that the flag to stop is up already.
                let _ = tell.send(Told::Thought(thought.clone()));
            }
        };
        let answer = self.player(course.game(), who).and_then(|mut player| {
            // A player that broke down is never asked again.
            let chosen = AssertUnwindSafe(|| player.choose(course, question, &mut each));
            let answer = catch_unwind(chosen)
                .unwrap_or_else(|_| Err(Fault::Crash("it panicked in mid-thought".into())));
            if answer.is_ok() {
                self.bench().sit_down(who.clone(), player);
            }
            answer
        });
        let _ = tell.send(Told::Answer(answer));
    }

    fn player(&self, game: AnyGame, who: &Who) -> Result<Box<dyn Player>, Fault> {
        if let Some(player) = self.bench().call(who) {
            return Ok(player);
        }
        if let Some(place) = &self.tables {
            tables::prepare_in_background(game.name(), place.clone());
        }
        let spec = Spec { hash: who.spec.hash.min(HASH), ..who.spec.clone() };
        players::build(game, &spec).map_err(|error| Fault::Crash(error.to_string()))
    }

    fn bench(&self) -> std::sync::MutexGuard<'_, Bench> {
        self.bench.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Thinking {
    /// What it tells next; nothing after the answer.
    pub(crate) async fn next(&mut self) -> Option<Told> {
        self.told.recv().await
    }
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.stop.stop();
    }
}

/// Players who wait for their next question and remember what they saw: as many as there is
/// memory for. Who is not called for long has to go, and another one is made when it is.
struct Bench {
    seats: usize,
    /// The one who came last at the end.
    waiting: Vec<(Who, Box<dyn Player>)>,
}

impl Bench {
    fn call(&mut self, who: &Who) -> Option<Box<dyn Player>> {
        let place = self.waiting.iter().position(|(waiting, _)| waiting == who)?;
        Some(self.waiting.remove(place).1)
    }

    fn sit_down(&mut self, who: Who, player: Box<dyn Player>) {
        if self.waiting.len() >= self.seats {
            self.waiting.remove(0);
        }
        self.waiting.push((who, player));
    }
}

impl std::fmt::Debug for Bench {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.debug_list().entries(self.waiting.iter().map(|(who, _)| who)).finish()
    }
}
