//! Words that documents have of themselves, in the languages that have them.

use super::Locale;

/// The mark over the pages of a draft, where no language says otherwise.
pub const DRAFT: &str = "DRAFT";

/// The word for a draft, and the label of the items of a chart that are folded into one; `%n` is
/// their number. Words that no text of the template replaces.
const WORDS: &[(&str, &str, &str)] = &[
    ("bg", "ЧЕРНОВА", "Други (%n)"),
    ("ca", "ESBORRANY", "Altres (%n)"),
    ("cs", "NÁVRH", "Ostatní (%n)"),
    ("da", "UDKAST", "Øvrige (%n)"),
    ("de", "ENTWURF", "Sonstige (%n)"),
    ("el", "ΠΡΟΣΧΕΔΙΟ", "Λοιπά (%n)"),
    ("en", DRAFT, "Others (%n)"),
    ("es", "BORRADOR", "Otros (%n)"),
    ("et", "MUSTAND", "Muud (%n)"),
    ("fi", "LUONNOS", "Muut (%n)"),
    ("fr", "BROUILLON", "Autres (%n)"),
    ("hr", "NACRT", "Ostalo (%n)"),
    ("hu", "TERVEZET", "Egyéb (%n)"),
    ("it", "BOZZA", "Altri (%n)"),
    ("lt", "JUODRAŠTIS", "Kiti (%n)"),
    ("lv", "MELNRAKSTS", "Citi (%n)"),
    ("nb", "UTKAST", "Andre (%n)"),
    ("nl", "CONCEPT", "Overige (%n)"),
    ("nn", "UTKAST", "Andre (%n)"),
    ("no", "UTKAST", "Andre (%n)"),
    ("pl", "PROJEKT", "Pozostałe (%n)"),
    ("pt", "RASCUNHO", "Outros (%n)"),
    ("ro", "CIORNĂ", "Altele (%n)"),
    ("ru", "ЧЕРНОВИК", "Прочие (%n)"),
    ("sk", "NÁVRH", "Ostatné (%n)"),
    ("sl", "OSNUTEK", "Drugo (%n)"),
    ("sv", "UTKAST", "Övriga (%n)"),
    ("tr", "TASLAK", "Diğer (%n)"),
    ("uk", "ЧЕРНЕТКА", "Інші (%n)"),
];

impl Locale {
    fn words(&self) -> Option<&'static (&'static str, &'static str, &'static str)> {
        WORDS.iter().find(|(language, ..)| *language == self.language())
    }

    /// The mark over the pages of a draft; nothing where the language is not among those known.
    pub fn draft(&self) -> Option<&'static str> {
        self.words().map(|words| words.1)
    }

    /// The label of folded items of a chart; nothing where the language is not among those known.
    pub fn others(&self) -> Option<&'static str> {
        self.words().map(|words| words.2)
    }
}
