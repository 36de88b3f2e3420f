//! What the flags say about messages.

use std::path::Path;

use crate::check::{LACKING_IN_MAIL, Strictness};
use crate::cli::args::MailArgs;
use crate::config::Mail;
use crate::files;
use crate::mail::{MailOptions, Mailbox};
use crate::problem::{Code, Problem, Result, quoted};

/// Longest text of a message, in bytes.
const MAX_TEXT_BYTES: u64 = 1 << 20;

/// The mail options of the flags.
///
/// # Errors
/// `invalidSetting` for a sender that the settings do not allow, and those of files.
pub(super) fn from_flags(
    args: &MailArgs,
    strictness: &Strictness,
    settings: &Mail,
) -> Result<MailOptions> {
    let read = |path: &Option<_>| path.as_deref().map(text).transpose();
    Ok(MailOptions {
        from: sender(args.from.as_deref(), settings)?,
        reply_to: args.reply_to.clone(),
        cc: args.cc.clone(),
        bcc: args.bcc.clone(),
        subject: args.subject.clone(),
        body: args.body.clone().or(read(&args.body_file)?),
        html: read(&args.html_file)?,
        filename: args.filename.clone(),
        attach: args.attach.iter().map(|path| absolute(path)).collect::<Result<_>>()?,
        allow: allowed_in_mail(strictness),
        ..MailOptions::default()
    })
}

/// The codes that keep messages from being sent unless they are allowed, and are.
fn allowed_in_mail(strictness: &Strictness) -> Vec<String> {
    let allowed = LACKING_IN_MAIL.into_iter().filter(|code| !strictness.denies(*code));
    allowed.map(|code| code.as_str().to_owned()).collect()
}

/// The sender is fixed by the settings: a flag may only say the same, or what they leave open.
fn sender(flag: Option<&str>, settings: &Mail) -> Result<Option<String>> {
    let Some(flag) = flag else { return Ok(None) };
    let wanted = Mailbox::parse(flag)?;
    match &settings.from {
        Some(fixed) if Mailbox::parse(fixed)?.address != wanted.address => {
            let message =
                format!("the settings fix the sender: {}, not {}", quoted(fixed), quoted(flag));
            Err(Problem::new(Code::InvalidSetting, message)
                .advice("leave out `--from`, or change the setting `mail.from`"))
        }
        _ => Ok(Some(flag.to_owned())),
    }
}

fn text(path: &Path) -> Result<String> {
    let bytes = files::read_limited(path, MAX_TEXT_BYTES)?;
    String::from_utf8(bytes).map_err(|_| {
        Problem::new(Code::InvalidMessage, "the text of the message is not UTF-8")
            .file(files::display_name(path))
            .advice("save the file with the encoding UTF-8")
    })
}

/// A worker may have another working folder.
fn absolute(path: &Path) -> Result<String> {
    let absolute = path.canonicalize().map_err(|error| files::io_problem("read", path, &error))?;
    absolute
        .into_os_string()
        .into_string()
        .map_err(|_| Problem::new(Code::Usage, "the path of an attached file is not valid Unicode"))
}
