//! `spielwerk` alone: what there is, and what to try.

use std::io::Write;

use super::games::table;
use crate::output;

pub(crate) fn run() -> anyhow::Result<()> {
    let mut out = output::stdout();
    writeln!(out, "Spielwerk {}: four classic games of pure skill.\n", env!("CARGO_PKG_VERSION"))?;
    table(&mut out)?;
    writeln!(
        out,
        "\nTry:
  spielwerk play fanorona                 a game in the terminal
  spielwerk show fanorona                 the board in the terminal
  spielwerk show halma --png halma.png    the board as a picture
  spielwerk moves fauhalma                the legal moves, one a line
  spielwerk best bohnenspiel              the best move after a second's thought
  spielwerk match halma strong greedy --games 4 --time 20ms
  spielwerk perft bohnenspiel 8           how many games of 8 plies there are
  spielwerk help                          all commands"
    )?;
    Ok(out.flush()?)
}
