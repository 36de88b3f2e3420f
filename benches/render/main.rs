//! Speed of rendering, as ratios measured in one run.
//!
//! `cargo bench` prints, for each job, the median time of one run and what it is relative to.
//! Contenders of one job take turns, so that a noisy machine disturbs all of them alike;
//! `--quick` takes fewer turns. Compare ratios, never single times.

// A bench reports to the terminal and may stop when its own input is wrong.
#![allow(clippy::print_stdout, clippy::unwrap_used)]

mod hand_written;
mod input;
mod shaping;

use std::hint::black_box;
use std::time::{Duration, Instant};

use reportctl::base::threads::Threads;
use reportctl::budget::Meter;
use reportctl::draw::{Painter, Pictures, PreparedPictures};
use reportctl::expr::{Env, Scope, TextTemplate};
use reportctl::pdf::{Info, Workspace, Writer};
use reportctl::{Fonts, Options, Prepared, Value};

fn main() {
    let quick = std::env::args().any(|arg| arg == "--quick");
    let rounds = if quick { 3 } else { 15 };
    let fonts = Fonts::standard();
    invoices(&fonts, rounds);
    ledgers(&fonts, rounds);
    pages(&fonts, rounds);
    expressions(rounds);
    shaping::shaping(rounds);
}

/// One contender of a job.
struct Contender<'a> {
    name: &'static str,
    run: Box<dyn FnMut() + 'a>,
}

fn contender<'a, T>(name: &'static str, mut run: impl FnMut() -> T + 'a) -> Contender<'a> {
    Contender { name, run: Box::new(move || drop(black_box(run()))) }
}

/// Runs the contenders in turns and prints medians, the first being the measure of the others.
fn compare(job: &str, rounds: usize, mut contenders: Vec<Contender<'_>>) {
    let mut times = vec![Vec::with_capacity(rounds); contenders.len()];
    for round in 0..=rounds {
        for (contender, times) in contenders.iter_mut().zip(&mut times) {
            let start = Instant::now();
            (contender.run)();
            // The first round warms up.
            if round > 0 {
                times.push(start.elapsed());
            }
        }
    }
    let medians: Vec<Duration> = times.iter_mut().map(|times| median(times)).collect();
    println!("\n{job}");
    for (contender, median) in contenders.iter().zip(&medians) {
        let ratio = median.as_secs_f64() / medians[0].as_secs_f64();
        println!("  {:32} {:>12} {ratio:>8.2} x", contender.name, format!("{median:.1?}"));
    }
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

fn invoices(fonts: &Fonts, rounds: usize) {
    const COUNT: usize = 500;
    let prepared = prepare(&input::invoice_template());
    let data: Vec<Value> = (0..COUNT).map(input::invoice).collect();
    let json: Vec<String> = data.iter().map(|invoice| invoice.to_json().to_string()).collect();
    let options = Options::new(fonts);
    let mut kept = Workspace::default();
    compare(
        &format!("{COUNT} one-page invoices of 12 lines, one thread"),
        rounds,
        vec![
            contender("generate, workspace kept", || {
                data.iter()
                    .map(|data| {
                        prepared.generate_in(data, &options, &mut kept).unwrap().bytes.len()
                    })
                    .sum::<usize>()
            }),
            contender("generate", || {
                data.iter()
                    .map(|data| prepared.generate(data, &options).unwrap().len())
                    .sum::<usize>()
            }),
            contender("layout only", || {
                data.iter()
                    .map(|data| prepared.layout(data, &options).unwrap().pages.len())
                    .sum::<usize>()
            }),
            contender("read JSON and generate", || {
                let generate = |json: &String| {
                    prepared.generate(&Value::from_json(json).unwrap(), &options).unwrap().len()
                };
                json.iter().map(generate).sum::<usize>()
            }),
        ],
    );
}

fn ledgers(fonts: &Fonts, rounds: usize) {
    let prepared = prepare(&input::ledger_template());
    let sizes = [1_000, 10_000];
    let data = sizes.map(input::ledger);
    let options = Options::new(fonts);
    // As `reportctl render` does it: on all cores, whose threads stay from one run to the next here.
    let threads = Threads::available();
    let together = Options { executor: Some(&threads), ..options };
    compare(
        "ledger, time per document",
        rounds,
        vec![
            contender("1,000 rows", || prepared.generate(&data[0], &options).unwrap().len()),
            contender("10,000 rows", || prepared.generate(&data[1], &options).unwrap().len()),
            contender("10,000 rows, all cores", || {
                prepared.generate(&data[1], &together).unwrap().len()
            }),
            contender("10,000 rows, layout only", || {
                prepared.layout(&data[1], &options).unwrap().pages.len()
            }),
        ],
    );
}

/// Drawing and writing against a hand-written content stream of the same pages.
fn pages(fonts: &Fonts, rounds: usize) {
    let prepared = prepare(&input::ledger_template());
    let data = input::ledger(2_000);
    let layout = prepared.layout(&data, &Options::new(fonts)).unwrap();
    let pictures = PreparedPictures::default();
    let meter = Meter::default();
    compare(
        "pages of a ledger of 2,000 rows, from the page model to a file",
        rounds,
        vec![
            contender("hand-written", || hand_written::document(&layout).len()),
            contender("draw and write", || {
                let mut workspace = Workspace::default();
                let mut painter = Painter::new(fonts, Pictures::new(&pictures), &meter);
                let mut writer = Writer::new(&meter, &mut workspace);
                for page in &layout.pages {
                    writer.page(painter.page(page).unwrap()).unwrap();
                }
                let info = Info::default();
                writer.finish(painter.fonts(), painter.pictures(), &info).unwrap().0.len()
            }),
        ],
    );
}

fn expressions(rounds: usize) {
    const COUNT: usize = 20_000;
    let data = input::invoice(1);
    let line = data.get("lines").and_then(|lines| lines.as_array()).unwrap()[0].clone();
    let meter = Meter::default();
    let env = Env::new(&meter, 2026);
    let texts = ["literal", "{item}", "{CURRENCY(price, \"€\")}", "{NUMBER(qty * price, 2)}"];
    let texts = texts.map(TextTemplate::compile);
    let render = |text: &TextTemplate| {
        let mut out = String::new();
        for _ in 0..COUNT {
            out.clear();
            text.render(&Scope { value: &line, extra: &[], env: &env, names: None }, &mut out)
                .unwrap();
        }
        out
    };
    compare(
        &format!("{COUNT} evaluations"),
        rounds,
        vec![
            contender("literal", || render(&texts[0])),
            contender("{item}", || render(&texts[1])),
            contender("{CURRENCY(price, \"€\")}", || render(&texts[2])),
            contender("{NUMBER(qty * price, 2)}", || render(&texts[3])),
        ],
    );
}

fn prepare(template: &Value) -> Prepared {
    let part = |key| template.get(key).unwrap();
    reportctl::prepare(part("template"), part("bindings")).unwrap()
}
