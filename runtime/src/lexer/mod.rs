//! JSON text without a tree: checked once from end to end, then walked over, past what is long.

mod block;
mod check;
mod string;
mod walk;

pub(crate) use check::{Checked, check};
pub(crate) use walk::walk;

/// The values of a checked text that are long, by the addresses of their ends and in the order of their beginnings: nobody
/// need read them to get past them.
#[derive(Clone, Copy, Default)]
pub(crate) struct Long<'a>(&'a [(usize, usize)]);

impl<'a> Long<'a> {
    pub(crate) const NONE: Long<'static> = Long(&[]);

    pub(crate) fn new(spans: &'a [(usize, usize)]) -> Long<'a> {
        Long(spans)
    }

    /// The length of the value that begins there, if it is one of them.
    fn length(self, text: &[u8]) -> Option<usize> {
        if self.0.is_empty() {
            return None;
        }
        let start = text.as_ptr() as usize;
        let at = self.0.binary_search_by_key(&start, |(from, _)| *from).ok()?;
        Some(self.0[at].1 - start)
    }
}

#[cfg(test)]
mod tests;
