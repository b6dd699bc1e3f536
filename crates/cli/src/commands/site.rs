//! `spielwerk site`: the web app as files that need no server.

use std::fs;

use anyhow::Context;

use super::wasm_module;
use crate::args::Site;

pub(crate) fn run(options: &Site) -> anyhow::Result<()> {
    let module = options.module.clone().or_else(wasm_module::find);
    let module = module.context("there is no WebAssembly module; `crates/wasm/build` builds it")?;
    let files = spielwerk_web::site(&wasm_module::read(&module)?)?;
    let directory = &options.directory;
    for file in &files {
        let path = directory.join(&file.name);
        let folder = path.parent().unwrap_or(directory);
        fs::create_dir_all(folder)
            .with_context(|| format!("cannot create {}", folder.display()))?;
        fs::write(&path, &file.bytes)
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    let directory = directory.display();
    println!("{directory}/ is ready for any static host; {directory}/spielwerk.html is all of it");
    Ok(())
}
