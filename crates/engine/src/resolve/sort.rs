//! Sorting by collation (spec 5.6): slow enough that the clock is asked on the way.

use std::cmp::Ordering;

use crate::budget::Meter;
use crate::problem::Result;

/// Turns of a short loop that a comparison by collation takes, its texts left out.
const STEPS_PER_COMPARISON: usize = 2;

/// The numbers below `count` in the order that `compare` gives them, equal ones in their own. The
/// sort of the standard library cannot be left early.
///
/// # Errors
/// A limit of the budget.
pub fn sorted(
    count: usize,
    meter: &Meter<'_>,
    compare: impl Fn(usize, usize) -> Result<Ordering>,
) -> Result<Vec<usize>> {
    let mut order: Vec<usize> = (0..count).collect();
    let mut merged = Vec::with_capacity(order.len());
    let mut width = 1;
    while width < order.len() {
        merged.clear();
        for pair in order.chunks(2 * width) {
            let (mut left, mut right) = pair.split_at(width.min(pair.len()));
            while let ([a, left_rest @ ..], [b, right_rest @ ..]) = (left, right) {
                meter.steps(STEPS_PER_COMPARISON)?;
                if compare(*a, *b)? == Ordering::Greater {
                    merged.push(*b);
                    right = right_rest;
                } else {
                    merged.push(*a);
                    left = left_rest;
                }
            }
            merged.extend_from_slice(left);
            merged.extend_from_slice(right);
        }
        std::mem::swap(&mut order, &mut merged);
        width *= 2;
    }
    Ok(order)
}
