//! Our players as a UGI engine.
//!
//! One thread reads lines and answers at once; a second one searches, and sends `bestmove` exactly
//! once for every `go`. Whatever arrives, only `quit` and the end of input end the engine: a line
//! that cannot be executed is answered by one `info string` line.

use std::io::{self, BufRead, Write};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, Scope, ScopedJoinHandle};

use spielwerk_codecs::ugi::{GoCommand, query_response, read_position, truncate, write_info};
use spielwerk_games::AnyGame;
use spielwerk_players::{GameState, Player, SearchParams};
use spielwerk_search::{Limits, StopFlag};

use super::options::Options;

/// Serves one game until `quit` or the end of input.
///
/// ```
/// let game = spielwerk_games::game("bohnenspiel")?;
/// let mut output = Vec::new();
/// let commands = "ugi\nposition startpos moves 6\nquery p1turn\nquit\n";
/// spielwerk_engines::ugi::serve(game, commands.as_bytes(), &mut output)?;
/// assert!(String::from_utf8(output)?.ends_with("response false\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
            _ => self.info_string(&format!("unknown command `{}`", truncate(command)))?,
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
        match read_position(self.state.game(), rest) {
            Ok(state) => self.state = state,
            Err(why) => self.info_string(&why)?,
        }
        Ok(())
    }

    fn go(&mut self, rest: &str) -> io::Result<()> {
        self.stop_search();
        let go = match GoCommand::parse(rest) {
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
        let moves_to_go = spielwerk_players::expected_moves_left(self.state.position());
        let limits = Limits { clock: self.options.clock, ..go.limits(turn, moves_to_go) };
        let params = SearchParams {
            stop: stop.clone(),
            threads: self.options.threads,
            ..SearchParams::new(limits)
        };
        let (state, output, flag) = (self.state.clone(), self.output, stop.clone());
        let thread = self.scope.spawn(move || {
            let answer = player.choose(&state, &params, &mut |analysis| {
                // A front end that does not listen any more will close the input as well.
                let _ = send(output, &write_info(state.position(), analysis));
            });
            // Without a limit the answer waits to be asked for, however clear it is.
            while go.infinite && !flag.is_stopped() {
                thread::park();
            }
            let _ = match answer {
                Ok(analysis) => {
                    let _ = send(output, &write_info(state.position(), &analysis));
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
        let answer = query_response(self.state.position(), rest);
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
