//! Many games at once, stepped into numpy arrays that are made once and written in place.
//!
//! A step releases the GIL and shares the games among threads. Each game has its own random
//! numbers, so that the same seed gives the same games on any number of threads.

use numpy::{PyArray1, PyArray2, PyArray3, PyArrayMethods, PyReadonlyArray1};
use pyo3::prelude::*;
use rand::rngs::Xoshiro256PlusPlus;
use rayon::ThreadPool;
use rayon::prelude::*;
use spielwerk_games::{AnyGame, AnyMove, Seat};
use spielwerk_session::Episode;

use crate::errors::value_error;
use crate::games::{Game, KnownGame};
use crate::playouts::{MAX_GAMES, below, generator, thread_pool};
use crate::position::{Position, utility};

/// Larger arrays than this, in values, are a mistake.
const MAX_VALUES: usize = 1 << 31;

/// Many games of one kind, stepped at once.
///
/// The arrays are written in place by every step; copy what you want to keep. With `auto_reset`, a
/// game that ends begins anew within the step: `terminated` and `returns` tell about the game that
/// ended, the other arrays about the new one.
#[pyclass(module = "spielwerk.learning")]
pub(crate) struct Batch {
    known: &'static KnownGame,
    games: Vec<OneGame>,
    pool: Option<ThreadPool>,
    max_plies: usize,
    auto_reset: bool,
    observation_tensor: Option<Py<PyArray3<f32>>>,
    legal_actions_mask: Py<PyArray2<bool>>,
    returns: Py<PyArray2<f32>>,
    terminated: Py<PyArray1<bool>>,
    current_player: Py<PyArray1<i64>>,
    plies: u64,
}

/// One of the games, and what the present step does with it.
struct OneGame {
    episode: Episode,
    random: Xoshiro256PlusPlus,
    chosen: Option<AnyMove>,
    listed: Vec<(u32, AnyMove)>,
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (
        game, size, *, seed = 0, threads = 1, auto_reset = true, observations = true,
        max_plies = None
    ))]
    #[expect(clippy::too_many_arguments, reason = "Python has named arguments")]
    fn new(
        py: Python<'_>,
        game: &Bound<'_, PyAny>,
        size: usize,
        seed: u64,
        threads: usize,
        auto_reset: bool,
        observations: bool,
        max_plies: Option<usize>,
    ) -> PyResult<Batch> {
        let known = KnownGame::from_argument(game)?;
        let shape = known.any.observation_shape();
        let values = if observations { shape.len() } else { 1 }.max(known.any.actions());
        if size == 0 || size > MAX_GAMES || size.saturating_mul(values) > MAX_VALUES {
            let most = MAX_GAMES.min(MAX_VALUES / values);
            let why = format!("a batch of {} has 1 to {most} games, not {size}", known.any.name());
            return Err(value_error(why));
        }
        let one = |number| OneGame {
            episode: Episode::new(known.any, known.any.start()),
            random: generator(seed, number),
            chosen: None,
            listed: Vec::new(),
        };
        let observation_tensor = observations
            .then(|| PyArray3::zeros(py, [size, shape.planes, shape.sites], false).unbind());
        let batch = Batch {
            known,
            games: (0..size).map(one).collect(),
            pool: thread_pool(threads)?,
            max_plies: max_plies.unwrap_or(usize::MAX).max(1),
            auto_reset,
            observation_tensor,
            legal_actions_mask: PyArray2::zeros(py, [size, known.any.actions()], false).unbind(),
            returns: PyArray2::zeros(py, [size, known.any.seats()], false).unbind(),
            terminated: PyArray1::zeros(py, [size], false).unbind(),
            current_player: PyArray1::zeros(py, [size], false).unbind(),
            plies: 0,
        };
        let mut batch = batch;
        batch.write(py)?;
        Ok(batch)
    }

    /// The game.
    #[getter]
    fn game(&self) -> Game {
        Game { known: self.known }
    }

    /// How many plies were played in all games together.
    #[getter]
    fn plies(&self) -> u64 {
        self.plies
    }

    /// The observations: games × planes × sites, float32; None if they were not asked for.
    #[getter]
    fn observation_tensor(&self, py: Python<'_>) -> Option<Py<PyArray3<f32>>> {
        self.observation_tensor.as_ref().map(|array| array.clone_ref(py))
    }

    /// The legal actions: games × actions, bool.
    #[getter]
    fn legal_actions_mask(&self, py: Python<'_>) -> Py<PyArray2<bool>> {
        self.legal_actions_mask.clone_ref(py)
    }

    /// What every seat won in a game that ended in the last step: games × seats, from -1 to 1.
    #[getter]
    fn returns(&self, py: Python<'_>) -> Py<PyArray2<f32>> {
        self.returns.clone_ref(py)
    }

    /// Which games ended in the last step, or earlier if they are not reset.
    #[getter]
    fn terminated(&self, py: Python<'_>) -> Py<PyArray1<bool>> {
        self.terminated.clone_ref(py)
    }

    /// The seat to move in every game; -1 if it is over.
    #[getter]
    fn current_player(&self, py: Python<'_>) -> Py<PyArray1<i64>> {
        self.current_player.clone_ref(py)
    }

    /// Begins all games anew.
    fn reset(&mut self, py: Python<'_>) -> PyResult<()> {
        for game in &mut self.games {
            game.episode = Episode::new(self.known.any, self.known.any.start());
        }
        self.write(py)
    }

    /// The position of a game.
    fn position(&self, index: usize) -> PyResult<Position> {
        let size = self.games.len();
        let game = self.games.get(index);
        let game = game.ok_or_else(|| value_error(format!("a game is a number below {size}")))?;
        Ok(Position { known: self.known, position: game.episode.position().clone() })
    }

    /// Plays one action in every game. The action of a game that is over counts for nothing. If one
    /// of the others is not legal, nothing is played.
    fn step(&mut self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let actions = integers(actions)?;
        let (actions, size) = (actions.as_slice()?, self.games.len());
        if actions.len() != size {
            let given = actions.len();
            return Err(value_error(format!("{size} games need {size} actions, not {given}")));
        }
        let wrong = py.detach(|| {
            let choose = |(game, &action): (&mut OneGame, &i64)| !game.choose(action);
            let games = &mut self.games;
            match &self.pool {
                None => games.iter_mut().zip(actions).position(choose),
                Some(pool) => {
                    pool.install(|| games.par_iter_mut().zip(actions).position_first(choose))
                }
            }
        });
        if let Some(index) = wrong {
            let action = actions[index];
            return Err(value_error(format!("action {action} is not legal in game {index}")));
        }
        self.advance(py)
    }

    /// Plays a random legal move in every game. Returns the actions.
    fn step_random<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let actions = PyArray1::zeros(py, [self.games.len()], false);
        let mut guard = actions.readwrite();
        let slots = guard.as_slice_mut()?;
        py.detach(|| {
            let choose = |(game, slot): (&mut OneGame, &mut i64)| *slot = game.choose_random();
            let games = &mut self.games;
            match &self.pool {
                None => games.iter_mut().zip(slots).for_each(choose),
                Some(pool) => pool.install(|| games.par_iter_mut().zip(slots).for_each(choose)),
            }
        });
        drop(guard);
        self.advance(py)?;
        Ok(actions)
    }

    fn __len__(&self) -> usize {
        self.games.len()
    }

    fn __repr__(&self) -> String {
        format!("<batch of {} games of {}>", self.games.len(), self.known.any.name())
    }
}

impl Batch {
    /// Plays the chosen moves, and writes the arrays.
    fn advance(&mut self, py: Python<'_>) -> PyResult<()> {
        let chosen = self.games.iter().filter(|game| game.chosen.is_some()).count();
        self.plies += chosen as u64;
        self.write(py)
    }

    /// Plays the chosen moves if there are any, and writes the arrays.
    fn write(&mut self, py: Python<'_>) -> PyResult<()> {
        let game = self.known.any;
        let rules = Rules { game, max_plies: self.max_plies, auto_reset: self.auto_reset };
        let mut observations = self
            .observation_tensor
            .as_ref()
            .map(|array| writable(array.bind(py).try_readwrite()))
            .transpose()?;
        let mut masks = writable(self.legal_actions_mask.bind(py).try_readwrite())?;
        let mut returns = writable(self.returns.bind(py).try_readwrite())?;
        let mut terminated = writable(self.terminated.bind(py).try_readwrite())?;
        let mut players = writable(self.current_player.bind(py).try_readwrite())?;
        let mut none: [f32; 0] = [];
        let observed: &mut [f32] = match &mut observations {
            Some(observations) => observations.as_slice_mut()?,
            None => &mut none,
        };
        let mut views: Vec<View> = Vec::with_capacity(self.games.len());
        let mut observed = observed.chunks_exact_mut(game.observation_shape().len());
        let masks = masks.as_slice_mut()?.chunks_exact_mut(game.actions());
        let returns = returns.as_slice_mut()?.chunks_exact_mut(game.seats());
        let rows = masks.zip(returns);
        let flags = terminated.as_slice_mut()?.iter_mut().zip(players.as_slice_mut()?);
        for ((mask, returns), (terminated, player)) in rows.zip(flags) {
            let observation = observed.next();
            views.push(View { observation, mask, returns, terminated, player });
        }
        let games = &mut self.games;
        let pool = &self.pool;
        py.detach(|| {
            let work = |(game, view): (&mut OneGame, &mut View)| game.step(&rules, view);
            match pool {
                None => games.iter_mut().zip(&mut views).for_each(work),
                Some(pool) => pool.install(|| games.par_iter_mut().zip(&mut views).for_each(work)),
            }
        });
        Ok(())
    }
}

/// What holds for all games of a batch.
struct Rules {
    game: AnyGame,
    max_plies: usize,
    auto_reset: bool,
}

/// The rows of one game in the arrays.
struct View<'a> {
    observation: Option<&'a mut [f32]>,
    mask: &'a mut [bool],
    returns: &'a mut [f32],
    terminated: &'a mut bool,
    player: &'a mut i64,
}

impl OneGame {
    /// Chooses the move of an action; false if it is not legal.
    fn choose(&mut self, action: i64) -> bool {
        if self.episode.turn().is_none() {
            self.chosen = None;
            return true;
        }
        let action = u32::try_from(action).ok();
        self.chosen = action.and_then(|action| self.episode.position().move_of_action(action));
        self.chosen.is_some()
    }

    /// Chooses a random legal move. Returns its action; -1 in a game that is over.
    fn choose_random(&mut self) -> i64 {
        self.chosen = None;
        if self.episode.turn().is_none() {
            return -1;
        }
        self.episode.position().list_actions(&mut self.listed);
        let (action, m) = self.listed[below(&mut self.random, self.listed.len())];
        self.chosen = Some(m);
        i64::from(action)
    }

    /// Plays the chosen move, and writes what there is to see afterwards.
    fn step(&mut self, rules: &Rules, view: &mut View) {
        if let Some(m) = self.chosen.take() {
            self.episode.advance(m);
            if self.episode.plies() >= rules.max_plies {
                self.episode.abandon();
            }
        }
        let outcome = self.episode.outcome();
        *view.terminated = outcome.is_some();
        for (seat, value) in Seat::all(view.returns.len()).zip(view.returns.iter_mut()) {
            *value = outcome.map_or(0.0, |outcome| utility(&outcome, seat) as f32);
        }
        if outcome.is_some() && rules.auto_reset {
            self.episode = Episode::new(rules.game, rules.game.start());
        }
        match self.episode.turn() {
            Some(seat) => {
                *view.player = seat.index() as i64;
                self.episode.position().write_action_mask(view.mask);
            }
            None => {
                *view.player = -1;
                view.mask.fill(false);
            }
        }
        if let Some(observation) = &mut view.observation {
            self.episode.position().observe(rules.game.board(), observation);
        }
    }
}

/// An array of integers, from anything that numpy makes one of without losing a value.
fn integers<'py>(actions: &Bound<'py, PyAny>) -> PyResult<PyReadonlyArray1<'py, i64>> {
    let wrong = || value_error("actions are a one-dimensional array of integers");
    if let Ok(array) = actions.extract::<PyReadonlyArray1<i64>>()
        && array.as_slice().is_ok()
    {
        return Ok(array);
    }
    let numpy = actions.py().import("numpy")?;
    let array = numpy.call_method1("asarray", (actions,)).map_err(|_| wrong())?;
    let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
    if kind != "i" && kind != "u" {
        return Err(wrong());
    }
    let array = numpy.call_method1("ascontiguousarray", (array, "int64")).map_err(|_| wrong())?;
    array.extract().map_err(|_| wrong())
}

/// An array that we may write.
fn writable<T>(array: Result<T, numpy::BorrowError>) -> PyResult<T> {
    array.map_err(|error| value_error(format!("the arrays of a batch must stay writable: {error}")))
}
