//! The threads that make documents and messages.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crate::base::clock;
use crate::base::telemetry::{MeasuredStep, SpanKind};
use crate::delivery::codes;
use crate::delivery::mail::Message;
use crate::delivery::queue::Ended;
use crate::delivery::stored_text;
use engine::pdf::Workspace;
use engine::problem::{Code, Problem, Result};

use super::message_builder::Facts;
use super::row::{ClaimedRow, Next, Ready, millis, released};
use super::run::WorkerRun;

/// Maximum number of rows that are made together.
const MOST_TOGETHER: usize = 8;
/// Time of a row up to which the next ones of its template are made together.
const QUICK: Duration = Duration::from_millis(5);
/// The shortest and the longest time for which a row is left to other workers.
const LEFT_FOR: (Duration, Duration) = (Duration::from_secs(2), Duration::from_secs(300));

impl WorkerRun<'_> {
    /// Prepares rows until no more come. Rows of a template whose last ones were quick are made several
    /// at a time.
    pub(super) fn prepare_rows(&self) {
        let mut workspace = Workspace::default();
        let mut quick = None;
        while let Some(row) = self.claims.pop() {
            let request = &row.claim.request;
            let place = (request.tenant.clone(), request.template.clone());
            let mut rows = vec![row];
            if quick.as_ref() == Some(&place) {
                let (tenant, template) = &place;
                let is_alike = |row: &ClaimedRow| row.claim.request.template == *template;
                rows.extend(self.claims.pop_alike(tenant, MOST_TOGETHER - 1, is_alike));
            }
            let (started, count) = (Instant::now(), rows.len());
            self.prepare_all(rows, &mut workspace).into_iter().for_each(|row| self.prepared(row));
            self.claims.done(&place.0);
            let limit = QUICK.saturating_mul(u32::try_from(count).unwrap_or(u32::MAX));
            quick = (started.elapsed() <= limit).then_some(place);
        }
    }

    /// Prepares rows that are likely to take long until no more come. Their memory is not kept.
    pub(super) fn prepare_heavy_rows(&self) {
        while let Some(row) = self.heavy_claims.pop() {
            let tenant = row.claim.request.tenant.clone();
            let ready = self.prepare_all(vec![row], &mut Workspace::default());
            self.heavy_preparing.fetch_sub(1, Ordering::SeqCst);
            ready.into_iter().for_each(|row| self.prepared(row));
            self.heavy_claims.done(&tenant);
        }
    }

    /// Prepares rows of a tenant. A template or picture that breaks the engine does not take the other rows
    /// with it.
    fn prepare_all(&self, rows: Vec<ClaimedRow>, workspace: &mut Workspace) -> Vec<Ready> {
        if self.is_ending() {
            let next = || Next::Settle(released(Duration::ZERO), None);
            return rows
                .into_iter()
                .map(|row| Ready { row, facts: Facts::default(), next: next() })
                .collect();
        }
        let started = Instant::now();
        let requests: Vec<_> = rows.iter().map(|row| &row.claim.request).collect();
        let mut facts: Vec<_> = rows.iter().map(|_| Facts::default()).collect();
        let prepare = || self.worker.builder.prepare_all(&requests, workspace, &mut facts);
        let prepared = match catch_unwind(AssertUnwindSafe(prepare)) {
            Ok(prepared) => prepared,
            Err(panic) => {
                *workspace = Workspace::default();
                if rows.len() > 1 {
                    // Prepared alone, the row that panicked shows.
                    let alone = |row| self.prepare_all(vec![row], workspace);
                    return rows.into_iter().flat_map(alone).collect();
                }
                vec![Err(internal(panic.as_ref()))]
            }
        };
        let share = started.elapsed() / u32::try_from(rows.len()).unwrap_or(u32::MAX).max(1);
        let rows = rows.into_iter().zip(facts).zip(prepared);
        let render = MeasuredStep::since(started, "render");
        let ready = |((row, facts), prepared)| self.ready(row, facts, prepared, (render, share));
        rows.map(ready).collect()
    }

    fn ready(
        &self,
        mut row: ClaimedRow,
        mut facts: Facts,
        prepared: Result<Message>,
        (render, share): (MeasuredStep, Duration),
    ) -> Ready {
        row.times.render += share;
        let failure = prepared.as_ref().err().map(|problem| ("error.type", problem.code.as_str()));
        let span = row.span.step(SpanKind::Internal, render, failure.as_slice());
        for step in facts.steps.drain(..) {
            span.step(SpanKind::Internal, step, &[]);
        }
        let _lines = row.span.enter();
        if !facts.warnings.is_empty() {
            self.observer.warned(&row.claim.request, &facts.warnings);
        }
        let next = match prepared {
            Ok(message) => Next::Send(message),
            Err(problem) => {
                let ended = match problem.code {
                    codes::TEMPLATE_VERSION => self.left(row.claim.missed_at, &problem),
                    code if ARCHIVE_FAILURES.contains(&code) => {
                        self.deferred(row.claim.attempt, &problem)
                    }
                    _ => failed(&problem),
                };
                Next::Settle(ended, Some(stored_text::without_data(&problem)))
            }
        };
        Ready { row, facts, next }
    }
}

/// Failures of the archive that may be fixed: the request waits, as for a mail server.
const ARCHIVE_FAILURES: [Code; 2] = [codes::ARCHIVE_UNAVAILABLE, codes::ARCHIVE_REFUSED];

impl WorkerRun<'_> {
    /// Due again after a pause that grows with the attempts; ended after the last one.
    fn deferred(&self, attempt: u32, problem: &Problem) -> Ended {
        let settings = &self.worker.settings;
        match settings.retry.pause(attempt, None) {
            Some(pause) if !settings.gives_up => Ended::Later {
                pause: millis(pause),
                code: problem.code.as_str().to_owned(),
                message: problem.message.clone(),
            },
            _ => failed(problem),
        }
    }

    /// Left to a worker that has the version of the template, and ended when none had it for long
    /// enough: the longer it waits, the more seldom it is looked at.
    fn left(&self, missed_at: Option<i64>, problem: &Problem) -> Ended {
        let waited = missed_at.map_or(0, |since| clock::millis().saturating_sub(since).max(0));
        let longest = millis(self.worker.settings.version_wait);
        if waited >= longest {
            return failed(problem);
        }
        let pause = (waited / 2).clamp(millis(LEFT_FOR.0), millis(LEFT_FOR.1));
        let (code, message) = (problem.code.as_str().to_owned(), problem.message.clone());
        Ended::Left { pause: pause.min(longest - waited), code, message }
    }
}

/// Ended with a problem.
pub(super) fn failed(problem: &Problem) -> Ended {
    let message = stored_text::of_row(problem);
    Ended::Error { code: problem.code.as_str().to_owned(), message }
}

fn internal(panic: &(dyn Any + Send)) -> Problem {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    let what = text.unwrap_or("no reason given");
    Problem::new(Code::Internal, format!("the document could not be made: {what}"))
}
