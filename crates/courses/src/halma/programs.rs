//! The programs that take part: checked that they can be started, and calibrated once if there is a
//! program `calibrate` beside them.

use spielwerk_engines::{Entrant, FileProgram};
use spielwerk_games::AnyGame;
use spielwerk_players::SpecError;
use spielwerk_search::StopFlag;

/// A program that is ready to play.
#[derive(Debug)]
pub struct ReadyProgram {
    /// The program.
    pub entrant: Entrant,
    /// Why it plays without a calibration, if that has failed.
    pub warning: Option<String>,
}

impl ReadyProgram {
    /// The program of a command, named by it. The stop flag ends a calibration.
    pub fn new(command: &str, game: AnyGame, stop: &StopFlag) -> Result<ReadyProgram, SpecError> {
        let program = FileProgram::new(command)?;
        let calibration = program.calibration_program();
        ReadyProgram::calibrated(program, calibration, command, game, stop)
    }

    /// A program, and the one that calibrates it.
    pub(super) fn calibrated(
        program: FileProgram,
        calibration: Option<FileProgram>,
        name: &str,
        game: AnyGame,
        stop: &StopFlag,
    ) -> Result<ReadyProgram, SpecError> {
        program.check()?;
        let (mut ready, mut warning) = (program.clone(), None);
        if let Some(calibration) = calibration {
            match program.calibrated_by(&calibration, stop) {
                Ok(calibrated) => ready = calibrated,
                Err(error) => {
                    let command = calibration.command();
                    warning = Some(format!("`{command}` has written no calibration: {error}"));
                }
            }
        }
        Ok(ReadyProgram { entrant: ready.entrant_named(name, game)?, warning })
    }
}
