//! English: `one thousand two hundred thirty-four`.

const UNITS: [&str; 20] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];
const TENS: [&str; 10] =
    ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
const GROUPS: [(u64, &str); 6] = [
    (1_000_000_000_000_000, "quadrillion"),
    (1_000_000_000_000, "trillion"),
    (1_000_000_000, "billion"),
    (1_000_000, "million"),
    (1000, "thousand"),
    (100, "hundred"),
];

pub(super) fn words(number: u64) -> String {
    if let Some(&(unit, name)) = GROUPS.iter().find(|(unit, _)| number >= *unit) {
        let rest = number % unit;
        let head = format!("{} {name}", words(number / unit));
        return if rest == 0 { head } else { format!("{head} {}", words(rest)) };
    }
    match number {
        0..20 => super::names::at(&UNITS, number).to_owned(),
        _ if number.is_multiple_of(10) => super::names::at(&TENS, number / 10).to_owned(),
        _ => format!(
            "{}-{}",
            super::names::at(&TENS, number / 10),
            super::names::at(&UNITS, number % 10)
        ),
    }
}
