//! What the processor can do, as a type: code that takes a [`Cpu`] is compiled once for each kind and picked at run time.
//!
//! A [`Bmi2`] value is the proof that the processor has BMI2 (it can only be had from [`Bmi2::detect`]), which is
//! what makes its safe methods sound.

use crate::{Position, position::Work, sealed::Sealed};

/// A kind of processor.
pub trait Cpu: Sealed + Copy + Send + Sync + 'static {
    /// Has a fast PEXT: tables indexed by it are worth it.
    const PEXT: bool;
    /// Is it what machines of this target usually are? Then each kind of work has its own instance of the generated code, which is a tenth
    /// faster in bulk and half as fast again in leaves; otherwise one instance does all, which keeps the time to compile a game small.
    const USUAL: bool;
    /// Does work on a position in code compiled for this kind of processor: having its moves consumed by a visitor (`&mut visitor`), for one.
    #[doc(hidden)]
    fn enter<P: Position, W: Work<P>>(self, position: &P, work: W) -> W::Output;
    /// Does a task in code compiled for this kind of processor.
    fn perform<T: Task>(self, task: T) -> T::Output;
    /// The bits of `word` selected by `mask`, packed into the low bits.
    fn pext(self, word: u64, mask: u64) -> u64;
    /// The place of the bit of this number (from 0) among those of `word`, ascending; 64 where there are not so many.
    fn nth_bit(self, word: u64, number: u32) -> u32;
    /// [`Cpu::pext`] on 128 bits; at most 64 bits may be selected.
    #[inline(always)]
    fn pext128(self, word: u128, mask: u128) -> u64 {
        let low = self.pext(word as u64, mask as u64);
        let high = self.pext((word >> 64) as u64, (mask >> 64) as u64);
        low | high.wrapping_shl((mask as u64).count_ones())
    }
}

/// Work that is compiled as one function for each kind of processor, with its instructions: whatever it calls has to be inlined into it. What
/// `Work` is to positions of generated code, for whoever has no such position.
pub trait Task {
    /// What comes of it.
    type Output;
    /// Does it.
    fn run<C: Cpu>(self, cpu: C) -> Self::Output;
}

/// Does a task in code for this processor, which is any where nothing is known of it.
#[inline(always)]
pub fn perform<T: Task>(cpu: Option<Bmi2>, task: T) -> T::Output {
    match cpu {
        Some(cpu) => cpu.perform(task),
        None => Portable.perform(task),
    }
}

/// Any processor: no assumption.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

impl Sealed for Portable {}

impl Cpu for Portable {
    const PEXT: bool = false;
    const USUAL: bool = cfg!(not(target_arch = "x86_64"));
    #[inline(always)]
    fn enter<P: Position, W: Work<P>>(self, position: &P, work: W) -> W::Output {
        position.enter_portable(work)
    }
    #[inline(never)]
    fn perform<T: Task>(self, task: T) -> T::Output {
        task.run(self)
    }
    #[inline(always)]
    fn pext(self, word: u64, mut mask: u64) -> u64 {
        let mut packed = 0;
        let mut bit = 0;
        while mask != 0 {
            packed |= (word >> mask.trailing_zeros() & 1) << bit;
            bit += 1;
            mask &= mask - 1;
        }
        packed
    }
    #[inline(always)]
    fn nth_bit(self, mut word: u64, number: u32) -> u32 {
        for _ in 0..number.min(u64::BITS) {
            word &= word.wrapping_sub(1);
        }
        word.trailing_zeros()
    }
}

/// An x86-64 processor with BMI1, BMI2, LZCNT, POPCNT and AVX2 whose PEXT is fast. Values exist only on such a processor.
#[derive(Clone, Copy, Debug)]
pub struct Bmi2(());

impl Bmi2 {
    /// The proof, where this processor qualifies.
    #[inline]
    pub fn detect() -> Option<Bmi2> {
        if cfg!(all(target_arch = "x86_64", target_feature = "bmi2", target_feature = "avx2", target_feature = "lzcnt"))
        {
            return Some(Bmi2(()));
        }
        #[cfg(target_arch = "x86_64")]
        if has_bmi2::get() && has_lzcnt() {
            return Some(Bmi2(()));
        }
        None
    }
}

#[cfg(target_arch = "x86_64")]
cpufeatures::new!(has_bmi2, "bmi1", "bmi2", "popcnt", "avx2");

/// LZCNT has no name in `cpufeatures`: bit 5 of ECX of the extended leaf 1, asked once.
#[cfg(target_arch = "x86_64")]
fn has_lzcnt() -> bool {
    use core::sync::atomic::{AtomicU8, Ordering};
    static ANSWER: AtomicU8 = AtomicU8::new(2);
    let known = ANSWER.load(Ordering::Relaxed);
    if known != 2 {
        return known == 1;
    }
    let highest = core::arch::x86_64::__cpuid(0x8000_0000).eax;
    let found = highest >= 0x8000_0001 && core::arch::x86_64::__cpuid(0x8000_0001).ecx >> 5 & 1 == 1;
    ANSWER.store(found as u8, Ordering::Relaxed);
    found
}

/// A task with the instructions that the argument proves to be there.
#[inline(never)]
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt,avx2")]
fn perform_bmi2<T: Task>(cpu: Bmi2, task: T) -> T::Output {
    task.run(cpu)
}

impl Sealed for Bmi2 {}

impl Cpu for Bmi2 {
    const PEXT: bool = true;
    const USUAL: bool = cfg!(target_arch = "x86_64");
    #[inline(always)]
    #[cfg(target_arch = "x86_64")]
    #[allow(unsafe_code, reason = "entering functions with target features")]
    fn enter<P: Position, W: Work<P>>(self, position: &P, work: W) -> W::Output {
        // SAFETY: a `Bmi2` exists only where `detect` has found the features. Safe twin: `enter_portable`.
        unsafe { position.enter_bmi2(self, work) }
    }
    #[inline(always)]
    #[cfg(not(target_arch = "x86_64"))]
    fn enter<P: Position, W: Work<P>>(self, position: &P, work: W) -> W::Output {
        position.enter_portable(work)
    }
    #[inline(always)]
    #[cfg(target_arch = "x86_64")]
    #[allow(unsafe_code, reason = "entering functions with target features")]
    fn perform<T: Task>(self, task: T) -> T::Output {
        // SAFETY: a `Bmi2` exists only where `detect` has found the features. Safe twin: `Portable::perform`.
        unsafe { perform_bmi2(self, task) }
    }
    #[inline(always)]
    #[cfg(not(target_arch = "x86_64"))]
    fn perform<T: Task>(self, task: T) -> T::Output {
        task.run(self)
    }
    #[inline(always)]
    #[cfg(target_arch = "x86_64")]
    #[allow(unsafe_code, reason = "measured kernel: PEXT is what makes slider tables fast")]
    fn pext(self, word: u64, mask: u64) -> u64 {
        // SAFETY: a `Bmi2` exists only where `detect` has found the instruction. Safe twin: `Portable::pext`.
        unsafe { core::arch::x86_64::_pext_u64(word, mask) }
    }
    #[inline(always)]
    #[cfg(not(target_arch = "x86_64"))]
    fn pext(self, word: u64, mask: u64) -> u64 {
        Portable.pext(word, mask)
    }
    #[inline(always)]
    #[cfg(target_arch = "x86_64")]
    #[allow(unsafe_code, reason = "measured kernel: PDEP finds the bit without a loop whose end nobody could foresee")]
    fn nth_bit(self, word: u64, number: u32) -> u32 {
        // SAFETY: a `Bmi2` exists only where `detect` has found the instruction. Safe twin: `Portable::nth_bit`.
        unsafe { core::arch::x86_64::_pdep_u64(1_u64.checked_shl(number).unwrap_or(0), word) }.trailing_zeros()
    }
    #[inline(always)]
    #[cfg(not(target_arch = "x86_64"))]
    fn nth_bit(self, word: u64, number: u32) -> u32 {
        Portable.nth_bit(word, number)
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;

    /// The kernels and their safe twins.
    #[test]
    fn kernels_agree_with_their_portable_twins() {
        let Some(bmi2) = Bmi2::detect() else {
            // Past the test harness, which keeps what passing tests print to itself.
            let _ = std::io::Write::write_all(&mut std::io::stderr(), b"SKIPPED: this processor has no fast PEXT\n");
            return;
        };
        let mut state = 7_u64;
        for _ in 0..1000 {
            let mut next = || {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                state ^ state >> 29
            };
            let (word, mask) = (next(), next() & next());
            assert_eq!(bmi2.pext(word, mask), Portable.pext(word, mask));
            for number in [0, next() as u32 % 32, mask.count_ones().saturating_sub(1), mask.count_ones(), 63, 64] {
                assert_eq!(bmi2.nth_bit(mask, number), Portable.nth_bit(mask, number), "{number} of {mask:#x}");
            }
            let (wide, wide_mask) =
                (word as u128 | (next() as u128) << 64, mask as u128 | ((next() & next() & next()) as u128) << 64);
            if wide_mask.count_ones() <= 64 {
                assert_eq!(bmi2.pext128(wide, wide_mask), Portable.pext128(wide, wide_mask));
            }
        }
    }
}
