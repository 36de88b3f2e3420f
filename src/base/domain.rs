//! Names of domains, as the network knows them.

const MAX_DOMAIN: usize = 253;
const MAX_LABEL: usize = 63;

/// A domain in ASCII and lower case (IDNA), if it is the name of one: labels of letters, digits
/// and inner hyphens, the last of them no number, within the lengths of RFC 1035, 2.3.4.
pub(crate) fn to_ascii(domain: &str) -> Option<String> {
    let ascii = idna::domain_to_ascii(domain).ok()?;
    let is_label = |label: &str| {
        let inside = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        (1..=MAX_LABEL).contains(&label.len())
            && label.bytes().all(inside)
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    let is_numeric =
        ascii.rsplit('.').next().unwrap_or_default().bytes().all(|byte| byte.is_ascii_digit());
    let is_name = ascii.len() <= MAX_DOMAIN && !is_numeric && ascii.split('.').all(is_label);
    is_name.then_some(ascii)
}
