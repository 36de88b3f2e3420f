//! "Did you mean": the name that was probably meant.

use std::cell::Cell;

use crate::problem::quoted;

/// Longest word that is compared, in bytes, and most candidates.
const LONGEST: usize = 200;
const MOST_CANDIDATES: usize = 1000;

/// Most pairs of letters that are compared for one word. Comparing takes the product of the lengths.
const MOST_PAIRS: usize = 50_000;

/// The candidate most like `word`, if one is like enough: about one letter in three may differ,
/// case never counts. The work is bounded, however many and however long the candidates are: only
/// the first thousand are looked at.
pub fn nearest<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    if word.len() > LONGEST {
        return None;
    }
    let word = word.to_lowercase();
    let letters = Letters::of(&word);
    let mut left = MOST_PAIRS;
    let mut found: Option<(usize, &str)> = None;
    let candidates = candidates.into_iter().take(MOST_CANDIDATES);
    for candidate in candidates.filter(|candidate| candidate.len() <= LONGEST) {
        let lower = candidate.to_lowercase();
        let other = Letters::of(&lower);
        let most = letters.count.max(other.count) / 3;
        if letters.least_distance(&other) > most {
            continue;
        }
        let Some(rest) = left.checked_sub(letters.count * other.count) else { break };
        left = rest;
        let distance = strsim::damerau_levenshtein(&word, &lower);
        if distance <= most && found.is_none_or(|(least, _)| distance < least) {
            found = Some((distance, candidate));
        }
    }
    found.map(|(_, candidate)| candidate)
}

/// Letters of a word with their counts; letters of one remainder modulo 32 share a count.
struct Letters {
    count: usize,
    often: [u8; 32],
}

impl Letters {
    fn of(word: &str) -> Self {
        let mut letters = Self { count: 0, often: [0; 32] };
        for letter in word.chars() {
            letters.count += 1;
            let often = &mut letters.often[letter as usize % 32];
            *often = often.saturating_add(1);
        }
        letters
    }

    /// No fewer changes make one of the other: each changes at most one letter into another.
    fn least_distance(&self, other: &Self) -> usize {
        let pairs = || self.often.iter().zip(&other.often);
        let more: usize = pairs().map(|(one, other)| usize::from(one.saturating_sub(*other))).sum();
        let fewer: usize =
            pairs().map(|(one, other)| usize::from(other.saturating_sub(*one))).sum();
        more.max(fewer)
    }
}

/// The suggestions of one check, of which a person reads a few: the first hundred are looked for.
#[derive(Debug)]
pub struct Suggestions {
    left: Cell<usize>,
}

impl Default for Suggestions {
    fn default() -> Self {
        Self { left: Cell::new(Self::MOST) }
    }
}

impl Suggestions {
    /// Most suggestions that are looked for.
    pub const MOST: usize = 100;

    /// As [`nearest`]; nothing, and the candidates are not looked at, once there were enough.
    pub fn nearest<'c, C: IntoIterator<Item = &'c str>>(
        &self,
        word: &str,
        candidates: impl FnOnce() -> C,
    ) -> Option<&'c str> {
        let left = self.left.get().checked_sub(1)?;
        self.left.set(left);
        nearest(word, candidates())
    }

    /// As [`did_you_mean`], within the number of suggestions.
    pub fn did_you_mean<'c, C: IntoIterator<Item = &'c str>>(
        &self,
        word: &str,
        candidates: impl FnOnce() -> C,
    ) -> Option<String> {
        self.nearest(word, candidates).map(|found| format!("did you mean `{found}`?"))
    }

    /// Returns true while more suggestions may be made.
    pub fn are_left(&self) -> bool {
        self.left.get() > 0
    }
}

/// The question that goes into an advice.
pub fn did_you_mean<'c>(
    word: &str,
    candidates: impl IntoIterator<Item = &'c str>,
) -> Option<String> {
    nearest(word, candidates).map(|found| format!("did you mean `{found}`?"))
}

/// Some names for a message, in backticks, the first few of many.
pub fn listed<'c>(names: impl IntoIterator<Item = &'c str>) -> String {
    const MOST: usize = 12;
    let mut names = names.into_iter();
    let mut text = names.by_ref().take(MOST).map(quoted).collect::<Vec<_>>().join(", ");
    if names.next().is_some() {
        text.push_str(", …");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typos_are_recognised_and_strangers_are_not() {
        let keys = ["customer", "total", "Region"];
        assert_eq!(nearest("custmer", keys), Some("customer"));
        assert_eq!(nearest("toatl", keys), Some("total"));
        assert_eq!(nearest("REGION", keys), Some("Region"));
        assert_eq!(nearest("address", keys), None);
        assert_eq!(nearest("x", ["y"]), None);
    }

    #[test]
    fn the_first_of_the_nearest_is_taken() {
        assert_eq!(nearest("total", ["totals", "total2", "totl"]), Some("totals"));
        assert_eq!(nearest("ab\u{141}", ["abc", "ab\u{142}"]), Some("ab\u{142}"));
    }

    /// Comparing takes the product of the lengths, and a template may have as many names as it likes.
    #[test]
    fn long_words_and_many_candidates_are_not_compared() {
        let long = "a".repeat(1_000_000);
        assert_eq!(nearest(&long, [long.as_str()]), None);
        assert_eq!(nearest("aaaa", [long.as_str(), "aaab"]), Some("aaab"));
        let mut looked_at = 0;
        let candidates = std::iter::repeat("zzzz").inspect(|_| looked_at += 1);
        assert_eq!(nearest("aaaa", candidates), None);
        assert_eq!(looked_at, MOST_CANDIDATES);
        let like: Vec<String> = (0..500).map(|i| format!("{}{i:03}", "a".repeat(150))).collect();
        let mut looked_at = 0;
        nearest(&like[0], like.iter().map(String::as_str).inspect(|_| looked_at += 1));
        assert!(looked_at <= 4, "{looked_at}");
    }

    #[test]
    fn suggestions_of_a_check_end() {
        let suggestions = Suggestions::default();
        let found = (0..300).filter_map(|_| suggestions.nearest("totl", || ["total"])).count();
        assert_eq!(found, Suggestions::MOST);
        let untouched = || -> [&str; 1] { panic!("looked at") };
        assert_eq!(suggestions.did_you_mean("totl", untouched), None);
    }

    #[test]
    fn long_lists_are_cut() {
        assert_eq!(listed(["a", "b"]), "`a`, `b`");
        assert!(listed(["k"; 30]).ends_with("`k`, …"));
    }
}
