//! The client against servers that do everything wrong that a server can.
//!
//! A scripted server gives one answer a request. Each case says how often it must be asked, so that
//! a client that gives up early or asks in a loop fails, and what must come of it. In no case may
//! the password appear anywhere.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};
use spielwerk_courses::aisysproj::client::{Event, RatingTracker, RetryPolicy};
use spielwerk_courses::aisysproj::{Client, Config, Password};
use spielwerk_search::{Clock, StopFlag};

use crate::common::{client, play};

const PASSWORD: &str = "correct-horse-battery";

/// What the scripted server does with a request.
#[derive(Clone)]
enum Reply {
    /// Answers with this status and body.
    Say(u16, String),
    /// Is busy, and says for how many seconds.
    Busy(u16, u32),
    /// Says that the body is longer than it is, and hangs up.
    Break(String),
    /// Sends these bytes, which need not be HTTP, and hangs up.
    Bytes(Vec<u8>),
    /// Points elsewhere.
    Point(&'static str),
    /// Says nothing for longer than anybody waits.
    Sleep,
}

/// A server that plays a script, and the bodies it was sent.
struct Scripted {
    url: String,
    seen: Arc<Mutex<Vec<Value>>>,
}

impl Scripted {
    fn start(script: Vec<Reply>) -> Scripted {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let seen = Arc::new(Mutex::new(Vec::new()));
        let notes = seen.clone();
        thread::spawn(move || {
            let mut sleeping = Vec::new();
            for (reply, line) in script.into_iter().zip(listener.incoming()) {
                let mut line = line.unwrap();
                notes.lock().unwrap().push(read_request(&line));
                match reply {
                    Reply::Sleep => sleeping.push(line),
                    reply => line.write_all(&bytes(reply)).unwrap_or(()),
                }
            }
        });
        Scripted { url, seen }
    }
}

fn bytes(reply: Reply) -> Vec<u8> {
    let answer = |status: u16, more: &str, length: usize, body: &str| {
        let head = "Content-Type: application/json\r\nConnection: close";
        format!("HTTP/1.1 {status} X\r\n{head}\r\n{more}Content-Length: {length}\r\n\r\n{body}")
    };
    match reply {
        Reply::Say(status, body) => answer(status, "", body.len(), &body).into(),
        Reply::Busy(status, seconds) => {
            answer(status, &format!("Retry-After: {seconds}\r\n"), 0, "").into()
        }
        Reply::Break(body) => answer(200, "", body.len() + 100, &body).into(),
        Reply::Point(to) => answer(302, &format!("Location: {to}\r\n"), 0, "").into(),
        Reply::Bytes(bytes) => bytes,
        Reply::Sleep => Vec::new(),
    }
}

fn read_request(line: &TcpStream) -> Value {
    let mut reader = BufReader::new(line);
    let mut length = 0;
    loop {
        let mut header = String::new();
        reader.read_line(&mut header).unwrap();
        if let Some(value) = header.to_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().unwrap();
        }
        if header.trim().is_empty() {
            break;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).unwrap();
    serde_json::from_slice(&body).unwrap()
}

/// A board in the middle of a game, with all that a reader must bear.
fn board() -> Value {
    json!({
        "C": [[2, -2], [2, 1]],
        "B": [[-1, -3], [3, 0], [-2, 1], [1, 3], [1, 1], [-2, 0]],
        "A": [[1, 0], [-1, 0], [2, 2], [1, -2], [1, -3], [0, -2]],
        "time": {"left": 3.5},
    })
}

fn ask_about(act_no: u64, percept: Value) -> Reply {
    let request = json!({"run": "7", "act_no": act_no, "percept": percept});
    say(
        json!({"action_requests": [request], "active_runs": ["7"], "messages": [], "finished_runs": {}}),
    )
}

fn ask(act_no: u64) -> Reply {
    ask_about(act_no, board())
}

fn done() -> Reply {
    say(
        json!({"action_requests": [], "active_runs": [], "messages": [], "finished_runs": {"7": 2}}),
    )
}

fn say(body: Value) -> Reply {
    Reply::Say(200, body.to_string())
}

fn text(text: &str) -> Reply {
    Reply::Say(200, text.into())
}

fn refuse(status: u16, name: &str, description: &str) -> Reply {
    let body = json!({"errorcode": status, "errorname": name, "description": description});
    Reply::Say(status, body.to_string())
}

fn quick(url: String) -> Client {
    let config = Config {
        agent: "a".into(),
        password: Password::new(PASSWORD),
        environment: "ss26.1.2.8".into(),
        url,
    };
    let quick = client(config, 1);
    let retry = RetryPolicy { response_timeout: Duration::from_secs(2), ..quick.retry };
    Client { retry, ..quick }
}

/// What must come of a script.
enum Expected {
    /// So many points, refused moves and runs of unknown outcome.
    Fine(f64, usize, usize),
    /// An error that says this.
    Fails(&'static str),
}
use Expected::{Fails, Fine};

/// Plays a script; it must be played to its end. What the client said and sent.
fn check(name: &str, script: Vec<Reply>, expected: &Expected) -> (Vec<String>, Vec<Value>) {
    let length = script.len();
    let server = Scripted::start(script);
    let (result, mut notes) = play(&quick(server.url));
    match (result, expected) {
        (Ok(ratings), Fine(points, refused, unknown)) => {
            let found = (ratings.points, ratings.refused, ratings.unknown_outcomes);
            assert_eq!(found, (*points, *refused, *unknown), "{name}: {notes:?}");
        }
        (Err(error), Fails(why)) => {
            let error = error.to_string();
            assert!(error.contains(why) && !error.contains('\n'), "{name}: {error}");
            notes.push(error);
        }
        (Ok(ratings), Fails(_)) => panic!("{name}: {ratings:?}, {notes:?}"),
        (Err(error), Fine(..)) => panic!("{name}: {error}, {notes:?}"),
    }
    assert!(!notes.concat().contains(PASSWORD), "{name}: {notes:?}");
    let seen = server.seen.lock().unwrap().clone();
    assert_eq!(seen.len(), length, "{name}: so often it was asked; {notes:?}");
    (notes, seen)
}

#[test]
fn what_passes_is_waited_for() {
    let half = r#"{"action_requests": [{"run": "7", "#;
    let fine = Fine(2.0, 0, 0);
    for (name, trouble) in [
        ("busy", refuse(503, "Service Unavailable", "restarting")),
        ("busy without a word", Reply::Say(503, String::new())),
        ("busy, says a proxy", Reply::Say(503, "<html>503</html>".into())),
        ("no server behind the front end", Reply::Say(502, "<html>502 Bad Gateway</html>".into())),
        ("too slow for the front end", Reply::Say(504, String::new())),
        ("too many requests", Reply::Say(429, String::new())),
        ("too many requests for now", Reply::Busy(429, 0)),
        ("failed", refuse(500, "Internal Server Error", "KeyError")),
        ("hangs up", Reply::Bytes(Vec::new())),
        ("breaks off in its head", Reply::Bytes(b"HTTP/1.1 200 OK\r\nContent-".to_vec())),
        ("breaks off in its body", Reply::Break(half.into())),
        ("truncated JSON", text(half)),
        ("empty", text("")),
        ("no JSON", text("<html>hello</html>")),
        ("another JSON", text("[1, 2]")),
        ("a JSON without requests", text("{}")),
        ("requests of another form", say(json!({"action_requests": [{"run": 7}]}))),
        ("no HTTP", Reply::Bytes(b"220 smtp ready\r\n".to_vec())),
        ("no text", Reply::Bytes(b"HTTP/1.1 200 X\r\nContent-Length: 2\r\n\r\n\xff\xfe".to_vec())),
        ("asleep", Reply::Sleep),
    ] {
        let script = vec![trouble.clone(), ask(0), trouble.clone(), trouble, done()];
        let (notes, seen) = check(name, script, &fine);
        assert!(notes[0].contains("once more"), "{name}: {notes:?}");
        assert_eq!(seen[2]["actions"].as_array().unwrap().len(), 1);
        assert!(seen[2] == seen[3] && seen[3] == seen[4], "{name}: the same moves again");
    }
}

#[test]
fn a_busy_server_says_how_long_to_wait() {
    for status in [429, 503] {
        let script = vec![Reply::Busy(status, 1), ask(0), done()];
        let (notes, _) = check("busy for a second", script, &Fine(2.0, 0, 0));
        assert!(notes[0].contains(&format!("({status}); once more in 1.0 s")), "{notes:?}");
    }
}

/// What is asked for in version 0; nothing, if all runs are over.
fn ask_version_0(runs: &[&str]) -> Reply {
    let request = |run: &&str| json!({"run": run, "percept": board()});
    let requests: Vec<Value> = runs.iter().map(request).collect();
    say(json!({"action-requests": requests, "errors": ["e"], "messages": ["hello"]}))
}

#[test]
fn a_server_that_speaks_only_version_0_is_understood() {
    let refused = refuse(400, "Bad Request", "Unsupported protocol version");
    for (name, before) in [("answers in it", vec![]), ("refuses the other", vec![refused])] {
        let first = before.len();
        let plain = [ask_version_0(&["7#0"]), ask_version_0(&["7#1"]), ask_version_0(&[])];
        let script = [before, plain.to_vec()].concat();
        let (notes, seen) = check(name, script, &Fine(0.0, 0, 1));
        assert!(notes.iter().any(|note| note == "hello"), "{name}: {notes:?}");
        assert_eq!(seen[0]["protocol_version"], 1);
        for (body, run) in seen[first + 1..].iter().zip(["7#0", "7#1"]) {
            assert_eq!(
                (&body["actions"][0]["run"], &body["single_request"]),
                (&json!(run), &json!(false))
            );
            assert!(body.get("protocol_version").is_none() && body.get("parallel_runs").is_none());
        }
    }
}

#[test]
fn what_was_played_is_told_however_it_ends() {
    let script = vec![
        ask(0),
        say(json!({"action_requests": [{"run": "8", "act_no": 0, "percept": board()}],
                   "active_runs": ["8"], "finished_runs": {"7": 2}})),
        refuse(401, "Unauthorized", "who?"),
    ];
    let server = Scripted::start(script);
    let client = Client { runs: 2, ..quick(server.url) };
    let mut last = RatingTracker::default();
    let result = client.play(&StopFlag::default(), &mut |event| {
        if let Event::Progress(ratings) = event {
            last = ratings.clone();
        }
    });
    assert!(result.is_err());
    assert_eq!((last.games(), last.points, last.open), (1, 2.0, 1));
}

/// The server has no clock, so a busy machine may cost time but no strength.
#[test]
fn moves_are_limited_by_cpu_time() {
    let config = quick("http://x".into()).config;
    assert_eq!(Client::new(config, None).ok().unwrap().limits.clock, Clock::Cpu);
}

#[test]
fn what_does_not_pass_ends_at_once() {
    let echo = format!("bad body {{\"pwd\": \"{PASSWORD}\"}}\n\nreally");
    for (name, reply, why) in [
        ("unauthorized", refuse(401, "Unauthorized", "who?"), "401: Unauthorized: who?"),
        ("bad request", refuse(400, "Bad Request", &echo), "█"),
        ("too large", Reply::Say(413, String::new()), "413: no reason given"),
        ("wrong type", refuse(415, "Unsupported Media Type", "x"), "415"),
        ("not found, in HTML", Reply::Say(404, "<h1>404</h1>\n".into()), "404: <h1>404</h1>"),
        ("elsewhere", Reply::Point("https://example.org/"), "sends us on to https://example.org/"),
    ] {
        check(name, vec![reply], &Fails(why));
    }
}

#[test]
fn retries_end() {
    let busy = || Reply::Say(503, String::new());
    check("always busy", vec![busy(); 8], &Fails("gave no answer 8 times"));
    let failed = || refuse(500, "Internal Server Error", "KeyError");
    check("always failing", vec![failed(); 3], &Fails("500: Internal Server Error: KeyError"));
    let nobody = quick("http://127.0.0.1:9".into());
    let (result, _) =
        play(&Client { retry: RetryPolicy { max_attempts: 2, ..nobody.retry }, ..nobody });
    assert!(result.unwrap_err().to_string().contains("gave no answer 2 times"));
    let (result, _) = play(&quick("no address".into()));
    assert!(result.unwrap_err().to_string().contains("cannot be asked"));
}

#[test]
fn odd_answers_are_understood() {
    let request = |act_no: u64| json!({"run": "7", "act_no": act_no, "percept": board(), "hm": 1});
    let bare = say(json!({"action_requests": [request(0)], "new": {"x": []}}));
    let finished = json!({"7": 2});
    let twice = say(json!({"action_requests": [request(0), request(0)]}));
    let over = |outcome: Value| {
        say(json!({"action_requests": [], "active_runs": [], "finished_runs": {"7": outcome}}))
    };
    let nothing = || say(json!({"action_requests": [], "active_runs": [], "finished_runs": []}));
    let waiting = say(json!({"action_requests": [], "active_runs": ["7"]}));
    let chatty = say(json!({
        "action_requests": [request(0)],
        "messages": [
            {"run": null, "type": "info", "content": format!("hello {PASSWORD}\nhello")},
            {"run": "7", "type": "odd", "content": "hm"},
            {"content": "?"},
        ],
    }));
    for (name, script, expected) in [
        (
            "bare",
            vec![bare, say(json!({"action_requests": [], "finished_runs": finished}))],
            Fine(2.0, 0, 0),
        ),
        ("the same run twice", vec![twice, done()], Fine(2.0, 0, 0)),
        ("messages of all kinds", vec![chatty, done()], Fine(2.0, 0, 0)),
        ("half a point", vec![ask(0), over(json!(0.5))], Fine(0.5, 0, 0)),
        ("an outcome that is no number", vec![ask(0), over(json!("won"))], Fine(0.0, 0, 1)),
        ("a run that is gone", vec![ask(0), nothing()], Fine(0.0, 0, 1)),
        ("nothing to do", vec![nothing(), nothing(), nothing(), ask(0), done()], Fine(2.0, 0, 0)),
        ("nothing yet", vec![ask(0), waiting.clone(), waiting, ask(1), done()], Fine(2.0, 0, 0)),
        ("a run from an earlier client", vec![ask(23), done()], Fine(2.0, 0, 0)),
        ("moves taken, answer lost", vec![ask(0), ask(1), done()], Fine(2.0, 0, 0)),
        ("numbers that jump", vec![ask(3), ask(9), ask(2), done()], Fine(2.0, 0, 0)),
    ] {
        check(name, script, &expected);
    }
}

#[test]
fn another_move_is_tried_when_one_is_refused() {
    let script = vec![ask(0), ask(0), ask(0), ask(1), done()];
    let (_, seen) = check("refused twice", script, &Fine(2.0, 2, 0));
    let tried: Vec<&Value> = seen[1..4].iter().map(|body| &body["actions"][0]["action"]).collect();
    assert!(tried[0] != tried[1] && tried[1] != tried[2] && tried[0] != tried[2], "{tried:?}");
    let fails = Fails("run 7 is given up: the server refused 5 moves in a row");
    check("refused for ever", vec![ask(0); 6], &fails);
}

#[test]
fn one_bad_run_does_not_stop_the_others() {
    let request = |run: &str, act_no: u64, percept: Value| json!({"run": run, "act_no": act_no, "percept": percept});
    let both = |act_no: u64| {
        say(
            json!({"action_requests": [request("6", 0, Value::Null), request("7", act_no, board())]}),
        )
    };
    let last = say(json!({"action_requests": [], "active_runs": ["6"], "finished_runs": {"7": 2}}));
    let (notes, seen) = check("one bad", vec![both(0), both(1), last], &Fine(2.0, 0, 0));
    assert!(notes[0].contains("run 6 is given up"), "{notes:?}");
    assert_eq!(seen[2]["actions"].as_array().unwrap().len(), 1);
}

#[test]
fn boards_that_cannot_be_are_named_with_the_flag_to_set() {
    let with = |a: Value| json!({"A": a, "B": [[1, 1]], "C": [[2, 2]]});
    for (name, percept, why) in [
        ("centre", with(json!([[0, 0]])), "A has a peg on [0,0], which is blocked in fauhalma"),
        ("no variant", with(json!([[0, 0]])), "--variant"),
        ("other rules", with(json!([[-1, 2]])), "it would fit with --variant fauhalma-ws25"),
        ("beside the board", with(json!([[9, 9]])), "--variant"),
        ("nobody else", json!({"A": [[1, 0]]}), "only A has pegs"),
    ] {
        check(name, vec![ask_about(0, percept)], &Fails(why));
    }
    for (name, percept, why) in [
        ("null", Value::Null, "no position"),
        ("a text", json!("x"), "no position"),
        ("no A", json!({"B": [[1, 1]]}), "no position"),
        ("pegs of another form", with(json!([[1]])), "no position"),
        ("A is home", with(json!([[-3, 4]])), "run 7"),
    ] {
        check(name, vec![ask_about(0, percept)], &Fails(why));
    }
}

#[test]
fn a_name_that_tells_nothing_asks_for_the_flag() {
    let mut config = quick("http://x".into()).config;
    config.environment = "elsewhere".into();
    let error = Client::new(config.clone(), None).err().unwrap().to_string();
    assert!(error.contains("--variant"), "{error}");
    let named = spielwerk_games::game("fauhalma-star2").unwrap();
    assert!(Client::new(config, Some(named)).is_ok_and(|client| client.game == named));
}
