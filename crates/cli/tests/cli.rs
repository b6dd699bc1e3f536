//! The command line as its users see it: what is typed, what is printed, the exit code.
//!
//! `TRYCMD=overwrite cargo test -p spielwerk` writes down anew what the commands print.

#[test]
fn commands_print_what_is_written_down() {
    trycmd::TestCases::new()
        .case("tests/cmd/*.trycmd")
        .case("../../docs/manual.md")
        .case("../../docs/guide/*.md")
        // Search results must not depend on the tablebases that happen to be on a machine.
        .env("SPIELWERK_TABLES", "nowhere")
        .default_bin_name("spielwerk");
}
