//! `reportctl sign`: PDF documents of any program with a signature.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, ValueHint};

use super::context::{Context, size};
use super::exit::Exit;
use super::failure::Outcome;
use super::{overwriting, term, timestamp};
use crate::base::files;
use crate::config::Settings;
use crate::serve::codes;
use crate::signatures::settings::{Changes, SignerSettings, TokenSettings};
use crate::signatures::{self, Signer, Signing, Statement};
use engine::expr::date::Timestamp;
use engine::problem::{Problem, Result};

/// Largest document, in bytes.
const MAX_BYTES: u64 = 1 << 31;

/// Sign PDF documents
///
/// Documents of any program are signed. The signature (PAdES B-B, with a time stamp B-T) is written behind the document, whose
/// bytes stay, so that signatures that are there stay valid. It is not shown on the pages, unless it goes into a
/// field of the document (`--field`); PDF/A and PDF/UA are kept. The same key, document and date give the same
/// bytes, but for a time stamp.
#[derive(Debug, Args)]
#[command(after_help = SIGN_EXAMPLES)]
pub(crate) struct SignArgs {
    /// Documents; `-` for standard input
    #[arg(required = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    files: Vec<PathBuf>,

    /// File to write, `-` for standard output; of several documents, a folder [default: beside the
    /// document, with `-signed` in its name]
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::AnyPath)]
    output: Option<PathBuf>,

    /// Name of a signer of the settings [default: `sign` of the settings]
    #[arg(long, value_name = "NAME", conflicts_with_all = ["pkcs12", "certificate", "key", "pkcs11_module"])]
    signer: Option<String>,

    /// PKCS #12 file with the key and its certificates
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = ["certificate", "key", "pkcs11_module"])]
    pkcs12: Option<PathBuf>,

    /// PEM file with the certificate, and with those above it
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    certificate: Option<PathBuf>,

    /// PEM file with the key
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "certificate", conflicts_with = "pkcs11_module")]
    key: Option<PathBuf>,

    /// Library of a device (PKCS #11 module) that keeps the key on a token
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pkcs11_module: Option<PathBuf>,

    /// Label or serial number of the token [default: the only one]
    #[arg(long, value_name = "NAME", requires = "pkcs11_module")]
    pkcs11_token: Option<String>,

    /// Label of the key on the token, or its identifier in hexadecimal [default: the only one]
    #[arg(long, value_name = "NAME", requires = "pkcs11_module")]
    pkcs11_key: Option<String>,

    /// File with the password of the key, or with the PIN of its token [env: REPORTCTL_SIGNER_PASSWORD]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "signer")]
    password_file: Option<PathBuf>,

    /// Sign this empty signature field of the document, which keeps its place and its look
    #[arg(long, value_name = "NAME")]
    field: Option<String>,

    /// Why the document is signed
    #[arg(long, value_name = "TEXT")]
    reason: Option<String>,

    /// Where the document is signed
    #[arg(long, value_name = "TEXT")]
    location: Option<String>,

    /// Certify the document: changes that are allowed later
    #[arg(long, value_name = "CHANGES")]
    certify: Option<Changes>,

    /// Address of a time-stamp authority (RFC 3161) that stamps the signature with the time
    #[arg(long, value_name = "URL", value_hint = ValueHint::Url)]
    timestamp_url: Option<String>,

    /// Certificates that must have issued that of the time-stamp authority, as a PEM file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "timestamp_url")]
    timestamp_trust: Option<PathBuf>,

    /// Date of the signature: 2026-01-31, 2026-01-31T12:00:00Z or seconds since 1970 [env:
    /// SOURCE_DATE_EPOCH] [default: now]
    #[arg(long, value_name = "DATE", value_parser = timestamp::parse, allow_negative_numbers = true)]
    creation_date: Option<Timestamp>,
}

const SIGN_EXAMPLES: &str = "\
Examples:
  reportctl sign contract.pdf --pkcs12 company.p12 --password-file company.password
  reportctl sign *.pdf --output signed/ --certificate company.pem --key company.key
  reportctl sign contract.pdf --pkcs11-module /usr/lib/softhsm/libsofthsm2.so --pkcs11-token seals --password-file pin
  reportctl sign contract.pdf --signer company --reason 'Approved' --certify fill-forms
  reportctl sign contract.pdf --signer company --field customer --output signed.pdf
  reportctl verify contract-signed.pdf --trust roots.pem";

impl SignArgs {
    /// Settings from the flags.
    pub(crate) fn settings(&self) -> Settings {
        Settings { sign: self.signer.clone(), ..Settings::default() }
    }

    /// The signer that the flags or the settings name, its files, and what its signatures say.
    fn signer(&self, context: &Context<'_>) -> Result<(Arc<Signer>, Vec<PathBuf>, Statement)> {
        let signers = &context.config.signers;
        let own = SignerSettings {
            pkcs12: self.pkcs12.clone(),
            certificate: self.certificate.clone(),
            key: self.key.clone(),
            password_file: self.password_file.clone().filter(|_| self.pkcs11_module.is_none()),
            pkcs11: self.token(),
            timestamp_url: self.timestamp_url.clone(),
            timestamp_trust: self.timestamp_trust.clone(),
            ..SignerSettings::default()
        };
        let has_own = own.pkcs12.is_some() || own.certificate.is_some() || own.pkcs11.is_some();
        let (signer, said) = if has_own {
            (Arc::new(signatures::read(&own, signers.password.as_ref())?), own)
        } else {
            let Some(name) = &signers.default else {
                return Err(Problem::new(codes::USAGE, "it is not said who signs").advice(
                    "give `--pkcs12`, or `--certificate` and `--key`, or `--pkcs11-module`, or `--signer` with a signer of the settings",
                ));
            };
            let signing = Signing::new(signers.clone());
            let said = signing.settings(name)?.clone();
            if self.timestamp_url.is_some() {
                let said = SignerSettings {
                    timestamp_url: self.timestamp_url.clone(),
                    timestamp_trust: self.timestamp_trust.clone().or(said.timestamp_trust),
                    ..said
                };
                (Arc::new(signatures::read(&said, signers.password.as_ref())?), said)
            } else {
                (signing.signer(name)?, said)
            }
        };
        let files = said.files().cloned().collect();
        let statement = Statement {
            reason: self.reason.clone().or(said.reason),
            location: self.location.clone().or(said.location),
            field: self.field.clone(),
            certify: self.certify.or(said.certify),
        };
        Ok((signer, files, statement))
    }

    /// The token that the flags name.
    fn token(&self) -> Option<TokenSettings> {
        Some(TokenSettings {
            module: self.pkcs11_module.clone()?,
            token: self.pkcs11_token.clone(),
            slot: None,
            key: self.pkcs11_key.clone(),
            pin_file: self.password_file.clone(),
        })
    }

    /// The file of a signed document; nothing for standard output.
    fn target(&self, document: &Path) -> Result<Option<PathBuf>> {
        let is_input = document == Path::new("-");
        match &self.output {
            Some(path) if path == Path::new("-") => Ok(None),
            Some(path) if self.files.len() > 1 || path.is_dir() => {
                match document.file_name().filter(|_| !is_input) {
                    Some(name) => Ok(Some(path.join(name))),
                    None => {
                        Err(Problem::new(codes::USAGE, "standard input has no name in a folder")
                            .advice("name the file to write: `--output signed.pdf`"))
                    }
                }
            }
            Some(path) => Ok(Some(path.clone())),
            None if is_input => Ok(None),
            None => {
                let stem = document.file_stem().unwrap_or_default().to_string_lossy();
                Ok(Some(document.with_file_name(format!("{stem}-signed.pdf"))))
            }
        }
    }
}

pub(super) fn run(args: &SignArgs, context: &Context<'_>) -> Outcome {
    let _in_time = context.watch();
    let targets = args.files.iter().map(|file| args.target(file)).collect::<Result<Vec<_>>>()?;
    let to_output = targets.iter().filter(|target| target.is_none()).count();
    if to_output > 1 {
        return Err(Problem::new(codes::USAGE, "several documents cannot go to standard output")
            .advice("give a folder: `--output signed/`")
            .into());
    }
    let pairs = || args.files.iter().zip(targets.iter().flatten());
    // A document may be replaced by itself with its signature.
    let kept = pairs().filter(|(file, target)| !overwriting::is_same_file(file, target));
    overwriting::refuse(
        kept.map(|(file, _)| file.as_path()),
        pairs().map(|(_, target)| target.as_path()),
    )?;
    if to_output > 0 && term::output_is_terminal() {
        return Err(Problem::new(codes::USAGE, "a PDF cannot be shown on a terminal")
            .advice("send it to a file or to another program: `--output signed.pdf`")
            .into());
    }
    let time = context.report_date(args.creation_date)?;
    let (signer, keys, statement) = args.signer(context)?;
    let written = targets.iter().flatten().map(PathBuf::as_path);
    overwriting::refuse(keys.iter().map(PathBuf::as_path), written)?;
    for (file, target) in args.files.iter().zip(targets) {
        let document = files::read_limited(file, MAX_BYTES)?;
        // A problem of the signer names the file of its certificate.
        let located = |problem: Problem| match problem.file {
            Some(_) => problem,
            None => problem.file(files::display_name(file)),
        };
        let signed = signer.sign(&document, &statement, time).map_err(located)?;
        match target {
            None => context.printer.data(&signed)?,
            Some(path) => {
                files::write_output(&path, &signed)?;
                let size = size(signed.len());
                let (path, name) = (path.display(), signer.name());
                context.printer.note(format_args!("wrote {path} ({size}), signed by {name}"));
            }
        }
    }
    Ok(Exit::Done)
}
