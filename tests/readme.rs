//! The documentation is true: its commands run, its outputs are those printed, its links lead
//! somewhere, and it leaves no command, flag or setting out.

mod errors;
mod gallery;
mod markdown;
mod reference;
mod shell;

use std::collections::BTreeSet;
use std::fs;

use crate::documents;
use crate::tools;
use markdown::{Block, anchors, blocks, links, page};
use shell::{NOT_RUN, Shell};

/// The table of contents of the book.
const SUMMARY: &str = "docs/SUMMARY.md";

/// In bytes. The longest page is the generated reference of commands.
const LONGEST_PAGE: usize = 48_000;

/// Pages whose commands run, each in a test of its own, with the least number of commands: a page
/// that lost its blocks must not pass. Pages without commands need no line.
macro_rules! pages {
    ($($test:ident: $page:literal, at least $commands:literal;)*) => {
        const FOLLOWED: &[&str] = &[$($page),*];

        mod commands_run {
            $(#[test]
            fn $test() {
                super::follow($page, $commands);
            })*
        }
    };
}

pages! {
    readme: "README.md", at least 8;
    contributing: "CONTRIBUTING.md", at least 1;
    changelog: "CHANGELOG.md", at least 0;
    cases: "tests/cases/README.md", at least 1;
    archive_of_documents: "docs/archive-of-documents.md", at least 10;
    benches: "benches/README.md", at least 0;
    samples: "samples/README.md", at least 3;
    templates: "templates/README.md", at least 1;
    new_folder: "src/cli/init/README.md", at least 4;
    ci: "docs/ci.md", at least 7;
    cli: "docs/cli.md", at least 4;
    designer: "docs/designer.md", at least 4;
    errors: "docs/errors.md", at least 2;
    guide: "docs/guide.md", at least 30;
    mail: "docs/mail.md", at least 7;
    migrating: "docs/migrating.md", at least 3;
    operations: "docs/operations.md", at least 8;
    service: "docs/service.md", at least 15;
    receipts: "docs/receipts.md", at least 5;
    settings: "docs/settings.md", at least 3;
    start: "docs/start.md", at least 5;
    templates_as_code: "docs/templates-as-code.md", at least 18;
}

/// All pages: those with commands, and those of the book.
fn pages() -> BTreeSet<String> {
    FOLLOWED.iter().map(|name| (*name).to_owned()).chain(book()).collect()
}

/// The pages in `docs`, its table of contents among them.
fn book() -> BTreeSet<String> {
    let mut pages = BTreeSet::new();
    let mut waiting = vec!["docs".to_owned()];
    while let Some(folder) = waiting.pop() {
        for entry in fs::read_dir(documents::root().join(&folder)).unwrap() {
            let entry = entry.unwrap();
            let name = format!("{folder}/{}", entry.file_name().into_string().unwrap());
            if entry.path().is_dir() {
                waiting.push(name);
            } else if name.ends_with(".md") {
                pages.insert(name);
            }
        }
    }
    pages
}

fn follow(name: &str, least: usize) {
    if !tools::has("bash") {
        return;
    }
    let commands = Shell::at_start_of(name).follow(name);
    assert!(commands >= least, "{name} has only {commands} commands");
}

#[test]
fn every_page_with_commands_is_followed() {
    for name in book() {
        let has_commands =
            blocks(&page(&name)).iter().any(|b| matches!(b.language(), "sh" | "console"));
        let followed = FOLLOWED.contains(&name.as_str());
        assert!(followed || !has_commands, "{name} is missing in the table of tests/readme.rs");
    }
}

#[test]
fn the_table_of_contents_lists_every_page_once() {
    let mut listed: Vec<String> =
        links(&page(SUMMARY)).into_iter().map(|link| format!("docs/{link}")).collect();
    listed.sort();
    let mut expected = book();
    expected.remove(SUMMARY);
    assert_eq!(listed, expected.into_iter().collect::<Vec<_>>());
}

#[test]
fn pages_are_short_enough_to_be_read() {
    for name in book() {
        let bytes = page(&name).len();
        assert!(bytes <= LONGEST_PAGE, "{name} has {bytes} bytes: split it by subject");
    }
}

#[test]
fn commands_that_are_not_run_are_still_written_there() {
    let pages: Vec<String> = pages().iter().map(|name| page(name)).collect();
    for (command, reason) in NOT_RUN {
        let mut lines = pages.iter().flat_map(|text| text.lines());
        assert!(lines.any(|line| line == command), "{command} ({reason}) is gone");
    }
}

#[test]
fn examples_of_json_and_yaml_parse() {
    for name in pages() {
        for block in blocks(&page(&name)) {
            let text = &block.text;
            let parses = |text: &str| serde_json::from_str::<serde_json::Value>(text).is_ok();
            let fine = match block.language() {
                // An excerpt may be the inside of an object.
                "json" => parses(text) || parses(&format!("{{{text}}}")),
                "yaml" => serde_yaml::from_str::<serde_yaml::Value>(text).is_ok(),
                _ => true,
            };
            assert!(fine, "{name}:{} is not {}", block.line, block.language());
        }
    }
}

/// The documentation of the library is compiled and run; here the same example is shown.
#[test]
fn the_example_of_the_library_is_the_one_that_is_compiled() {
    let source = fs::read_to_string(documents::root().join("src/lib.rs")).unwrap();
    let documentation: String = source
        .lines()
        .map_while(|line| line.strip_prefix("//!"))
        .map(|line| format!("{}\n", line.strip_prefix(' ').unwrap_or(line)))
        .collect();
    let without_hidden = |text: &str| -> String {
        text.lines()
            .filter(|line| !line.starts_with("# "))
            .map(|line| format!("{line}\n"))
            .collect()
    };
    let compiled: Vec<String> = blocks(&documentation)
        .iter()
        .filter(|block| block.info.is_empty())
        .map(|block| without_hidden(&block.text))
        .collect();
    let shown: Vec<Block> = blocks(&page("docs/architecture.md"))
        .into_iter()
        .filter(|block| block.info == "rust")
        .collect();
    assert_eq!(shown.len(), 1);
    assert!(compiled.contains(&shown[0].text), "{}", shown[0].text);
}

/// A reader of the code has the repository, and nothing else.
#[test]
fn pages_that_comments_name_exist() {
    let root = documents::root();
    let mut waiting = vec![root.join("src"), root.join("crates"), root.join("tests")];
    while let Some(path) = waiting.pop() {
        if path.is_dir() {
            waiting.extend(fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()));
            continue;
        }
        if path.extension().is_none_or(|extension| extension != "rs") {
            continue;
        }
        for line in fs::read_to_string(&path).unwrap().lines() {
            let line = line.trim_start();
            for name in line.split('`').skip(1).step_by(2).filter(|_| line.starts_with("//")) {
                let beside = path.with_file_name(name).exists() || root.join(name).exists();
                let is_page = name.ends_with(".md") && !name.contains(['{', ' ']);
                assert!(!is_page || beside, "{}: {name} is not there", path.display());
            }
        }
    }
}

#[test]
fn links_lead_somewhere() {
    for name in pages() {
        let file = documents::root().join(&name);
        for link in links(&page(&name)) {
            if link.starts_with("https://") {
                continue;
            }
            let (path, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let target =
                if path.is_empty() { file.clone() } else { file.parent().unwrap().join(path) };
            assert!(target.exists(), "{name}: {link} leads nowhere");
            if !anchor.is_empty() {
                let there = anchors(&fs::read_to_string(&target).unwrap());
                assert!(there.iter().any(|known| known == anchor), "{name}: {link}: {there:?}");
            }
        }
    }
}
