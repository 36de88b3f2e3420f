//! The threads that render.
//!
//! Rendering takes a processor for as long as it lasts, so it has threads of its own; those that
//! answer requests are always free for the next one. Each keeps a [`Workspace`]. Work waits in a
//! bounded line; what does not fit is refused at once. Large work has a line of its own and never
//! all of the threads, so that small work gets through.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};

use tokio::sync::oneshot;

use super::error::{Rejection, Result};
use crate::pdf::Workspace;

/// Bodies of this size and more are large work.
const LARGE_FROM: usize = 256 << 10;

/// A pool of rendering threads.
pub struct RenderPool {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
}

struct Shared {
    lines: Mutex<Lines>,
    ready: Condvar,
    most_waiting: usize,
    most_large: usize,
}

#[derive(Default)]
struct Lines {
    small: VecDeque<Job>,
    large: VecDeque<Job>,
    /// Large work under way.
    large_running: usize,
    /// All work under way.
    running: usize,
    stopping: bool,
}

type Job = Box<dyn FnOnce(&mut Workspace) + Send>;

impl RenderPool {
    /// A pool of so many threads, with so many waiting at most.
    ///
    /// # Errors
    /// When the system cannot start threads.
    pub fn new(threads: usize, most_waiting: usize) -> std::io::Result<Self> {
        let threads = threads.max(1);
        let shared = Arc::new(Shared {
            lines: Mutex::default(),
            ready: Condvar::new(),
            most_waiting,
            most_large: (threads / 2).max(1),
        });
        let start = |number| {
            let shared = Arc::clone(&shared);
            Builder::new().name(format!("render-{number}")).spawn(move || shared.work())
        };
        let threads = (0..threads).map(start).collect::<std::io::Result<_>>()?;
        Ok(Self { shared, threads })
    }

    /// Runs work on a thread of the pool and waits for what it gives. `size` is that of its input,
    /// in bytes.
    ///
    /// # Errors
    /// `overloaded` when the line is full; `internal` when the work panicked.
    pub async fn run<T: Send + 'static>(
        &self,
        size: usize,
        work: impl FnOnce(&mut Workspace) -> T + Send + 'static,
    ) -> Result<T> {
        let (sender, receiver) = oneshot::channel();
        let job: Job = Box::new(move |workspace| {
            // Whoever went away needs no answer.
            if !sender.is_closed() {
                let _ = sender.send(work(workspace));
            }
        });
        self.shared.add(job, size >= LARGE_FROM)?;
        receiver.await.map_err(|_| Rejection::internal())
    }

    /// Work that waits, and work under way.
    pub fn load(&self) -> (usize, usize) {
        let lines = self.shared.lock();
        (lines.small.len() + lines.large.len(), lines.running)
    }
}

impl Drop for RenderPool {
    fn drop(&mut self) {
        self.shared.lock().stopping = true;
        self.shared.ready.notify_all();
        let own = std::thread::current().id();
        for thread in self.threads.drain(..) {
            if thread.thread().id() != own {
                let _ = thread.join();
            }
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Lines> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, job: Job, is_large: bool) -> Result<()> {
        let mut lines = self.lock();
        let line = if is_large { &mut lines.large } else { &mut lines.small };
        if line.len() >= self.most_waiting {
            return Err(Rejection::overloaded());
        }
        line.push_back(job);
        drop(lines);
        self.ready.notify_one();
        Ok(())
    }

    fn work(&self) {
        let mut workspace = Workspace::default();
        while let Some((job, is_large)) = self.next() {
            let is_whole = catch_unwind(AssertUnwindSafe(|| job(&mut workspace))).is_ok();
            // The memory of a large document is not kept for small ones.
            if !is_whole || is_large {
                workspace = Workspace::default();
            }
            let mut lines = self.lock();
            lines.running -= 1;
            lines.large_running -= usize::from(is_large);
        }
    }

    /// The next job: a large one where there is room for it, so that a flood of small ones does
    /// not hold it up for ever, else a small one.
    fn next(&self) -> Option<(Job, bool)> {
        let mut lines = self.lock();
        loop {
            let has_room = lines.large_running < self.most_large;
            let large = if has_room { lines.large.pop_front() } else { None };
            let is_large = large.is_some();
            if let Some(job) = large.or_else(|| lines.small.pop_front()) {
                lines.running += 1;
                lines.large_running += usize::from(is_large);
                return Some((job, is_large));
            }
            if lines.stopping {
                return None;
            }
            lines = self.ready.wait(lines).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use std::sync::mpsc;
    use std::time::Duration;

    use super::*;
    use crate::problem::Code;

    #[tokio::test]
    async fn a_panic_ends_one_request_only() {
        let pool = RenderPool::new(1, 8).unwrap();
        let failed = pool.run(0, |_| -> () { panic!("a bug") }).await.unwrap_err();
        assert_eq!(failed.code(), Code::Internal);
        assert_eq!(pool.run(0, |_| 7).await.unwrap(), 7);
    }

    #[tokio::test]
    async fn a_full_line_refuses_at_once() {
        let pool = RenderPool::new(1, 1).unwrap();
        let (release, held) = mpsc::channel::<()>();
        let (started, running) = tokio::sync::oneshot::channel();
        let first = pool.run(0, move |_| {
            started.send(()).unwrap();
            held.recv().unwrap();
        });
        let others = async {
            running.await.unwrap();
            let third = async {
                // The second waits by now.
                while pool.load().0 == 0 {
                    tokio::time::sleep(Duration::from_millis(1)).await;
                }
                let refused = pool.run(0, |_| ()).await.unwrap_err();
                release.send(()).unwrap();
                refused
            };
            tokio::join!(pool.run(0, |_| ()), third)
        };
        let (first, (second, refused)) = tokio::join!(first, others);
        assert_eq!(refused.code(), Code::Overloaded);
        assert!(first.is_ok() && second.is_ok());
    }

    #[tokio::test]
    async fn large_work_leaves_a_thread_for_small_work() {
        let pool = RenderPool::new(2, 8).unwrap();
        let (release, held) = mpsc::channel::<()>();
        let held = Arc::new(Mutex::new(held));
        let large = |held: Arc<Mutex<mpsc::Receiver<()>>>| {
            pool.run(LARGE_FROM, move |_| held.lock().unwrap().recv().unwrap())
        };
        let small = async {
            let seven = pool.run(0, |_| 7).await.unwrap();
            release.send(()).unwrap();
            release.send(()).unwrap();
            seven
        };
        let (first, second, seven) = tokio::join!(large(held.clone()), large(held), small);
        assert_eq!((first.is_ok(), second.is_ok(), seven), (true, true, 7));
    }
}
