//! Delivery status notifications (RFC 3464): which messages came back, and why.
//!
//! A notification names the message in two ways: by the `Message-ID` of the copy that it returns,
//! and, where the envelope sender carries the id of the request (VERP), by the address it was
//! sent to. Either is enough.

use std::collections::BTreeMap;
use std::io::BufRead;

use mail_parser::{Address, Message, MessageParser, MimeHeaders, PartType};
use uuid::Uuid;

/// A message that could not be delivered to one recipient.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bounce {
    /// `Message-ID` of the message, without brackets.
    pub message_id: Option<String>,
    /// Requests that the addresses of the notification name.
    pub requests: Vec<Uuid>,
    /// Recipients that the notification names, in lower case: the final and the original one.
    pub recipients: Vec<String>,
    /// Time of the notification, in milliseconds since 1970.
    pub time: Option<i64>,
    /// Reason of the bounce: status, the text of the server, and the server's name.
    pub reason: String,
}

/// The bounces of a message; none when it is something else, or says nothing final.
pub fn read(message: &[u8]) -> Vec<Bounce> {
    let Some(message) = MessageParser::default().parse(message) else { return Vec::new() };
    let found = bounces(&message);
    take_apart(message);
    found
}

/// Drops a message. Messages lie within each other as deep as their sender wants, and each would drop the one inside.
fn take_apart(message: Message<'_>) {
    let mut open = vec![message];
    while let Some(message) = open.pop() {
        open.extend(message.parts.into_iter().filter_map(|part| match part.body {
            PartType::Message(inner) => Some(inner),
            _ => None,
        }));
    }
}

fn bounces(message: &Message<'_>) -> Vec<Bounce> {
    let report = message.parts.iter().find(|part| is_type(*part, "message", "delivery-status"));
    let Some(report) = report else { return Vec::new() };
    let text = String::from_utf8_lossy(report.contents()).into_owned();
    let (message_id, requests) = (returned_id(message), addressed_requests(message));
    // The first block is about the notification, each further one about a recipient.
    let blocks = fields(&text);
    let reporter = blocks.first().and_then(|block| value(block, "reporting-mta"));
    let failed = blocks.iter().skip(1).filter(|block| {
        block.get("action").is_some_and(|action| action.trim().eq_ignore_ascii_case("failed"))
    });
    failed
        .map(|block| {
            let recipients = ["final-recipient", "original-recipient"]
                .iter()
                .filter_map(|name| value(block, name))
                .map(|address| address.to_ascii_lowercase())
                .collect();
            let by = value(block, "remote-mta").or(reporter);
            Bounce {
                message_id: message_id.clone(),
                requests: requests.clone(),
                recipients,
                time: message.date().map(|date| date.to_timestamp().saturating_mul(1000)),
                reason: reason(block, by),
            }
        })
        .collect()
}

fn is_type<'a>(part: &'a impl MimeHeaders<'a>, kind: &str, subtype: &str) -> bool {
    part.content_type().is_some_and(|content| {
        content.ctype().eq_ignore_ascii_case(kind)
            && content.subtype().is_some_and(|name| name.eq_ignore_ascii_case(subtype))
    })
}

/// The `Message-ID` of the message that a notification returns, whole or its headers alone.
fn returned_id(message: &Message<'_>) -> Option<String> {
    message.parts.iter().find_map(|part| match &part.body {
        PartType::Message(returned) => returned.message_id().map(str::to_owned),
        _ if is_type(part, "text", "rfc822-headers") => {
            let text = String::from_utf8_lossy(part.contents()).into_owned();
            let blocks = fields(&text);
            let id = blocks.first()?.get("message-id")?;
            Some(id.trim().trim_start_matches('<').trim_end_matches('>').to_owned())
        }
        _ => None,
    })
}

/// The ids in the addresses that a notification was sent to.
fn addressed_requests(message: &Message<'_>) -> Vec<Uuid> {
    let mut texts = Vec::new();
    if let Some(to) = message.to() {
        collect(to, &mut texts);
    }
    for name in ["Delivered-To", "X-Original-To", "Envelope-To"] {
        if let Some(text) = message.header_raw(name) {
            texts.push(text.to_owned());
        }
    }
    let mut found: Vec<Uuid> = texts.iter().flat_map(|text| ids(text)).collect();
    found.sort();
    found.dedup();
    found
}

fn collect(address: &Address<'_>, texts: &mut Vec<String>) {
    texts.extend(address.iter().filter_map(|one| one.address()).map(str::to_owned));
}

/// The UUIDs that stand in a text in their usual form.
fn ids(text: &str) -> Vec<Uuid> {
    const LENGTH: usize = 36;
    let starts = 0..text.len().saturating_sub(LENGTH - 1);
    starts.filter_map(|at| Uuid::try_parse(text.get(at..at + LENGTH)?).ok()).collect()
}

/// Blocks of `name: value` with blank lines between, folded lines joined, names in lower case.
fn fields(text: &str) -> Vec<BTreeMap<String, String>> {
    let mut blocks = vec![BTreeMap::<String, String>::new()];
    let mut last: Option<String> = None;
    for line in text.lines() {
        let Some(block) = blocks.last_mut() else { break };
        if line.trim().is_empty() {
            last = None;
            if !block.is_empty() {
                blocks.push(BTreeMap::new());
            }
        } else if line.starts_with([' ', '\t']) {
            if let Some(value) = last.as_ref().and_then(|name| block.get_mut(name)) {
                value.push(' ');
                value.push_str(line.trim());
            }
        } else if let Some((name, value)) = line.split_once(':') {
            let name = name.trim().to_ascii_lowercase();
            block.insert(name.clone(), value.trim().to_owned());
            last = Some(name);
        }
    }
    blocks.retain(|block| !block.is_empty());
    blocks
}

/// The value after the type of a field: `rfc822; ana@example.org`, `dns; mx.example.org`.
fn value<'a>(block: &'a BTreeMap<String, String>, name: &str) -> Option<&'a str> {
    let text = block.get(name)?;
    let value = text.split_once(';').map_or(text.as_str(), |(_, value)| value);
    Some(value.trim().trim_start_matches('<').trim_end_matches('>')).filter(|text| !text.is_empty())
}

fn reason(block: &BTreeMap<String, String>, by: Option<&str>) -> String {
    const LONGEST: usize = 500;
    let status = block.get("status").map_or("no status", String::as_str);
    let words = value(block, "diagnostic-code").unwrap_or("no reason given");
    let by = by.map(|by| format!(" ({by})")).unwrap_or_default();
    let text = format!("{status}: {words}{by}");
    text.chars().map(|char| if char.is_control() { ' ' } else { char }).take(LONGEST).collect()
}

/// Calls `each` for every message of an mbox (RFC 4155), which begin with lines `From …`. Messages
/// larger than `most` bytes are skipped.
///
/// # Errors
/// Errors of the reader.
pub fn read_mbox(
    mut reader: impl BufRead,
    most: usize,
    mut each: impl FnMut(&[u8]),
) -> std::io::Result<()> {
    // Longer than every line that begins a message.
    const MIN_LINE: usize = 4096;
    let (mut message, mut line) = (Vec::new(), Vec::new());
    let (mut is_begun, mut was_blank) = (false, true);
    loop {
        line.clear();
        // A line without end must not fill the memory either.
        let limit = u64::try_from(most.max(MIN_LINE)).unwrap_or(u64::MAX).saturating_add(1);
        let read = std::io::Read::take(&mut reader, limit).read_until(b'\n', &mut line)?;
        if read == 0 || (was_blank && line.starts_with(b"From ")) {
            if is_begun && message.len() <= most {
                each(&message);
            }
            if read == 0 {
                return Ok(());
            }
            message.clear();
            is_begun = true;
        } else if message.len() <= most {
            let is_quoted = line.strip_prefix(b">").is_some_and(|rest| {
                rest.trim_ascii_start().starts_with(b"From ") || rest.starts_with(b">")
            });
            message.extend_from_slice(if is_quoted { &line[1..] } else { &line });
        }
        was_blank = line.trim_ascii().is_empty();
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    const ID: &str = "0191d5a2-7a5c-7cc0-8a55-6d3f0e1b2c3d";

    /// Each would drop the one inside.
    #[test]
    fn messages_within_messages_are_dropped_one_by_one() {
        let deep = "Content-Type: message/rfc822\n\n".repeat(200_000);
        let message = format!("From: a@example.org\n{deep}Subject: x\n\nhi");
        assert_eq!(read(message.as_bytes()), []);
    }

    /// As Postfix writes them.
    fn postfix(action: &str, returned: &str) -> String {
        format!(
            "Return-Path: <>\r\nDelivered-To: bounce+{ID}@example.org\r\n\
             From: MAILER-DAEMON@mx.example.org (Mail Delivery System)\r\n\
             Subject: Undelivered Mail Returned to Sender\r\nTo: bounce@example.org\r\n\
             Auto-Submitted: auto-replied\r\nMIME-Version: 1.0\r\n\
             Content-Type: multipart/report; report-type=delivery-status;\r\n boundary=\"B\"\r\n\r\n\
             --B\r\nContent-Type: text/plain\r\n\r\nI'm sorry.\r\n\r\n\
             --B\r\nContent-Type: message/delivery-status\r\n\r\n\
             Reporting-MTA: dns; mx.example.org\r\nX-Postfix-Queue-ID: 4F1A\r\n\r\n\
             Final-Recipient: rfc822; Ana@example.com\r\n\
             Original-Recipient: rfc822;ana@example.com\r\nAction: {action}\r\nStatus: 5.1.1\r\n\
             Remote-MTA: dns; mail.example.com\r\n\
             Diagnostic-Code: smtp; 550 5.1.1 <ana@example.com>: Recipient address\r\n    \
             rejected: User unknown\r\n\r\n--B\r\n{returned}\r\n--B--\r\n"
        )
    }

    fn whole() -> String {
        format!(
            "Content-Type: message/rfc822\r\n\r\nFrom: reports@example.org\r\n\
             To: ana@example.com\r\nSubject: x\r\nMessage-ID: <{ID}@example.org>\r\n\r\nHello\r\n"
        )
    }

    #[test]
    fn a_notification_names_message_recipient_and_reason() {
        let bounces = read(postfix("failed", &whole()).as_bytes());
        let expected = Bounce {
            message_id: Some(format!("{ID}@example.org")),
            requests: vec![ID.parse().unwrap()],
            recipients: vec!["ana@example.com".to_owned(), "ana@example.com".to_owned()],
            time: None,
            reason: "5.1.1: 550 5.1.1 <ana@example.com>: Recipient address rejected: User unknown \
                     (mail.example.com)"
                .to_owned(),
        };
        assert_eq!(bounces, [expected]);
    }

    #[test]
    fn headers_alone_are_enough() {
        let headers = format!(
            "Content-Type: text/rfc822-headers\r\n\r\nFrom: reports@example.org\r\n\
             Message-ID:\r\n <{ID}@example.org>\r\nTo: ana@example.com\r\n"
        );
        let bounces = read(postfix("failed", &headers).as_bytes());
        assert_eq!(bounces[0].message_id, Some(format!("{ID}@example.org")));
    }

    #[test]
    fn what_is_not_final_or_no_notification_is_no_bounce() {
        for action in ["delayed", "delivered", "relayed", "expanded"] {
            assert_eq!(read(postfix(action, &whole()).as_bytes()), [], "{action}");
        }
        let answer = format!(
            "To: bounce+{ID}@example.org\r\nSubject: Out of office\r\n\r\nAction: failed\r\n"
        );
        assert_eq!(read(answer.as_bytes()), []);
        for junk in [&b""[..], b"\0\xff", b"Content-Type: multipart/report; boundary=x\r\n\r\n--x"]
        {
            assert_eq!(read(junk), []);
        }
    }

    #[test]
    fn every_recipient_that_failed_is_one() {
        let two = postfix("failed", &whole()).replace(
            "rejected: User unknown\r\n",
            "rejected: User unknown\r\n\r\nFinal-Recipient: rfc822; bob@example.com\r\n\
             Action: Failed\r\nStatus: 5.2.2\r\n",
        );
        let bounces = read(two.as_bytes());
        assert_eq!(bounces.len(), 2);
        assert_eq!(bounces[1].recipients, ["bob@example.com"]);
        assert_eq!(bounces[1].reason, "5.2.2: no reason given (mx.example.org)");
    }

    #[test]
    fn an_mbox_is_split_at_its_from_lines() {
        let mbox = "From a@b.c Thu Jan  1 00:00:00 2026\nSubject: 1\n\none\n>From here\nFrom there\n\n\
                    From a@b.c Thu Jan  1 00:00:00 2026\nSubject: 2\n\ntwo\n";
        let split = |most| {
            let mut all = Vec::new();
            let each = |message: &[u8]| all.push(String::from_utf8_lossy(message).into_owned());
            read_mbox(mbox.as_bytes(), most, each).unwrap();
            all
        };
        assert_eq!(
            split(1000),
            ["Subject: 1\n\none\nFrom here\nFrom there\n\n", "Subject: 2\n\ntwo\n"]
        );
        assert_eq!(split(20), ["Subject: 2\n\ntwo\n"]);
    }
}
