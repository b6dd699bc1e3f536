//! UGI, the Universal Game Interface: what UCI is to chess, for any game.
//!
//! One thread reads lines and answers at once; a second one searches, and sends `bestmove` exactly
//! once for every `go`. Whatever arrives, only `quit` and the end of input end the engine: a line
//! that cannot be executed is answered by one `info string` line.

mod go;
mod options;
mod syntax;

use std::io::{self, BufRead, Write};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, Scope, ScopedJoinHandle};

use spielwerk_games::fauhalma::{FauHalma, RuleSet, Ss26, Star3, Ws25};
use spielwerk_games::{AnyGame, AnyPosition, Seat};
use spielwerk_players::{Analysis, GameState, Player, SearchParams};
use spielwerk_search::StopFlag;

use go::GoCommand;
use options::Options;

/// Serves one game until `quit` or the end of input.
pub fn serve(game: AnyGame, input: impl BufRead, output: impl Write + Send) -> io::Result<()> {
    let output = Mutex::new(output);
    thread::scope(|scope| {
        let mut engine = Engine::new(game, &output, scope);
        let served = engine.serve(input);
        // However it ended, no search may go on.
        engine.stop_search();
        served
    })
}

#[derive(PartialEq, Eq)]
enum Flow {
    Continue,
    Quit,
}

/// A search under way.
struct RunningSearch<'scope> {
    stop: StopFlag,
    thread: ScopedJoinHandle<'scope, Box<dyn Player>>,
}

struct Engine<'scope, 'env, W> {
    output: &'scope Mutex<W>,
    scope: &'scope Scope<'scope, 'env>,
    state: GameState,
    options: Options,
    /// None while it searches: the search thread has it.
    player: Option<Box<dyn Player>>,
    search: Option<RunningSearch<'scope>>,
}

impl<'scope, 'env, W: Write + Send> Engine<'scope, 'env, W> {
    fn new(
        game: AnyGame,
        output: &'scope Mutex<W>,
        scope: &'scope Scope<'scope, 'env>,
    ) -> Engine<'scope, 'env, W> {
        let state = GameState::new(game);
        Engine { output, scope, state, options: Options::default(), player: None, search: None }
    }

    fn serve(&mut self, input: impl BufRead) -> io::Result<()> {
        for line in input.split(b'\n') {
            // Invalid UTF-8 becomes characters that no command has.
            let line = String::from_utf8_lossy(&line?).into_owned();
            if self.execute(line.trim())? == Flow::Quit {
                break;
            }
        }
        Ok(())
    }

    fn execute(&mut self, line: &str) -> io::Result<Flow> {
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match command {
            "" => {}
            "ugi" => self.identify()?,
            "isready" => self.is_ready()?,
            "uginewgame" => self.new_game(),
            "setoption" => self.set_option(rest)?,
            "position" => self.set_position(rest)?,
            "go" => self.go(rest)?,
            "stop" => self.stop_search(),
            "query" => self.query(rest)?,
            "quit" => return Ok(Flow::Quit),
            _ => self.info_string(&format!("unknown command `{}`", syntax::truncate(command)))?,
        }
        Ok(Flow::Continue)
    }

    fn identify(&self) -> io::Result<()> {
        let title = self.state.game().info().title;
        self.send(&format!("id name Spielwerk {} ({title})", env!("CARGO_PKG_VERSION")))?;
        self.send("id author the Spielwerk founders")?;
        for line in Options::DECLARATIONS {
            self.send(line)?;
        }
        self.send("ugiok")
    }

    /// Builds the player, so that the first `go` need not.
    fn is_ready(&mut self) -> io::Result<()> {
        if self.search.is_none() && self.player.is_none() {
            self.build_player()?;
        }
        self.send("readyok")
    }

    fn new_game(&mut self) {
        self.stop_search();
        self.state = GameState::new(self.state.game());
        if let Some(player) = &mut self.player {
            player.new_game();
        }
    }

    fn set_option(&mut self, rest: &str) -> io::Result<()> {
        self.stop_search();
        match self.options.set(rest) {
            Ok(()) => self.player = None,
            Err(why) => self.info_string(&why)?,
        }
        Ok(())
    }

    /// `startpos` or `fen <position>`, then the moves since. A line that is wrong anywhere changes
    /// nothing.
    fn set_position(&mut self, rest: &str) -> io::Result<()> {
        self.stop_search();
        match syntax::read_position(self.state.game(), rest) {
            Ok(state) => self.state = state,
            Err(why) => self.info_string(&why)?,
        }
        Ok(())
    }

    fn go(&mut self, rest: &str) -> io::Result<()> {
        self.stop_search();
        let go = match GoCommand::read(rest) {
            Ok(go) => go,
            Err(why) => return self.info_string(&why),
        };
        let Some(turn) = self.state.position().turn() else {
            return self.send("bestmove none");
        };
        if self.player.is_none() {
            self.build_player()?;
        }
        let Some(mut player) = self.player.take() else { return self.send("bestmove none") };
        let stop = StopFlag::default();
        let params = SearchParams {
            stop: stop.clone(),
            threads: self.options.threads,
            ..SearchParams::new(go.limits(turn, self.state.position()))
        };
        let (state, output, flag) = (self.state.clone(), self.output, stop.clone());
        let thread = self.scope.spawn(move || {
            let answer = player.choose(&state, &params, &mut |analysis| {
                // A front end that does not listen any more will close the input as well.
                let _ = send(output, &info(state.position(), analysis));
            });
            // Without a limit the answer waits to be asked for, however clear it is.
            while go.infinite && !flag.is_stopped() {
                thread::park();
            }
            let _ = match answer {
                Ok(analysis) => {
                    let _ = send(output, &info(state.position(), &analysis));
                    let best = state.position().write_move(analysis.best_move);
                    send(output, &format!("bestmove {best}"))
                }
                Err(fault) => send(output, &format!("info string {fault}\nbestmove none")),
            };
            player
        });
        self.search = Some(RunningSearch { stop, thread });
        Ok(())
    }

    fn query(&mut self, rest: &str) -> io::Result<()> {
        let answer = syntax::query_response(self.state.position(), rest);
        match answer {
            Ok(answer) => self.send(&format!("response {answer}")),
            Err(why) => self.info_string(&why),
        }
    }

    /// Stops the search, if there is one; its `bestmove` is sent before this returns.
    fn stop_search(&mut self) {
        let Some(RunningSearch { stop, thread }) = self.search.take() else { return };
        // A search with limits of its own may not have reached them; stopping it is what the front
        // end asked for, be it by `stop` or by the next command.
        stop.stop();
        thread.thread().unpark();
        self.player = thread.join().ok();
    }

    fn build_player(&mut self) -> io::Result<()> {
        match spielwerk_players::build(self.state.game(), &self.options.spec()) {
            Ok(player) => self.player = Some(player),
            Err(why) => self.info_string(&why.to_string())?,
        }
        Ok(())
    }

    fn info_string(&self, text: &str) -> io::Result<()> {
        self.send(&format!("info string {text}"))
    }

    fn send(&self, line: &str) -> io::Result<()> {
        send(self.output, line)
    }
}

fn send<W: Write>(output: &Mutex<W>, line: &str) -> io::Result<()> {
    let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
    writeln!(output, "{line}")?;
    output.flush()
}

/// The `info` line of a search result.
fn info(position: &AnyPosition, analysis: &Analysis) -> String {
    let mut line = format!("info depth {}", analysis.depth);
    if let Some(score) = analysis.score {
        line.push_str(&format!(" score {}", syntax::score(score)));
    }
    let milliseconds = analysis.time.as_millis();
    let speed = analysis.nodes as f64 / analysis.time.as_secs_f64().max(1e-6);
    line.push_str(&format!(" nodes {} nps {speed:.0} time {milliseconds}", analysis.nodes));
    if analysis.tablebase_hits > 0 {
        line.push_str(&format!(" tbhits {}", analysis.tablebase_hits));
    }
    line.push_str(" pv");
    for variation in analysis.variations.iter().take(1) {
        for m in position.write_line(&variation.moves) {
            line.push(' ');
            line.push_str(&m);
        }
    }
    line
}

/// The result as UGI names it: `p1win`, `draw`, `none`.
fn result(position: &AnyPosition) -> String {
    match position.outcome() {
        None => "none".into(),
        Some(outcome) => match outcome.winner() {
            Some(seat) => format!("p{}win", seat.index() + 1),
            None => "draw".into(),
        },
    }
}

/// The seats in the order in which they finished, so far.
fn places(position: &AnyPosition) -> String {
    let seats = match position.outcome() {
        Some(outcome) => {
            let mut seats: Vec<Seat> = Seat::all(outcome.seats()).collect();
            seats.sort_by_key(|&seat| std::cmp::Reverse(outcome.half_points(seat)));
            seats
        }
        None => home_so_far::<Ss26>(position)
            .or_else(|| home_so_far::<Ws25>(position))
            .unwrap_or_default(),
    };
    if seats.is_empty() {
        return "none".into();
    }
    let names: Vec<String> = seats.iter().map(|seat| format!("p{}", seat.index() + 1)).collect();
    names.join(" ")
}

/// The seats that are home in an unfinished game for three.
fn home_so_far<R: RuleSet>(position: &AnyPosition) -> Option<Vec<Seat>> {
    position.downcast_ref::<FauHalma<Star3, R>>().map(|position| position.places().to_vec())
}
