//! The code and the documentation use the terms of their field. A reader who searches for "retry",
//! "lease" or "expression" finds all of it, and has no names of our own to learn.

use std::fs;
use std::path::{Path, PathBuf};

use crate::documents;

/// Words and phrases with the term to use instead. Compared without regard to case, as whole words;
/// words in names such as `put_off` or `PutOff` count.
const WORDS: &[(&str, &str)] = &[
    ("mend", "fix"),
    ("mends", "fixes"),
    ("mended", "fixed"),
    ("mending", "fixing"),
    ("tell", "report, return, call"),
    ("tells", "reports, returns"),
    ("telling", "reporting"),
    ("told", "reported, returned"),
    ("teller", "reporter"),
    ("put off", "deferred"),
    ("puts off", "defers"),
    ("ended without", "failed"),
    ("doorkeeper", "authenticator"),
    ("desk", "service, buffer"),
    ("hasten", "run now"),
    ("fate", "settlement, outcome"),
    ("portion", "chunk"),
    ("portions", "chunks"),
    ("patience", "timeout"),
    ("upkeep", "maintenance"),
    ("survey", "prescan"),
    ("misfit", "overflow"),
    ("what reports call", "label"),
    ("as long is waited", "the wait is as long"),
    ("has not the scope", "lacks the scope"),
    ("gives no threads", "cannot start threads"),
    ("to be called before anybody looks", "pending"),
    ("nobody", "no caller, no recipient, no thread"),
    ("whoever", "the caller, the host"),
    ("of those that", "of the ... that"),
    ("anew", "again"),
    ("gate", "opt-in, limit, window"),
    ("slips", "typos"),
    ("held against", "compared with, validated against"),
    ("holds data against", "validates data against"),
    ("of itself", "metadata, its own"),
    ("judge", "check, validate"),
    ("judges", "checks, validators"),
    ("complain", "report"),
    ("puts up with", "waits for, tolerates"),
    ("handed back", "released"),
    ("worked off", "processed"),
    ("all is well", "success"),
    ("brought to the disk", "flushed"),
    ("somebody should", "warning, note"),
    ("lane", "queue, channel"),
    ("lanes", "queues, channels"),
    ("impatience", "timeout"),
    ("nap", "sleep"),
    ("diary", "observer"),
    ("ramp", "batch size"),
];

/// The same for what users read: pages, help, settings.
const WORDS_FOR_USERS: &[(&str, &str)] = &[
    ("most pages", "maximum number of pages"),
    ("template text", "text with expressions"),
    ("template texts", "texts with expressions"),
    ("the way to the", "path"),
    ("moment", "date, timestamp"),
    ("figures", "metrics, measurements"),
    ("so many lines", "maximum, minimum number of lines"),
];

/// Places that users read.
const FOR_USERS: [&str; 8] = [
    "README.md",
    "CONTRIBUTING.md",
    "docs/",
    "templates/README.md",
    "src/cli/command.rs",
    "src/cli/init/",
    "src/config/",
    "benches/README.md",
];

/// Places where a word is the term of the field or an example, with the reason.
const EXCEPTIONS: &[(&str, &str, &str)] = &[
    ("tests/words.rs", "", "lists them"),
    ("tests/fonts/", "", "fonts and the licence that comes with them"),
    ("designer/LICENSES.md", "", "licences of what the package contains"),
    ("crates/fonts/src/data/", "", "licences that come with fonts"),
    ("designer/LICENSES.md", "", "licences that come with libraries"),
    ("src/config/", "moment", "names of variables"),
    ("docs/format/", "figures", "a theme of icons"),
    ("designer/", "gate", "the name that hosts know: `TabGate`"),
    ("designer/src/core/types.ts", "of itself", "generated from the table of the format"),
    ("tests/", "nobody", "a mailbox that does not exist"),
    ("tests/samples.rs", "slips", "slips of payments"),
    ("docs/format/", "template text", "the term of the format for a text with tokens"),
];

/// "To tell apart" is plain English.
const APART: &str = " apart ";

/// Endings of files with words of ours: code, prose, scripts. Data and outputs have none.
const EXTENSIONS: [&str; 16] = [
    "rs", "md", "toml", "sh", "html", "js", "css", "sql", "yaml", "yml", "fish", "bash", "ts",
    "tsx", "mjs", "py",
];

#[test]
fn code_and_documentation_use_the_terms_of_the_field() {
    let root = documents::root();
    let mut files = Vec::new();
    collect(root, &mut files);
    assert!(files.len() > 200, "only {} files", files.len());
    let mut hits = Vec::new();
    let listed = |words: &[(&'static str, &'static str)]| -> Vec<(String, &str, &str)> {
        words.iter().map(|(word, term)| (format!(" {word} "), *word, *term)).collect()
    };
    let (everywhere, of_users) = (listed(WORDS), listed(WORDS_FOR_USERS));
    for file in files {
        let Ok(text) = fs::read_to_string(&file) else { continue };
        let name = file.strip_prefix(root).unwrap().to_string_lossy().into_owned();
        let for_users = FOR_USERS.iter().any(|path| name.starts_with(path));
        for (number, line) in text.lines().enumerate() {
            let words = words(line);
            let listed = everywhere.iter().chain(of_users.iter().filter(|_| for_users));
            for (_, word, term) in listed.filter(|(found, ..)| words.contains(found)) {
                let excepted = EXCEPTIONS.iter().any(|(path, only, _)| {
                    name.starts_with(path) && (only.is_empty() || only == word)
                });
                if !excepted && !words.contains(APART) {
                    hits.push(format!("{name}:{}: \"{word}\": {term}", number + 1));
                }
            }
        }
    }
    assert!(hits.is_empty(), "{} words of our own:\n{}", hits.len(), hits.join("\n"));
}

/// The words of a line in lower case, with blanks between and around them. Names are cut at
/// underscores and capitals.
fn words(line: &str) -> String {
    let mut out = String::from(" ");
    let mut before = ' ';
    for c in line.chars() {
        if !c.is_alphanumeric() || (c.is_uppercase() && before.is_lowercase()) {
            out.push(' ');
        }
        if c.is_alphanumeric() {
            out.extend(c.to_lowercase());
        }
        before = c;
    }
    out.push(' ');
    out.split_whitespace().fold(String::from(" "), |words, word| words + word + " ")
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            // Builds, and what others wrote.
            if !["target", ".git", "node_modules", "dist", "generated"].contains(&&*name) {
                collect(&path, files);
            }
        } else if path.extension().is_some_and(|e| EXTENSIONS.contains(&&*e.to_string_lossy())) {
            files.push(path);
        }
    }
}

#[test]
fn names_are_cut_into_words() {
    assert_eq!(words("fn put_off(&self) -> PutOff // Told"), " fn put off self put off told ");
}
