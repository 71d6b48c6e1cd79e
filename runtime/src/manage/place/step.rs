//! Where a test can come between the steps of a replacement; nothing in a real program.

/// Says that a step is done.
#[cfg(not(test))]
pub(super) fn reached(_: &'static str) {}

#[cfg(test)]
pub(super) use injected::{at_each, reached};

#[cfg(test)]
mod injected {
    use std::cell::RefCell;

    type Visitor = Box<dyn FnMut(&'static str)>;

    thread_local! {
        static VISITOR: RefCell<Option<Visitor>> = const { RefCell::new(None) };
    }

    /// Calls a function at each step of what this thread does while another runs.
    pub(in crate::manage::place) fn at_each<R>(
        visit: impl FnMut(&'static str) + 'static,
        run: impl FnOnce() -> R,
    ) -> R {
        VISITOR.set(Some(Box::new(visit)));
        let result = run();
        VISITOR.set(None);
        result
    }

    pub(in crate::manage::place) fn reached(step: &'static str) {
        // Taken out meanwhile: a visitor may replace files itself.
        if let Some(mut visit) = VISITOR.take() {
            visit(step);
            VISITOR.set(Some(visit));
        }
    }
}
