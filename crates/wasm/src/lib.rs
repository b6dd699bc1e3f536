//! The games, their players and the web app's interface as a WebAssembly module, for a page without a
//! server. `crates/wasm/build` builds it; on other targets this crate is empty.
//!
//! The interface is a few functions that exchange JSON in linear memory, so that no generator of
//! bindings is needed. The page asks for memory by `allocate`, writes a message there, and passes it
//! to `handle` or, in a worker of its own, to `search`. Answers are passed to the imported `emit`
//! while the call runs.
//!
//! | import of `spielwerk` | what it does |
//! |---|---|
//! | `emit(pointer, length)` | receives an answer |
//! | `now()` | milliseconds since the worker was started |
//! | `date()` | milliseconds since 1970 |
//! | `random()` | 64 random bits |
//!
//! The custom section `spielwerk-version` has the version of the module.

#![cfg(target_family = "wasm")]

use std::cell::RefCell;

use spielwerk_web::browser::{Backend, SearchWorker};

mod memory;

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The version in a custom section, where a server reads it without running the module.
#[used]
#[unsafe(link_section = "spielwerk-version")]
#[expect(unsafe_code, reason = "a section that nothing else writes to")]
static VERSION_SECTION: [u8; VERSION.len()] = match VERSION.as_bytes().first_chunk() {
    Some(bytes) => *bytes,
    None => unreachable!(),
};

thread_local! {
    static BACKEND: RefCell<Option<Backend>> = const { RefCell::new(None) };
    static SEARCH_WORKER: RefCell<SearchWorker> = RefCell::default();
}

/// Handles a message of the page, and emits a list of what the page has to do.
#[unsafe(no_mangle)]
#[expect(unsafe_code, reason = "the page finds an exported function by its name")]
pub extern "C" fn handle(pointer: *mut u8, length: usize) {
    let message = memory::take_text(pointer, length);
    BACKEND.with_borrow_mut(|backend| {
        let backend = match backend {
            Some(backend) => backend,
            None => match Backend::new() {
                Ok(new) => backend.insert(new),
                Err(error) => return memory::emit_text(&error.to_string()),
            },
        };
        match backend.handle(&message) {
            Ok(outputs) => memory::emit_text(&outputs),
            Err(error) => memory::emit_text(&error.to_string()),
        }
    });
}

/// Searches, and emits reports until the search is done.
#[unsafe(no_mangle)]
#[expect(unsafe_code, reason = "the page finds an exported function by its name")]
pub extern "C" fn search(pointer: *mut u8, length: usize) {
    let message = memory::take_text(pointer, length);
    SEARCH_WORKER.with_borrow_mut(|worker| {
        if let Err(error) = worker.handle(&message, &memory::emit_text) {
            memory::emit_text(&error.to_string());
        }
    });
}
