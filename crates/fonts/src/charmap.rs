//! The glyph of a character, in two loads.

/// Characters share the first eight bits of their code with the 255 others of a page.
const PAGES: usize = 0x11_0000 >> 8;

/// More pairs than a font can hold; a bound for damaged ones.
const MAX_PAIRS: usize = 0x22_0000;

/// A font's Unicode character map. Glyph 0 stands for "none".
pub(super) struct CharMap {
    page_of: Box<[u16]>,
    pages: Vec<[u16; 256]>,
}

impl CharMap {
    /// From pairs of code point and glyph; the first of a code point wins.
    pub(super) fn new(pairs: impl Iterator<Item = (u32, u32)>) -> Self {
        let mut map = Self { page_of: vec![0; PAGES].into(), pages: vec![[0; 256]] };
        for (code, glyph) in pairs.take(MAX_PAIRS) {
            if let Ok(glyph) = u16::try_from(glyph) {
                map.insert(code, glyph);
            }
        }
        map.alias('\u{a0}', ' ');
        map.alias('\u{2011}', '\u{2010}');
        map
    }

    fn insert(&mut self, code: u32, glyph: u16) {
        let Some(page) = self.page_of.get_mut((code >> 8) as usize) else { return };
        if *page == 0 {
            *page = self.pages.len() as u16;
            self.pages.push([0; 256]);
        }
        let slot = &mut self.pages[usize::from(*page)][(code & 0xFF) as usize];
        if *slot == 0 {
            *slot = glyph;
        }
    }

    /// Lets a character that the font lacks look like another, as shapers do.
    fn alias(&mut self, character: char, like: char) {
        if let Some(glyph) = self.glyph(like) {
            self.insert(character.into(), glyph);
        }
    }

    /// The glyph of a character.
    #[inline]
    pub(super) fn glyph(&self, character: char) -> Option<u16> {
        let code = character as usize;
        let glyph = self.pages[usize::from(self.page_of[code >> 8])][code & 0xFF];
        (glyph != 0).then_some(glyph)
    }

    /// All characters that have a glyph, in ascending order.
    pub(super) fn iter(&self) -> impl Iterator<Item = (char, u16)> {
        let used = self.page_of.iter().enumerate().filter(|(_, page)| **page != 0);
        used.flat_map(|(high, &page)| {
            let glyphs = self.pages[usize::from(page)].iter().enumerate();
            glyphs.filter(|(_, glyph)| **glyph != 0).filter_map(move |(low, &glyph)| {
                char::from_u32((high << 8 | low) as u32).map(|character| (character, glyph))
            })
        })
    }

    /// Returns true if no character is mapped.
    pub(super) fn is_empty(&self) -> bool {
        self.pages.len() == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_map_to_glyphs() {
        let map = CharMap::new([(0x41, 5), (0x10FFFF, 9), (0x41, 6), (0x42, 0)].into_iter());
        assert_eq!(map.glyph('A'), Some(5));
        assert_eq!(map.glyph('\u{10FFFF}'), Some(9));
        assert_eq!(map.glyph('B'), None);
        assert_eq!(map.glyph('é'), None);
    }

    #[test]
    fn blanks_and_hyphens_that_do_not_break_look_like_those_that_do() {
        let map = CharMap::new([(0x20, 3), (0x2010, 4)].into_iter());
        assert_eq!(map.glyph('\u{a0}'), Some(3));
        assert_eq!(map.glyph('\u{2011}'), Some(4));
    }

    #[test]
    fn codes_and_glyphs_out_of_range_are_left_out() {
        let map = CharMap::new([(0x11_0000, 1), (0x41, 0x1_0000)].into_iter());
        assert!(map.is_empty());
    }
}
