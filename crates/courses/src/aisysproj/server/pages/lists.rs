//! Pages that list: all environments, an environment's leader board, an agent's runs.

use super::layout::{escape, page, table};
use crate::aisysproj::Environment;
use crate::aisysproj::client::RatingTracker;
use crate::aisysproj::server::run_store::{Run, Standing};

/// How many runs are listed on an environment's page,
pub(super) const LISTED_ENVIRONMENT_RUNS: u32 = 20;
/// and on an agent's.
pub(super) const LISTED_AGENT_RUNS: u32 = 200;

/// All environments.
pub(super) fn front(rows: &[(&Environment, Vec<Standing>)]) -> String {
    let rows: Vec<Vec<String>> = rows
        .iter()
        .map(|(environment, standings)| {
            let best = standings.first().filter(|standing| standing.games > 0);
            vec![
                link(&format!("/env/{}", environment.name), &environment.name),
                escape(environment.game.info().title),
                environment.game.seats().to_string(),
                escape(environment.opponent),
                escape(environment.worth),
                best.map(|best| escape(&best.agent)).unwrap_or_default(),
                rating(best.and_then(|best| best.best)),
            ]
        })
        .collect();
    let heads =
        ["environment", "game", "#players", "opponents", "course points", "leader", "#best rating"];
    let content = format!(
        "<p>A place to practise FAUhalma with any AISysProj client. An agent gets its config files \
         from <code>spielwerk aisysproj agent NAME</code>.</p>\n{}",
        table(&heads, &rows)
    );
    page("Practice server", &[], &content)
}

/// One environment.
pub(super) fn environment(
    environment: &Environment,
    standings: &[Standing],
    runs: &[Run],
) -> String {
    let rows: Vec<Vec<String>> = standings
        .iter()
        .zip(1..)
        .map(|(standing, place)| {
            let address = format!("/agent/{}/{}", environment.name, standing.agent);
            vec![
                place.to_string(),
                link(&address, &standing.agent),
                rating(standing.best),
                rating(standing.rating),
                standing.games.to_string(),
            ]
        })
        .collect();
    let window = RatingTracker::RATING_WINDOW;
    let content = format!(
        "<p>{}, against <code>{}</code>. A rating is the mean of {window} runs in a row.</p>\n{}\
         <h2>Newest runs</h2>\n{}",
        escape(environment.game.info().title),
        escape(environment.opponent),
        table(&["#", "agent", "#best rating", "#present rating", "#runs"], &rows),
        run_table(environment, runs),
    );
    page(&environment.name, &[("all environments", "/".into())], &content)
}

/// One agent.
pub(super) fn agent(environment: &Environment, standing: &Standing, runs: &[Run]) -> String {
    let content = format!(
        "<p>Best rating <b>{}</b>, present rating <b>{}</b>, {} finished runs.</p>\n\
         <h2>Runs</h2>\n{}",
        rating(standing.best),
        rating(standing.rating),
        standing.games,
        run_table(environment, runs),
    );
    let breadcrumbs = [
        ("all environments", "/".to_owned()),
        (environment.name.as_str(), format!("/env/{}", environment.name)),
    ];
    page(&standing.agent, &breadcrumbs, &content)
}

fn run_table(environment: &Environment, runs: &[Run]) -> String {
    let rows: Vec<Vec<String>> = runs
        .iter()
        .map(|run| {
            vec![
                link(&format!("/run/{}/{}", environment.name, run.id), &run.id.to_string()),
                link(&format!("/agent/{}/{}", environment.name, run.agent), &run.agent),
                run.acts.to_string(),
                points(run),
            ]
        })
        .collect();
    table(&["#run", "agent", "#moves", "#points"], &rows)
}

/// The points of a run, or that it is open.
pub(super) fn points(run: &Run) -> String {
    run.points.map_or_else(|| "<span class='faint'>open</span>".into(), |points| points.to_string())
}

fn rating(rating: Option<f64>) -> String {
    rating.map_or_else(|| "–".into(), |rating| format!("{rating:.2}"))
}

fn link(address: &str, text: &str) -> String {
    format!("<a href='{}'>{}</a>", escape(address), escape(text))
}
