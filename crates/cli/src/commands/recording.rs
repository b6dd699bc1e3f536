//! `match --record`: the games of a match in a store, as an event.

use spielwerk_arena::FinishedGame;
#[cfg(feature = "store")]
use spielwerk_arena::record::{Archive, EventKind, Recorder};
use spielwerk_engines::Entrant;

use crate::args::Match;

/// The recorder of a match, if its games are recorded, and the name of their event.
pub(super) struct Recording {
    #[cfg(feature = "store")]
    recorder: Option<(Recorder, String)>,
}

#[cfg(feature = "store")]
impl Recording {
    pub(super) fn start(options: &Match) -> anyhow::Result<Recording> {
        let Some(file) = &options.record else {
            return Ok(Recording { recorder: None });
        };
        let mut archive = Archive::open(file)?;
        let name = match &options.event {
            Some(name) => name.clone(),
            None => free_name(&mut archive, options)?,
        };
        anyhow::ensure!(
            archive.event(&name)?.is_none(),
            "`{}` has an event `{name}` already; --event NAME gives this one another name",
            file.display()
        );
        let event = archive.begin(&name, EventKind::Match, "")?;
        Ok(Recording { recorder: Some((Recorder::new(archive, event), name)) })
    }

    /// Records a game. Returns false if storing has failed; `finish` returns the error.
    pub(super) fn save(&self, finished: &FinishedGame, entrants: &[Entrant]) -> bool {
        self.recorder
            .as_ref()
            .is_none_or(|(recorder, event)| recorder.save(finished.record(event, entrants)))
    }

    /// Waits until all games are stored.
    pub(super) fn finish(self) -> anyhow::Result<()> {
        if let Some((recorder, _)) = self.recorder {
            recorder.finish()?;
        }
        Ok(())
    }
}

/// The default name of an event: the game and the players, numbered from the second time on.
#[cfg(feature = "store")]
fn free_name(archive: &mut Archive, options: &Match) -> anyhow::Result<String> {
    let players: Vec<String> = options.players.iter().map(ToString::to_string).collect();
    let base = format!("{}: {}", options.game.name(), players.join(" – "));
    let (mut name, mut number) = (base.clone(), 1);
    while archive.event(&name)?.is_some() {
        number += 1;
        name = format!("{base} ({number})");
    }
    Ok(name)
}

/// Without a store nothing is recorded, and there is no option that would ask for it.
#[cfg(not(feature = "store"))]
impl Recording {
    pub(super) fn start(_: &Match) -> anyhow::Result<Recording> {
        Ok(Recording {})
    }

    pub(super) fn save(&self, _: &FinishedGame, _: &[Entrant]) -> bool {
        true
    }

    pub(super) fn finish(self) -> anyhow::Result<()> {
        Ok(())
    }
}
