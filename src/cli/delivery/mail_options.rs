//! Options of messages from flags.

use std::path::Path;
use std::path::PathBuf;

use clap::{Args, ValueHint};

use crate::base::files;
use crate::delivery::mail::{MailOptions, Mailbox};
use crate::delivery::settings::Mail;
use crate::serve::codes;
use check::{LACKING_IN_MAIL, Strictness};
use engine::problem::{Code, Problem, Result, quoted};

/// Texts and recipients of messages. Texts may have expressions over the data.
#[derive(Debug, Args)]
pub(crate) struct MailArgs {
    /// Recipient of a copy, named in the message; may be repeated
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) cc: Vec<String>,

    /// Recipient of a copy, not named in the message; may be repeated
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) bcc: Vec<String>,

    /// Sender, where the settings have none [env: REPORTCTL_MAIL_FROM]
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) from: Option<String>,

    /// Address for replies [env: REPORTCTL_MAIL_REPLY_TO]
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) reply_to: Option<String>,

    /// Subject: 'Invoice {number}' [default: Your report]
    #[arg(long, value_name = "TEXT")]
    pub(crate) subject: Option<String>,

    /// Plain text of the message
    #[arg(long, value_name = "TEXT", conflicts_with = "body_file")]
    pub(crate) body: Option<String>,

    /// File with the plain text of the message
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) body_file: Option<PathBuf>,

    /// File with the HTML text of the message
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) html_file: Option<PathBuf>,

    /// Name of the PDF: 'invoice-{number}.pdf' [default: report.pdf]
    #[arg(long, value_name = "TEXT")]
    pub(crate) filename: Option<String>,

    /// Further file to attach; may be repeated
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) attach: Vec<PathBuf>,
}

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
        Problem::new(codes::INVALID_MESSAGE, "the text of the message is not UTF-8")
            .file(files::display_name(path))
            .advice("save the file with the encoding UTF-8")
    })
}

/// A worker may have another working folder.
fn absolute(path: &Path) -> Result<String> {
    let absolute = path.canonicalize().map_err(|error| files::io_problem("read", path, &error))?;
    absolute.into_os_string().into_string().map_err(|_| {
        Problem::new(codes::USAGE, "the path of an attached file is not valid Unicode")
    })
}
