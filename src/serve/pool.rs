//! The threads that render and check.
//!
//! Rendering takes a processor for as long as it lasts, so it has threads of its own; those that
//! answer requests are always free for the next one. Each keeps a [`Workspace`]. Jobs wait in
//! bounded queues, one for each tenant, which take turns; what does not fit is refused at once.
//! Large jobs have a queue of their own and never all of the threads, so that small ones get
//! through, and no tenant has all of the threads either. Beyond the threads that all share there are
//! some for tenants that have none, so that several tenants with long jobs do not hold up another
//! one: the system divides the processors among them.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread::Builder;

use parking_lot::{Condvar, Mutex};
use tokio::sync::oneshot;

use super::error::{Rejection, Result};
use crate::delivery::isolation::Abandoned;
use engine::pdf::Workspace;

/// Bodies of this size and more are large jobs.
const LARGE_FROM: usize = 256 << 10;

/// Threads for tenants that have none of the shared ones.
pub(super) const RESERVED: usize = 8;

/// The tenant of a job, which gets a share of the threads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Share {
    /// Name of the tenant.
    pub tenant: String,
    /// There are no other tenants, so that all threads may be used.
    pub is_only: bool,
}

/// A pool of rendering threads.
pub struct RenderPool {
    shared: Arc<PoolState>,
}

struct PoolState {
    queues: Mutex<Queues>,
    ready: Condvar,
    max_waiting: usize,
    max_large: usize,
    /// Threads that all tenants share.
    max_shared: usize,
    /// Threads of one tenant where there are several.
    max_share: usize,
}

#[derive(Default)]
struct Queues {
    /// Tenants with jobs; the first one is next.
    tenants: VecDeque<TenantJobs>,
    /// Large jobs under way.
    large_running: usize,
    /// All jobs under way.
    running: usize,
    is_stopping: bool,
}

struct TenantJobs {
    share: Share,
    small: VecDeque<PoolJob>,
    large: VecDeque<PoolJob>,
    running: usize,
}

/// A job; without a workspace it is refused.
type PoolJob = Box<dyn FnOnce(Option<&mut Workspace>) + Send>;

impl RenderPool {
    /// A pool of `threads` shared threads, in which up to `max_waiting` jobs wait.
    ///
    /// # Errors
    /// The error of the system, when it cannot start a thread.
    pub fn new(threads: usize, max_waiting: usize) -> std::io::Result<Self> {
        let threads = threads.max(1);
        let shared = Arc::new(PoolState {
            queues: Mutex::default(),
            ready: Condvar::new(),
            max_waiting,
            max_large: (threads / 2).max(1),
            max_shared: threads,
            max_share: (threads - 1).max(1),
        });
        let start = |number| {
            let shared = Arc::clone(&shared);
            Builder::new().name(format!("render-{number}")).spawn(move || shared.work())
        };
        let pool = Self { shared: Arc::clone(&shared) };
        (0..threads + RESERVED).try_for_each(|number| start(number).map(drop))?;
        Ok(pool)
    }

    /// Runs a job on a thread of the pool and waits for its result. `size` is that of its input, in
    /// bytes. The job asks now and then whether it is abandoned, and ends early if so.
    ///
    /// # Errors
    /// `overloaded` when the queue is full; `internal` when the job panicked.
    pub async fn run<T: Send + 'static>(
        &self,
        share: Share,
        size: usize,
        work: impl FnOnce(&mut Workspace, Abandoned<'_>) -> T + Send + 'static,
    ) -> Result<T> {
        let (sender, receiver) = oneshot::channel();
        let job: PoolJob = Box::new(move |workspace| {
            let Some(workspace) = workspace else {
                let _ = sender.send(Err(Rejection::overloaded()));
                return;
            };
            if !sender.is_closed() {
                let result = work(workspace, &|| sender.is_closed());
                let _ = sender.send(Ok(result));
            }
        });
        self.shared.add(share, job, size >= LARGE_FROM)?;
        receiver.await.map_err(|_| Rejection::internal())?
    }

    /// Jobs that wait, and jobs under way.
    pub fn load(&self) -> (usize, usize) {
        let queues = self.shared.queues.lock();
        let waiting = queues.tenants.iter().map(|queue| queue.small.len() + queue.large.len());
        (waiting.sum(), queues.running)
    }
}

impl Drop for RenderPool {
    fn drop(&mut self) {
        self.shared.queues.lock().is_stopping = true;
        self.shared.ready.notify_all();
        // Not waited for: a job under way learns that it is abandoned, and one that would not must
        // not keep the process.
    }
}

impl TenantJobs {
    fn new(share: Share) -> Self {
        Self { share, small: VecDeque::new(), large: VecDeque::new(), running: 0 }
    }

    fn of(&mut self, is_large: bool) -> &mut VecDeque<PoolJob> {
        if is_large { &mut self.large } else { &mut self.small }
    }

    fn len(&self, is_large: bool) -> usize {
        if is_large { self.large.len() } else { self.small.len() }
    }
}

impl Queues {
    /// The queue of a tenant.
    fn of(&mut self, share: &Share) -> &mut TenantJobs {
        let known = self.tenants.iter().position(|queue| queue.share == *share);
        let place = known.unwrap_or_else(|| {
            self.tenants.push_back(TenantJobs::new(share.clone()));
            self.tenants.len() - 1
        });
        &mut self.tenants[place]
    }

    /// Takes the newest job from the tenant that has most of them waiting, if that is more than
    /// what the given one would have.
    fn displace(&mut self, share: &Share, is_large: bool) -> Option<PoolJob> {
        let own = self.of(share).len(is_large);
        let longest = self.tenants.iter_mut().max_by_key(|queue| queue.len(is_large))?;
        if longest.len(is_large) > own + 1 { longest.of(is_large).pop_back() } else { None }
    }
}

impl PoolState {
    fn add(&self, share: Share, job: PoolJob, is_large: bool) -> Result<()> {
        let mut queues = self.queues.lock();
        let waiting: usize = queues.tenants.iter().map(|queue| queue.len(is_large)).sum();
        let mut displaced = None;
        if waiting >= self.max_waiting {
            displaced = queues.displace(&share, is_large);
            if displaced.is_none() {
                return Err(Rejection::overloaded());
            }
        }
        queues.of(&share).of(is_large).push_back(job);
        drop(queues);
        self.ready.notify_one();
        if let Some(job) = displaced {
            job(None);
        }
        Ok(())
    }

    fn work(&self) {
        let mut workspace = Workspace::default();
        while let Some((share, job, is_large)) = self.next() {
            let is_whole = catch_unwind(AssertUnwindSafe(|| job(Some(&mut workspace)))).is_ok();
            // The memory of a large document is not kept for small ones.
            if !is_whole || is_large {
                workspace = Workspace::default();
            }
            if is_large {
                reportctl_allocator::trim();
            }
            self.done(&share, is_large);
        }
    }

    fn done(&self, share: &Share, is_large: bool) {
        let mut queues = self.queues.lock();
        queues.running -= 1;
        queues.large_running -= usize::from(is_large);
        let queue = queues.of(share);
        queue.running -= 1;
        let has_more = !queue.small.is_empty() || !queue.large.is_empty();
        let was_limited = !share.is_only && has_more;
        queues.tenants.retain(|queue| {
            queue.running > 0 || !queue.small.is_empty() || !queue.large.is_empty()
        });
        drop(queues);
        // A job may have waited for the share of its tenant while threads were idle.
        if was_limited || is_large {
            self.ready.notify_one();
        }
    }

    /// The next job: of the tenant whose turn it is, a large one where there is room for it, so
    /// that a flood of small ones does not hold it up for ever, else a small one.
    fn next(&self) -> Option<(Share, PoolJob, bool)> {
        let mut queues = self.queues.lock();
        loop {
            let (running, large_running) = (queues.running, queues.large_running);
            // A tenant with nothing under way has a thread, also for a large job.
            let is_first = |queue: &TenantJobs| !queue.share.is_only && queue.running == 0;
            let has_room = |queue: &TenantJobs| large_running < self.max_large || is_first(queue);
            let can_run = |queue: &TenantJobs| {
                let is_within = queue.share.is_only || queue.running < self.max_share;
                let is_within = is_within && running < self.max_shared || is_first(queue);
                is_within && (!queue.small.is_empty() || has_room(queue) && !queue.large.is_empty())
            };
            if let Some(place) = queues.tenants.iter().position(can_run)
                && let Some(mut queue) = queues.tenants.remove(place)
            {
                let is_large = has_room(&queue) && !queue.large.is_empty();
                let job = queue.of(is_large).pop_front();
                let share = queue.share.clone();
                queue.running += 1;
                // Others are before it the next time.
                queues.tenants.push_back(queue);
                queues.running += 1;
                queues.large_running += usize::from(is_large);
                return job.map(|job| (share, job, is_large));
            }
            if queues.is_stopping {
                return None;
            }
            self.ready.wait(&mut queues);
        }
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use std::sync::mpsc;
    use std::time::Duration;

    use super::*;
    use crate::serve::codes;
    use engine::problem::Code;

    fn of(tenant: &str) -> Share {
        Share { tenant: tenant.to_owned(), is_only: tenant.is_empty() }
    }

    async fn until(mut is_true: impl FnMut() -> bool) {
        while !is_true() {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }

    #[tokio::test]
    async fn a_panic_ends_one_request_only() {
        let pool = RenderPool::new(1, 8).unwrap();
        let failed = pool.run(of(""), 0, |_, _| -> () { panic!("a bug") }).await.unwrap_err();
        assert_eq!(failed.code(), Code::Internal);
        assert_eq!(pool.run(of(""), 0, |_, _| 7).await.unwrap(), 7);
    }

    #[tokio::test]
    async fn a_full_queue_refuses_at_once() {
        let pool = RenderPool::new(1, 1).unwrap();
        let (release, held) = mpsc::channel::<()>();
        let (started, running) = tokio::sync::oneshot::channel();
        let first = pool.run(of(""), 0, move |_, _| {
            started.send(()).unwrap();
            held.recv().unwrap();
        });
        let others = async {
            running.await.unwrap();
            let third = async {
                // The second waits by now.
                until(|| pool.load().0 > 0).await;
                let refused = pool.run(of(""), 0, |_, _| ()).await.unwrap_err();
                release.send(()).unwrap();
                refused
            };
            tokio::join!(pool.run(of(""), 0, |_, _| ()), third)
        };
        let (first, (second, refused)) = tokio::join!(first, others);
        assert_eq!(refused.code(), codes::OVERLOADED);
        assert!(first.is_ok() && second.is_ok());
    }

    #[tokio::test]
    async fn large_work_leaves_a_thread_for_small_work() {
        let pool = RenderPool::new(2, 8).unwrap();
        let (release, held) = mpsc::channel::<()>();
        let held = Arc::new(Mutex::new(held));
        let large = |held: Arc<Mutex<mpsc::Receiver<()>>>| {
            pool.run(of(""), LARGE_FROM, move |_, _| held.lock().recv().unwrap())
        };
        let small = async {
            let seven = pool.run(of(""), 0, |_, _| 7).await.unwrap();
            release.send(()).unwrap();
            release.send(()).unwrap();
            seven
        };
        let (first, second, seven) = tokio::join!(large(held.clone()), large(held), small);
        assert_eq!((first.is_ok(), second.is_ok(), seven), (true, true, 7));
    }

    #[tokio::test]
    async fn a_tenant_that_fills_threads_and_queue_leaves_room_for_others() {
        let pool = Arc::new(RenderPool::new(2, 4).unwrap());
        let (release, held) = mpsc::channel::<()>();
        let held = Arc::new(Mutex::new(held));
        let flood = |jobs: usize| {
            let (pool, held) = (Arc::clone(&pool), Arc::clone(&held));
            (0..jobs).map(move |_| {
                let (pool, held) = (Arc::clone(&pool), Arc::clone(&held));
                let job = move |_: &mut Workspace, _: Abandoned<'_>| held.lock().recv().unwrap();
                tokio::spawn(async move { pool.run(of("acme"), 0, job).await })
            })
        };
        let mut tasks: Vec<_> = flood(1).collect();
        until(|| pool.load() == (0, 1)).await;
        tasks.extend(flood(4));
        until(|| pool.load() == (4, 1)).await;
        // It has one thread and the whole queue; another tenant gets the other thread, and room.
        assert_eq!(pool.run(of("other"), 0, |_, _| 7).await.unwrap(), 7);
        // The room that was made is free again, and the tenant itself gets no more than that.
        tasks.extend(flood(1));
        until(|| pool.load() == (4, 1)).await;
        let refused = pool.run(of("acme"), 0, |_, _| ()).await.unwrap_err();
        assert_eq!(refused.code(), codes::OVERLOADED);
        (0..5).for_each(|_| release.send(()).unwrap());
        let mut results = Vec::new();
        for task in tasks {
            results.push(task.await.unwrap().map_err(|rejection| rejection.code()));
        }
        results.sort();
        // The newest of its jobs made room for the other tenant's.
        let displaced = Err(codes::OVERLOADED);
        assert_eq!(results, [Ok(()), Ok(()), Ok(()), Ok(()), Ok(()), displaced]);
    }

    #[tokio::test]
    async fn tenants_that_hold_all_threads_hold_up_no_other_one() {
        let pool = Arc::new(RenderPool::new(2, 64).unwrap());
        let (release, held) = mpsc::channel::<()>();
        let held = Arc::new(Mutex::new(held));
        let mut tasks = Vec::new();
        for (tenant, size) in [("a", 0), ("b", LARGE_FROM), ("a", LARGE_FROM), ("b", 0)] {
            let (pool, held) = (Arc::clone(&pool), Arc::clone(&held));
            let job = move |_: &mut Workspace, _: Abandoned<'_>| held.lock().recv().unwrap();
            tasks.push(tokio::spawn(async move { pool.run(of(tenant), size, job).await }));
        }
        until(|| pool.load().1 == 2).await;
        for size in [0, LARGE_FROM] {
            assert_eq!(pool.run(of("c"), size, |_, _| 7).await.unwrap(), 7);
        }
        (0..4).for_each(|_| release.send(()).unwrap());
        for task in tasks {
            task.await.unwrap().unwrap();
        }
    }

    #[tokio::test]
    async fn a_job_learns_that_its_request_is_gone() {
        let pool = RenderPool::new(1, 8).unwrap();
        let (sender, seen) = mpsc::channel();
        let job = move |_: &mut Workspace, abandoned: Abandoned<'_>| {
            while !abandoned() {
                std::thread::sleep(Duration::from_millis(1));
            }
            sender.send(()).unwrap();
        };
        let run = pool.run(of(""), 0, job);
        assert!(tokio::time::timeout(Duration::from_millis(50), run).await.is_err());
        seen.recv_timeout(Duration::from_secs(10)).unwrap();
    }
}
