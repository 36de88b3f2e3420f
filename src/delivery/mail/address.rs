//! E-mail addresses, checked before anything else happens.
//!
//! Accepted are addresses that every mail server accepts: a dot-atom before the `@`, a domain name
//! after it (RFC 5321, 4.1.2), within the lengths of RFC 5321, 4.5.3.1. Quoted local parts,
//! comments, routes and address literals are refused, and so are local parts outside ASCII, which
//! need servers with SMTPUTF8 all the way. International domains become their ASCII form.

use std::fmt;

use lettre::message::Mailbox as LettreMailbox;

use super::header;
use crate::base::domain;
use crate::delivery::codes;
use engine::problem::{Problem, Result, quoted};

const MAX_LOCAL_PART: usize = 64;
const MAX_ADDRESS: usize = 254;
/// Longest name, in bytes: with its address, it must fit into a line (RFC 5322, 2.1.1).
const MAX_NAME: usize = 256;

/// Checks an address without a name, and gives it as servers know it: its domain in ASCII and
/// lower case.
///
/// # Errors
/// `invalidEmail`, saying what is wrong with it.
pub fn parse(text: &str) -> Result<String> {
    read(text.trim_matches(' ')).map_err(|reason| invalid(text, &reason))
}

/// An address as queue and log have it: without a name, its domain as servers know it. A text that
/// is not an address stays as it was typed.
pub fn as_delivered(text: &str) -> String {
    Mailbox::parse(text).map_or_else(|_| text.to_owned(), |mailbox| mailbox.address)
}

/// Splits a checked address at its `@`.
pub fn domain(address: &str) -> &str {
    address.rsplit_once('@').map_or("", |(_, domain)| domain)
}

fn invalid(text: &str, reason: &str) -> Problem {
    let shown = if text.chars().any(char::is_control) {
        quoted(&text.escape_debug().to_string())
    } else {
        quoted(text)
    };
    let message = if text.trim().is_empty() {
        "the e-mail address is empty".to_owned()
    } else {
        format!("{shown} is not an e-mail address: {reason}")
    };
    Problem::new(codes::INVALID_EMAIL, message).advice("addresses look like `ana@example.org`")
}

fn read(text: &str) -> Result<String, String> {
    let (local, domain) = text.rsplit_once('@').ok_or("there is no `@` in it")?;
    check_local_part(local)?;
    let address = format!("{local}@{}", ascii_domain(domain)?);
    if address.len() > MAX_ADDRESS {
        return Err(format!("it has more than {MAX_ADDRESS} characters"));
    }
    Ok(address)
}

fn check_local_part(local: &str) -> Result<(), String> {
    let atoms = || local.split('.');
    if local.is_empty() {
        Err("there is nothing before the `@`".to_owned())
    } else if local.len() > MAX_LOCAL_PART {
        Err(format!("there are more than {MAX_LOCAL_PART} characters before the `@`"))
    } else if !local.is_ascii() {
        Err("before the `@`, only ASCII characters can be delivered everywhere".to_owned())
    } else if let Some(bad) = local.bytes().find(|byte| *byte != b'.' && !is_atom_text(*byte)) {
        Err(match bad {
            b'@' => "there is more than one `@`, and one address is expected".to_owned(),
            bad => format!("`{}` cannot stand before the `@`", char::from(bad).escape_debug()),
        })
    } else if atoms().any(str::is_empty) {
        Err("before the `@`, dots stand single and inside".to_owned())
    } else {
        Ok(())
    }
}

/// `atext` of RFC 5322, 3.2.3.
fn is_atom_text(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~".contains(&byte)
}

/// The domain in ASCII and lower case.
fn ascii_domain(domain: &str) -> Result<String, String> {
    if domain.is_empty() {
        return Err("there is nothing after the `@`".to_owned());
    }
    if domain.starts_with('[') {
        return Err("a numeric address follows the `@`, where a domain name is needed".to_owned());
    }
    domain::to_ascii(domain).ok_or_else(|| "what follows the `@` is not a domain name".to_owned())
}

/// An address, perhaps with a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mailbox {
    /// The name that people see.
    pub name: Option<String>,
    /// The address, as [`parse`] gives it.
    pub address: String,
}

impl Mailbox {
    /// Reads `address`, `<address>` or `Name <address>`; the name may be quoted.
    ///
    /// # Errors
    /// `invalidEmail` for the address and for several of them, `invalidMessage` for a name that is
    /// too long, or has a line break or another control character.
    pub fn parse(text: &str) -> Result<Self> {
        let text = text.trim_matches(' ');
        let Some((name, address)) = text.strip_suffix('>').and_then(|text| text.rsplit_once('<'))
        else {
            return Ok(Self { name: None, address: parse(text)? });
        };
        let name = name.trim_matches(' ');
        let name = match unquoted(name) {
            Some(name) => name,
            None if name.contains(['<', '>']) => {
                return Err(invalid(text, "there is more than one `<`"));
            }
            None if ends_an_address(name) => {
                return Err(invalid(text, "there is more than one address"));
            }
            None => name.to_owned(),
        };
        header::check("a name", &name)?;
        header::check_length("a name", &name, MAX_NAME)?;
        Ok(Self { name: (!name.is_empty()).then_some(name), address: parse(address)? })
    }

    pub(super) fn to_lettre(&self) -> Result<LettreMailbox> {
        let address = self
            .address
            .parse()
            .map_err(|_| invalid(&self.address, "it cannot be written into a message"))?;
        Ok(LettreMailbox::new(self.name.clone(), address))
    }
}

/// As [`Mailbox::parse`] reads it: the name in quotes where it could be taken for something else.
impl fmt::Display for Mailbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.name {
            Some(name) if name.contains(['"', '\\', '<', '>', '@']) => {
                write!(f, "{} <{}>", header::quoted_string(name), self.address)
            }
            Some(name) => write!(f, "{name} <{}>", self.address),
            None => f.write_str(&self.address),
        }
    }
}

/// The text between quotes, if all of it is quoted.
fn unquoted(name: &str) -> Option<String> {
    let inner = name.strip_prefix('"')?.strip_suffix('"')?;
    let mut out = String::with_capacity(inner.len());
    let mut chars = inner.chars();
    while let Some(char) = chars.next() {
        match char {
            '"' => return None,
            '\\' => out.push(chars.next()?),
            char => out.push(char),
        }
    }
    Some(out)
}

/// Returns `true` if an address ends before a comma or semicolon: the name is a list of recipients.
fn ends_an_address(name: &str) -> bool {
    let mut pieces = name.split([',', ';']);
    pieces.next_back();
    pieces.filter_map(|piece| piece.split_whitespace().next_back()).any(|word| read(word).is_ok())
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[test]
    fn addresses_come_back_as_servers_know_them() {
        let long_label = format!("a@{}.org", "x".repeat(63));
        let long_local = format!("{}@example.org", "x".repeat(64));
        let cases = [
            ("ana@example.org", "ana@example.org"),
            (" Ana.Silva+tag@EXAMPLE.Org ", "Ana.Silva+tag@example.org"),
            ("o'neil!#$%&*/=?^_`{|}~-@example.org", "o'neil!#$%&*/=?^_`{|}~-@example.org"),
            ("ana@localhost", "ana@localhost"),
            ("ana@bücher.example", "ana@xn--bcher-kva.example"),
            ("ana@例え.テスト", "ana@xn--r8jz45g.xn--zckzah"),
            (long_label.as_str(), long_label.as_str()),
            (long_local.as_str(), long_local.as_str()),
        ];
        for (text, expected) in cases {
            assert_eq!(parse(text).as_deref(), Ok(expected));
            // The library that writes addresses accepts all that are accepted here.
            assert!(Mailbox::parse(text).unwrap().to_lettre().is_ok(), "{text}");
        }
    }

    #[test]
    fn what_is_not_an_address_is_refused_with_the_reason() {
        let long_local = format!("{}@example.org", "x".repeat(65));
        let long_label = format!("a@{}.org", "x".repeat(64));
        let long = format!("a@{}org", "xxxxxxxxx.".repeat(26));
        let cases = [
            ("", "is empty"),
            ("  ", "is empty"),
            ("ana", "no `@`"),
            ("@example.org", "nothing before"),
            ("ana@", "nothing after"),
            ("ana@@example.org", "there is more than one `@`"),
            ("ana@example.org, bob@example.org", "one address is expected"),
            ("ana silva@example.org", "` ` cannot stand before"),
            ("\"ana silva\"@example.org", "`\\\"` cannot stand before"),
            ("<ana@example.org>", "`<` cannot stand before"),
            ("@relay.org:ana@example.org", "there is more than one `@`"),
            ("ana(comment)@example.org", "`(` cannot stand before"),
            ("ana,bob@example.org", "`,` cannot stand before"),
            (".ana@example.org", "dots stand single"),
            ("ana..silva@example.org", "dots stand single"),
            ("ana.@example.org", "dots stand single"),
            ("joão@example.org", "only ASCII"),
            ("ana@-example.org", "not a domain name"),
            ("ana@example..org", "not a domain name"),
            ("ana@example.org.", "not a domain name"),
            ("ana@exa mple.org", "not a domain name"),
            ("ana@exa_mple.org", "not a domain name"),
            ("ana@192.0.2.1", "not a domain name"),
            ("ana@[192.0.2.1]", "numeric address"),
            ("ana@example.org\r\nBcc: x@example.com", "there is more than one `@`"),
            ("ana@example.org\r\nBcc: x", "not a domain name"),
            ("ana\r\n@example.org", "`\\r` cannot stand"),
            ("ana\0@example.org", "`\\0` cannot stand"),
            ("ana@example.org\0", "not a domain name"),
            (long_local.as_str(), "more than 64"),
            (long_label.as_str(), "not a domain name"),
            (long.as_str(), "not a domain name"),
        ];
        for (text, expected) in cases {
            let problem = parse(text).unwrap_err();
            assert_eq!(problem.code, codes::INVALID_EMAIL);
            assert!(problem.message.contains(expected), "{text:?}: {}", problem.message);
            assert!(!problem.message.contains(['\r', '\n', '\0']), "{text:?}");
        }
    }

    #[test]
    fn the_whole_has_a_limit_too() {
        let local = "x".repeat(64);
        let domain = format!("{}{}", "xxxxxxxxx.".repeat(18), "x".repeat(9));
        assert_eq!(parse(&format!("{local}@{domain}")).unwrap().len(), 254);
        let problem = parse(&format!("{local}@x{domain}")).unwrap_err();
        assert!(problem.message.contains("more than 254"));
    }

    #[test]
    fn mailboxes_may_have_a_name() {
        let cases = [
            ("ana@example.org", None),
            ("<ana@example.org>", None),
            ("Ana <ana@example.org>", Some("Ana")),
            ("João, Silva <ana@example.org>", Some("João, Silva")),
            (r#""Silva, \"Ana\"" <ana@example.org>"#, Some(r#"Silva, "Ana""#)),
        ];
        for (text, name) in cases {
            let mailbox = Mailbox::parse(text).unwrap();
            assert_eq!(mailbox.name.as_deref(), name);
            assert_eq!(mailbox.address, "ana@example.org");
        }
        for text in ["Ana\r\nBcc: x@y.z <ana@example.org>", "Ana\0 <ana@example.org>"] {
            assert_eq!(Mailbox::parse(text).unwrap_err().code, codes::INVALID_MESSAGE);
        }
        for text in ["Ana <ana>", "<a@example.org>, <b@example.org>", "Ana <ana@example.org> x"] {
            assert_eq!(Mailbox::parse(text).unwrap_err().code, codes::INVALID_EMAIL);
        }
    }

    #[test]
    fn several_addresses_are_not_one_with_an_odd_name() {
        for text in [
            r#""Ana" <ana@example.org>, "Bob" <bob@example.org>"#,
            "ana@example.org, Bob <bob@example.org>",
            "ana@example.org; bob@example.org; Eva <eva@example.org>",
            "Ana ana@example.org, <bob@example.org>",
        ] {
            assert_eq!(Mailbox::parse(text).unwrap_err().code, codes::INVALID_EMAIL, "{text}");
        }
        // The address as its own name, as some programs write it, and whatever stands in quotes.
        for (text, name) in [
            ("ana@example.org <ana@example.org>", "ana@example.org"),
            ("Ana @ Home, Inc. <ana@example.org>", "Ana @ Home, Inc."),
            (r#""Zur Post" GmbH <ana@example.org>"#, r#""Zur Post" GmbH"#),
            (r#""bob@example.org, Ana <3" <ana@example.org>"#, "bob@example.org, Ana <3"),
        ] {
            let mailbox = Mailbox::parse(text).unwrap();
            assert_eq!(mailbox.name.as_deref(), Some(name));
            assert_eq!(mailbox.address, "ana@example.org");
        }
    }

    #[test]
    fn what_a_mailbox_is_written_as_is_read_as_the_same() {
        for name in
            ["Ana", "Silva, Ana", "\"Ana\"", "a\\b", "Ana <3", "ana@example.org, Bob", "João"]
        {
            let mailbox =
                Mailbox { name: Some(name.to_owned()), address: "ana@example.org".to_owned() };
            assert_eq!(Mailbox::parse(&mailbox.to_string()), Ok(mailbox), "{name}");
        }
    }

    #[test]
    fn a_name_has_a_limit() {
        let with = |length| Mailbox::parse(&format!("{} <ana@example.org>", "x".repeat(length)));
        assert!(with(MAX_NAME).is_ok());
        let problem = with(MAX_NAME + 1).unwrap_err();
        assert_eq!(problem.code, codes::INVALID_MESSAGE);
        assert!(problem.message.len() < 300, "{}", problem.message);
    }
}
