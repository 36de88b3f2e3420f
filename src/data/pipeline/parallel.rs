//! Rows through some threads and back in order.
//!
//! ```text
//! reader ──chunks──> workers ──results──> the caller's thread, in the order of the rows
//! ```
//!
//! The chunks between reader and workers are few, so that rows do not pile up; results may run
//! ahead of a slow row, but not by more than [`MOST_AHEAD`] chunks.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread;

use parking_lot::{Condvar, Mutex};

use crate::data::rows::{Input, RawRow};
use engine::problem::{Code, Problem, Result};

/// Most rows that go from thread to thread together.
pub(crate) const MOST_ROWS: usize = 32;

/// A chunk is full with this many bytes, however few rows that are.
const CHUNK_BYTES: usize = 64 << 10;

/// Maximum number of finished chunks that wait for an earlier one.
const MOST_AHEAD: u64 = 1024;

struct RowChunk<I> {
    index: u64,
    items: Vec<I>,
}

/// Does `work` on every row, each thread with a state of its own that `start` makes, and reports the
/// results in the order of the rows. Once `stop` is set no row is begun.
///
/// # Errors
/// As for [`Input::rows`], after everything before them is done.
pub(crate) fn run<S, T: Send>(
    input: &Input,
    jobs: usize,
    chunk_rows: usize,
    stop: &AtomicBool,
    start: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, RawRow) -> T + Sync,
    mut report: impl FnMut(T),
) -> Result<()> {
    let jobs = jobs.max(1);
    let window = ReorderWindow::default();
    let (to_workers, chunks) = mpsc::sync_channel::<RowChunk<RawRow>>(jobs * 2);
    let chunks = Mutex::new(chunks);
    let (to_us, results) = mpsc::sync_channel::<RowChunk<T>>(jobs * 4);
    thread::scope(|scope| {
        for _ in 0..jobs {
            let to_us = to_us.clone();
            let (chunks, start, work) = (&chunks, &start, &work);
            scope.spawn(move || do_chunks(chunks, &to_us, stop, &mut start(), work));
        }
        drop(to_us);
        let window = &window;
        let reader = scope.spawn(move || read(input, chunk_rows, &to_workers, stop, window));
        let mut waiting = BTreeMap::new();
        let mut next = 0;
        for chunk in results {
            waiting.insert(chunk.index, chunk.items);
            while let Some(items) = waiting.remove(&next) {
                next += 1;
                items.into_iter().for_each(&mut report);
            }
            window.advance(next);
        }
        let gone = || Problem::new(Code::Internal, "a thread of the batch panicked");
        reader.join().unwrap_or_else(|_| Err(gone()))
    })
}

fn read(
    input: &Input,
    chunk_rows: usize,
    to_workers: &SyncSender<RowChunk<RawRow>>,
    stop: &AtomicBool,
    window: &ReorderWindow,
) -> Result<()> {
    let (mut index, mut bytes) = (0, 0);
    let mut items = Vec::with_capacity(chunk_rows);
    let mut send = |items: Vec<RawRow>| {
        window.wait(index);
        index += 1;
        // Nothing receives any more when the workers are gone.
        to_workers.send(RowChunk { index: index - 1, items }).is_ok()
    };
    let read = input.rows(&mut |row| {
        if stop.load(Ordering::Relaxed) {
            return ControlFlow::Break(());
        }
        bytes += row.size();
        items.push(row);
        if items.len() < chunk_rows && bytes < CHUNK_BYTES {
            return ControlFlow::Continue(());
        }
        bytes = 0;
        let full = std::mem::replace(&mut items, Vec::with_capacity(chunk_rows));
        if send(full) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    if !items.is_empty() {
        send(items);
    }
    read
}

fn do_chunks<S, T>(
    chunks: &Mutex<Receiver<RowChunk<RawRow>>>,
    to_us: &SyncSender<RowChunk<T>>,
    stop: &AtomicBool,
    state: &mut S,
    work: &impl Fn(&mut S, RawRow) -> T,
) {
    loop {
        let received = chunks.lock().recv();
        let Ok(RowChunk { index, items }) = received else { return };
        let wanted = items.into_iter().take_while(|_| !stop.load(Ordering::Relaxed));
        let items = wanted.map(|row| work(state, row)).collect();
        if to_us.send(RowChunk { index, items }).is_err() {
            return;
        }
    }
}

/// Holds the reader back while results wait for an earlier one.
#[derive(Default)]
struct ReorderWindow {
    passed: Mutex<u64>,
    moved: Condvar,
}

impl ReorderWindow {
    fn advance(&self, chunks: u64) {
        *self.passed.lock() = chunks;
        self.moved.notify_one();
    }

    fn wait(&self, chunk: u64) {
        let mut passed = self.passed.lock();
        self.moved.wait_while(&mut passed, |passed| chunk >= *passed + MOST_AHEAD);
    }
}
