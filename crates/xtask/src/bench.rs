//! Recorded benchmark runs (`benches/runs`): made by one task, compared by another.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

const BENCHES: [&str; 5] = ["render", "queue", "mail", "delivery", "serve"];

/// Runs all benchmarks and writes what they print, under machine and commit, to a file.
pub(crate) fn record(quick: bool) -> Result<(), String> {
    let commit = output("git", &["rev-parse", "--short", "HEAD"])?;
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let mut text = format!(
        "date: {}\ncommit: {commit}\nmachine: {processors} cores, {} {}\ncompiler: {}\nmode: {}\n",
        today(),
        env::consts::OS,
        env::consts::ARCH,
        output("rustc", &["--version"])?,
        if quick { "quick" } else { "full" },
    );
    for bench in BENCHES {
        eprintln!("{bench} …");
        let mut arguments = vec!["bench", "--locked", "--bench", bench];
        arguments.extend(quick.then_some(["--", "--quick"]).into_iter().flatten());
        text += &format!("\n== {bench}\n{}\n", output("cargo", &arguments)?);
    }
    let file = format!("benches/runs/{}-{commit}.txt", today());
    fs::create_dir_all("benches/runs").map_err(|error| error.to_string())?;
    fs::write(&file, text).map_err(|error| format!("{file}: {error}"))?;
    println!("wrote {file}");
    Ok(())
}

/// Prints every value that both runs have, with the ratio of the second to the first.
pub(crate) fn compare(before: &str, after: &str) -> Result<(), String> {
    let read = |file: &str| {
        fs::read_to_string(file)
            .map(|text| values(&text))
            .map_err(|error| format!("{file}: {error}"))
    };
    let (before, after) = (read(before)?, read(after)?);
    println!("{:64} {:>12} {:>12} {:>7}", "", "before", "after", "ratio");
    for (name, old) in &before {
        if let Some(new) = after.get(name) {
            println!("{name:64} {old:>12.6} {new:>12.6} {:>7.2}", new / old);
        }
    }
    Ok(())
}

/// The values of a run by name: `bench / job / what`. Times are in seconds, the rest as printed.
fn values(text: &str) -> BTreeMap<String, f64> {
    let (mut bench, mut job) = ("", "");
    let mut values = BTreeMap::new();
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("== ") {
            (bench, job) = (name, "");
        } else if let Some(row) = line.strip_prefix("  ") {
            let Some((name, rest)) = row.trim_start().split_once("  ") else { continue };
            let value = rest.split_whitespace().next().and_then(number);
            values.extend(value.map(|value| (format!("{bench} / {job} / {name}"), value)));
        } else if let Some((name, rest)) = line.split_once(": ") {
            let value = rest.split_whitespace().next().and_then(number);
            match value {
                Some(value) if !bench.is_empty() => {
                    values.insert(format!("{bench} / {name}"), value);
                }
                _ => job = line,
            }
        } else {
            job = line;
        }
    }
    values
}

/// `12.5`, `1,234`, or a time such as `812.3µs`, in seconds.
fn number(text: &str) -> Option<f64> {
    let text = text.replace(',', "");
    let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
    let factor = match &text[digits.len()..] {
        "" => 1.0,
        "s" => 1.0,
        "ms" => 1e-3,
        "µs" => 1e-6,
        "ns" => 1e-9,
        _ => return None,
    };
    Some(digits.parse::<f64>().ok()? * factor)
}

fn output(program: &str, arguments: &[&str]) -> Result<String, String> {
    let output = Command::new(program).args(arguments).output();
    let output = output.map_err(|error| format!("cannot run {program}: {error}"))?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    } else {
        Err(format!("{program} {}: {}", arguments.join(" "), output.status))
    }
}

/// The date in UTC.
fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    date(seconds / 86_400)
}

/// The date so many days after 1970 began, in the Gregorian calendar. Counted from a first of
/// March, so that the leap day is the last of its year.
fn date(days: u64) -> String {
    let days = days + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{}-{month:02}-{day:02}", era * 400 + year_of_era + next)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_with_their_units() {
        let run = "commit: abc\n\n== render\n\ninvoice\n  reportctl        812.5µs     1.00 x\n\n\
                   == serve\nlibrary, one thread: 1,234 per second\n";
        let values = values(run);
        assert_eq!(values.len(), 2, "{values:?}");
        assert!((values["render / invoice / reportctl"] - 812.5e-6).abs() < 1e-12);
        assert!((values["serve / library, one thread"] - 1234.0).abs() < 1e-9);
    }

    #[test]
    fn dates_are_those_of_the_calendar() {
        assert_eq!(date(0), "1970-01-01");
        assert_eq!(date(19782), "2024-02-29");
        assert_eq!(date(20779), "2026-11-22");
    }
}
