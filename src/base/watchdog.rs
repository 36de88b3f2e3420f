//! Ends the process when a document takes longer than it may, even where code does not look at the
//! clock.
//!
//! The engine asks now and then whether its time is over, and then gives a problem. The watchdog is
//! for what does not ask. Only a command of the command line enables it: services and workers have
//! children, which their parents end.

use std::collections::BTreeSet;
use std::sync::OnceLock;
use std::thread::Builder;
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex, RwLock, RwLockReadGuard};

/// Time that the engine has to say by itself that the time is over.
const GRACE: Duration = Duration::from_millis(500);

static WATCHDOG: OnceLock<Watchdog> = OnceLock::new();

/// Held while files are written: the process does not end in between.
static WRITING: RwLock<()> = RwLock::new(());

#[derive(Default)]
struct Watchdog {
    deadlines: Mutex<Deadlines>,
    changed: Condvar,
}

#[derive(Default)]
struct Deadlines {
    /// Times, each with a number that makes it distinct.
    open: BTreeSet<(Instant, u64)>,
    last_number: u64,
}

/// Something that must end in time. It has when this is dropped.
#[derive(Debug)]
pub(crate) struct Watch(Option<(Instant, u64)>);

/// Enables the watchdog. When a time is over, it calls `end`, which ends the process.
pub(crate) fn enable(end: impl Fn() + Send + 'static) {
    let mut is_new = false;
    let watchdog = WATCHDOG.get_or_init(|| {
        is_new = true;
        Watchdog::default()
    });
    if is_new {
        // Without a thread the engine still looks at the clock by itself.
        let _ = Builder::new().name("watchdog".to_owned()).spawn(move || {
            watchdog.wait();
            let _files = WRITING.write();
            end();
        });
    }
}

/// Watches something that began at `started` and may take so long. Without a limit, and where the
/// watchdog is not enabled, this does nothing.
pub(crate) fn watch(started: Instant, limit: Option<Duration>) -> Watch {
    let until = limit.and_then(|limit| started.checked_add(limit)?.checked_add(GRACE));
    let (Some(until), Some(watchdog)) = (until, WATCHDOG.get()) else { return Watch(None) };
    let mut deadlines = watchdog.deadlines.lock();
    deadlines.last_number += 1;
    let deadline = (until, deadlines.last_number);
    deadlines.open.insert(deadline);
    // A later one changes nothing for the thread that waits.
    let is_first = deadlines.open.first() == Some(&deadline);
    drop(deadlines);
    if is_first {
        watchdog.changed.notify_one();
    }
    Watch(Some(deadline))
}

/// Keeps the process alive while a file is written.
pub(crate) fn writing() -> RwLockReadGuard<'static, ()> {
    WRITING.read_recursive()
}

impl Watchdog {
    /// Waits until a time is over.
    fn wait(&self) {
        let mut deadlines = self.deadlines.lock();
        loop {
            match deadlines.open.first() {
                Some((until, _)) if *until <= Instant::now() => return,
                Some((until, _)) => {
                    let until = *until;
                    self.changed.wait_until(&mut deadlines, until);
                }
                None => self.changed.wait(&mut deadlines),
            }
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        if let (Some(deadline), Some(watchdog)) = (self.0.take(), WATCHDOG.get()) {
            watchdog.deadlines.lock().open.remove(&deadline);
        }
    }
}
