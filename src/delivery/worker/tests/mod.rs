//! The logic of the worker, against a queue and a transport in memory that fail on demand.

#![expect(clippy::unwrap_used, reason = "tests")]

mod fake;

use std::num::NonZeroU32;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::delivery::codes;
use crate::delivery::mail::{Message, SendError};
use crate::delivery::queue::{NewRequest, Outcome, Status};
use engine::pdf::Workspace;
use engine::problem::{Code, Problem, Result};

use super::*;
use fake::{FakeBuilder, FakeQueue, FakeTransport, request};

const QUICK: Duration = Duration::from_millis(20);

fn settings() -> Settings {
    Settings {
        jobs: 2,
        connections: 2,
        poll: Duration::from_millis(10),
        retry: Retry { attempts: 3, first: QUICK, longest: QUICK },
        breaker: BreakerSettings { first: QUICK * 3, longest: QUICK * 6 },
        timeout: Duration::from_millis(300),
        ..Settings::default()
    }
}

struct Bench {
    queue: Arc<FakeQueue>,
    transport: Arc<FakeTransport>,
    worker: Worker,
}

fn bench(queue: FakeQueue, transport: FakeTransport, settings: Settings) -> Bench {
    let (queue, transport) = (Arc::new(queue), Arc::new(transport));
    let worker = Worker::new(queue.clone(), Arc::new(FakeBuilder), transport.clone(), settings);
    Bench { queue, transport, worker }
}

impl Bench {
    fn drain(&self) -> RunSummary {
        self.worker.drain(None, &Stop::new(), &()).unwrap()
    }

    /// Runs until the test says that it is enough.
    fn run_until(&self, observer: &dyn Observer, enough: impl Fn() -> bool + Sync) -> RunSummary {
        let stop = Stop::new();
        let deadline = Instant::now() + Duration::from_secs(20);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !enough() && Instant::now() < deadline {
                    std::thread::sleep(Duration::from_millis(2));
                }
                stop.request();
            });
            self.worker.run(&stop, observer).unwrap()
        })
    }

    fn is_settled(&self) -> bool {
        self.queue.rows().iter().all(|row| row.status != Status::Pending)
    }

    fn codes(&self) -> Vec<Option<String>> {
        self.queue.rows().into_iter().map(|row| row.code).collect()
    }
}

/// Remembers what is reported to it.
#[derive(Default)]
struct RecordingObserver {
    held_up: Mutex<Vec<String>>,
    resumed: Mutex<usize>,
}

impl Observer for RecordingObserver {
    fn held_up(&self, problem: &Problem, _pause: Option<Duration>) {
        self.held_up.lock().unwrap().push(problem.message.clone());
    }

    fn resumed(&self) {
        *self.resumed.lock().unwrap() += 1;
    }
}

fn temporary() -> SendError {
    SendError::temporary("451 come back")
}

fn permanent() -> SendError {
    SendError::permanent("550 no such user")
}

fn unusable() -> SendError {
    SendError::unusable("535 login refused")
}

fn unknown() -> SendError {
    SendError::unknown("the connection broke")
}

#[test]
fn every_row_is_delivered_once_and_logged_once() {
    let bench = bench(FakeQueue::with(500), FakeTransport::default(), settings());
    let summary = bench.drain();
    assert_eq!((summary.done, summary.failed, summary.later), (500, 0, 0));
    let mut expected: Vec<String> = (0..500).map(|row| format!("{row}@example.org")).collect();
    expected.sort();
    assert_eq!(bench.transport.recipients(), expected);
    let log = bench.queue.log.lock().unwrap();
    assert_eq!(log.len(), 500);
    let entry = &log[0];
    assert_eq!(entry.outcome, Outcome::Delivered);
    assert_eq!(entry.engine, env!("CARGO_PKG_VERSION"));
    assert_eq!(entry.template_hash.as_deref(), Some("hash of the template"));
    assert_eq!((entry.attempt, entry.requested_by.as_str()), (Some(1), "somebody"));
    assert_eq!(entry.detail.as_deref(), Some("taken"));
}

#[test]
fn what_cannot_be_made_is_an_error_at_once_and_stops_no_other_row() {
    let queue = FakeQueue::with(3);
    queue.add(request("bad@example.org", "bad"));
    queue.add(request("panic@example.org", "panic"));
    let bench = bench(queue, FakeTransport::default(), settings());
    let summary = bench.drain();
    assert_eq!((summary.done, summary.failed), (3, 2));
    let rows = bench.queue.rows();
    assert_eq!(rows[3].code.as_deref(), Some("pageLimit"));
    assert_eq!(rows[3].message.as_deref(), Some("too many pages (field `rows`)"));
    assert_eq!(rows[4].code.as_deref(), Some("internal"));
    assert!(rows[4].message.as_deref().unwrap().contains("the engine broke"));
    assert_eq!(bench.transport.recipients().len(), 3);
}

#[test]
fn a_temporary_failure_is_tried_again_until_it_works() {
    let transport = FakeTransport::answering("0@example.org", [temporary(), temporary()]);
    let bench = bench(FakeQueue::with(1), transport, settings());
    bench.run_until(&(), || bench.is_settled());
    assert_eq!(bench.queue.rows()[0].status, Status::Done);
    let log = bench.queue.log.lock().unwrap();
    let outcomes: Vec<Outcome> = log.iter().map(|entry| entry.outcome).collect();
    assert_eq!(outcomes, [Outcome::Failed, Outcome::Failed, Outcome::Delivered]);
    assert_eq!(log[0].code.as_deref(), Some("mailUnavailable"));
}

#[test]
fn a_temporary_failure_that_does_not_end_ends_the_row() {
    let transport = FakeTransport::answering("0@example.org", (0..9).map(|_| temporary()));
    let bench = bench(FakeQueue::with(1), transport, settings());
    bench.run_until(&(), || bench.is_settled());
    assert_eq!(bench.codes(), [Some("mailUnavailable".to_owned())]);
    assert_eq!(bench.queue.rows()[0].attempts, 3);
}

#[test]
fn a_drain_leaves_rows_that_wait_for_another_attempt() {
    let patient = Retry { first: Duration::from_secs(100), ..Retry::default() };
    let transport = FakeTransport::answering("0@example.org", [temporary()]);
    let settings = Settings { retry: patient, ..settings() };
    let bench = bench(FakeQueue::with(2), transport, settings);
    let summary = bench.drain();
    assert_eq!((summary.done, summary.later), (1, 1));
    assert!(summary.next_due.unwrap() > Duration::from_secs(70));
    assert_eq!(bench.queue.rows()[0].status, Status::Pending);
}

#[test]
fn refusals_and_unknown_deliveries_end_a_row_at_once() {
    for (failed, code, outcome) in [
        (permanent(), "mailRefused", Outcome::Failed),
        (unknown(), "deliveryUnknown", Outcome::Unknown),
    ] {
        let transport = FakeTransport::answering("1@example.org", [failed]);
        let bench = bench(FakeQueue::with(3), transport, settings());
        let summary = bench.drain();
        assert_eq!((summary.done, summary.failed), (2, 1));
        assert_eq!(summary.unknown, u64::from(outcome == Outcome::Unknown));
        assert_eq!(bench.codes(), [None, Some(code.to_owned()), None]);
        let log = bench.queue.log.lock().unwrap();
        let entry = log.iter().find(|entry| entry.code.is_some()).unwrap();
        assert_eq!((entry.outcome, entry.code.as_deref()), (outcome, Some(code)));
        assert_eq!(bench.transport.recipients(), ["0@example.org", "2@example.org"]);
    }
}

#[test]
fn when_nothing_can_be_sent_a_drain_hands_all_rows_back_untouched() {
    let transport = FakeTransport::default();
    *transport.always.lock().unwrap() = Some(unusable());
    let bench = bench(FakeQueue::with(300), transport, settings());
    let summary = bench.drain();
    let problem = summary.held_up.unwrap();
    assert_eq!(problem.code, codes::MAIL_UNUSABLE);
    assert!(problem.message.contains("535 login refused"));
    for row in bench.queue.rows() {
        assert_eq!((row.status, row.attempts, row.worker), (Status::Pending, 0, None));
        assert!(row.due <= Instant::now(), "after the fix there is no wait");
    }
    assert!(bench.queue.log.lock().unwrap().is_empty());
}

#[test]
fn when_nothing_can_be_sent_a_worker_waits_and_goes_on_when_it_can() {
    let transport = FakeTransport::default();
    *transport.always.lock().unwrap() = Some(unusable());
    let bench = bench(FakeQueue::with(100), transport, settings());
    let observer = RecordingObserver::default();
    let repair = Instant::now() + Duration::from_millis(400);
    bench.run_until(&observer, || {
        if Instant::now() > repair {
            *bench.transport.always.lock().unwrap() = None;
        }
        bench.is_settled()
    });
    assert!(bench.queue.rows().iter().all(|row| row.status == Status::Done));
    assert_eq!(*observer.held_up.lock().unwrap(), ["no mail can be sent: 535 login refused"]);
    assert_eq!(*observer.resumed.lock().unwrap(), 1);
}

#[test]
fn a_server_that_is_down_costs_few_rows_an_attempt() {
    let transport = FakeTransport::default();
    *transport.always.lock().unwrap() = Some(temporary());
    // Its pause is long, so that no row is offered again before the run ends.
    let breaker = BreakerSettings::default();
    let settings = Settings { connections: 1, breaker, ..settings() };
    let bench = bench(FakeQueue::with(300), transport, settings);
    let summary = bench.drain();
    assert!(summary.held_up.is_some());
    assert_eq!(summary.later, 20);
    let touched = bench.queue.rows().iter().filter(|row| row.attempts > 0).count();
    assert_eq!(touched, 20);
}

#[test]
fn one_that_gives_up_ends_every_row() {
    for (failed, code) in [(temporary(), "mailUnavailable"), (unusable(), "mailUnusable")] {
        let transport = FakeTransport::default();
        *transport.always.lock().unwrap() = Some(failed);
        let settings = Settings { gives_up: true, ..settings() };
        let bench = bench(FakeQueue::with(3), transport, settings);
        bench.drain();
        assert_eq!(bench.codes(), vec![Some(code.to_owned()); 3]);
    }
}

#[test]
fn what_replaces_a_refused_password_ends_the_pause_and_no_row_failed() {
    let transport = FakeTransport::default();
    *transport.always.lock().unwrap() = Some(unusable());
    let breaker = BreakerSettings::default();
    let bench = bench(FakeQueue::with(5), transport, Settings { breaker, ..settings() });
    let observer = RecordingObserver::default();
    let began = Instant::now();
    bench.run_until(&observer, || {
        if !observer.held_up.lock().unwrap().is_empty() {
            *bench.transport.always.lock().unwrap() = None;
            bench.transport.is_renewed.store(true, Ordering::SeqCst);
        }
        bench.is_settled()
    });
    assert!(began.elapsed() < breaker.first / 3, "{:?}", began.elapsed());
    assert_eq!(bench.codes(), vec![None; 5]);
    assert_eq!(bench.transport.recipients().len(), 5);
}

#[test]
fn one_that_gives_up_does_not_wait_for_a_server_that_takes_nothing() {
    let transport = FakeTransport::default();
    *transport.always.lock().unwrap() = Some(unusable());
    let breaker = BreakerSettings::default();
    let settings = Settings { gives_up: true, breaker, ..settings() };
    let bench = bench(FakeQueue::with(1), transport, settings);
    let began = Instant::now();
    let has_second = AtomicBool::new(false);
    bench.run_until(&(), || {
        if bench.is_settled() && !has_second.swap(true, Ordering::SeqCst) {
            bench.queue.add(request("later@example.org", "x"));
            return false;
        }
        bench.is_settled()
    });
    assert!(began.elapsed() < breaker.first / 3, "{:?}", began.elapsed());
    assert_eq!(bench.codes(), vec![Some("mailUnusable".to_owned()); 2]);
}

#[test]
fn a_row_whose_intent_was_refused_is_not_sent() {
    let bench = bench(FakeQueue::with(10), FakeTransport::default(), settings());
    bench.queue.refuses_intent.store(true, Ordering::SeqCst);
    let stop = Stop::new();
    stop.request();
    drop(stop);
    let summary =
        bench.run_until(&(), || bench.queue.rows().iter().all(|row| row.worker.is_some()));
    assert_eq!(summary.done, 0);
    assert!(bench.transport.recipients().is_empty());
}

#[test]
fn while_the_database_is_gone_nothing_is_sent_and_then_all_is_recorded() {
    let bench = bench(FakeQueue::with(200), FakeTransport::default(), settings());
    *bench.queue.gone_after_intents.lock().unwrap() = Some(3);
    let observer = RecordingObserver::default();
    let counts = Mutex::new(Vec::new());
    let back = Instant::now() + Duration::from_millis(400);
    bench.run_until(&observer, || {
        if bench.queue.is_gone.load(Ordering::SeqCst) {
            counts.lock().unwrap().push(bench.transport.recipients().len());
            if Instant::now() > back {
                bench.queue.is_gone.store(false, Ordering::SeqCst);
            }
        }
        bench.is_settled()
    });
    assert_eq!(bench.transport.recipients().len(), 200);
    assert_eq!(bench.queue.log.lock().unwrap().len(), 200);
    assert_eq!(*observer.held_up.lock().unwrap(), ["the database is gone"]);
    assert_eq!(*observer.resumed.lock().unwrap(), 1);
    // Only what was intended before was sent meanwhile.
    let counts = counts.into_inner().unwrap();
    assert!(*counts.last().unwrap() < 20, "{counts:?}");
}

#[test]
fn what_began_before_trouble_does_not_say_that_it_is_over() {
    let bench = bench(FakeQueue::default(), FakeTransport::default(), settings());
    let (observer, stop) = (RecordingObserver::default(), Stop::new());
    let writer = settlement_writer::SettlementWriter::new(&bench.worker, false, &stop, &observer);
    let (began, has_begun) = std::sync::mpsc::channel();
    let (release, held) = std::sync::mpsc::channel::<()>();
    std::thread::scope(|scope| {
        let slow = scope.spawn(|| {
            writer.retry_until_stop(move || {
                began.send(()).unwrap();
                held.recv().unwrap();
                Ok(())
            })
        });
        has_begun.recv().unwrap();
        let mut slow = Some(slow);
        let mut tries = 0;
        let gone = || Problem::new(codes::QUEUE_UNAVAILABLE, "the database is gone");
        writer
            .retry_until_stop(|| {
                tries += 1;
                // The first failure is reported by now.
                if tries == 2 {
                    release.send(()).unwrap();
                    slow.take().unwrap().join().unwrap().unwrap();
                }
                if tries < 4 { Err(gone()) } else { Ok(()) }
            })
            .unwrap();
    });
    assert_eq!(*observer.held_up.lock().unwrap(), ["the database is gone"]);
    assert_eq!(*observer.resumed.lock().unwrap(), 1);
}

#[test]
fn what_was_recorded_although_the_answer_was_lost_is_not_recorded_again() {
    let answers = [temporary(), permanent(), unknown()];
    let transport = FakeTransport::default();
    for (row, failed) in answers.into_iter().enumerate() {
        let to = format!("{row}@example.org");
        transport.answers.lock().unwrap().insert(to, [failed].into());
    }
    let retry = Retry { first: Duration::from_secs(100), ..Retry::default() };
    let bench = bench(FakeQueue::with(60), transport, Settings { retry, ..settings() });
    bench.queue.lost_answers.store(3, Ordering::SeqCst);
    let summary = bench.drain();
    assert_eq!(bench.queue.lost_answers.load(Ordering::SeqCst), 0);
    let numbers = (summary.done, summary.failed, summary.later, summary.lost);
    assert_eq!(numbers, (57, 2, 1, 0));
    assert_eq!(bench.queue.log.lock().unwrap().len(), 60);
}

#[test]
fn nor_is_the_log_entry_of_a_row_that_was_taken_over_meanwhile() {
    let bench = bench(FakeQueue::with(60), FakeTransport::default(), settings());
    bench.queue.takes_away.store(true, Ordering::SeqCst);
    bench.queue.lost_answers.store(3, Ordering::SeqCst);
    let summary = bench.drain();
    assert_eq!((summary.done, summary.failed, summary.lost), (0, 0, 60));
    assert_eq!(bench.queue.log.lock().unwrap().len(), 60);
}

/// Makes the last documents only after this number of others was sent.
struct SomeLast {
    transport: Arc<FakeTransport>,
    is_last: fn(&NewRequest) -> bool,
    others: usize,
}

impl Prepare for SomeLast {
    fn prepare(
        &self,
        request: &NewRequest,
        workspace: &mut Workspace,
        facts: &mut Facts,
    ) -> Result<Message> {
        let deadline = Instant::now() + Duration::from_secs(20);
        while (self.is_last)(request) && self.transport.recipients().len() < self.others {
            if Instant::now() > deadline {
                return Err(Problem::new(Code::TimeLimit, "the others wait for this one"));
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        FakeBuilder.prepare(request, workspace, facts)
    }
}

#[test]
fn rows_with_much_data_hold_no_others_up() {
    let queue = FakeQueue::default();
    for number in 0..23 {
        let data = if number < 3 { " ".repeat(2 << 20) } else { "{}".to_owned() };
        queue.add(request(&format!("{number}@example.org"), &data));
    }
    let transport = Arc::new(FakeTransport::default());
    let builder = Arc::new(SomeLast {
        transport: Arc::clone(&transport),
        is_last: |request| request.data.len() > 1 << 20,
        others: 20,
    });
    let worker = Worker::new(Arc::new(queue), builder, transport, settings());
    let summary = worker.drain(None, &Stop::new(), &()).unwrap();
    assert_eq!((summary.done, summary.failed), (23, 0));
}

#[test]
fn rows_of_tenants_that_take_long_hold_no_other_tenant_up() {
    let queue = FakeQueue::default();
    let add = |tenant: &str, number: usize| {
        let tenant = tenant.to_owned();
        queue.add(NewRequest { tenant, ..request(&format!("{number}@example.org"), "{}") });
    };
    // Many more than are claimed at once, and before those of the others.
    (0..1000).for_each(|number| add(if number % 2 == 0 { "a" } else { "b" }, number));
    (1000..1005).for_each(|number| add("c", number));
    let transport = Arc::new(FakeTransport::default());
    let builder = Arc::new(SomeLast {
        transport: Arc::clone(&transport),
        is_last: |request| ["a", "b"].contains(&request.tenant.as_str()),
        others: 5,
    });
    let worker = Worker::new(Arc::new(queue), builder, transport, settings());
    let summary = worker.drain(None, &Stop::new(), &()).unwrap();
    assert_eq!((summary.done, summary.failed), (1005, 0));
}

#[test]
fn a_drain_does_not_wait_for_the_database_for_ever() {
    let bench = bench(FakeQueue::with(5), FakeTransport::default(), settings());
    bench.queue.is_gone.store(true, Ordering::SeqCst);
    let problem = bench.worker.drain(None, &Stop::new(), &()).unwrap_err();
    assert_eq!(problem.code, codes::QUEUE_UNAVAILABLE);
}

#[test]
fn a_stop_finishes_what_is_being_sent_and_hands_back_the_rest() {
    let transport = FakeTransport { takes: Duration::from_millis(5), ..FakeTransport::default() };
    let bench = bench(FakeQueue::with(400), transport, settings());
    bench.run_until(&(), || bench.transport.recipients().len() >= 10);
    let rows = bench.queue.rows();
    let done = rows.iter().filter(|row| row.status == Status::Done).count();
    assert_eq!(done, bench.transport.recipients().len());
    assert!(done < 100);
    for row in rows.iter().filter(|row| row.status == Status::Pending) {
        assert_eq!((row.attempts, &row.worker, row.intended), (0, &None, false));
    }
}

#[test]
fn all_messages_keep_to_the_rate() {
    let rates = Rates { per_minute: NonZeroU32::new(600), ..Rates::default() };
    let bench =
        bench(FakeQueue::with(16), FakeTransport::default(), Settings { rates, ..settings() });
    let started = Instant::now();
    assert_eq!(bench.drain().done, 16);
    // Ten at once, the others one in a tenth of a second.
    assert!(started.elapsed() >= Duration::from_millis(500), "{:?}", started.elapsed());
}

#[test]
fn a_domain_at_its_limit_does_not_hold_up_the_others() {
    let queue = FakeQueue::default();
    (0..4).for_each(|row| queue.add(request(&format!("{row}@slow.example"), "{}")));
    (0..40).for_each(|row| queue.add(request(&format!("{row}@quick.example"), "{}")));
    let domains = [("slow.example".to_owned(), NonZeroU32::new(120).unwrap())].into();
    let rates = Rates { domains, ..Rates::default() };
    let bench = bench(queue, FakeTransport::default(), Settings { rates, ..settings() });
    let started = Instant::now();
    // A drain waits for rows that only the limit holds up.
    assert_eq!(bench.drain().done, 44);
    assert!(started.elapsed() >= Duration::from_millis(900), "{:?}", started.elapsed());
    let sent = bench.transport.sent.lock().unwrap();
    let last = |domain| sent.iter().filter(|(to, _)| to.ends_with(domain)).map(|(_, at)| *at).max();
    assert!(last("quick.example").unwrap() < started + Duration::from_millis(500));
    assert!(sent.iter().all(|(to, _)| sent.iter().filter(|(other, _)| other == to).count() == 1));
}

#[test]
fn while_the_server_takes_its_time_the_database_is_left_in_peace() {
    let transport = FakeTransport { takes: Duration::from_millis(600), ..FakeTransport::default() };
    let bench = bench(FakeQueue::with(1), transport, settings());
    assert_eq!(bench.drain().done, 1);
    let claims = bench.queue.claims.load(Ordering::SeqCst);
    assert!(claims < 30, "{claims} looks for rows in 600 ms");
}

#[test]
fn leases_are_prolonged_while_rows_are_worked_on() {
    let transport = FakeTransport { takes: Duration::from_millis(40), ..FakeTransport::default() };
    let settings = Settings { lease: Duration::from_millis(80), ..settings() };
    let bench = bench(FakeQueue::with(20), transport, settings);
    bench.drain();
    assert!(bench.queue.heartbeats.load(Ordering::SeqCst) >= 5);
}
