//! Limits that hold before the XML reader sees a file, whose work grows with the square of what they
//! count: one pass over the text, in the order in which that reader takes it apart.

use super::{too_large, unreadable};
use reportctl_base::problem::Result;

/// Most attributes of an element, namespaces among them.
const MAX_ATTRIBUTES: usize = 256;

/// Most namespaces that an element declares, and most that hold at one place.
const MAX_OWN_NAMESPACES: usize = 32;
const MAX_NAMESPACES: usize = 128;

/// Deepest nesting of elements, drawn or not.
const MAX_NESTED: usize = 256;

/// Most entities.
const MAX_ENTITIES: usize = 64;

/// Most bytes that entities may become.
const MAX_EXPANDED: usize = super::MAX_BYTES;

/// Refuses a text that has more of something than drawings have. A text that is no XML may pass: the
/// reader ends at the place where this does.
///
/// # Errors
/// `imageTooLarge`; `svgUnreadable` for entities that make a small file large.
pub(super) fn check(text: &str) -> Result<()> {
    let mut scan = Scan { rest: text, entities: 0, longest: 0 };
    // The number of namespaces at each open element.
    let mut open: Vec<usize> = Vec::new();
    while let Some((_, after)) = scan.rest.split_once('<') {
        scan.rest = after;
        let is_read = if after.starts_with("!--") {
            scan.skip("!--", "-->")
        } else if after.starts_with("![CDATA[") {
            scan.skip("![CDATA[", "]]>")
        } else if after.starts_with('?') {
            scan.skip("?", "?>")
        } else if after.starts_with("!DOCTYPE") {
            scan.doctype()?
        } else if after.starts_with('/') {
            open.pop();
            scan.skip("/", ">")
        } else {
            scan.start_tag(&mut open)?
        };
        if !is_read {
            break;
        }
    }
    let uses = if scan.longest == 0 { 0 } else { text.matches('&').count() };
    if scan.longest.saturating_mul(uses) <= MAX_EXPANDED {
        Ok(())
    } else {
        Err(unreadable("its entities become too long a text"))
    }
}

struct Scan<'t> {
    rest: &'t str,
    entities: usize,
    /// Length of the longest entity.
    longest: usize,
}

impl Scan<'_> {
    /// Goes over what begins and ends so; `false` where it does not.
    fn skip(&mut self, begin: &str, end: &str) -> bool {
        let found = self.rest.strip_prefix(begin).and_then(|rest| rest.split_once(end));
        match found {
            Some((_, after)) => {
                self.rest = after;
                true
            }
            None => false,
        }
    }

    /// The rest of a start tag, behind its `<`.
    fn start_tag(&mut self, open: &mut Vec<usize>) -> Result<bool> {
        let (mut attributes, mut namespaces) = (0, 0);
        loop {
            let Some(at) = self.rest.find(['"', '\'', '<', '>']) else { return Ok(false) };
            let (before, after) = self.rest.split_at(at);
            match after.as_bytes().first() {
                Some(b'>') => {
                    let around = open.last().copied().unwrap_or_default();
                    if around + namespaces > MAX_NAMESPACES {
                        return Err(many(MAX_NAMESPACES, "namespaces at one place"));
                    }
                    self.rest = after.get(1..).unwrap_or_default();
                    if !before.ends_with('/') {
                        open.push(around + namespaces);
                    }
                    return if open.len() <= MAX_NESTED {
                        Ok(true)
                    } else {
                        Err(too_large(&format!("elements nested more than {MAX_NESTED} deep")))
                    };
                }
                Some(quote @ (b'"' | b'\'')) => {
                    attributes += 1;
                    // The name of the first attribute comes behind that of its element.
                    let name =
                        before.split_ascii_whitespace().find(|word| word.starts_with("xmlns"));
                    namespaces += usize::from(name.is_some());
                    if attributes > MAX_ATTRIBUTES {
                        return Err(many(MAX_ATTRIBUTES, "attributes in an element"));
                    }
                    if namespaces > MAX_OWN_NAMESPACES {
                        return Err(many(MAX_OWN_NAMESPACES, "namespaces in an element"));
                    }
                    let value = after.get(1..).unwrap_or_default();
                    let Some((_, behind)) = value.split_once(char::from(*quote)) else {
                        return Ok(false);
                    };
                    self.rest = behind;
                }
                _ => return Ok(false),
            }
        }
    }

    /// The declaration of the type of the document with the entities in it. Programs that draw write
    /// entities for the addresses of namespaces; entities of entities, of elements, and many uses of
    /// long ones are ways to make a small file large.
    fn doctype(&mut self) -> Result<bool> {
        loop {
            let Some(at) = self.rest.find(['"', '\'', '[', '>']) else { return Ok(false) };
            let (mark, after) = self.rest.split_at(at).1.split_at(1);
            self.rest = after;
            match mark {
                ">" => return Ok(true),
                "[" => break,
                quote if !self.skip("", quote) => return Ok(false),
                _ => {}
            }
        }
        loop {
            self.rest = self.rest.trim_start_matches([' ', '\t', '\n', '\r']);
            let is_read = if self.rest.starts_with("<!ENTITY") {
                self.entity()?
            } else if self.rest.starts_with("<!--") {
                self.skip("<!--", "-->")
            } else if self.rest.starts_with("<?") {
                self.skip("<?", "?>")
            } else if self.rest.starts_with(']') {
                return Ok(self.skip("]", ">"));
            } else if ["<!ELEMENT", "<!ATTLIST", "<!NOTATION"]
                .iter()
                .any(|declaration| self.rest.starts_with(declaration))
            {
                self.skip("<", ">")
            } else {
                false
            };
            if !is_read {
                return Ok(false);
            }
        }
    }

    fn entity(&mut self) -> Result<bool> {
        self.entities += 1;
        if self.entities > MAX_ENTITIES {
            return Err(many(MAX_ENTITIES, "entities"));
        }
        loop {
            let Some(at) = self.rest.find(['"', '\'', '>']) else { return Ok(false) };
            let (mark, after) = self.rest.split_at(at).1.split_at(1);
            self.rest = after;
            if mark == ">" {
                return Ok(true);
            }
            let Some((value, behind)) = after.split_once(mark) else { return Ok(false) };
            self.rest = behind;
            if value.replace("&#", "").contains('&') {
                return Err(unreadable("it has entities that are made of entities"));
            }
            if value.contains('<') {
                return Err(unreadable("it has entities that are made of elements"));
            }
            self.longest = self.longest.max(value.len());
        }
    }
}

fn many(most: usize, what: &str) -> reportctl_base::problem::Problem {
    too_large(&format!("more than {most} {what}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use reportctl_base::problem::Code;

    fn refusal(text: &str) -> Option<String> {
        check(text).err().map(|problem| problem.message)
    }

    #[test]
    fn what_drawings_have_passes() {
        for text in [
            r#"<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x>" [
                <!-- it's [ ]> --> <!ENTITY ns "http://www.w3.org/2000/svg"> <!ATTLIST svg a CDATA "'">
                ] ><svg xmlns="&ns;" title='>'><!-- <g --><![CDATA[<a b="]]><g/></svg>"#,
            "<svg><g></svg>",
            "<",
            "<a b='",
            "<!DOCTYPE",
            "",
        ] {
            assert_eq!(refusal(text), None, "{text}");
        }
    }

    #[test]
    fn what_the_reader_would_go_through_again_and_again_is_refused() {
        let attributes: String = (0..300).map(|i| format!(" a{i}=''")).collect();
        let spaces: String = (0..40).map(|i| format!(" xmlns:n{i}='u'")).collect();
        let nested: String = (0..200).map(|i| format!("<g xmlns:n{i}='u{i}'>")).collect();
        let entities: String = (0..80).map(|i| format!("<!ENTITY e{i} 'x'>")).collect();
        for (text, what) in [
            (format!("<svg{attributes}/>"), "attributes"),
            (format!("<svg{spaces}/>"), "namespaces in an element"),
            (nested, "namespaces at one place"),
            ("<g>".repeat(300), "nested"),
            (format!("<!DOCTYPE svg [{entities}]><svg/>"), "entities"),
            // Markup in comments and quotes is ignored.
            (
                format!("<!DOCTYPE svg [<!-- ' --><!ELEMENT \" >]><svg{attributes} b='\"'/>"),
                "attributes",
            ),
            (format!("<!-- <a ' --><svg{attributes}/>"), "attributes"),
        ] {
            let message = refusal(&text).unwrap_or_default();
            assert!(message.contains(what), "{what}: {message}");
        }
    }

    #[test]
    fn entities_that_make_a_small_file_large_are_refused() {
        let long = "x".repeat(100_000);
        for text in [
            "<!DOCTYPE svg [<!ENTITY a 'x'><!ENTITY b '&a;&a;'>]><svg/>",
            "<!DOCTYPE svg [<!ENTITY a '<g/>'>]><svg>&a;</svg>",
            &format!("<!DOCTYPE svg [<!ENTITY a '{long}'>]><svg>{}</svg>", "&a;".repeat(100)),
        ] {
            let problem = check(text).expect_err("refused");
            assert_eq!(problem.code, Code::SvgUnreadable);
        }
    }

    /// Declarations without an end were searched again from each of them.
    #[test]
    fn declarations_without_an_end_are_read_once() {
        let text = format!("<!DOCTYPE svg [{}", "<!ENTITY".repeat(200_000));
        assert_eq!(refusal(&text), None);
        assert!(
            super::super::read(&text, super::super::SvgFonts::standard(), &Default::default())
                .is_err()
        );
    }
}
