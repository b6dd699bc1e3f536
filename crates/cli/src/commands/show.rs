//! `spielwerk show`: a position to look at.

use crate::args::Show;

pub(crate) fn run(_options: &Show) -> anyhow::Result<()> {
    Ok(())
}
