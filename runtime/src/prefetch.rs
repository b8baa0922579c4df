//! [`prefetch`]: has memory brought near before it is read.

/// Tells the processor that the line of the cache where `of` begins is about to be read, so that whoever reads it does not wait for memory. A hint: it changes nothing that a
/// program could tell, and does nothing where the language has no means for it (elsewhere than on x86-64).
#[inline(always)]
#[allow(unsafe_code, reason = "measured kernel: searches wait a twentieth of their time for their tables")]
pub fn prefetch<T>(of: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: SSE, which has the instruction, is part of every x86-64, and the address is that of a reference; besides, prefetching never faults. Safe twin: `do_nothing`.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(core::ptr::from_ref(of).cast()) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    do_nothing(of);
}

/// What [`prefetch`] is as far as any program can tell.
#[cfg(any(test, not(target_arch = "x86_64")))]
#[inline(always)]
fn do_nothing<T>(_: &T) {}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::{boxed::Box, vec::Vec};

    /// The kernel and its safe twin: both leave everything as it was, wherever it is.
    #[test]
    fn prefetching_changes_nothing() {
        let big: Vec<u64> = (0..100_000).collect();
        let twin = big.clone();
        for (number, twin) in big.iter().zip(&twin) {
            prefetch(number);
            do_nothing(twin);
        }
        assert_eq!(big, twin);
        // Where nothing is: of no size, and one byte at the end of an allocation.
        prefetch(&());
        let last: Box<[u8]> = Box::new([1, 2, 3]);
        prefetch(&last[2]);
        assert_eq!(*last, [1, 2, 3]);
    }
}
