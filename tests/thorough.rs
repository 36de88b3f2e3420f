//! How much the expensive comparisons look at: a sample for who changes the code, everything where
//! `REPORTCTL_THOROUGH=1` is set, as `.ci/run` does.

/// Returns `true` if everything is compared.
pub(crate) fn is_thorough() -> bool {
    std::env::var_os("REPORTCTL_THOROUGH").is_some_and(|value| !value.is_empty())
}

/// The first of each `step` items; in a thorough run, all of them.
pub(crate) fn sampled<T>(all: Vec<T>, step: usize) -> Vec<T> {
    let step = if is_thorough() { 1 } else { step };
    all.into_iter().step_by(step).collect()
}
