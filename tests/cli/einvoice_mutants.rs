//! Mutants of published e-invoices: `einvoice check` refuses what the Schematron of EN 16931 refuses.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use en16931_formats::{Syntax, write_unchecked};
use serde_json::Value as Json;

use super::einvoice_make::{made, published, read};
use crate::documents::root;
use crate::lawful::validators;
use crate::project::Project;
use crate::thorough::is_thorough;

/// Number of mutants: for who changes the code, and where everything is compared.
const SAMPLE: usize = 60;
const ALL: usize = 300;

/// The number of mutants, or that of `REPORTCTL_TEST_MUTANTS`.
fn count() -> usize {
    let wanted = std::env::var("REPORTCTL_TEST_MUTANTS").ok().and_then(|count| count.parse().ok());
    wanted.unwrap_or(if is_thorough() { ALL } else { SAMPLE })
}

/// The business cases of KoSIT in both syntaxes, as invoices of EN 16931 alone.
fn originals(folder: &Path) -> usize {
    let mut written = 0;
    for file in published() {
        let original = std::fs::read_to_string(&file).unwrap();
        let cii = without_profile(&original);
        let ubl = write_unchecked(&read(cii.as_bytes()), Syntax::Ubl).unwrap().xml;
        let stem = file.file_stem().unwrap().to_str().unwrap();
        for (syntax, xml) in [("cii", cii), ("ubl", ubl)] {
            std::fs::write(folder.join(format!("{stem}-{syntax}.xml")), xml).unwrap();
            written += 1;
        }
    }
    written
}

/// An invoice with the identifier of EN 16931 alone: the Schematron has no national rules.
fn without_profile(xml: &str) -> String {
    let (before, rest) = xml.split_once("urn:cen.eu:en16931:2017").unwrap();
    let (_, after) = rest.split_once('<').unwrap();
    format!("{before}urn:cen.eu:en16931:2017<{after}")
}

/// The rules that refuse each file, by name, and its change.
struct Verdict {
    change: String,
    rules: Vec<String>,
}

/// Verdicts of the schema and the Schematron on mutants of originals.
fn judged(validators: &Path, from: &Path, to: &Path, count: usize) -> BTreeMap<String, Verdict> {
    let output = Command::new(validators.join("bin/python"))
        .arg(root().join("tests/lawful/mutants.py"))
        .args([from, to])
        .arg(count.to_string())
        .output()
        .unwrap();
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{complaint}");
    let report: Json = serde_json::from_slice(&output.stdout).unwrap();
    let verdict = |file: &Json| Verdict {
        change: file["change"].as_str().unwrap().to_owned(),
        rules: serde_json::from_value(file["rules"].clone()).unwrap(),
    };
    let files = report["files"].as_object().unwrap();
    files.iter().map(|(name, file)| (name.clone(), verdict(file))).collect()
}

/// The rules that refuse each file of a folder by ours; a finding without a rule is its code.
fn checked(folder: &Path) -> BTreeMap<String, Vec<String>> {
    let mut files: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let mut arguments = vec!["einvoice".into(), "check".into(), "--format".into(), "json".into()];
    arguments.extend(files.into_iter().map(std::path::PathBuf::into_os_string));
    let run = Project::new().run(arguments);
    let report: Json = serde_json::from_slice(&run.stdout).unwrap();
    let mut rules = BTreeMap::new();
    for invoice in report["invoices"].as_array().unwrap() {
        let problems = invoice["problems"].as_array().unwrap().iter();
        let errors = problems.filter(|problem| problem["severity"] == "error");
        let named = errors.map(|problem| problem["rule"].as_str().or(problem["code"].as_str()));
        let file = Path::new(invoice["file"].as_str().unwrap()).file_name().unwrap();
        rules.insert(
            file.to_str().unwrap().to_owned(),
            named.map(|name| name.unwrap().to_owned()).collect(),
        );
    }
    rules
}

/// A known difference between the verdicts: a line of `tests/lawful/differences.txt`.
struct Difference<'t> {
    /// The side that refuses alone, `ours` or `theirs`; `rule` where both refuse by different rules.
    side: &'t str,
    /// The rule that one of them names, or its beginning.
    rule: &'t str,
    /// A part of the change.
    change: &'t str,
}

impl<'t> Difference<'t> {
    fn of_line(line: &'t str) -> Self {
        let parts: Vec<&str> = line.split(';').map(str::trim).collect();
        let [side, rule, change, reason] = parts[..] else { panic!("four parts: {line}") };
        assert!(["ours", "theirs", "rule"].contains(&side) && !reason.is_empty(), "{line}");
        Self { side, rule, change }
    }

    fn explains(&self, side: &str, verdict: &Verdict, ours: &[String]) -> bool {
        let rules = if side == "ours" { ours } else { &verdict.rules[..] };
        let is_named = rules.iter().any(|rule| rule.starts_with(self.rule));
        self.side == side && is_named && verdict.change.contains(self.change)
    }
}

/// The rules of the standard among others.
fn of_standard(rules: &[String]) -> Vec<&str> {
    rules.iter().map(String::as_str).filter(|rule| rule.starts_with("BR-")).collect()
}

/// The side that refuses alone, or `rule` where both refuse by different rules.
fn side(verdict: &Verdict, ours: &[String]) -> Option<&'static str> {
    // What the schema alone refuses is no matter of the rules, though it may be refused.
    let by_rules: Vec<&String> = verdict.rules.iter().filter(|rule| *rule != "XSD").collect();
    match (by_rules.is_empty(), ours.is_empty()) {
        (true, true) => None,
        (true, false) => (!verdict.rules.iter().any(|rule| rule == "XSD")).then_some("ours"),
        (false, true) => Some("theirs"),
        (false, false) => {
            let (theirs, ours) = (of_standard(&verdict.rules), of_standard(ours));
            let agree = match (theirs.first(), ours.first()) {
                (Some(first), Some(own)) => ours.contains(first) || theirs.contains(own),
                _ => true,
            };
            (!agree).then_some("rule")
        }
    }
}

/// Each mutant is refused or accepted by both, and where both name rules of the standard they name the same, but for
/// the differences that are known with their reasons.
#[test]
fn mutants_are_refused_where_the_schematron_refuses_them() {
    let Some(validators) = validators() else { return };
    let (from, to) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let originals = originals(from.path());
    if originals == 0 {
        return;
    }
    let judged = judged(&validators, from.path(), to.path(), count());
    for original in std::fs::read_dir(from.path()).unwrap() {
        let original = original.unwrap();
        std::fs::copy(original.path(), to.path().join(original.file_name())).unwrap();
    }
    let ours = checked(to.path());
    let names =
        |judged: &BTreeMap<String, Verdict>| judged.keys().cloned().collect::<BTreeSet<_>>();
    assert_eq!(names(&judged), ours.keys().cloned().collect());
    assert!(judged.len() >= originals + SAMPLE.min(count()));

    let known = std::fs::read_to_string(root().join("tests/lawful/differences.txt")).unwrap();
    let lines = known.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let known: Vec<Difference<'_>> = lines.map(Difference::of_line).collect();
    let mut unexplained = Vec::new();
    let (mut refused, mut schema_alone) = (0, 0);
    let mut different = BTreeMap::<&str, usize>::new();
    for (name, verdict) in &judged {
        let ours = &ours[name];
        refused += usize::from(!ours.is_empty());
        schema_alone += usize::from(ours.is_empty() && verdict.rules == ["XSD"]);
        let Some(side) = side(verdict, ours) else { continue };
        *different.entry(side).or_default() += 1;
        if !known.iter().any(|known| known.explains(side, verdict, ours)) {
            unexplained.push(format!("{side}; {}: {:?} {ours:?}", verdict.change, verdict.rules));
        }
    }
    // For the documentation.
    #[expect(clippy::print_stderr, reason = "a long run says what it found")]
    {
        let files = judged.len();
        eprintln!(
            "{files} files, {refused} refused, {schema_alone} refused by the schema alone, {different:?}"
        );
    }
    assert!(unexplained.is_empty(), "{}", unexplained.join("\n"));
    assert!(refused > judged.len() / 4, "{refused} of {}", judged.len());
}

/// The business cases of KoSIT, made again of their terms by templates: XSD and Schematron accept what they accept of the
/// originals.
#[test]
fn business_cases_that_are_made_are_accepted_by_schema_and_schematron() {
    let Some(validators) = validators() else { return };
    let (originals_of, made_of) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let to = tempfile::tempdir().unwrap();
    if originals(originals_of.path()) == 0 {
        return;
    }
    for file in published() {
        let invoice = read(&std::fs::read(&file).unwrap());
        let stem = file.file_stem().unwrap().to_str().unwrap();
        for (syntax, standard) in [("cii", "factur-x"), ("ubl", "ubl")] {
            let xml = String::from_utf8(made(&invoice, standard, "xrechnung")).unwrap();
            let name = format!("{stem}-{syntax}.xml");
            std::fs::write(made_of.path().join(name), without_profile(&xml)).unwrap();
        }
    }
    let before = judged(&validators, originals_of.path(), to.path(), 0);
    let after = judged(&validators, made_of.path(), to.path(), 0);
    assert_eq!(before.len(), after.len());
    assert!(before.values().filter(|verdict| verdict.rules.is_empty()).count() >= 64);
    let worse = after.iter().filter(|(name, verdict)| {
        verdict.rules.iter().any(|rule| !before[*name].rules.contains(rule))
    });
    let worse: Vec<String> =
        worse.map(|(name, verdict)| format!("{name}: {:?}", verdict.rules)).collect();
    assert_eq!(worse, Vec::<String>::new());
}
