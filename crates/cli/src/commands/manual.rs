//! `spielwerk completions` and `spielwerk man`: what clap can tell about the command line.

use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::Context;
use clap::CommandFactory;
use clap_complete::Shell;
use clap_mangen::Man;

use crate::args::Arguments;
use crate::output;

pub(crate) fn completions(shell: Shell) -> anyhow::Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "spielwerk", &mut script);
    let mut out = output::stdout();
    out.write_all(&script)?;
    Ok(out.flush()?)
}

pub(crate) fn pages(directory: Option<&Path>) -> anyhow::Result<()> {
    let mut command = Arguments::command();
    command.build();
    let Some(directory) = directory else {
        let mut out = output::stdout();
        Man::new(command).render(&mut out)?;
        return Ok(out.flush()?);
    };
    fs::create_dir_all(directory)
        .with_context(|| format!("cannot make the directory `{}`", directory.display()))?;
    write_pages(&command, "spielwerk", directory)
}

/// A page for this command and for everything below it: `spielwerk-perft.1`.
fn write_pages(command: &clap::Command, name: &str, directory: &Path) -> anyhow::Result<()> {
    let mut page = Vec::new();
    Man::new(command.clone()).title(name.to_uppercase()).render(&mut page)?;
    output::write_file(&directory.join(format!("{name}.1")), &page)?;
    for below in command.get_subcommands().filter(|below| below.get_name() != "help") {
        write_pages(below, &format!("{name}-{}", below.get_name()), directory)?;
    }
    Ok(())
}
