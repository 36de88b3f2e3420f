//! The signatures in a document, whatever program made them.

use serde_json::{Value as Json, json};

use super::{MAX_BYTES, VerifyArgs};
use crate::base::files;
use crate::cli::context::{Context, size};
use crate::cli::exit::Exit;
use crate::cli::failure::Outcome;
use crate::signatures::day;
use crate::signatures::verify::{self, Certificate, Integrity, Roots, Trust, VerifiedSignature};
use engine::expr::date::Timestamp;
use engine::problem::quoted;

pub(super) fn run(args: &VerifyArgs, context: &Context<'_>) -> Outcome {
    let roots = args.trust.as_deref().map(Roots::read).transpose()?;
    let document = files::read_limited(&args.document, MAX_BYTES)?;
    let name = files::display_name(&args.document);
    let found = verify::verify(&document, roots.as_ref()).map_err(|problem| problem.file(&name))?;
    let is_right = verify::are_right(&found);
    if args.json {
        let all: Vec<Json> = found.iter().map(as_json).collect();
        let json = json!({ "verified": is_right, "signatures": all });
        context.printer.data(format!("{json}\n").as_bytes())?;
    } else {
        print(&found, roots.is_some(), context);
    }
    Ok(if is_right { Exit::Done } else { Exit::Findings })
}

fn print(found: &[VerifiedSignature], has_roots: bool, context: &Context<'_>) {
    if found.is_empty() {
        context.printer.line(format_args!("wrong: the document has no signature"));
    }
    for signature in found {
        let who = signature.signer.as_deref().unwrap_or("unknown");
        let right = if signature.is_right() { "right" } else { "wrong" };
        let state = words(&signature.state);
        let line = format!("{right}: signature {} of {}: {state}", signature.field, quoted(who));
        if signature.is_right() {
            context.printer.note(line)
        } else {
            context.printer.line(format_args!("{line}"))
        }
        for detail in details(signature, has_roots) {
            context.printer.note(format_args!("  {detail}"));
        }
    }
    let covered = found.iter().filter_map(|signature| signature.later_bytes);
    if let Some(last) = covered.min().filter(|it| *it > 0) {
        let line = format!("wrong: {} of the document are in no signature", size(last));
        context.printer.line(format_args!("{line}"));
    }
}

fn words(state: &Integrity) -> String {
    match state {
        Integrity::Intact => "the document is as it was signed".to_owned(),
        Integrity::Altered(why) => (*why).to_owned(),
        Integrity::Unknown(why) => format!("it cannot be checked: {why}"),
    }
}

/// Details of a signature besides its state.
fn details(signature: &VerifiedSignature, has_roots: bool) -> Vec<String> {
    let mut details = Vec::new();
    let signed =
        signature.time.map(|time| format!("signed {} by the clock of the signer", minute(time)));
    let said = [("reason", &signature.reason), ("location", &signature.location)];
    let said =
        said.into_iter().filter_map(|(name, text)| Some(format!("{name}: {}", text.as_ref()?)));
    details.extend(signed.into_iter().chain(said));
    details.extend(signature.later_bytes.map(|later| match later {
        0 => "covers the whole document".to_owned(),
        bytes => format!("covers the document but for {} that were added later", size(bytes)),
    }));
    details.extend(signature.certifies.map(|allowed| {
        let allowed = match allowed {
            1 => "no changes",
            3 => "filling in forms, signing, and comments",
            _ => "filling in forms, and signing",
        };
        format!("certifies the document, and allows {allowed}")
    }));
    details.push(match signature.certificate {
        Certificate::Valid => "the certificate is valid".to_owned(),
        Certificate::ExpiredSince(until) => {
            format!("the certificate was valid then, and expired on {}", day(until))
        }
        Certificate::Expired(until) => format!("the certificate had expired on {}", day(until)),
        Certificate::NotYetValid(from) => {
            format!("the certificate is valid only from {}", day(from))
        }
        Certificate::Missing => "there is no certificate that could be read".to_owned(),
    });
    details.push(match &signature.trust {
        Trust::NotChecked if has_roots => "trust was not checked".to_owned(),
        Trust::NotChecked => "trust was not checked: give `--trust FILE`".to_owned(),
        Trust::Trusted => "the certificate is trusted".to_owned(),
        Trust::Untrusted(why) => format!("the certificate is not trusted: {why}"),
    });
    if let Some(stamp) = &signature.stamp {
        let who = quoted(stamp.authority.as_deref().unwrap_or("unknown"));
        let when = stamp.time.map(minute).unwrap_or_default();
        details.push(match (&stamp.state, &stamp.trust) {
            (Integrity::Altered(why), _) => format!("the time stamp of {who} is wrong: {why}"),
            (Integrity::Unknown(why), _) => format!("the time stamp cannot be checked: {why}"),
            (Integrity::Intact, Trust::Untrusted(why)) => {
                format!("the time stamp of {who} is not trusted: {why}")
            }
            (Integrity::Intact, Trust::Trusted) => {
                format!("time stamp {when} of {who}, which is trusted")
            }
            (Integrity::Intact, Trust::NotChecked) => format!("time stamp {when} of {who}"),
        });
    }
    details
}

fn minute(time: Timestamp) -> String {
    let civil = time.civil();
    format!("{} {:02}:{:02} UTC", day(time), civil.hour, civil.minute)
}

fn as_json(signature: &VerifiedSignature) -> Json {
    let (state, why) = state(&signature.state);
    let certificate = match signature.certificate {
        Certificate::Valid => "valid",
        Certificate::ExpiredSince(_) => "expiredSince",
        Certificate::Expired(_) => "expired",
        Certificate::NotYetValid(_) => "notYetValid",
        Certificate::Missing => "missing",
    };
    let (trust, distrust) = trust(&signature.trust);
    let stamp = signature.stamp.as_ref().map(|stamp| {
        let (state, why) = self::state(&stamp.state);
        let (trust, distrust) = self::trust(&stamp.trust);
        json!({
            "right": stamp.is_right(),
            "authority": stamp.authority,
            "time": stamp.time.map(Timestamp::seconds),
            "state": state,
            "why": why,
            "trust": trust,
            "distrust": distrust,
        })
    });
    json!({
        "field": signature.field,
        "right": signature.is_right(),
        "state": state,
        "why": why,
        "signer": signature.signer,
        "time": signature.time.map(Timestamp::seconds),
        "reason": signature.reason,
        "location": signature.location,
        "laterBytes": signature.later_bytes,
        "certifies": signature.certifies,
        "certificate": certificate,
        "trust": trust,
        "distrust": distrust,
        "timeStamp": stamp,
    })
}

fn state(state: &Integrity) -> (&'static str, Option<&str>) {
    match state {
        Integrity::Intact => ("intact", None),
        Integrity::Altered(why) => ("altered", Some(why)),
        Integrity::Unknown(why) => ("unknown", Some(why)),
    }
}

fn trust(trust: &Trust) -> (&'static str, Option<&str>) {
    match trust {
        Trust::NotChecked => ("notChecked", None),
        Trust::Trusted => ("trusted", None),
        Trust::Untrusted(why) => ("untrusted", Some(why)),
    }
}
