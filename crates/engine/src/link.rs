//! Targets of links (spec 20.10.2).

use std::fmt::Write as _;

/// Schemes of the addresses that links may have as targets.
const SCHEMES: [&str; 4] = ["http://", "https://", "mailto:", "tel:"];

/// Returns `true` if a link may have the address as target: it begins with a known scheme.
pub fn is_known(address: &str) -> bool {
    SCHEMES.iter().any(|scheme| {
        let start = address.get(..scheme.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(scheme))
            && address.len() > scheme.len()
    })
}

/// An address in the characters that an address may have (RFC 3986): the others as their bytes in
/// UTF-8, each as `%` and two digits.
pub fn escaped(address: &str) -> String {
    let mut out = String::with_capacity(address.len());
    for byte in address.bytes() {
        match byte {
            b'!' | b'#'..=b';' | b'=' | b'?'..=b'[' | b']' | b'_' | b'a'..=b'z' | b'~' => {
                out.push(char::from(byte));
            }
            _ => {
                // Writing to a text cannot fail.
                let _ = write!(out, "%{byte:02X}");
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_to_four_schemes() {
        for address in ["http://a", "HTTPS://b/c?d=e#f", "mailto:a@b", "tel:+1"] {
            assert!(is_known(address), "{address}");
        }
        for address in [
            "",
            "http://",
            "https:a",
            "javascript:alert(1)",
            "file:///etc",
            "a.example",
            "é",
            "#id",
        ] {
            assert!(!is_known(address), "{address}");
        }
    }

    #[test]
    fn addresses_are_ascii_without_blanks() {
        assert_eq!(
            escaped("https://ä.example/a b?c=(d)%20"),
            "https://%C3%A4.example/a%20b?c=(d)%20"
        );
        assert_eq!(escaped("mailto:a@b?subject=x\ny<\"z\\"), "mailto:a@b?subject=x%0Ay%3C%22z%5C");
    }
}
