//! Progress of work on many rows: a bar on a terminal, a line now and then elsewhere.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::cli::term::ErrorFormat;
use crate::cli::term::{Printer, Verbosity};

/// Time between two lines where there is no terminal; shorter work says nothing.
const PAUSE: Duration = Duration::from_secs(5);

/// Shows how far the work is. Nothing is shown to those who asked for quiet, nor to programs.
pub(crate) struct Progress<'a> {
    printer: &'a Printer,
    bar: Option<ProgressBar>,
    /// Unit of the count: `rows`.
    things: &'static str,
    total: u64,
    done: u64,
    failed: u64,
    started: Instant,
    reported: Instant,
}

impl<'a> Progress<'a> {
    /// Progress of something, with this many rows or other things; with none nothing is shown.
    pub(crate) fn new(
        printer: &'a Printer,
        what: &'static str,
        total: u64,
        things: &'static str,
    ) -> Self {
        let is_reported =
            printer.verbosity >= Verbosity::Normal && printer.error_format == ErrorFormat::Human;
        let on_terminal = is_reported && std::io::stderr().is_terminal();
        let now = Instant::now();
        let bar = (on_terminal && total > 0).then(|| bar(what, total, things));
        Self { printer, bar, things, total, done: 0, failed: 0, started: now, reported: now }
    }

    /// One row more.
    pub(crate) fn step(&mut self, is_good: bool) {
        self.done += 1;
        self.failed += u64::from(!is_good);
        match &self.bar {
            Some(bar) => {
                if !is_good {
                    bar.set_message(format!("{} failed", self.failed));
                }
                bar.inc(1);
            }
            None if self.reported.elapsed() >= PAUSE => {
                self.reported = Instant::now();
                self.printer.note(self.line());
            }
            None => {}
        }
    }

    /// Calls `say` while the bar is hidden.
    pub(crate) fn aside(&self, say: impl FnOnce()) {
        match &self.bar {
            Some(bar) => bar.suspend(say),
            None => say(),
        }
    }

    /// Takes the bar away; gives the time since the start.
    pub(crate) fn finish(&self) -> Duration {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        self.started.elapsed()
    }

    /// `1200 of 10000 rows (12 %), 240 rows/s, 37 s left, 3 failed`.
    fn line(&self) -> String {
        let seconds = self.started.elapsed().as_secs_f64();
        let rate = per_second(self.done, seconds);
        let things = self.things;
        let mut line = format!("{} of {} {things}", self.done, self.total);
        if self.total >= self.done && self.total > 0 && rate >= 1 {
            let (percent, left) = (self.done * 100 / self.total, (self.total - self.done) / rate);
            line += &format!(" ({percent} %), {rate} {things}/s, {left} s left");
        }
        if self.failed > 0 {
            line += &format!(", {} failed", self.failed);
        }
        line
    }
}

/// A rate as people read it.
pub(crate) fn per_second(number: u64, seconds: f64) -> u64 {
    (number as f64 / seconds.max(1e-6)).round() as u64
}

fn bar(what: &'static str, total: u64, things: &'static str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr());
    let template = format!(
        "{{prefix}} {{bar:30}} {{pos}} of {{len}} {things}, {{per_sec}}, {{eta}} left {{msg}}"
    );
    if let Ok(style) = ProgressStyle::with_template(&template) {
        bar.set_style(style.progress_chars("=> "));
    }
    bar.set_prefix(what);
    bar
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::diagnostic::Style;

    #[test]
    fn the_line_says_how_far_how_fast_and_how_long_still() {
        let printer = Printer {
            verbosity: Verbosity::Quiet,
            error_format: ErrorFormat::Human,
            style: Style::Plain,
        };
        let mut progress = Progress::new(&printer, "making", 10_000, "rows");
        (progress.done, progress.failed) = (1200, 3);
        progress.started =
            Instant::now().checked_sub(Duration::from_secs(5)).unwrap_or(progress.started);
        assert_eq!(progress.line(), "1200 of 10000 rows (12 %), 240 rows/s, 36 s left, 3 failed");
    }
}
