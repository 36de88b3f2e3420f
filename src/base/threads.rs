//! Threads: for the pages of one document, and for many files.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use parking_lot::Mutex;
use rayon_core::{ThreadPool, ThreadPoolBuilder};

use engine::executor::Executor;

/// Runs jobs on a number of threads, the calling one included; without a number on as many as the
/// machine has for this program. That takes a dozen system calls to find out, and a document of few
/// pages never asks.
///
/// The other threads stay from one run to the next, and leave the core of the thread that makes
/// them: where they start on it, they take turns with that thread for many milliseconds before the
/// system moves one of them.
#[derive(Debug)]
pub struct Threads {
    /// Found out once, when it is asked for.
    width: OnceLock<usize>,
    /// All but the calling one; nothing where no thread can be made.
    others: OnceLock<Option<ThreadPool>>,
}

/// More threads than this do not make a document faster.
const MOST: usize = 16;

impl Threads {
    /// As many as the machine has for this program.
    pub fn available() -> Self {
        Self { width: OnceLock::new(), others: OnceLock::new() }
    }

    /// A number of threads.
    pub fn new(threads: usize) -> Self {
        Self { width: threads.into(), others: OnceLock::new() }
    }

    /// Makes the threads before there is something to run, for callers that will soon have much.
    pub fn start(&self) {
        if self.width() > 1 {
            self.others();
        }
    }

    fn others(&self) -> Option<&ThreadPool> {
        let make = || {
            let core = Core::current();
            ThreadPoolBuilder::new()
                .num_threads(self.width() - 1)
                .start_handler(move |_| core.leave())
                .build()
                .ok()
        };
        self.others.get_or_init(make).as_ref()
    }
}

impl Executor for Threads {
    fn width(&self) -> usize {
        (*self.width.get_or_init(processors)).clamp(1, MOST)
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
        let width = self.width();
        if width == 1 || count < 2 {
            return work();
        }
        match self.others() {
            Some(others) => others.in_place_scope(|scope| {
                for _ in 1..width.min(count) {
                    scope.spawn(|_| work());
                }
                work();
            }),
            None => work(),
        }
    }
}

/// A core of the machine, as a hint for where to run; nothing is known of it but on Linux.
#[derive(Debug, Clone, Copy)]
struct Core {
    #[cfg(target_os = "linux")]
    number: usize,
}

impl Core {
    /// The one on which the calling thread runs.
    fn current() -> Self {
        Self {
            #[cfg(target_os = "linux")]
            number: rustix::thread::sched_getcpu(),
        }
    }

    /// Moves the calling thread to another core, if it may run on one. It may come back.
    fn leave(self) {
        #[cfg(target_os = "linux")]
        {
            use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

            let Ok(allowed) = sched_getaffinity(None) else { return };
            let mut others = allowed;
            if self.number < CpuSet::MAX_CPU {
                others.unset(self.number);
            }
            // Fails without another core, which changes nothing.
            if sched_setaffinity(None, &others).is_ok() {
                let _ = sched_setaffinity(None, &allowed);
            }
        }
    }
}

/// Number of threads that the machine has for this program.
pub(crate) fn processors() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Calls a function for every item on `threads` threads. Returns the results in the order of the
/// items.
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
            // If no thread can be made, the others do its part.
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
    use std::collections::HashSet;

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
    fn every_job_runs_once_in_each_run() {
        for width in [1, 2, 7] {
            let threads = Threads::new(width);
            if width == 2 {
                threads.start();
            }
            for count in [100, 0, 1, 3] {
                let done = Mutex::new(Vec::new());
                threads.run(count, &|number| {
                    done.lock().push(number);
                });
                let mut done = done.into_inner();
                done.sort_unstable();
                assert_eq!(done, (0..count).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn threads_stay_from_one_run_to_the_next() {
        let threads = Threads::new(3);
        let seen = Mutex::new(HashSet::new());
        for _ in 0..20 {
            threads.run(50, &|_| {
                seen.lock().insert(thread::current().id());
            });
        }
        assert!(seen.into_inner().len() <= 3);
    }
}
