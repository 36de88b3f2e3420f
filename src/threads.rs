//! Threads: for the pages of one document, and for many files.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use parking_lot::Mutex;

use crate::executor::Executor;

/// Runs jobs on so many threads, the calling one included; without a number on as many as the
/// machine has for this program. That takes a dozen system calls to find out, and a document of
/// few pages never asks.
#[derive(Debug, Clone, Copy)]
pub struct Threads(Option<usize>);

/// More threads than this do not make a document faster.
const MOST: usize = 16;

impl Threads {
    /// As many as the machine has for this program.
    pub fn available() -> Self {
        Self(None)
    }

    /// So many.
    pub fn new(threads: usize) -> Self {
        Self(Some(threads))
    }
}

impl Executor for Threads {
    fn width(&self) -> usize {
        self.0.unwrap_or_else(processors).clamp(1, MOST)
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
            for _ in 1..self.width().min(count) {
                // Where no thread can be made, the others do its jobs.
                let _ = thread::Builder::new().spawn_scoped(scope, work);
            }
            work();
        });
    }
}

/// How many threads the machine has for this program.
pub(crate) fn processors() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Calls a function for every item on so many threads; the results in the order of the items.
pub(crate) fn map<T: Sync, R: Send>(
    items: &[T],
    threads: usize,
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let results: Mutex<Vec<(usize, R)>> = Mutex::new(Vec::with_capacity(items.len()));
    let run = || {
        let mut own = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(index) else { break };
            own.push((index, work(item)));
        }
        results.lock().extend(own);
    };
    thread::scope(|scope| {
        for _ in 1..threads.min(items.len()) {
            // Where no thread can be made, the others do its part.
            let _ = thread::Builder::new().spawn_scoped(scope, run);
        }
        run();
    });
    let mut results = results.into_inner();
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_items() {
        let items: Vec<usize> = (0..500).collect();
        for threads in [0, 1, 3, 1000] {
            assert_eq!(
                map(&items, threads, |item| item * 2),
                items.iter().map(|i| i * 2).collect::<Vec<_>>()
            );
        }
        assert_eq!(map(&[] as &[usize], 4, |item| *item), Vec::<usize>::new());
    }

    #[test]
    fn every_job_runs_once() {
        for threads in [1, 2, 7] {
            let done = Mutex::new(Vec::new());
            Threads::new(threads).run(100, &|number| {
                done.lock().push(number);
            });
            let mut done = done.into_inner();
            done.sort_unstable();
            assert_eq!(done, (0..100).collect::<Vec<_>>());
        }
    }
}
