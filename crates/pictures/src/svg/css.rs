//! Style sheets within SVG: selectors of one element by name, class and id (CSS 2.1, 5).

use std::collections::HashSet;
use std::sync::Arc;

use roxmltree::Node;

/// Most rules that are kept, so that elements times rules stays bounded.
const MAX_RULES: usize = 2000;

/// Most declarations that are kept; those of a rule with several selectors count for each.
const MAX_DECLARATIONS: usize = 20_000;

/// Most classes that a selector may name, and longest list of those of an element.
const MAX_CLASSES: usize = 16;
const MAX_CLASS_BYTES: usize = 1000;

/// Rules, and the declarations that they make.
#[derive(Default)]
pub(super) struct StyleSheet {
    rules: Vec<Rule>,
    /// Number of declarations of the rules.
    declarations: usize,
}

struct Rule {
    selector: Selector,
    /// Declarations of its block, which rules with several selectors share.
    declarations: Arc<[(String, String)]>,
    /// Number of declarations that apply.
    count: usize,
    /// Bytes of their values.
    bytes: usize,
}

impl Rule {
    fn declarations(&self) -> impl Iterator<Item = (&str, &str)> {
        self.declarations.iter().take(self.count).map(|(a, b)| (a.as_str(), b.as_str()))
    }
}

/// An element, as selectors see it.
struct Seen<'n> {
    tag: &'n str,
    id: Option<&'n str>,
    classes: HashSet<&'n str>,
}

impl<'n> Seen<'n> {
    fn of(node: Node<'n, '_>) -> Self {
        let classes = node.attribute("class").filter(|all| all.len() <= MAX_CLASS_BYTES);
        Self {
            tag: node.tag_name().name(),
            id: node.attribute("id"),
            classes: classes.unwrap_or_default().split_ascii_whitespace().collect(),
        }
    }
}

/// Conditions that an element must meet.
#[derive(Debug, Default, PartialEq)]
struct Selector {
    tag: Option<String>,
    id: Option<String>,
    classes: Vec<String>,
}

impl StyleSheet {
    /// Reads the text of a `style` element. Rules with other selectors, and those of media, are
    /// left out.
    pub(super) fn read(&mut self, css: &str) {
        let css = without_comments(css);
        let mut rest = css.as_str();
        while let Some((head, after)) = rest.split_once('{') {
            let head = head.rsplit(['}', ';']).next().unwrap_or(head).trim();
            if head.starts_with('@') {
                rest = after_block(after);
                continue;
            }
            let Some((body, after)) = after.split_once('}') else { return };
            rest = after;
            let left = MAX_DECLARATIONS.saturating_sub(self.declarations);
            let pairs = declarations(body).map(|(a, b)| (a.to_owned(), b.to_owned()));
            let block: Arc<[_]> = pairs.take(left).collect();
            for selector in head.split(',').filter_map(Selector::parse) {
                let left = MAX_DECLARATIONS.saturating_sub(self.declarations);
                if self.rules.len() >= MAX_RULES || left == 0 {
                    return;
                }
                let count = block.len().min(left);
                let bytes = block.iter().take(count).map(|(_, value)| value.len()).sum();
                self.declarations += count;
                let declarations = Arc::clone(&block);
                self.rules.push(Rule { selector, declarations, count, bytes });
            }
        }
    }

    /// Brings stronger rules behind weaker ones.
    pub(super) fn sort(&mut self) {
        self.rules.sort_by_key(|rule| rule.selector.weight());
    }

    /// The declarations of the rules that apply to an element, the stronger ones last, and how many
    /// bytes they have with what the search for them goes through.
    pub(super) fn of<'s>(
        &'s self,
        node: Node<'_, '_>,
    ) -> (impl Iterator<Item = (&'s str, &'s str)> + use<'s>, usize) {
        /// Cost of comparing a selector, in bytes read.
        const COMPARED: usize = 16;
        let applied: Vec<&Rule> = if self.rules.is_empty() {
            Vec::new()
        } else {
            let seen = Seen::of(node);
            self.rules.iter().filter(|rule| rule.selector.matches(&seen)).collect()
        };
        let values: usize = applied.iter().map(|rule| rule.bytes + COMPARED * rule.count).sum();
        let bytes = COMPARED * self.rules.len() + values;
        (applied.into_iter().flat_map(Rule::declarations), bytes)
    }
}

impl Selector {
    fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let mut selector = Self::default();
        let mut rest = text;
        if let Some(after) = rest.strip_prefix('*') {
            rest = after;
        } else {
            let end = rest.find(['.', '#']).unwrap_or(rest.len());
            let (tag, after) = rest.split_at(end);
            selector.tag = Some(tag.to_owned()).filter(|tag| !tag.is_empty());
            rest = after;
        }
        while let Some(mark) = rest.chars().next() {
            let end = rest[1..].find(['.', '#']).map_or(rest.len(), |end| end + 1);
            let (name, after) = (rest[1..end].to_owned(), &rest[end..]);
            match mark {
                '.' if selector.classes.len() < MAX_CLASSES => selector.classes.push(name),
                '#' => selector.id = Some(name),
                _ => return None,
            }
            rest = after;
        }
        let plain = |name: &String| {
            !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || "-_".contains(c))
        };
        let names = selector.tag.iter().chain(&selector.id).chain(&selector.classes);
        (!text.is_empty() && names.into_iter().all(plain)).then_some(selector)
    }

    fn weight(&self) -> (bool, usize, bool) {
        (self.id.is_some(), self.classes.len(), self.tag.is_some())
    }

    fn matches(&self, seen: &Seen<'_>) -> bool {
        self.tag.as_ref().is_none_or(|tag| tag == seen.tag)
            && self.id.as_ref().is_none_or(|id| seen.id == Some(id))
            && self.classes.iter().all(|one| seen.classes.contains(one.as_str()))
    }
}

/// The declarations of a block or of a `style` attribute.
pub(super) fn declarations(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.split(';').filter_map(|one| {
        let (name, value) = one.split_once(':')?;
        let value = value.trim();
        let value = value.strip_suffix("!important").unwrap_or(value).trim();
        Some((name.trim(), value))
    })
}

/// A property of one element that is not inherited: its `style`, else its attribute.
pub(super) fn property<'d>(node: Node<'d, 'd>, name: &str) -> Option<&'d str> {
    let style = node.attribute("style").unwrap_or_default();
    let own = declarations(style).filter(|(known, _)| *known == name).last();
    own.map(|(_, value)| value).or_else(|| node.attribute(name))
}

fn without_comments(css: &str) -> String {
    let mut out = String::with_capacity(css.len());
    let mut rest = css;
    while let Some((before, after)) = rest.split_once("/*") {
        out.push_str(before);
        rest = after.split_once("*/").map_or("", |(_, after)| after);
    }
    out + rest
}

/// The text after a block whose brace is open.
fn after_block(text: &str) -> &str {
    let mut depth = 1;
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return &text[at + 1..];
        }
    }
    ""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_of_one_element_are_kept() {
        let mut sheet = StyleSheet::default();
        sheet.read(
            "@import url(x.css); /* a */ .a, rect.b { fill: red; stroke : blue !important }
             @media print { .c { fill: none } } g > .d { fill: none } #e { opacity: .5 }",
        );
        assert_eq!(sheet.rules.len(), 3);
        assert_eq!(sheet.rules[0].declarations[1], ("stroke".to_owned(), "blue".to_owned()));
        assert_eq!(Selector::parse("a:hover"), None);
        assert_eq!(Selector::parse(""), None);
    }

    #[test]
    fn many_selectors_of_a_long_rule_do_not_take_the_memory() {
        let mut sheet = StyleSheet::default();
        sheet.read(&format!("{} {{ {} }}", "a,".repeat(500), "b:c;".repeat(10_000)));
        assert_eq!((sheet.rules.len(), sheet.declarations), (2, MAX_DECLARATIONS));
        // They share their block, however long it is.
        let mut sheet = StyleSheet::default();
        sheet.read(&format!("{} {{ fill: {} }}", "a,".repeat(1500), "x".repeat(100_000)));
        assert_eq!(sheet.rules.len(), 1500);
        assert!(Arc::ptr_eq(&sheet.rules[0].declarations, &sheet.rules[1499].declarations));
        assert_eq!(Selector::parse(&".a".repeat(MAX_CLASSES + 1)), None);
    }

    #[test]
    fn what_is_cut_short_ends() {
        for css in [".a {", "@media {", "/*", "}", ".a { fill: red } .b", "{}"] {
            StyleSheet::default().read(css);
        }
    }
}
