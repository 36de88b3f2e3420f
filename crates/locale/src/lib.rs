//! Locales: numbers, amounts, dates and plurals of languages (spec 20.8).
//!
//! The data is a table that `data/generate.py` takes from CLDR: the parts of some ninety locales
//! that this program needs. It is a fiftieth of the data of general libraries, and part of every
//! binary; the host's own locale is never asked.
//!
//! Invariant: `locale` knows no template and no expression; numbers come in as digits, times as seconds.

pub mod case;
mod dates;
mod numbers;
mod plural;
mod tag;
mod translations;
pub mod words;
mod zone;

pub use dates::DateStyle;
pub use numbers::{Decimals, currency_digits, digit, is_currency};
pub use plural::Plural;
pub use translations::Translations;
pub use zone::Zone;

use std::sync::LazyLock;

const LOCALES: &str = include_str!("data/locales.txt");
const ZONES: &str = include_str!("data/zones.txt");

/// The versions of the data that decides what is printed.
pub static DATA_VERSIONS: LazyLock<DataVersions> =
    LazyLock::new(|| DataVersions { cldr: version(LOCALES), tzdb: version(ZONES) });

/// The versions of the data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DataVersions {
    /// Version of the Unicode Common Locale Data Repository: `47.0.0`.
    pub cldr: &'static str,
    /// Version of the time zone database: `2026a`.
    pub tzdb: &'static str,
}

/// The second word of `# NAME VERSION, …`.
fn version(table: &'static str) -> &'static str {
    let line = table.lines().next().unwrap_or_default();
    line.split(' ').nth(2).unwrap_or_default().trim_end_matches(',')
}

/// Marker before the tag of a locale; it occurs nowhere else in the table.
const BLOCK_MARK: u8 = b'@';
const BLOCK_COUNT: usize = count(LOCALES.as_bytes(), BLOCK_MARK);

/// Offsets of the blocks in the table. A block holds a locale: its tag, then its entries, one a line; the block with
/// the empty tag holds the entries of all locales. The compiler finds them, because a search at run time would read
/// the whole table.
static BLOCK_STARTS: [u32; BLOCK_COUNT] = {
    let table = LOCALES.as_bytes();
    let mut starts = [0; BLOCK_COUNT];
    let (mut place, mut found) = (0, 0);
    while place < table.len() {
        if table[place] == BLOCK_MARK {
            starts[found] = place as u32 + 1;
            found += 1;
        }
        place += 1;
    }
    starts
};

const fn count(table: &[u8], mark: u8) -> usize {
    let (mut place, mut found) = (0, 0);
    while place < table.len() {
        if table[place] == mark {
            found += 1;
        }
        place += 1;
    }
    found
}

/// The entries of a locale.
fn block(tag: &str) -> Option<&'static str> {
    let mut starts = BLOCK_STARTS.iter().map(|start| *start as usize).peekable();
    while let Some(start) = starts.next() {
        let end = starts.peek().map_or(LOCALES.len(), |next| next - 1);
        let entries =
            LOCALES.get(start..end)?.strip_prefix(tag).and_then(|rest| rest.strip_prefix('\n'));
        if entries.is_some() {
            return entries;
        }
    }
    None
}

/// The entry that begins with a mark, in a block.
fn line_of(block: &'static str, mark: char) -> Option<&'static str> {
    block.lines().find_map(|line| line.strip_prefix(mark))
}

/// An entry that all locales have in common.
fn common(mark: char) -> &'static str {
    block("").and_then(|block| line_of(block, mark)).unwrap_or_default()
}

/// Returns true if the regions of a language use twelve-hour clocks.
fn twelve_hours(asked: &tag::Tag) -> bool {
    let known = |key: &str| common('h').split(' ').any(|one| one == key);
    let language = &asked.language;
    let Some(region) = &asked.region else {
        let script = asked.script.as_ref().map(|script| format!("{language}-{script}"));
        return known(script.as_ref().filter(|tag| block(tag).is_some()).unwrap_or(language));
    };
    let tag = format!("{language}-{region}");
    known(&tag) || (known(region) && !known(&format!("!{tag}")))
}

/// Hour cycle: `-u-hc-` of tags (UTS #35, Unicode Hour Cycle Identifier).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Hours {
    From0To11,
    From1To12,
    From0To23,
    From1To24,
}

impl Hours {
    const ALL: [(Self, &str, &str); 4] = [
        (Self::From0To11, "h11", "K"),
        (Self::From1To12, "h12", "h"),
        (Self::From0To23, "h23", "H"),
        (Self::From1To24, "h24", "k"),
    ];

    /// Reads the value of a tag.
    fn read(value: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, name, _)| *name == value).map(|(hours, ..)| *hours)
    }

    /// As tags have it.
    fn name(self) -> &'static str {
        Self::ALL.iter().find(|(hours, ..)| *hours == self).map_or("h23", |(_, name, _)| name)
    }

    /// Its letter in skeletons.
    fn letter(self) -> &'static str {
        Self::ALL.iter().find(|(hours, ..)| *hours == self).map_or("H", |(.., letter)| letter)
    }
}

#[derive(Debug, Clone)]
pub struct Locale {
    tag: String,
    language: String,
    /// Its own entries, then those of its parents.
    blocks: Vec<&'static str>,
    hours: Hours,
    numbers: numbers::Symbols,
}

impl Locale {
    /// The locale of a BCP 47 tag, or the nearest of its parents; nothing where not even the
    /// language is known.
    pub fn find(tag: &str) -> Option<Self> {
        let asked = tag::Tag::parse(tag)?;
        let mut next = asked.candidates().find(|tag| !tag.is_empty() && block(tag).is_some());
        let mut blocks = Vec::new();
        while let Some(block) = next.as_deref().and_then(block) {
            blocks.push(block);
            next = line_of(block, '^').map(str::to_owned);
        }
        if blocks.is_empty() {
            return None;
        }
        let mut locale = Self {
            tag: asked.to_string(),
            language: asked.language.clone(),
            blocks,
            hours: asked.hours.unwrap_or(if twelve_hours(&asked) {
                Hours::From1To12
            } else {
                Hours::From0To23
            }),
            numbers: numbers::Symbols::default(),
        };
        locale.numbers = numbers::Symbols::of(&locale, asked.numbers.as_deref());
        Some(locale)
    }

    /// Its tag in canonical form.
    pub fn tag(&self) -> &str {
        &self.tag
    }

    /// The tag of its language.
    pub fn language(&self) -> &str {
        &self.language
    }

    /// An entry of the locale or the nearest parent that has it.
    fn entry(&self, mark: char) -> &'static str {
        self.blocks.iter().find_map(|block| line_of(block, mark)).unwrap_or_default()
    }

    /// A named part of an entry, which parents add to.
    fn part(&self, mark: char, name: &str) -> Option<&'static str> {
        let lines = self.blocks.iter().filter_map(|block| line_of(block, mark));
        lines.flat_map(|line| line.split('\t')).find_map(|part| {
            let (known, value) = part.split_once('=')?;
            (known == name).then_some(value)
        })
    }
}

#[cfg(test)]
mod tests;
