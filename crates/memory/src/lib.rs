//! Large tables in memory.
//!
//! A table that is accessed at random misses the processor's translation cache (TLB) at nearly every
//! access when it lies in pages of 4 KiB, and the first access to each of those pages is a page
//! fault. Huge pages of 2 MiB avoid both. The memory is zeroed by the system when it is first
//! touched, so a large table costs nothing before it is used.

use bytemuck::Zeroable;

/// A slice of zeros, `None` if the address space does not suffice. Atomic integers are
/// [`Zeroable`], so threads can share it.
///
/// ```
/// use std::sync::atomic::{AtomicU64, Ordering};
/// let table = spielwerk_memory::zeroed::<AtomicU64>(1 << 20).expect("8 MiB are available");
/// assert_eq!(table[12_345].load(Ordering::Relaxed), 0);
/// ```
pub fn zeroed<T: Zeroable>(length: usize) -> Option<Box<[T]>> {
    bytemuck::try_zeroed_slice_box(length).ok()
}

/// Asks the system for huge pages. What has been touched already keeps the pages that it has.
#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "the system's advice has no safe interface")]
pub fn advise_huge_pages<T>(table: &[T]) {
    use rustix::mm::{Advice, madvise};
    /// What the system's smallest pages are multiples of on every machine.
    const PAGE: usize = 1 << 16;
    let start = table.as_ptr() as usize;
    let (first, end) = (start.next_multiple_of(PAGE), (start + size_of_val(table)) / PAGE * PAGE);
    if first < end {
        let offset = first - start;
        // SAFETY: the range lies inside `table`, and this advice changes neither what is in the
        // pages nor who may use them. Refused advice leaves the pages small, which is no error.
        let _ = unsafe {
            madvise(
                table.as_ptr().byte_add(offset).cast_mut().cast(),
                end - first,
                Advice::LinuxHugepage,
            )
        };
    }
}

/// Elsewhere the system chooses.
#[cfg(not(target_os = "linux"))]
pub fn advise_huge_pages<T>(_: &[T]) {}

/// Begins to fetch what is about to be read into the cache, and does not wait for it. An ordinary
/// load would occupy the processor until it is there, and with it what follows.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
#[expect(unsafe_code, reason = "the instruction has no safe interface")]
pub fn prefetch<T>(item: &T) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    // SAFETY: it changes nothing but the cache, for any address, and is part of every x86-64.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(item).cast()) }
}

/// Elsewhere there is no such instruction in stable Rust.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
pub fn prefetch<T>(_: &T) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn advice_changes_no_content() {
        let mut table = zeroed::<u8>(5 << 20).unwrap();
        table[3 << 20] = 7;
        advise_huge_pages(&table);
        advise_huge_pages(&table[1..1000]);
        advise_huge_pages::<u64>(&[]);
        assert_eq!((table[3 << 20], table[4 << 20], table.len()), (7, 0, 5 << 20));
    }

    #[test]
    fn too_much_is_refused() {
        assert!(zeroed::<u64>(usize::MAX / 32).is_none());
    }
}
