//! Random numbers that nobody can guess.

/// A random number from the system.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn random() -> u64 {
    rand::random()
}

/// A random number from the browser.
#[cfg(target_family = "wasm")]
pub(crate) fn random() -> u64 {
    #[link(wasm_import_module = "spielwerk")]
    #[expect(unsafe_code, reason = "the browser's entropy is reached by an import of the module")]
    unsafe extern "C" {
        #[link_name = "random"]
        safe fn browser_random() -> u64;
    }
    browser_random()
}
