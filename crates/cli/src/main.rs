//! The `spielwerk` binary: the command line with the built-in games.

use std::process::ExitCode;

fn main() -> ExitCode {
    spielwerk::main()
}
