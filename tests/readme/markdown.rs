//! Parts of a page: blocks, prose, links, anchors and tables.

use std::collections::BTreeSet;
use std::fs;

use crate::documents;

/// A page of the documentation.
pub(super) fn page(name: &str) -> String {
    fs::read_to_string(documents::root().join(name)).unwrap()
}

/// A fenced block: what stands behind the fence, and what is in it.
pub(super) struct Block {
    pub(super) info: String,
    pub(super) text: String,
    pub(super) line: usize,
}

impl Block {
    pub(super) fn language(&self) -> &str {
        self.info.split(' ').next().unwrap_or_default()
    }

    /// The file that the block is to be saved as: ```` ```json order.json ````.
    pub(super) fn file(&self) -> Option<&str> {
        self.info.split(' ').nth(1)
    }
}

pub(super) fn blocks(markdown: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for (index, line) in markdown.lines().enumerate() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some(info), None) => {
                let info = info.to_owned();
                open = Some(Block { info, text: String::new(), line: index + 1 });
            }
            (None, Some(block)) => {
                block.text.push_str(line);
                block.text.push('\n');
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a block is never closed");
    blocks
}

/// Text outside of fenced blocks.
pub(super) fn prose(markdown: &str) -> String {
    let mut fenced = false;
    let mut prose = String::new();
    for line in markdown.lines() {
        if line.starts_with("```") {
            fenced = !fenced;
        } else if !fenced {
            prose.push_str(line);
            prose.push('\n');
        }
    }
    prose
}

/// The commands of a `console` block, each with what it prints.
pub(super) fn transcript(text: &str) -> Vec<(&str, String)> {
    let mut commands: Vec<(&str, String)> = Vec::new();
    for line in text.lines() {
        match (line.strip_prefix("$ "), commands.last_mut()) {
            (Some(command), _) => commands.push((command, String::new())),
            (None, Some((_, output))) => *output += &format!("{line}\n"),
            (None, None) => panic!("`{line}` stands before the first command"),
        }
    }
    commands
}

/// The targets of links and pictures.
pub(super) fn links(markdown: &str) -> Vec<String> {
    let prose = prose(markdown);
    let inline = prose.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let html = prose.split("src=\"").skip(1).filter_map(|rest| rest.split('"').next());
    inline.chain(html).map(str::to_owned).collect()
}

/// The anchors that a page has for its headings.
pub(super) fn anchors(markdown: &str) -> Vec<String> {
    let prose = prose(markdown);
    let headings = prose.lines().filter(|line| line.starts_with('#'));
    headings
        .map(|line| {
            let title = line.trim_start_matches('#').trim().to_lowercase();
            let kept = title.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
            kept.map(|c| if c == ' ' { '-' } else { c }).collect()
        })
        .collect()
}

/// All words such as `--data`.
pub(super) fn flags(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !(c.is_ascii_lowercase() || c == '-'));
    let flags = words.filter(|word| {
        word.strip_prefix("--").is_some_and(|name| name.starts_with(|c: char| c != '-'))
    });
    flags.map(str::to_owned).collect()
}

/// The rows of the tables whose first heading is this.
pub(super) fn table<'a>(markdown: &'a str, heading: &str) -> Vec<Vec<&'a str>> {
    let head = format!("| {heading} |");
    let lines = markdown.lines().skip_while(|line| !line.starts_with(&head)).skip(2);
    let rows = lines.take_while(|line| line.starts_with('|'));
    rows.map(|line| line.split(" | ").map(|cell| cell.trim_matches(['|', ' '])).collect()).collect()
}
