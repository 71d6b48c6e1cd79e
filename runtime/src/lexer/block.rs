//! 64 bytes at once: where in them the characters stand that matter in a string.

/// How many bytes a block has.
pub(super) const SIZE: usize = 64;

/// A bit for each byte of a block.
pub(super) struct Marks {
    pub quotes: u64,
    pub backslashes: u64,
    /// Characters below U+0020, which must not stand in a string as they are.
    pub controls: u64,
    /// `n` and `t`, which are escaped more often than others.
    pub usual: u64,
    /// Whether a byte is none of ASCII.
    pub beyond_ascii: bool,
}

#[cfg(target_arch = "x86_64")]
pub(super) fn marks(block: &[u8; SIZE]) -> Marks {
    use std::arch::x86_64::{
        __m128i, _mm_cmpeq_epi8, _mm_loadu_si128, _mm_max_epu8, _mm_movemask_epi8, _mm_or_si128, _mm_set1_epi8,
    };
    let mut marks = Marks { quotes: 0, backslashes: 0, controls: 0, usual: 0, beyond_ascii: false };
    for (index, part) in block.as_chunks::<16>().0.iter().enumerate() {
        // SAFETY: SSE2 is part of every x86-64, and the load reads the 16 bytes of `part`.
        let [quotes, backslashes, controls, usual, beyond] = unsafe {
            let bytes = _mm_loadu_si128(part.as_ptr().cast::<__m128i>());
            let is = |byte: u8| _mm_cmpeq_epi8(bytes, _mm_set1_epi8(byte as i8));
            let last = _mm_set1_epi8(0x1F);
            let controls = _mm_cmpeq_epi8(_mm_max_epu8(bytes, last), last);
            let usual = _mm_or_si128(is(b'n'), is(b't'));
            [is(b'"'), is(b'\\'), controls, usual, bytes].map(|found| _mm_movemask_epi8(found) as u32)
        };
        let shift = 16 * index;
        marks.quotes |= u64::from(quotes) << shift;
        marks.backslashes |= u64::from(backslashes) << shift;
        marks.controls |= u64::from(controls) << shift;
        marks.usual |= u64::from(usual) << shift;
        marks.beyond_ascii |= beyond != 0;
    }
    marks
}

#[cfg(not(target_arch = "x86_64"))]
pub(super) fn marks(block: &[u8; SIZE]) -> Marks {
    portable(block)
}

/// The same by eight bytes in a register.
#[cfg(any(test, not(target_arch = "x86_64")))]
pub(super) fn portable(block: &[u8; SIZE]) -> Marks {
    const LOW: u64 = 0x7F7F_7F7F_7F7F_7F7F;
    const ONES: u64 = 0x0101_0101_0101_0101;
    // The high bit of each byte that is zero, gathered into the low eight bits.
    let zeros = |word: u64| {
        let high = !(((word & LOW) + LOW) | word | LOW);
        (high >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
    };
    let mut marks = Marks { quotes: 0, backslashes: 0, controls: 0, usual: 0, beyond_ascii: false };
    for (index, part) in block.as_chunks::<8>().0.iter().enumerate() {
        let word = u64::from_le_bytes(*part);
        let shift = 8 * index;
        marks.quotes |= zeros(word ^ (ONES * u64::from(b'"'))) << shift;
        marks.backslashes |= zeros(word ^ (ONES * u64::from(b'\\'))) << shift;
        // What is zero but for its low five bits is below U+0020.
        marks.controls |= zeros(word & (ONES * 0xE0)) << shift;
        marks.usual |= (zeros(word ^ (ONES * u64::from(b'n'))) | zeros(word ^ (ONES * u64::from(b't')))) << shift;
        marks.beyond_ascii |= word & !LOW != 0;
    }
    marks
}
