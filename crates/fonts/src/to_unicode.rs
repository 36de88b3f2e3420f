//! The ToUnicode map of an embedded font: the text to copy for each glyph.

use std::fmt::Write;

use super::glyph_text::GlyphText;

/// Most entries of one block that readers have to accept.
const BLOCK: usize = 100;

/// Writes the map for CIDs in ascending order. Glyphs without a text have no entry.
pub(super) fn write(glyphs: &[(u16, GlyphText)]) -> String {
    let mut ranges = Vec::new();
    let mut others = Vec::new();
    let mut rest = glyphs;
    while let Some((first, text)) = rest.first().copied() {
        let length = range_length(rest);
        let (taken, left) = rest.split_at(length);
        rest = left;
        let text = hex(text);
        match taken.last() {
            Some((last, _)) if length > 1 => {
                ranges.push(format!("<{first:04X}><{last:04X}><{text}>"));
            }
            _ if text.is_empty() => {}
            _ => others.push(format!("<{first:04X}><{text}>")),
        }
    }
    let mut map = String::from(HEADER);
    blocks(&mut map, "bfchar", &others);
    blocks(&mut map, "bfrange", &ranges);
    map.push_str(FOOTER);
    map
}

/// Number of glyphs from the first on with consecutive CIDs and characters of which only the last
/// byte changes, as ranges demand.
fn range_length(glyphs: &[(u16, GlyphText)]) -> usize {
    let unit = |text: &GlyphText| match *text {
        GlyphText::Character(character) => u16::try_from(u32::from(character)).ok(),
        _ => None,
    };
    let follows = |pair: &&[(u16, GlyphText)]| match pair {
        [(cid, text), (next_cid, next_text)] => {
            let steps = |a: u16, b: u16| a.checked_add(1) == Some(b) && a >> 8 == b >> 8;
            let units = unit(text).zip(unit(next_text));
            steps(*cid, *next_cid) && units.is_some_and(|(a, b)| steps(a, b))
        }
        _ => false,
    };
    1 + glyphs.windows(2).take_while(follows).count()
}

/// UTF-16, big-endian, in hexadecimal digits.
fn hex(text: GlyphText) -> String {
    let mut hex = String::new();
    let mut units = [0; 2];
    for character in text.characters() {
        for unit in character.encode_utf16(&mut units) {
            let _ = write!(hex, "{unit:04X}");
        }
    }
    hex
}

fn blocks(map: &mut String, operator: &str, entries: &[String]) {
    for block in entries.chunks(BLOCK) {
        let _ =
            writeln!(map, "{} begin{operator}\n{}\nend{operator}", block.len(), block.join("\n"));
    }
}

const HEADER: &str = "/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000><FFFF>
endcodespacerange
";

const FOOTER: &str = "endcmap
CMapName currentdict /CMap defineresource pop
end
end
";

#[cfg(test)]
mod tests {
    use super::GlyphText::{Character, None, Text};
    use super::*;

    fn body(glyphs: &[(u16, GlyphText)]) -> String {
        let map = write(glyphs);
        let body = map.strip_prefix(HEADER).and_then(|rest| rest.strip_suffix(FOOTER));
        body.expect("a map").to_owned()
    }

    #[test]
    fn neighbours_share_a_range() {
        let glyphs = [(1, Character('a')), (2, Character('b')), (3, Character('c'))];
        assert_eq!(body(&glyphs), "1 beginbfrange\n<0001><0003><0061>\nendbfrange\n");
    }

    #[test]
    fn ranges_end_where_the_last_byte_runs_over() {
        let glyphs = [(1, Character('\u{ff}')), (2, Character('\u{100}'))];
        assert_eq!(body(&glyphs), "2 beginbfchar\n<0001><00FF>\n<0002><0100>\nendbfchar\n");
        let glyphs = [(0xff, Character('a')), (0x100, Character('b'))];
        assert_eq!(body(&glyphs), "2 beginbfchar\n<00FF><0061>\n<0100><0062>\nendbfchar\n");
    }

    #[test]
    fn ligatures_and_surrogates() {
        let glyphs = [(1, Text("ffi")), (2, Character('🎉')), (3, None)];
        let expected = "2 beginbfchar\n<0001><006600660069>\n<0002><D83CDF89>\nendbfchar\n";
        assert_eq!(body(&glyphs), expected);
    }

    #[test]
    fn blocks_have_at_most_a_hundred_entries() {
        let glyphs: Vec<_> = (1..=150).map(|cid| (cid, Character('x'))).collect();
        let body = body(&glyphs);
        assert!(body.starts_with("100 beginbfchar"));
        assert!(body.contains("50 beginbfchar"));
    }
}
