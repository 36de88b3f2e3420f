//! Limits of one render: pages, time, output bytes.
//!
//! The engine has no clock. The caller passes a function that says whether time is up; the
//! [`Meter`] asks it now and then inside every loop that data can make long.

use std::cell::{Cell, RefCell};
use std::collections::HashSet;

use crate::problem::{Code, Problem, Result};

/// Pages a document may have unless set otherwise (spec 11).
pub const DEFAULT_MAX_PAGES: u32 = 5000;

/// Bytes a document may have unless set otherwise: many times those of 100,000 rows, and little
/// enough that a hostile document does not take the memory of the machine.
pub const DEFAULT_MAX_OUTPUT_BYTES: u64 = 256 << 20;

/// Bytes of memory that one render may take unless set otherwise. It is an estimate
/// ([`Meter::hold`]), and far above what 100,000 rows take.
pub const DEFAULT_MAX_MEMORY_BYTES: u64 = 2 << 30;

/// Limits of one render.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// Most physical pages; continuation pages beyond it fail with `pageLimit`.
    pub max_pages: u32,
    /// Most bytes of resolved text, and most bytes of output; beyond it `outputLimit`.
    pub max_output_bytes: u64,
    /// Most bytes of memory, as estimated while things are placed; beyond it `memoryLimit`.
    pub max_memory_bytes: u64,
    /// Says whether the time is up; then the render ends with `timeLimit`.
    pub expired: Option<&'a (dyn Fn() -> bool + Sync)>,
}

impl Default for Budget<'_> {
    fn default() -> Self {
        Self {
            max_pages: DEFAULT_MAX_PAGES,
            max_output_bytes: DEFAULT_MAX_OUTPUT_BYTES,
            max_memory_bytes: DEFAULT_MAX_MEMORY_BYTES,
            expired: None,
        }
    }
}

/// Counts what one render spends. Lives as long as the render, never shared.
pub struct Meter<'a> {
    budget: Budget<'a>,
    steps: Cell<u32>,
    bytes: Cell<u64>,
    held: Cell<u64>,
    /// Addresses of what several parts of a document share and is counted once.
    shared: RefCell<HashSet<usize>>,
    evaluations: Cell<u32>,
}

/// The counts of a meter, without the steps to the next look at the clock.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Spent {
    bytes: u64,
    held: u64,
    evaluations: u32,
}

impl Spent {
    /// The difference to an earlier count.
    #[must_use]
    pub fn since(self, before: Self) -> Self {
        Self {
            bytes: self.bytes.saturating_sub(before.bytes),
            held: self.held.saturating_sub(before.held),
            evaluations: self.evaluations.saturating_sub(before.evaluations),
        }
    }
}

/// The refusal of a document that takes too long.
#[cold]
pub fn time_over() -> Problem {
    Problem::new(Code::TimeLimit, "the time allowed for this document is used up")
        .advice("filter the data before rendering")
}

/// Items that the expressions of one document are evaluated for (spec 20.9.1).
pub const MAX_EVALUATIONS: u32 = 10_000_000;

#[cold]
fn too_many_evaluations() -> Problem {
    let message = format!("the expressions go over more than {MAX_EVALUATIONS} items");
    Problem::new(Code::ExpressionBudget, message)
        .advice("filter the data before rendering, or add sums to the data")
        .detail("limit", MAX_EVALUATIONS)
}

/// Steps between two looks at the clock.
const STEPS_PER_LOOK: u32 = 1024;

/// Bytes whose reading or writing takes about as long as a step.
const BYTES_PER_STEP: usize = 64;

impl<'a> Meter<'a> {
    /// A meter that has spent nothing.
    pub fn new(budget: Budget<'a>) -> Self {
        Self {
            budget,
            steps: Cell::new(0),
            bytes: Cell::new(0),
            held: Cell::new(0),
            shared: RefCell::default(),
            evaluations: Cell::new(0),
        }
    }

    /// A meter that goes on where another one is, for work that is done beside it.
    pub fn resumed(budget: Budget<'a>, spent: Spent) -> Self {
        Self {
            bytes: Cell::new(spent.bytes),
            held: Cell::new(spent.held),
            evaluations: Cell::new(spent.evaluations),
            ..Self::new(budget)
        }
    }

    /// The counts so far.
    pub fn spent(&self) -> Spent {
        Spent {
            bytes: self.bytes.get(),
            held: self.held.get(),
            evaluations: self.evaluations.get(),
        }
    }

    /// Counts what was spent beside it; `false`, and nothing is counted, where that is past a limit.
    pub fn absorb(&self, parts: &[Spent]) -> bool {
        let mut all = self.spent();
        for part in parts {
            all.bytes = all.bytes.saturating_add(part.bytes);
            all.held = all.held.saturating_add(part.held);
            all.evaluations = all.evaluations.saturating_add(part.evaluations);
        }
        let is_within = all.bytes <= self.budget.max_output_bytes
            && all.held <= self.budget.max_memory_bytes
            && all.evaluations <= MAX_EVALUATIONS;
        if is_within {
            self.bytes.set(all.bytes);
            self.held.set(all.held);
            self.evaluations.set(all.evaluations);
        }
        is_within
    }

    /// The limits it guards.
    pub fn budget(&self) -> &Budget<'a> {
        &self.budget
    }

    /// One turn of a loop. Fails with `timeLimit` when the time is up.
    #[inline]
    pub fn step(&self) -> Result<()> {
        self.steps(1)
    }

    /// Counts several turns of a loop.
    #[inline]
    pub fn steps(&self, steps: usize) -> Result<()> {
        let steps = u32::try_from(steps).unwrap_or(u32::MAX).saturating_add(self.steps.get());
        self.steps.set(steps);
        if steps >= STEPS_PER_LOOK { self.look() } else { Ok(()) }
    }

    /// One expression is evaluated for one item of a list. Lists inside lists make them many, so
    /// they have a limit of their own (spec 20.9.1).
    ///
    /// # Errors
    /// `expressionBudget` beyond the limit, and those of [`Meter::step`].
    #[inline]
    pub fn evaluation(&self) -> Result<()> {
        let evaluations = self.evaluations.get() + 1;
        if evaluations > MAX_EVALUATIONS {
            return Err(too_many_evaluations());
        }
        self.evaluations.set(evaluations);
        self.step()
    }

    /// Counts bytes that were read, however few turns that took: a long text costs the time of many
    /// short ones.
    ///
    /// # Errors
    /// `timeLimit` when the time is up.
    #[inline]
    pub fn read(&self, bytes: usize) -> Result<()> {
        if bytes < BYTES_PER_STEP { Ok(()) } else { self.steps(bytes / BYTES_PER_STEP) }
    }

    /// Asks the clock now.
    ///
    /// # Errors
    /// `timeLimit` when the time is up.
    #[cold]
    pub fn look(&self) -> Result<()> {
        self.steps.set(0);
        if self.budget.expired.is_some_and(|expired| expired()) {
            return Err(time_over());
        }
        Ok(())
    }

    /// Counts bytes of text or output. Fails with `outputLimit` beyond the limit, and
    /// as [`Meter::read`] does.
    #[inline]
    pub fn spend(&self, bytes: usize) -> Result<()> {
        let spent = self.bytes.get() + bytes as u64;
        self.bytes.set(spent);
        if spent > self.budget.max_output_bytes {
            return Err(self.too_much());
        }
        self.read(bytes)
    }

    /// Counts bytes of memory that stay in use until the render ends. Fails with `memoryLimit` beyond
    /// the limit.
    #[inline]
    pub fn hold(&self, bytes: usize) -> Result<()> {
        let held = self.held.get().saturating_add(bytes as u64);
        self.held.set(held);
        if held > self.budget.max_memory_bytes { Err(self.too_large()) } else { Ok(()) }
    }

    /// The same for what stays at an address until the render ends, which is counted once.
    ///
    /// # Errors
    /// `memoryLimit` beyond the limit.
    pub fn hold_once(&self, address: usize, bytes: impl FnOnce() -> usize) -> Result<()> {
        if self.shared.borrow_mut().insert(address) { self.hold(bytes()) } else { Ok(()) }
    }

    /// Subtracts bytes of memory that were freed.
    #[inline]
    pub fn release(&self, bytes: usize) {
        self.held.set(self.held.get().saturating_sub(bytes as u64));
    }

    /// Bytes of memory held now, as estimated.
    pub fn held(&self) -> u64 {
        self.held.get()
    }

    /// Bytes of memory that may still be taken.
    pub fn memory_left(&self) -> u64 {
        self.budget.max_memory_bytes.saturating_sub(self.held.get())
    }

    /// The refusal of [`Meter::hold`].
    #[cold]
    pub fn too_large(&self) -> Problem {
        let limit = self.budget.max_memory_bytes;
        let megabytes = limit.div_ceil(1 << 20);
        Problem::new(
            Code::MemoryLimit,
            format!("the document needs more than {megabytes} MB of memory"),
        )
        .advice("filter the data before rendering")
        .detail("limitBytes", limit)
    }

    #[cold]
    fn too_much(&self) -> Problem {
        let limit = self.budget.max_output_bytes;
        Problem::new(Code::OutputLimit, format!("the document went past {limit} bytes"))
            .advice("filter the data before rendering")
            .detail("limitBytes", limit)
    }
}

impl Default for Meter<'_> {
    fn default() -> Self {
        Self::new(Budget::default())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn time_is_looked_at_every_so_many_steps() {
        let expired = || true;
        let meter = Meter::new(Budget { expired: Some(&expired), ..Budget::default() });
        let steps = (0..).find(|_| meter.step().is_err());
        assert_eq!(steps, Some(STEPS_PER_LOOK - 1));
    }

    #[test]
    fn time_is_looked_at_after_many_bytes_too() {
        let expired = || true;
        let meter = Meter::new(Budget { expired: Some(&expired), ..Budget::default() });
        assert!(meter.read(1000).is_ok());
        assert_eq!(meter.read(100_000).unwrap_err().code, Code::TimeLimit);
        assert_eq!(meter.spend(100_000).unwrap_err().code, Code::TimeLimit);
    }

    #[test]
    fn memory_past_the_limit_is_refused_until_some_is_given_back() {
        let meter = Meter::new(Budget { max_memory_bytes: 10, ..Budget::default() });
        assert!(meter.hold(10).is_ok());
        let problem = meter.hold(1).unwrap_err();
        assert_eq!(problem.code, Code::MemoryLimit);
        assert_eq!(problem.get("limitBytes"), Some(&10.into()));
        meter.release(8);
        assert_eq!((meter.held(), meter.memory_left()), (3, 7));
        assert!(meter.hold(7).is_ok());
    }

    #[test]
    fn what_is_spent_beside_a_meter_counts_as_a_whole_or_not_at_all() {
        let meter = Meter::new(Budget { max_output_bytes: 10, ..Budget::default() });
        meter.spend(2).unwrap();
        let before = meter.spent();
        let part = |bytes| {
            let beside = Meter::resumed(*meter.budget(), before);
            beside.spend(bytes).unwrap();
            beside.spent().since(before)
        };
        assert!(meter.absorb(&[part(3), part(5)]));
        assert!(!meter.absorb(&[part(1)]));
        assert_eq!(meter.spend(1).unwrap_err().code, Code::OutputLimit);
    }

    #[test]
    fn output_past_the_limit_is_refused() {
        let meter = Meter::new(Budget { max_output_bytes: 10, ..Budget::default() });
        assert!(meter.spend(10).is_ok());
        assert_eq!(meter.spend(1).unwrap_err().code, Code::OutputLimit);
    }
}
