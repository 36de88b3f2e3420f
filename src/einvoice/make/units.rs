//! Words for units that data has, and their codes in UN/ECE Recommendation 20.

/// Words of data, in small letters, with their code.
const WORDS: [(&str, &str); 39] = [
    ("pc", "H87"),
    ("pcs", "H87"),
    ("piece", "H87"),
    ("pieces", "H87"),
    ("stk", "H87"),
    ("stk.", "H87"),
    ("stück", "H87"),
    ("pièce", "H87"),
    ("unit", "C62"),
    ("units", "C62"),
    ("flat", "LS"),
    ("pauschal", "LS"),
    ("lump sum", "LS"),
    ("forfait", "LS"),
    ("h", "HUR"),
    ("hr", "HUR"),
    ("hour", "HUR"),
    ("hours", "HUR"),
    ("std", "HUR"),
    ("std.", "HUR"),
    ("stunde", "HUR"),
    ("stunden", "HUR"),
    ("heure", "HUR"),
    ("min", "MIN"),
    ("day", "DAY"),
    ("days", "DAY"),
    ("tag", "DAY"),
    ("tage", "DAY"),
    ("month", "MON"),
    ("months", "MON"),
    ("monat", "MON"),
    ("monate", "MON"),
    ("kg", "KGM"),
    ("g", "GRM"),
    ("t", "TNE"),
    ("m", "MTR"),
    ("km", "KMT"),
    ("l", "LTR"),
    ("kwh", "KWH"),
];

/// The code of a word, if it is a known one.
pub(super) fn code(word: &str) -> Option<&'static str> {
    let word = word.to_lowercase();
    WORDS.iter().find(|(known, _)| *known == word).map(|(_, code)| *code)
}
