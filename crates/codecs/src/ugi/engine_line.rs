//! What a UGI engine prints during a search: `info depth 7 score cp 34 nodes 900 pv 3 1 2`, and at
//! the end `bestmove 3`.
//!
//! Unknown words are ignored when it is read.

use std::str::SplitWhitespace;
use std::time::Duration;

use spielwerk_games::{AnyMove, AnyPosition};
use spielwerk_search::Score;
use spielwerk_session::{Analysis, PlayerError, Variation};

/// A line of a UGI engine that searches.
#[derive(Debug)]
pub enum EngineLine {
    /// The analysis so far.
    Info(Analysis),
    /// The move, or why it is none.
    BestMove(Result<AnyMove, PlayerError>),
    /// A line without a meaning for us.
    Other,
}

impl EngineLine {
    /// Parses a line about this position.
    pub fn parse(line: &str, position: &AnyPosition) -> EngineLine {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word {
            "bestmove" => EngineLine::BestMove(parse_best_move(rest, position)),
            "info" => parse_info(rest, position).map_or(EngineLine::Other, EngineLine::Info),
            _ => EngineLine::Other,
        }
    }
}

/// The `info` line of a search result.
pub fn write_info(position: &AnyPosition, analysis: &Analysis) -> String {
    let mut line = format!("info depth {}", analysis.depth);
    if let Some(score) = analysis.score {
        line.push_str(&format!(" score {}", write_score(score)));
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

/// A score: `cp 123`, `win 7`, `loss 4`, `draw`.
fn write_score(score: Score) -> String {
    let plies = score.plies().unwrap_or(0);
    match score.hundredths() {
        Some(hundredths) => format!("cp {hundredths}"),
        None if score.is_win() => format!("win {plies}"),
        None if score.is_loss() => format!("loss {plies}"),
        None => "draw".into(),
    }
}

/// Parses the move after `bestmove`.
fn parse_best_move(rest: &str, position: &AnyPosition) -> Result<AnyMove, PlayerError> {
    let word = rest.split_whitespace().next().unwrap_or_default();
    if word == "none" {
        return Err(PlayerError::GameOver);
    }
    Ok(position.read_move(word)?)
}

/// Parses the words after `info`, if they have a principal variation of this position.
fn parse_info(words: &str, position: &AnyPosition) -> Option<Analysis> {
    let mut words = words.split_whitespace();
    let (mut score, mut depth, mut nodes, mut hits) = (None, 0, 0, 0);
    let mut time = Duration::ZERO;
    while let Some(word) = words.next() {
        match word {
            "depth" => depth = number(&mut words)?,
            "nodes" => nodes = number(&mut words)?,
            "tbhits" => hits = number(&mut words)?,
            "time" => time = Duration::from_millis(number(&mut words)?),
            "score" => score = read_score(&mut words),
            // Only the first of several principal variations counts.
            "multipv" if number::<u32>(&mut words)? > 1 => return None,
            "string" => return None,
            "pv" => {
                let moves = legal_prefix(position, words);
                let best = *moves.first()?;
                let lines = vec![Variation { score, moves }];
                let exact = false;
                return Some(Analysis {
                    best_move: best,
                    score,
                    depth,
                    nodes,
                    time,
                    variations: lines,
                    proven: exact,
                    tablebase_hits: hits,
                });
            }
            _ => {}
        }
    }
    None
}

fn number<T: std::str::FromStr>(words: &mut SplitWhitespace) -> Option<T> {
    words.next()?.parse().ok()
}

/// `cp 123`, `win 7`, `loss 4` or `draw`.
fn read_score(words: &mut SplitWhitespace) -> Option<Score> {
    let kind = words.next()?;
    if kind == "draw" {
        return Some(Score::DRAW);
    }
    let value: i32 = number(words)?;
    let plies = value.unsigned_abs().min(Score::MAX_PLIES);
    match kind {
        "cp" => Some(Score::estimate(value)),
        "win" => Some(Score::win_in(plies)),
        "loss" => Some(Score::loss_in(plies)),
        _ => None,
    }
}

/// The legal prefix of a variation.
fn legal_prefix<'a>(position: &AnyPosition, words: impl Iterator<Item = &'a str>) -> Vec<AnyMove> {
    let mut position = position.clone();
    let mut moves = Vec::new();
    for word in words {
        let Ok(m) = position.read_move(word) else { break };
        let Ok(next) = position.play(m) else { break };
        position = next;
        moves.push(m);
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(words: &str) -> Option<Analysis> {
        parse_info(words, &spielwerk_games::game("bohnenspiel").unwrap().start())
    }

    #[test]
    fn info_lines_are_parsed() {
        let start = spielwerk_games::game("bohnenspiel").unwrap().start();
        let analysis =
            told("depth 7 seldepth 12 score cp -34 nodes 900 nps 1 time 5 pv 3 1 2 junk").unwrap();
        assert_eq!(
            (start.write_move(analysis.best_move).as_str(), analysis.depth, analysis.nodes),
            ("3", 7, 900)
        );
        assert_eq!(analysis.score, Some(Score::estimate(-34)));
        assert_eq!(
            (analysis.time, analysis.variations[0].moves.len()),
            (Duration::from_millis(5), 3)
        );
        assert_eq!(told("score win 9 pv 1").unwrap().score, Some(Score::win_in(9)));
        assert_eq!(told("score loss 4 pv 1").unwrap().score, Some(Score::loss_in(4)));
        assert_eq!(told("score draw pv 1").unwrap().score, Some(Score::DRAW));
    }

    #[test]
    fn invalid_lines_are_ignored() {
        for words in ["", "depth", "depth many pv 3", "string pv 3", "pv", "pv 9", "multipv 2 pv 3"]
        {
            assert_eq!(told(words), None, "{words}");
        }
        assert_eq!(told("score mate 3 pv 3").unwrap().score, None);
        assert_eq!(told("score win -99999999 pv 3").unwrap().variations[0].moves.len(), 1);
    }
}
