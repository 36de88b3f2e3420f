//! Tags of languages (BCP 47), as far as they choose a locale.

use std::fmt;

use super::{Hours, block};

/// The parts of a tag, in canonical case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Tag {
    pub(super) language: String,
    pub(super) script: Option<String>,
    pub(super) region: Option<String>,
    /// The numbering system of `-u-nu-`.
    pub(super) numbers: Option<String>,
    /// The hours of clocks of `-u-hc-`.
    pub(super) hours: Option<Hours>,
}

/// Languages with an older or wider name.
const ALIASES: [(&str, &str); 6] =
    [("iw", "he"), ("in", "id"), ("tl", "fil"), ("no", "nb"), ("mo", "ro"), ("ji", "yi")];

/// Regions that write another script than the language mostly does.
const SCRIPTS: [(&str, &str, &str); 5] = [
    ("zh", "TW", "Hant"),
    ("zh", "HK", "Hant"),
    ("zh", "MO", "Hant"),
    ("sr", "ME", "Latn"),
    ("uz", "AF", "Arab"),
];

impl Tag {
    /// Reads a tag; nothing where it is none.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let text = text.trim().replace('_', "-");
        let mut parts = text.split('-');
        let is_word = |part: &str, lengths: std::ops::RangeInclusive<usize>| {
            lengths.contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphabetic())
        };
        let language = parts.next().filter(|part| is_word(part, 2..=3))?.to_ascii_lowercase();
        let alias = ALIASES.iter().find(|(old, _)| *old == language);
        let language = alias.map_or(language, |(_, new)| (*new).to_owned());
        let mut tag = Self { language, script: None, region: None, numbers: None, hours: None };
        let mut extension = None;
        let mut keyword = None;
        for part in parts {
            let lower = part.to_ascii_lowercase();
            if part.is_empty() || part.len() > 8 || !part.bytes().all(|b| b.is_ascii_alphanumeric())
            {
                return None;
            } else if part.len() == 1 {
                extension = Some(lower);
            } else if let Some(extension) = &extension {
                match keyword.as_deref() {
                    Some("nu") if extension == "u" && part.len() > 2 => {
                        tag.numbers.get_or_insert(lower.clone());
                    }
                    Some("hc") if extension == "u" && tag.hours.is_none() => {
                        tag.hours = Hours::read(&lower);
                    }
                    _ => {}
                }
                if part.len() == 2 {
                    keyword = Some(lower);
                }
            } else if is_word(part, 4..=4) && tag.script.is_none() && tag.region.is_none() {
                let (first, rest) = lower.split_at(1);
                tag.script = Some(first.to_ascii_uppercase() + rest);
            } else if tag.region.is_none()
                && (is_word(part, 2..=2)
                    || (part.len() == 3 && part.bytes().all(|b| b.is_ascii_digit())))
            {
                tag.region = Some(part.to_ascii_uppercase());
            }
        }
        Some(tag)
    }

    /// The tags of locales from the nearest to the language itself.
    pub(super) fn candidates(&self) -> impl Iterator<Item = String> {
        let language = &self.language;
        let implied = SCRIPTS
            .iter()
            .find(|(of, region, _)| of == language && self.region.as_deref() == Some(region));
        let script =
            self.script.clone().or_else(|| implied.map(|(.., script)| (*script).to_owned()));
        let mut all = Vec::new();
        if let Some(script) = &script {
            all.extend(self.region.as_ref().map(|region| format!("{language}-{script}-{region}")));
            // Macau follows Hong Kong.
            all.extend(
                (self.region.as_deref() == Some("MO")).then(|| format!("{language}-{script}-HK")),
            );
            all.push(format!("{language}-{script}"));
        }
        if let Some(region) = &self.region {
            all.push(format!("{language}-{region}"));
            all.extend(parent_of(language, region));
        }
        all.push(language.clone());
        all.into_iter()
    }
}

/// The parent of a region that has no locale of its own: `es-419` of `es-HN`.
fn parent_of(language: &str, region: &str) -> Option<String> {
    let lines = block("")?.lines().filter_map(|line| line.strip_prefix('<'));
    let mut lines = lines.filter_map(|line| line.split_once('\t'));
    let found = lines.find(|(parent, regions)| {
        parent.split('-').next() == Some(language) && regions.split(' ').any(|one| one == region)
    });
    found.map(|(parent, _)| parent.to_owned())
}

impl fmt::Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.language)?;
        for part in [&self.script, &self.region].into_iter().flatten() {
            write!(f, "-{part}")?;
        }
        if self.hours.is_some() || self.numbers.is_some() {
            f.write_str("-u")?;
        }
        if let Some(hours) = self.hours {
            write!(f, "-hc-{}", hours.name())?;
        }
        match &self.numbers {
            Some(numbers) => write!(f, "-nu-{numbers}"),
            None => Ok(()),
        }
    }
}
