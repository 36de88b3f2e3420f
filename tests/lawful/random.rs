//! Random templates with extensions: whatever they hold, two validators accept their documents as PDF/A-3a and PDF/UA-1.
//!
//! Seeds are the numbers of the files in messages: `random-17.pdf` is `source(17)`. With `REPORTCTL_TEST_KEEP=FOLDER` documents
//! and sources are written there.

mod fields;
mod generator;
mod tables;

use std::path::PathBuf;
use std::sync::Arc;

use reportctl::font::Face;
use reportctl::{Fonts, Value, prepare};
use serde_json::Value as Json;

use super::{options, refused, validators};
use crate::thorough::is_thorough;
use generator::source;

/// Number of templates in a thorough run.
const COUNT: u64 = 300;
/// Number of templates in other runs.
const SAMPLE: u64 = 30;

/// The folder that keeps documents and sources.
const KEEP: &str = "REPORTCTL_TEST_KEEP";

/// Fonts of a seed: the standard ones, or one that lacks most characters before them.
fn fonts(seed: u64) -> Fonts {
    let file: &[u8] = match seed % 5 {
        0 => include_bytes!("../fonts/FixtureCubic.otf"),
        1 => include_bytes!("../fonts/LiberationSans-Regular.ttf"),
        _ => return Fonts::standard(),
    };
    Fonts::new(vec![Arc::new(Face::from_bytes("Own", file.to_vec()).unwrap())], true)
}

fn generate(source: &Json, fonts: &Fonts) -> Result<Vec<u8>, String> {
    let part = |key: &str| Value::from(&source[key]);
    let said = |problem: reportctl::Problem| {
        let pointer = problem.pointer.as_deref().unwrap_or_default();
        format!("{} {pointer}: {problem}", problem.code.as_str())
    };
    let prepared = prepare(&part("template"), &part("bindings")).map_err(said)?;
    prepared.generate(&part("data"), &options(fonts, "pdfa-3a,pdfua-1")).map_err(said)
}

#[test]
fn random_templates_are_accepted_by_two_validators() {
    let Some(validators) = validators() else { return };
    let temporary = tempfile::tempdir().unwrap();
    let kept = std::env::var_os(KEEP).map(PathBuf::from);
    let folder = kept.as_deref().unwrap_or(temporary.path());
    let (mut files, mut faults) = (Vec::new(), Vec::new());
    for seed in 0..if is_thorough() { COUNT } else { SAMPLE } {
        let source = source(seed);
        if kept.is_some() {
            let file = folder.join(format!("random-{seed}.json"));
            std::fs::write(file, format!("{source:#}")).unwrap();
        }
        match generate(&source, &fonts(seed)) {
            Ok(made) => {
                let file = folder.join(format!("random-{seed}.pdf"));
                std::fs::write(&file, made).unwrap();
                files.push(file);
            }
            Err(why) => faults.push(format!("random-{seed}: {why}")),
        }
    }
    faults.push(refused(&validators, "3a,ua1", &files));
    assert_eq!(faults.join("\n"), "");
}
