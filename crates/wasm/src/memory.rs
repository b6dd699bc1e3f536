//! Texts in linear memory: from the page to the module, and back.

#[link(wasm_import_module = "spielwerk")]
#[expect(unsafe_code, reason = "the page is reached by an import of the module")]
unsafe extern "C" {
    /// The page reads a text, and is done with it when this returns.
    safe fn emit(pointer: *const u8, length: usize);
}

/// Memory for a text of so many bytes, which [`take_text`] frees.
#[unsafe(no_mangle)]
#[expect(unsafe_code, reason = "the page finds an exported function by its name")]
pub(crate) extern "C" fn allocate(length: usize) -> *mut u8 {
    let bytes = vec![0_u8; length].into_boxed_slice();
    Box::into_raw(bytes).cast()
}

/// The text that the page has written to memory that it got by [`allocate`].
pub(crate) fn take_text(pointer: *mut u8, length: usize) -> String {
    let bytes = std::ptr::slice_from_raw_parts_mut(pointer, length);
    #[expect(unsafe_code, reason = "the memory was handed to the page as a pointer")]
    // SAFETY: the page passes the pointer and the length of one call of `allocate`, once.
    let bytes = unsafe { Box::from_raw(bytes) };
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Passes a text to the page.
pub(crate) fn emit_text(text: &str) {
    emit(text.as_ptr(), text.len());
}
