//! The thread that takes rows from the queue and decides when there are no more.

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crate::base::clock;
use crate::delivery::mail::MailOptions;
use crate::delivery::queue::{Claim, NewRequest};
use engine::problem::Result;

use super::breaker::HeldUp;
use super::message_builder::Facts;
use super::observer::Times;
use super::row::{ClaimedRow, Next, Ready, released};
use super::run::{RunScope, WorkerRun};
use super::sender::no_mail;
use super::tenant_queue::RESERVED;
use super::trace;

/// Most rows that are claimed at once.
const MOST_CLAIMED: usize = 256;
/// Heavy rows that may be under way beside those of a claim.
const MOST_HEAVY: usize = 8;
/// Bytes of data that are claimed at once, about.
const CLAIMED_BYTES: usize = 4 << 20;
/// Interval for erasing expired data, and for deleting expired rows and entries of the log.
const ERASE_EVERY: Duration = Duration::from_secs(60 * 60);
/// Rows and entries of the log that are deleted at once, while nothing is claimed, and the interval of that while there
/// are more: a million a day take less than an hour.
const MOST_FORGOTTEN: usize = 5_000;
const FORGET_AGAIN: Duration = Duration::from_secs(5);
/// Pause while rows are under way.
const SHORTEST_PAUSE: Duration = Duration::from_millis(2);
/// The longest time between two looks for rows while others are under way: a server that takes its
/// time must not keep the database busy.
const PAUSE: Duration = Duration::from_millis(50);
/// Pauses between two looks for rows of tenants that have none under way, while others keep all
/// renderers busy: the shortest one, longer than rows usually take, and how many times as long as a look
/// it is at least.
const OTHERS: (Duration, u32) = (Duration::from_millis(250), 50);
/// The longest that a stop goes unnoticed.
const SLICE: Duration = Duration::from_millis(250);

/// Times of the last maintenance, and values that size the next claim.
struct ClaimState {
    recovered: Option<Instant>,
    erased: Option<Instant>,
    forgotten: Option<Instant>,
    /// Interval until expired rows are deleted again.
    forget_every: Duration,
    /// Average bytes of the data of a row.
    bytes: usize,
    /// Most rows of the next claim.
    batch_size: ClaimBatchSize,
    /// Pause until the next look for rows, when there were none.
    pause: Duration,
    /// The mail options of batches, by tenant and key.
    batch_options: HashMap<(String, String), Option<MailOptions>>,
}

/// Number of rows claimed at once: from one up, so that a row that kills its workers is soon
/// met alone and does not make others look as if they did; and no more than are soon worked on,
/// because those that wait here could be worked on elsewhere.
struct ClaimBatchSize {
    size: usize,
    last: Instant,
}

/// Rows that are claimed at once should be done after about this time.
const WORK: (Duration, Duration) = (Duration::from_millis(50), Duration::from_millis(200));

impl ClaimBatchSize {
    fn new() -> Self {
        Self { size: 1, last: Instant::now() }
    }

    /// Takes note of another claim; the one before is nearly processed. `busy` rows keep all
    /// threads busy.
    fn next(&mut self, busy: usize) {
        let took = self.last.elapsed();
        self.last = Instant::now();
        if self.size < busy || took < WORK.0 {
            self.size = (self.size * 2).min(MOST_CLAIMED);
        } else if took > WORK.1 {
            self.size = (self.size / 2).max(busy);
        }
    }
}

/// Batches whose mail options are kept.
const MOST_BATCHES: usize = 64;

/// An age that reaches back to the beginning of a day (UTC): the database then drops the data of whole days, instead of
/// deleting it row by row as each gets old enough. `now` is in milliseconds since 1970.
fn whole_days(age: Duration, now: i64) -> Duration {
    let Ok(oldest) =
        u64::try_from(now.saturating_sub(i64::try_from(age.as_millis()).unwrap_or(i64::MAX)))
    else {
        return age;
    };
    age + Duration::from_millis(oldest % clock::DAY.unsigned_abs())
}

impl WorkerRun<'_> {
    /// Claims rows until the scope is done or a stop is asked for.
    pub(super) fn claim_rows(&self) -> Result<()> {
        let mut state = ClaimState {
            recovered: None,
            erased: None,
            forgotten: None,
            forget_every: ERASE_EVERY,
            bytes: 1024,
            batch_size: ClaimBatchSize::new(),
            pause: SHORTEST_PAUSE,
            batch_options: HashMap::new(),
        };
        while !self.is_ending() {
            if let Some(HeldUp { pause, reason }) = self.breaker.open_for() {
                if self.scope != RunScope::Everything {
                    self.wait_for_all();
                    self.summary_mut(|summary| summary.held_up = Some(no_mail(&reason)));
                    break;
                }
                // A row of which somebody waits for the outcome is claimed, and ends with the reason.
                let is_closed = !pause.is_zero() && !self.worker.settings.gives_up;
                if self.worker.transport.take_renewal() {
                    self.breaker.end_pause();
                } else if is_closed {
                    self.stop.sleep(pause.min(SLICE));
                    continue;
                }
            }
            let limit = self.wait_for_room(&mut state)?;
            let rows = self.take_rows(limit, &mut state);
            match rows {
                Err(_) if self.is_ending() => break,
                Err(problem) => return Err(problem),
                Ok(rows) if !rows.is_empty() => self.hand_on(rows, &mut state),
                Ok(_) if self.in_flight.load(Ordering::SeqCst) > 0 => {
                    self.wait_for_some(state.pause);
                    state.pause = (state.pause * 2).min(PAUSE);
                }
                Ok(_) => match self.idle() {
                    Err(_) if self.is_ending() => break,
                    Err(problem) => return Err(problem),
                    Ok(true) => break,
                    Ok(false) => {}
                },
            }
        }
        Ok(())
    }

    /// Waits until fewer rows are under way than the threads need, and gives how many to claim. Rows of
    /// tenants that have none under way need not wait for those of others that take long.
    fn wait_for_room(&self, state: &mut ClaimState) -> Result<usize> {
        let settings = &self.worker.settings;
        // With a server that takes its time, rows are better left to other workers.
        let most =
            (CLAIMED_BYTES / state.bytes.max(1)).clamp(1, MOST_CLAIMED).min(state.batch_size.size);
        let wanted = match (self.breaker.open_for(), settings.rates.per_minute) {
            (Some(_), _) => 1,
            (None, Some(rate)) => (rate.get() as usize / 60).clamp(1, most),
            (None, None) => most,
        };
        let (mut waited, mut pause) = (Instant::now(), OTHERS.0);
        while self.busy() > wanted && !self.is_ending() {
            std::thread::sleep(SHORTEST_PAUSE / 4);
            if waited.elapsed() >= pause {
                let started = Instant::now();
                let rows = match self.rows_of_others(state) {
                    Err(_) if self.is_ending() => break,
                    rows => rows?,
                };
                pause = OTHERS.0.max(started.elapsed() * OTHERS.1);
                self.hand_on(rows, state);
                waited = Instant::now();
            }
        }
        Ok(wanted)
    }

    /// Claims rows of tenants that have none under way, where others keep all renderers busy.
    fn rows_of_others(&self, state: &mut ClaimState) -> Result<Vec<ClaimedRow>> {
        let crowding = self.crowding();
        let is_closed = self.breaker.open_for().is_some();
        if crowding.is_empty() || is_closed || self.scope.batch().is_some() {
            return Ok(Vec::new());
        }
        let (settings, started) = (&self.worker.settings, Instant::now());
        let claims = self.writer.retry_until_stop(|| {
            self.catch_up()?;
            let (leases, limit) = (&self.worker.leases, RESERVED);
            leases.claim_of_others(&settings.name, &crowding, limit, settings.lease)
        });
        self.claimed(claims?, started, state)
    }

    /// Rows under way, without some heavy ones that are being made: no others wait for these.
    fn busy(&self) -> usize {
        let heavy = self.heavy_preparing.load(Ordering::SeqCst).min(MOST_HEAVY);
        self.in_flight.load(Ordering::SeqCst).saturating_sub(heavy)
    }

    fn wait_for_all(&self) {
        while self.in_flight.load(Ordering::SeqCst) > 0 && !self.is_broken() {
            std::thread::sleep(SHORTEST_PAUSE);
        }
    }

    /// Waits while rows are under way, for so long at most.
    fn wait_for_some(&self, pause: Duration) {
        let started = Instant::now();
        while self.in_flight.load(Ordering::SeqCst) > 0
            && started.elapsed() < pause
            && !self.is_ending()
        {
            std::thread::sleep(SHORTEST_PAUSE);
        }
    }

    /// Claims rows, and does maintenance that is due.
    fn take_rows(&self, limit: usize, state: &mut ClaimState) -> Result<Vec<ClaimedRow>> {
        let settings = &self.worker.settings;
        let queue = &self.worker.queue;
        let is_due = |last: Option<Instant>, every| last.is_none_or(|last| last.elapsed() >= every);
        if is_due(state.recovered, settings.lease / 2) {
            self.recover()?;
            state.recovered = Some(Instant::now());
        }
        let whole = |age| {
            if queue.is_shared() { whole_days(age, clock::millis()) } else { age }
        };
        if let Some(age) = settings.keep_data
            && is_due(state.erased, ERASE_EVERY)
        {
            self.writer.retry_until_stop(|| queue.erase(whole(age)))?;
            state.erased = Some(Instant::now());
        }
        if let Some(age) = settings.keep_log
            && is_due(state.forgotten, state.forget_every)
        {
            let forget = || queue.forget(whole(age), MOST_FORGOTTEN);
            let is_over = self.writer.retry_until_stop(forget)? < MOST_FORGOTTEN;
            state.forget_every = if is_over { ERASE_EVERY } else { FORGET_AGAIN };
            state.forgotten = Some(Instant::now());
        }
        let started = Instant::now();
        let claims = self.writer.retry_until_stop(|| {
            self.catch_up()?;
            let batch = self.scope.batch();
            self.worker.leases.claim(
                &settings.name,
                batch,
                limit,
                settings.lease,
                settings.most_crashes,
            )
        })?;
        self.claimed(claims, started, state)
    }

    /// Takes note of rows that were claimed.
    fn claimed(
        &self,
        mut claims: Vec<Claim>,
        started: Instant,
        state: &mut ClaimState,
    ) -> Result<Vec<ClaimedRow>> {
        self.in_flight.fetch_add(claims.len(), Ordering::SeqCst);
        for claim in &mut claims {
            self.add_mail_options(&mut claim.request, &mut state.batch_options)?;
        }
        let share = started.elapsed() / u32::try_from(claims.len()).unwrap_or(u32::MAX).max(1);
        let times = Times { queue: share, ..Times::default() };
        let row = |claim| ClaimedRow { span: trace::of_attempt(&claim, started), claim, times };
        Ok(claims.into_iter().map(row).collect())
    }

    /// Rows of a batch take their mail options from it.
    fn add_mail_options(
        &self,
        request: &mut NewRequest,
        known: &mut HashMap<(String, String), Option<MailOptions>>,
    ) -> Result<()> {
        let Some(key) = request.options_of_batch() else { return Ok(()) };
        let batch = (request.tenant.clone(), key.to_owned());
        if let Some(options) = known.get(&batch) {
            request.mail.clone_from(options);
            return Ok(());
        }
        let queue = &self.worker.queue;
        let found = self.writer.retry_until_stop(|| queue.batch(&batch.0, &batch.1))?;
        request.mail = found.map(|batch| batch.mail);
        if known.len() >= MOST_BATCHES {
            known.clear();
        }
        known.insert(batch, request.mail.clone());
        Ok(())
    }

    /// Passes rows to the renderers within the rate limits.
    fn hand_on(&self, rows: Vec<ClaimedRow>, state: &mut ClaimState) {
        if rows.is_empty() {
            return;
        }
        let bytes: usize = rows.iter().map(|row| row.claim.request.data.len()).sum();
        state.bytes = bytes / rows.len().max(1);
        state.pause = SHORTEST_PAUSE;
        let settings = &self.worker.settings;
        state.batch_size.next(settings.jobs + settings.connections);
        for row in rows {
            match self.limits.take_for(&row.claim.request.email) {
                Ok(()) => {
                    self.wait_for_turn();
                    self.to_prepare(row);
                }
                Err(pause) => {
                    let next = Next::Settle(released(pause), None);
                    self.to_send(Ready { row, facts: Facts::default(), next });
                }
            }
        }
    }

    /// Waits until another message may leave.
    fn wait_for_turn(&self) {
        while !self.is_ending()
            && let Err(pause) = self.limits.take()
        {
            self.stop.sleep(pause);
        }
    }

    /// Waits for more rows, when none can be claimed and none are under way. Returns `true` if the
    /// run is over.
    fn idle(&self) -> Result<bool> {
        if self.scope != RunScope::Everything {
            // A drain reports them now, and what they held is due.
            self.recover()?;
        }
        let due =
            self.writer.retry_until_stop(|| self.worker.leases.next_due(self.scope.batch()))?;
        let poll = self.worker.settings.poll;
        if self.scope == RunScope::Everything {
            // A row that is due is not always one for this worker.
            self.wait(due.map_or(poll, |due| due.clamp(SHORTEST_PAUSE, poll.max(SHORTEST_PAUSE))))?;
            return Ok(false);
        }
        match due {
            // Rows that a rate limit deferred are soon due, so the run waits for them.
            Some(due) if due <= self.limits.longest_deferral() + SLICE => {
                self.stop.sleep(due.max(SHORTEST_PAUSE))
            }
            _ if self.is_held_by_others()? => self.stop.sleep(SLICE),
            due => {
                self.summary_mut(|summary| summary.next_due = due);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns `true` if other workers hold rows of the batch.
    fn is_held_by_others(&self) -> Result<bool> {
        let Some(batch) = self.scope.batch() else { return Ok(false) };
        let queue = &self.worker.queue;
        let depth = self.writer.retry_until_stop(|| queue.depth(Some(batch)))?;
        Ok(depth.leased > 0)
    }

    /// Frees the rows of workers that vanished, and reports those that may have been sent.
    fn recover(&self) -> Result<()> {
        let rows = self.writer.retry_until_stop(|| {
            self.catch_up()?;
            self.worker.leases.recover()
        })?;
        if !rows.is_empty() {
            self.summary_mut(|summary| summary.vanished += rows.len() as u64);
            self.observer.recovered(&rows);
        }
        Ok(())
    }

    /// Waits until a row is added, for so long at most.
    fn wait(&self, length: Duration) -> Result<()> {
        let end = Instant::now() + length;
        while !self.is_ending() {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                break;
            }
            let (slice, started) = (left.min(SLICE), Instant::now());
            self.writer.retry_until_stop(|| self.worker.leases.wait(slice))?;
            if started.elapsed() + SHORTEST_PAUSE < slice {
                // Woken; not so often that a busy channel keeps this thread busy too.
                self.stop.sleep(SHORTEST_PAUSE);
                break;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_is_erased_by_whole_days() {
        const DAY: i64 = clock::DAY;
        let days = |number: u64| Duration::from_secs(number * 86_400);
        let hour = Duration::from_secs(3600);
        assert_eq!(whole_days(days(30), 20_000 * DAY + 3_600_000), days(30) + hour);
        assert_eq!(whole_days(days(30), 20_000 * DAY), days(30));
        assert_eq!(whole_days(days(30), 5), days(30), "a clock that was never set");
    }
}
