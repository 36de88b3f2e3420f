//! Texts and identifiers in printed texts.

/// Returns `true` if a text has the value, with any blanks, and no letter or digit beside it that would make it
/// another one. Identifiers end neither before nor after `-/._` with more behind it.
pub(super) fn has_value(shown: &[char], value: &str, is_identifier: bool) -> bool {
    let compact: String = value.chars().filter(|c| !c.is_whitespace()).collect();
    let mut text = String::with_capacity(shown.len());
    // Places in the printed text of the bytes at which characters begin.
    let mut places = Vec::with_capacity(shown.len());
    for (place, c) in shown.iter().enumerate().filter(|(_, c)| !c.is_whitespace()) {
        places.push((text.len(), place));
        text.push(*c);
    }
    let place = |byte: usize| {
        let index = places.binary_search_by_key(&byte, |(at, _)| *at).ok()?;
        places.get(index).map(|(_, place)| *place)
    };
    text.match_indices(&compact).any(|(byte, _)| {
        let last = compact.char_indices().next_back().map_or(0, |(at, _)| at);
        let (Some(start), Some(end)) = (place(byte), place(byte + last)) else { return false };
        let before = shown[..start].iter().rev().copied();
        let after = shown[end + 1..].iter().copied();
        let continues = |edge: char, beside: &mut dyn Iterator<Item = char>| {
            let Some(next) = beside.next() else { return false };
            if is_identifier && matches!(next, '-' | '/' | '.' | '_') {
                return beside.next().is_some_and(char::is_alphanumeric);
            }
            edge.is_alphanumeric()
                && next.is_alphanumeric()
                && is_unspaced(edge) == is_unspaced(next)
        };
        !continues(shown[start], &mut before.into_iter())
            && !continues(shown[end], &mut after.into_iter())
    })
}

/// Returns `true` for a text that says that there is nothing.
pub(super) fn is_blank(shown: &[char]) -> bool {
    let is_dash = |c: &char| {
        c.is_whitespace() || matches!(c, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{2e3a}')
    };
    shown.iter().all(is_dash)
}

/// Returns `true` for letters of scripts that write words without blanks between them, and units directly behind
/// numbers.
pub(super) fn is_unspaced(c: char) -> bool {
    matches!(u32::from(c),
        0x0e00..=0x0eff | 0x1000..=0x109f | 0x1780..=0x17ff | 0x3000..=0x30ff | 0x3400..=0x9fff
        | 0xac00..=0xd7af | 0xf900..=0xfaff | 0x2_0000..=0x3_ffff)
}
