//! Strings: their end, and that what is escaped in them may be.

use super::block::{self, SIZE};

/// Where a string ends whose opening quote stands before `from`: the place of its closing quote. `None` when it has none, or
/// holds what a string may not. `beyond_ascii` becomes true when it, or a little after it, holds what is none of ASCII.
pub(super) fn end(bytes: &[u8], from: usize, beyond_ascii: &mut bool) -> Option<usize> {
    let mut at = from;
    // Whether the first byte of the block is escaped by the last of the one before.
    let mut carried = 0;
    while let Some((block, _)) = bytes[at..].split_first_chunk::<SIZE>() {
        let marks = block::marks(block);
        *beyond_ascii |= marks.beyond_ascii;
        let escaped = escaped(marks.backslashes, &mut carried);
        let quotes = marks.quotes & !escaped;
        // Bits below the closing quote.
        let inside = quotes.wrapping_sub(1) & !quotes;
        if marks.controls & inside != 0 {
            return None;
        }
        let mut escapes = escaped & inside & !(marks.usual | marks.quotes | marks.backslashes);
        while escapes != 0 {
            let place = at + escapes.trailing_zeros() as usize;
            if !may_be_escaped(bytes, place) {
                return None;
            }
            escapes &= escapes - 1;
        }
        if quotes != 0 {
            return Some(at + quotes.trailing_zeros() as usize);
        }
        at += SIZE;
    }
    end_of_rest(bytes, at, carried != 0, beyond_ascii)
}

/// The same byte by byte, for what is less than a block.
fn end_of_rest(bytes: &[u8], mut at: usize, mut is_escaped: bool, beyond_ascii: &mut bool) -> Option<usize> {
    while let Some(byte) = bytes.get(at) {
        *beyond_ascii |= !byte.is_ascii();
        match byte {
            _ if is_escaped => {
                if !may_be_escaped(bytes, at) {
                    return None;
                }
                is_escaped = false;
            }
            b'"' => return Some(at),
            b'\\' => is_escaped = true,
            0..0x20 => return None,
            _ => {}
        }
        at += 1;
    }
    None
}

/// The bytes of a block that a backslash escapes: those after an odd run of them. `carried` is 1 where the run goes on from
/// the block before.
fn escaped(backslashes: u64, carried: &mut u64) -> u64 {
    const EVEN: u64 = 0x5555_5555_5555_5555;
    if backslashes == 0 {
        return std::mem::take(carried);
    }
    let backslashes = backslashes & !*carried;
    let follows = backslashes << 1 | *carried;
    let odd_starts = backslashes & !EVEN & !follows;
    let (even_runs, overflow) = odd_starts.overflowing_add(backslashes);
    *carried = overflow.into();
    (EVEN ^ (even_runs << 1)) & follows
}

/// Whether a byte may follow a backslash; `u` may with four digits after it.
static SHORT: [bool; 256] = {
    let mut table = [false; 256];
    let mut rest: &[u8] = b"\"\\/bfnrt";
    while let [byte, after @ ..] = rest {
        table[*byte as usize] = true;
        rest = after;
    }
    table
};

#[inline(always)]
fn may_be_escaped(bytes: &[u8], at: usize) -> bool {
    SHORT[usize::from(bytes[at])] || is_unicode(bytes, at)
}

fn is_unicode(bytes: &[u8], at: usize) -> bool {
    let digits = bytes.get(at + 1..at + 5).and_then(|digits| digits.first_chunk::<4>());
    bytes[at] == b'u' && digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
}
