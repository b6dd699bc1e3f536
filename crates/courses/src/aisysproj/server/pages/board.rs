//! A run on the board, ply by ply.

use spielwerk_drawing::{Scene, Theme};

use super::layout::{escape, page};
use super::lists::points;
use crate::aisysproj::Environment;
use crate::aisysproj::server::play::{self, ActError};
use crate::aisysproj::server::run_store::Run;

/// The page of a run after so many plies; without a number, at its end.
pub(super) fn run(
    environment: &Environment,
    run: &Run,
    ply: Option<usize>,
) -> Result<String, ActError> {
    let state = play::replay(environment, run)?;
    let last = state.moves().len();
    let ply = ply.unwrap_or(last).min(last);
    let step = |to: usize, text: &str| {
        if to == ply {
            format!("<span class='faint'>{text}</span>")
        } else {
            format!("<a href='?ply={to}'>{text}</a>")
        }
    };
    let steps = [
        step(0, "« start"),
        step(ply.saturating_sub(1), "◀ back"),
        format!("<span>{ply} of {last}</span>"),
        step((ply + 1).min(last), "next ▶"),
        step(last, "end »"),
    ];
    let seats = environment.game.info().seats;
    let before = ply.checked_sub(1).and_then(|before| {
        let position = &state.positions()[before];
        let text = position.write_move(state.moves()[before]);
        Some(format!("{} played {text}", seats[position.turn()?.index()]))
    });
    let source = format!("/board/{}/{}/{ply}", environment.name, run.id);
    let content = format!(
        "<p>{agent} is A; {first} began; points: {points}.</p>\n\
         <picture><source media='(prefers-color-scheme: dark)' srcset='{source}/dark'>\
         <img src='{source}/light' alt='the board after {ply} plies'></picture>\n\
         <p class='steps'>{steps}</p>\n<p class='steps faint'>{before}</p>\n",
        agent = escape(&run.agent),
        first = seats.get(usize::from(run.first)).copied().unwrap_or("A"),
        points = points(run),
        steps = steps.join("\n"),
        before = escape(&before.unwrap_or_default()),
    );
    let breadcrumbs = [
        ("all environments", "/".to_owned()),
        (environment.name.as_str(), format!("/env/{}", environment.name)),
        (run.agent.as_str(), format!("/agent/{}/{}", environment.name, run.agent)),
    ];
    Ok(page(&format!("Run {}", run.id), &breadcrumbs, &content))
}

/// The board after so many plies, if there were so many.
pub(super) fn picture(
    environment: &Environment,
    run: &Run,
    ply: usize,
    dark: bool,
) -> Result<Option<String>, ActError> {
    let state = play::replay(environment, run)?;
    let Some(position) = state.positions().get(ply) else { return Ok(None) };
    let contents = position.contents();
    let last_move = ply.checked_sub(1).map(|it| state.positions()[it].path(state.moves()[it]));
    let info = environment.game.info();
    let scene = Scene {
        title: info.title,
        board: environment.game.board(),
        contents: &contents,
        seats: info.seats,
        last_move: &last_move.unwrap_or_default(),
    };
    let theme = if dark { Theme::Dark } else { Theme::Light };
    Ok(Some(spielwerk_drawing::svg(&scene, &theme)))
}
