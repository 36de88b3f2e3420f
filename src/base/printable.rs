//! Texts of templates, data and files as they may be shown: on a terminal, in the log of a CI system,
//! in a comment of a pull request. None of them may steer what shows it.

use std::borrow::Cow;

/// A text on one line, without characters that steer a terminal or change the order of what is read,
/// and without the commands of CI systems that act wherever they stand (`##[…]`, `##vso[…]`).
pub(crate) fn printable(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (at, character) in text.char_indices() {
        match character {
            _ if steers(character) => out.push('\u{fffd}'),
            '#' if is_command(&text[at..]) => out.push_str("# "),
            _ => out.push(character),
        }
    }
    out
}

/// A text as from [`printable`], as a line of its own that begins no command (`::error::`).
pub(crate) fn line(text: &str) -> String {
    let text = printable(text);
    if text.trim_start().starts_with("::") { format!("\\{text}") } else { text }
}

/// A text that is text in HTML and XML, between tags.
#[cfg(any(feature = "serve", feature = "watch", feature = "einvoice"))]
pub(crate) fn html(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// A text as from [`printable`], as Markdown of GitHub and GitLab that shows it letter by letter:
/// no HTML, link, mention or emphasis. Text between backticks stays code.
#[cfg(feature = "raster")]
pub(crate) fn markdown(text: &str) -> String {
    let text = printable(text);
    let parts: Vec<&str> = text.split('`').collect();
    if parts.len().is_multiple_of(2) {
        return parts.iter().map(|part| plain(part)).collect::<Vec<_>>().join("\\`");
    }
    let shown = |(index, part): (usize, &&str)| match index % 2 {
        0 => plain(part),
        _ if part.trim().is_empty() => format!("\\`{part}\\`"),
        _ => format!("`{part}`"),
    };
    parts.iter().enumerate().map(shown).collect()
}

/// A text outside of code.
#[cfg(feature = "raster")]
fn plain(text: &str) -> String {
    const BLANK: char = '\u{200b}';
    let mut out = String::with_capacity(text.len());
    for (at, character) in text.char_indices() {
        let before = &text[..at];
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            // A backslash does not keep names and numbers of issues from being linked.
            '@' | '#' | '!' => out.extend([character, BLANK]),
            '\\' | '*' | '_' | '[' | ']' | '|' | '~' | '$' => out.extend(['\\', character]),
            ':' if text[at..].starts_with("://") => out.push_str("\\:"),
            '.' if ends_with_www(before) => out.push_str("\\."),
            '-' | '+' | '.' | ')' if begins_list(before) => out.extend(['\\', character]),
            _ => out.push(character),
        }
    }
    out
}

/// Returns `true` if a mark behind this would make an item of a list.
#[cfg(feature = "raster")]
fn begins_list(before: &str) -> bool {
    before.trim_start().bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(feature = "raster")]
fn ends_with_www(text: &str) -> bool {
    let start = text.len().checked_sub(3).and_then(|at| text.get(at..));
    start.is_some_and(|end| end.eq_ignore_ascii_case("www"))
}

/// Returns `true` if a character steers a terminal, breaks the line, or turns the order of reading (`Bidi_Control` of
/// Unicode).
fn steers(character: char) -> bool {
    let turns = matches!(
        character,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    );
    character.is_control() || turns || matches!(character, '\u{2028}' | '\u{2029}')
}

/// Returns `true` if a text begins with a command of GitHub Actions, Azure Pipelines or TeamCity.
fn is_command(text: &str) -> bool {
    let Some(rest) = text.strip_prefix("##") else { return false };
    let name = rest.trim_start_matches(|letter: char| letter.is_ascii_alphabetic());
    name.starts_with('[')
}

/// A text as a spreadsheet may read it from CSV: no formula, whatever it begins with.
pub(crate) fn csv_text(text: &str) -> Cow<'_, str> {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        Cow::Owned(format!("'{text}"))
    } else {
        Cow::Borrowed(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_steers_the_terminal_or_breaks_the_line() {
        assert_eq!(printable("a\u{1b}[31mb\u{9b}c"), "a\u{fffd}[31mb\u{fffd}c");
        assert_eq!(
            printable("a\n::error::b\r\u{2028}\u{202e}\u{200f}\u{61c}"),
            "a\u{fffd}::error::b\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}"
        );
        assert_eq!(printable("Grüße, 𝄞 `#,##0.00`"), "Grüße, 𝄞 `#,##0.00`");
    }

    #[test]
    fn nothing_is_a_command_of_a_ci_system() {
        for text in ["::stop-commands::x", "  ::error::x", "\u{2003}::set-env name=x::y"] {
            assert!(!line(text).trim_start().starts_with("::"), "{text}");
        }
        assert_eq!(line("`a`::b"), "`a`::b");
        for text in ["##[error]x", "a ###[x]", "##vso[task.x]y", "##teamcity[x]", "##VSO[x]"] {
            let shown = printable(text);
            assert!(!shown.contains("##[") && !shown.to_lowercase().contains("##vso["), "{shown}");
            assert!(!shown.contains("##teamcity"), "{shown}");
        }
    }

    #[cfg(feature = "raster")]
    #[test]
    fn markdown_shows_a_text_letter_by_letter() {
        for (text, shown) in [
            ("page 1: `total` moved 3.5 mm down", "page 1: `total` moved 3.5 mm down"),
            ("<img src=x>&amp;", "&lt;img src=x&gt;&amp;amp;"),
            ("@everyone #12 !7", "@\u{200b}everyone #\u{200b}12 !\u{200b}7"),
            ("[x](http://y) www.z", "\\[x\\](http\\://y) www\\.z"),
            ("**b** _i_ ~~s~~ a|b $x$", "\\*\\*b\\*\\* \\_i\\_ \\~\\~s\\~\\~ a\\|b \\$x\\$"),
            ("- a", "\\- a"),
            ("1. a", "1\\. a"),
            ("a\n\n# b", "a\u{fffd}\u{fffd}#\u{200b} b"),
            // Backticks of the text itself.
            ("`a` <b>` @c", "\\`a\\` &lt;b&gt;\\` @\u{200b}c"),
            ("`a` <b>` @c`", "`a` &lt;b&gt;` @c`"),
            ("`` <b>", "\\`\\` &lt;b&gt;"),
        ] {
            assert_eq!(markdown(text), shown, "{text}");
        }
    }
}
