//! `reportctl verify`: whether a document is what its receipt says and comes out the same again, and whether its
//! signatures are right.

#[cfg(feature = "signatures")]
mod signatures;

use std::path::PathBuf;

use crate::serve::codes;
use clap::{Args, ValueHint};
use engine::host::{CompanionFile, Host};
use serde_json::json;

use super::context::Context;
use super::document_args::NumbersArgs;
use super::exit::Exit;
use super::failure::Outcome;
use crate::base::files;
use crate::base::hash::sha256;
use crate::documents::DRAFT;
use crate::documents::codes::RECEIPT_INVALID;
use crate::documents::receipt::{self, Program, PublicKey, Receipt, data_hash, fonts};
use crate::templates::LoadedTemplate;
use crate::templates::{Named, template_hash};
use engine::expr::date::Timestamp;
use engine::pdf::Workspace;
use engine::problem::{Problem, Result};
use engine::render::Options;
use engine::resolve::einvoice::MappedInvoice;
use engine::template::standards;
use engine::value::Value;

/// Check the signatures of a document, or the document against its receipt
///
/// Without a receipt, the signatures in a PDF document of any program are checked: whether the document
/// is as it was signed, whether anything was added since, whether the certificate was valid, and with
/// `--trust` who issued it. With a receipt, document and receipt are compared. With template and data
/// the document is made again and compared byte for byte; the template may be that of a revision of
/// git: `invoice@v1.2`. Differences are reported, and the exit code is 7. Other versions of the program
/// and of its data are named; they are no failure where the bytes are the same.
#[derive(Debug, Args)]
#[command(after_help = VERIFY_EXAMPLES)]
pub(crate) struct VerifyArgs {
    /// The document
    #[arg(value_name = "DOCUMENT", value_hint = ValueHint::FilePath)]
    document: PathBuf,

    /// Its receipt; without it, the signatures in the document are checked
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    receipt: Option<PathBuf>,

    /// Certificates that are trusted, as a PEM file: those of authorities, or of signers themselves
    #[cfg(feature = "signatures")]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "receipt")]
    trust: Option<PathBuf>,

    /// Template that it is said to be made with: an id, a file, or either at a revision of git
    #[arg(long, value_name = "TEMPLATE", value_hint = ValueHint::FilePath, requires = "receipt")]
    template: Option<String>,

    /// Data that it is said to be made of
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "receipt")]
    data: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) numbers: NumbersArgs,

    /// Public key that must have signed the receipt, as a PEM file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "receipt")]
    key: Option<PathBuf>,

    /// Font file that it was made with, in place of those of the settings; may be repeated
    #[arg(long = "font", value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) fonts: Vec<PathBuf>,

    /// Print what was found as one JSON object
    #[arg(long)]
    json: bool,
}

const VERIFY_EXAMPLES: &str = "\
Examples:
  reportctl verify contract.pdf --trust roots.pem
  reportctl verify invoice.pdf --receipt invoice.receipt.json
  reportctl verify invoice.pdf --receipt invoice.receipt.json --key public.pem
  reportctl verify invoice.pdf --receipt invoice.receipt.json --template invoice@v1.2 --data order.json";

/// Largest document, in bytes.
const MAX_BYTES: u64 = 1 << 31;

/// Checks and their failures.
#[derive(Default)]
struct Checks {
    right: Vec<String>,
    wrong: Vec<String>,
}

impl Checks {
    fn check(&mut self, is_right: bool, right: &str, wrong: impl FnOnce() -> String) -> bool {
        if is_right {
            self.right.push(right.to_owned())
        } else {
            self.wrong.push(wrong())
        }
        is_right
    }
}

pub(super) fn run(args: &VerifyArgs, context: &Context<'_>) -> Outcome {
    let _in_time = context.watch();
    let Some(path) = &args.receipt else {
        #[cfg(feature = "signatures")]
        return signatures::run(args, context);
        #[cfg(not(feature = "signatures"))]
        return Err(Problem::new(codes::USAGE, "the receipt is missing")
            .advice("give it: `--receipt FILE`")
            .into());
    };
    let name = files::display_name(path);
    let receipt = Receipt::read(&files::read_limited(path, 1 << 24)?, &name)?;
    let document = files::read_limited(&args.document, MAX_BYTES)?;
    let mut found = Checks::default();
    let is_same = sha256(&document) == receipt.document.sha256;
    found.check(is_same, "the document is that of the receipt", || {
        let (is, was) = (document.len() as u64, receipt.document.bytes);
        if is == was {
            "the document is not that of the receipt, though it has as many bytes".to_owned()
        } else {
            format!("the document is not that of the receipt: {is} bytes instead of {was}")
        }
    });
    signature(args, &receipt, &mut found)?;
    let template = args.template.as_deref().map(|name| template(name, context)).transpose()?;
    if let Some(template) = &template {
        let is = template_hash(&template.document)?;
        found.check(is == receipt.template.sha256, "the template is that of the receipt", || {
            format!("the template is not that of the receipt (`{}`)", receipt.template.name)
        });
    }
    let data = args.data.as_deref().map(|path| context.data(path)).transpose()?;
    if let Some(data) = &data {
        let is = data_hash(data);
        found.check(is == receipt.data.sha256, "the data is that of the receipt", || {
            "the data is not that of the receipt".to_owned()
        });
    }
    if let (Some(template), Some(data)) = (&template, &data) {
        again(template, data, &receipt, &document, context, &mut found)?;
    }
    report(args, &receipt, &found, context)
}

fn signature(args: &VerifyArgs, receipt: &Receipt, found: &mut Checks) -> Result<()> {
    let key = args.key.as_deref().map(PublicKey::read).transpose()?;
    match receipt.verify_signature(None) {
        None if key.is_some() => found.wrong.push("the receipt is not signed".to_owned()),
        None => {}
        Some(false) => found
            .wrong
            .push("the signature is wrong: the receipt was changed after it was signed".to_owned()),
        Some(true) => {
            let is_key = key.is_none() || receipt.verify_signature(key.as_ref()) == Some(true);
            found.check(is_key, "the signature is right", || {
                "the receipt is signed with another key".to_owned()
            });
        }
    }
    Ok(())
}

/// A template, at a revision where one is named.
fn template(name: &str, context: &Context<'_>) -> Result<LoadedTemplate> {
    #[cfg(feature = "raster")]
    if name.contains('@') && !std::path::Path::new(name).is_file() {
        let side = crate::review::diff::Side::read(&context.config.documents(), name)?;
        return side.template.ok_or_else(|| {
            let message = format!("there is no template `{name}`");
            Problem::new(codes::TEMPLATE_NOT_FOUND, message).advice("name a revision that has it")
        });
    }
    context.template(name)
}

/// Gives what a document with a password needs to be made. It is compared as it is before it is
/// encrypted, so that who verifies it need not know the secrets.
struct AnyHost;

impl Host for AnyHost {
    fn entropy(&self) -> Option<[u8; 32]> {
        Some([0; 32])
    }

    fn secret(&self, name: &str) -> Option<String> {
        Some(name.to_owned())
    }

    fn einvoice(&self, invoice: &MappedInvoice) -> Result<Option<CompanionFile>, Vec<Problem>> {
        crate::documents::einvoice(invoice)
    }
}

/// Makes the document again and compares it.
fn again(
    template: &LoadedTemplate,
    data: &Value,
    receipt: &Receipt,
    document: &[u8],
    context: &Context<'_>,
    found: &mut Checks,
) -> Outcome<()> {
    let own = fonts(&context.config.fonts)?;
    let hashes = |fonts: &[Named]| fonts.iter().map(|font| font.sha256.clone()).collect::<Vec<_>>();
    let same_fonts = found.check(
        hashes(&own) == hashes(&receipt.fonts),
        "the fonts are those of the receipt",
        || {
            if receipt.fonts.is_empty() {
                "the receipt has no fonts, the settings have".to_owned()
            } else {
                let names: Vec<&str> =
                    receipt.fonts.iter().map(|font| font.name.as_str()).collect();
                format!("the fonts are not those of the receipt: {}", names.join(", "))
            }
        },
    );
    let same_files = found.check(
        template.library.hashes == receipt.library,
        "the files of the library are those of the receipt",
        || {
            let names: Vec<&str> = receipt.library.iter().map(|file| file.name.as_str()).collect();
            format!("the files of the library are not those of the receipt: {}", names.join(", "))
        },
    );
    let loaded_fonts = if same_fonts && same_files {
        context.fonts_with(receipt.options.fallback_font)?
    } else {
        return Ok(());
    };
    found.check(
        template.texts.files == receipt.texts,
        "the texts are those of the receipt",
        || {
            "the texts that the templates of the folder share are not those of the receipt"
                .to_owned()
        },
    );
    let checker = template.checker()?;
    let expired = context.expiry();
    let standards = receipt.options.standards.as_deref().unwrap_or_default();
    let standards = standards::standards(standards)
        .map_err(|why| Problem::new(RECEIPT_INVALID, format!("the receipt is damaged: {why}")))?;
    let options = Options {
        budget: context.config.limits().budget(&expired),
        report_date: Timestamp::clamped(receipt.options.report_date),
        title: &receipt.options.title,
        author: &receipt.options.author,
        locale: receipt.options.locale.as_deref(),
        standards,
        draft: receipt.options.draft.then_some(DRAFT),
        host: &AnyHost,
        ..Options::new(&loaded_fonts)
    };
    let made = checker.prepared().generate_in(data, &options, &mut Workspace::default());
    let made = made.map_err(|problem| template.locate(problem))?;
    let differences = Program::this().differences(&receipt.program);
    let why = if differences.is_empty() {
        String::new()
    } else {
        format!("; it was made with {}", differences.join(", "))
    };
    // A signature follows the document that it signs.
    let is_signed = made.plaintext.is_none() && receipt.document.plaintext.is_some();
    if made.plaintext.is_some() || is_signed {
        let how = if is_signed { "signed" } else { "encrypted" };
        let made = receipt::Document::of(&made);
        let made = if is_signed { Some(made.before()) } else { made.plaintext };
        let Some(was) = &receipt.document.plaintext else {
            found.wrong.push(
                "made again, it cannot be compared: it is encrypted, and the receipt, which an older \
                 version made, has no hash of it from before"
                    .to_owned(),
            );
            return Ok(());
        };
        let is_same = made.as_ref() == Some(was);
        let right = format!("made again, it has the same bytes before it is {how}");
        found.check(is_same, &right, || {
            let bytes = made.map_or(0, |made| made.bytes);
            format!(
                "made again, it differs before it is {how}: {bytes} bytes instead of {}{why}",
                was.bytes
            )
        });
        return Ok(());
    }
    let made = made.bytes;
    let is_same = made == document;
    found.check(is_same, "made again, it has the same bytes", || {
        let at = made.iter().zip(document).take_while(|(a, b)| a == b).count();
        format!(
            "made again, it differs from byte {at} on: {} bytes instead of {}{why}",
            made.len(),
            document.len()
        )
    });
    Ok(())
}

fn report(args: &VerifyArgs, receipt: &Receipt, found: &Checks, context: &Context<'_>) -> Outcome {
    let is_right = found.wrong.is_empty();
    let versions = Program::this().differences(&receipt.program);
    if args.json {
        let json = json!({
            "verified": is_right, "right": found.right, "wrong": found.wrong, "versions": versions,
        });
        context.printer.data(format!("{json}\n").as_bytes())?;
    } else {
        for words in &found.wrong {
            context.printer.line(format_args!("wrong: {words}"));
        }
        for words in &found.right {
            context.printer.note(format_args!("right: {words}"));
        }
        if !versions.is_empty() {
            context.printer.note(format_args!("it was made with {}", versions.join(", ")));
        }
        if receipt.signature.is_none() && args.key.is_none() {
            context.printer.note("the receipt is not signed");
        }
        if args.template.is_none() || args.data.is_none() {
            context.printer.note("give `--template` and `--data` to make it again");
        }
    }
    Ok(if is_right { Exit::Done } else { Exit::Findings })
}
