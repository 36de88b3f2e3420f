//! Texts with the address of the archived document.

use engine::problem::Result;

/// Placeholder in texts for the address of the archived document.
pub(super) const LINK: &str = "{documentLink}";

/// Stands for the placeholder while a text is evaluated: data may have a value named `documentLink`. It has the
/// length of the placeholder, so that places in messages about the text stay right.
const LINK_MARK: &str = "\u{e000}document\u{e000}";

/// The text of messages with a link, where options, template and settings have none.
pub(super) const DEFAULT_LINK_BODY: &str = "Your report is ready:\n\n";

/// A text that may name the address of the archived document.
#[derive(Debug, Clone)]
pub(super) struct LinkText<T> {
    pub(super) text: T,
    pub(super) names_link: bool,
}

impl<T> LinkText<T> {
    pub(super) fn compile(source: &str, compile: impl FnOnce(&str) -> Result<T>) -> Result<Self> {
        let names_link = source.contains(LINK);
        let text = compile(&source.replace(LINK, LINK_MARK))?;
        Ok(Self { text, names_link })
    }

    /// The evaluated text with the address: in the places that name it, else where `add` puts it.
    pub(super) fn linked(
        &self,
        text: String,
        link: Option<&str>,
        add: impl FnOnce(String, &str) -> String,
    ) -> String {
        match link {
            _ if self.names_link => text.replace(LINK_MARK, link.unwrap_or_default()),
            Some(link) => add(text, link),
            None => text,
        }
    }
}

pub(super) fn add_to_plain(text: String, link: &str) -> String {
    let gap = if text.ends_with('\n') { "\n" } else { "\n\n" };
    format!("{text}{gap}{link}\n")
}

pub(super) fn add_to_html(mut text: String, link: &str) -> String {
    let end = text.to_ascii_lowercase().rfind("</body").unwrap_or(text.len());
    text.insert_str(end, &format!("<p><a href=\"{link}\">{link}</a></p>"));
    text
}
