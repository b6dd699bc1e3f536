//! Finds the WebAssembly module for `serve` and `site`: the file that is named, or else where
//! `crates/wasm/build` or a package puts it.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use spielwerk_web::WasmModule;

/// Where `crates/wasm/build` puts it, in the folder of the source.
const BUILT: &str = "target/wasm/spielwerk.wasm";
/// Where a package puts it, beside the folder of the binary.
const PACKAGED: &str = "share/spielwerk/spielwerk.wasm";

/// The path of a module that nobody has named, if there is one.
pub(crate) fn find() -> Option<PathBuf> {
    let binary = env::current_exe().ok();
    let prefix = binary.as_deref().and_then(Path::parent).and_then(Path::parent);
    let packaged = prefix.map(|prefix| prefix.join(PACKAGED));
    [Some(PathBuf::from(BUILT)), packaged].into_iter().flatten().find(|path| path.is_file())
}

/// Reads a module and checks it.
pub(crate) fn read(path: &Path) -> anyhow::Result<WasmModule> {
    let name = path.display();
    let bytes = fs::read(path).with_context(|| {
        format!("cannot read the WebAssembly module {name}; `crates/wasm/build` builds it")
    })?;
    WasmModule::new(bytes).with_context(|| name.to_string())
}
