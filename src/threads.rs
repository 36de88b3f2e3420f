//! Threads for the pages of one document.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::executor::Executor;

/// Runs jobs on so many threads, the calling one included.
#[derive(Debug, Clone, Copy)]
pub struct Threads(usize);

/// More threads than this do not make a document faster.
const MOST: usize = 16;

impl Threads {
    /// As many as the machine has for this program.
    pub fn available() -> Self {
        Self::new(thread::available_parallelism().map_or(1, usize::from))
    }

    /// So many.
    pub fn new(threads: usize) -> Self {
        Self(threads.clamp(1, MOST))
    }
}

impl Executor for Threads {
    fn width(&self) -> usize {
        self.0
    }

    fn run(&self, count: usize, job: &(dyn Fn(usize) + Sync)) {
        let next = AtomicUsize::new(0);
        let work = || {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= count {
                    return;
                }
                job(number);
            }
        };
        thread::scope(|scope| {
            for _ in 1..self.0.min(count) {
                // Where no thread can be made, the others do its jobs.
                let _ = thread::Builder::new().spawn_scoped(scope, work);
            }
            work();
        });
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    #[test]
    fn every_job_runs_once() {
        for threads in [1, 2, 7] {
            let done = Mutex::new(Vec::new());
            Threads::new(threads).run(100, &|number| {
                done.lock().expect("no job panics").push(number);
            });
            let mut done = done.into_inner().expect("no job panics");
            done.sort_unstable();
            assert_eq!(done, (0..100).collect::<Vec<_>>());
        }
    }
}
