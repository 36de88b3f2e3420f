//! Alphabets of languages, as rules that tailor the root collation.

use unicode_normalization::UnicodeNormalization;

/// Languages and their rules, as CLDR has them: in `c<č<ć`, `č` is a letter after `c`, `ć` one after
/// `č`; `ö;ő` are one letter, of which the second comes later where nothing
/// else differs, and `ș,ş` are the same.
const RULES: &[(&[&str], &str)] = &[
    (&["es", "gl"], "n<ñ"),
    (&["sv"], "z<å<ä;æ;ę<ö;ø;ő y;ü;ű"),
    (&["fi"], "z<å<ä;æ<ö;ø y;ü"),
    (&["da"], "z<æ;ä<ø;ö;ő<å;aa y;ü;ű"),
    (&["nb", "nn", "no"], "z<æ;ä;ę<ø;ö;ő<å;aa y;ü;ű"),
    (&["pl"], "a<ą c<ć e<ę l<ł n<ń o<ó s<ś z<ź<ż"),
    (&["cs"], "c<č h<ch r<ř s<š z<ž"),
    (&["sk"], "a<ä c<č h<ch o<ô s<š z<ž"),
    (&["sl"], "c<č<ć d<đ s<š z<ž"),
    (&["hr", "bs"], "c<č<ć d<dž<đ l<lj n<nj s<š z<ž"),
    (&["hu"], "c<cs d<dz<dzs g<gy l<ly n<ny o<ö;ő s<sz t<ty u<ü;ű z<zs"),
    (&["ro"], "a<ă<â i<î s<ș,ş t<ț,ţ"),
    (&["tr"], "c<ç g<ğ h<ı o<ö s<ş u<ü"),
    (&["et"], "s<š<z<ž w<õ<ä<ö<ü"),
];

/// Comes after all characters: the root collation gives it the highest weight.
const LAST: char = '\u{ffff}';
/// A mark that makes the later of two forms of one letter.
const LATER: char = '\u{338}';

/// The letters of a language that are not those of all.
pub(super) struct Alphabet {
    language_has_dotless_i: bool,
    /// Letters in lower case, with their sort positions; longer ones first.
    letters: Vec<(Vec<char>, Letter)>,
}

/// Sort position that stands for a letter.
#[derive(Clone, Copy)]
struct Letter {
    /// The letter before.
    base: char,
    /// Its place behind that.
    place: usize,
    /// Number of its form, from 0.
    form: usize,
}

impl Alphabet {
    pub(super) fn of(language: &str) -> Option<Self> {
        let (_, rules) = RULES.iter().find(|(languages, _)| languages.contains(&language))?;
        let mut letters = Vec::new();
        for rule in rules.split(' ') {
            let base = rule.chars().next()?;
            for (place, forms) in rule.split('<').enumerate() {
                for (form, same) in
                    forms.split(';').enumerate().filter(|at| (place, at.0) != (0, 0))
                {
                    let letter = Letter { base, place, form };
                    let texts = same.split(',').map(|text| text.chars().collect());
                    letters.extend(texts.map(|text: Vec<char>| (text, letter)));
                }
            }
        }
        letters.sort_by_key(|(text, _)| std::cmp::Reverse(text.len()));
        Some(Self { language_has_dotless_i: language == "tr", letters })
    }

    /// A text in letters whose order is that of the root collation.
    pub(super) fn spell(&self, text: &str) -> String {
        let chars: Vec<char> = text.nfc().collect();
        let mut out = String::with_capacity(text.len() + 8);
        let mut at = 0;
        while let Some(first) = chars.get(at) {
            let rest = chars.get(at..).unwrap_or_default();
            let found = self.letters.iter().find(|(letter, _)| {
                letter.len() <= rest.len()
                    && letter.iter().zip(rest).all(|(a, b)| *a == self.lower(*b))
            });
            let Some((letter, Letter { base, place, form })) = found else {
                out.push(if self.language_has_dotless_i && *first == 'İ' { 'I' } else { *first });
                at += 1;
                continue;
            };
            if first.is_uppercase() {
                out.extend(base.to_uppercase())
            } else {
                out.push(*base)
            }
            out.extend(std::iter::repeat_n(LATER, *form));
            out.extend(std::iter::repeat_n(LAST, *place));
            at += letter.len();
        }
        out
    }

    fn lower(&self, c: char) -> char {
        match c {
            'I' if self.language_has_dotless_i => 'ı',
            c => c.to_lowercase().next().unwrap_or(c),
        }
    }
}
