//! The executor of the caller runs several jobs at the same time; the engine makes no threads.

/// Runs jobs, perhaps several at the same time.
pub trait Executor: Sync {
    /// Number of concurrent jobs.
    fn width(&self) -> usize;

    /// Runs `job` for each number below `count`, in any order, and returns when all are done.
    fn run(&self, count: usize, job: &(dyn Fn(usize) + Sync));
}
