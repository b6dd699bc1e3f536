//! The files of Halma through files: a referee's, a program's, and those that our agent keeps.

use spielwerk_codecs::halma::{HalmaInput, read_halma_play, write_halma_play};
use spielwerk_courses::halma::{Calibration, Playdata};
use spielwerk_games::Game;
use spielwerk_games::halma::{Halma, Plain, Strict};

use crate::{one_line, text};

/// `input.txt`.
pub fn halma_input(data: &[u8]) {
    let input: HalmaInput = match text(data).parse() {
        Ok(input) => input,
        Err(error) => return one_line(&error),
    };
    let again: HalmaInput = input.to_string().parse().unwrap();
    assert_eq!((again.mode, &again.setup), (input.mode, &input.setup));
    for error in [
        Halma::<Plain>::from_setup(&input.setup).err(),
        Halma::<Strict>::from_setup(&input.setup).err(),
    ] {
        error.iter().for_each(one_line);
    }
    input.warning().iter().for_each(one_line);
}

/// `output.txt`.
pub fn halma_output(data: &[u8]) {
    match read_halma_play(&text(data)) {
        Ok(squares) => assert_eq!(read_halma_play(&write_halma_play(&squares)), Ok(squares)),
        Err(error) => one_line(&error),
    }
}

/// `playdata.txt`.
pub fn halma_playdata(data: &[u8]) {
    if let Some(playdata) = Playdata::parse(&text(data)) {
        assert_eq!(Playdata::parse(&playdata.to_string()), Some(playdata));
    }
}

/// `calibration.txt`.
pub fn halma_calibration(data: &[u8]) {
    if let Some(calibration) = Calibration::parse(&text(data)) {
        assert!(calibration.nodes_per_second.is_finite());
    }
}
