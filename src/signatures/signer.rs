//! A signer: a private key and its certificate with those above it, from PKCS #12 or PEM files, or of a PKCS #11 token.

use std::path::{Path, PathBuf};

use der::Decode;
use engine::expr::date::Timestamp;
use engine::problem::{Problem, Result, quoted};
use p12_keystore::error::Error as Pkcs12Error;
use p12_keystore::{KeyStore, Pkcs12ImportPolicy};
use pkcs8::EncryptedPrivateKeyInfoRef;
use x509_cert::Certificate;
use x509_cert::ext::pkix::{AuthorityKeyIdentifier, SubjectKeyIdentifier};
use x509_cert::time::Time;

use super::algorithm::{Kind, foreign, unusable};
use super::certificates::{self, MAX_BYTES};
use super::cms::SignatureFrame;
use super::codes::failed;
use super::key::Key;
use super::names;
use super::pem::{self, Block};
#[cfg(not(feature = "pkcs11"))]
use super::settings::PKCS11_MISSING;
use super::settings::TokenSettings;
use super::stamp::Authority;
use crate::base::files;
use crate::base::secret::Secret;

/// Most certificates of a chain.
const MAX_CHAIN: usize = 16;

/// Files of the key and certificates of a signer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SignerFiles {
    /// Key and certificates in one file (RFC 7292).
    Pkcs12(PathBuf),
    /// Key and certificates in PEM form; they may be one file.
    Pem { certificate: PathBuf, key: PathBuf },
    /// The key on a token; the certificates in PEM form, else on the token too.
    Token { token: TokenSettings, certificate: Option<PathBuf> },
}

/// Signs documents. Its `Debug` does not show the key.
#[derive(Debug)]
pub struct Signer {
    pub(super) key: Key,
    pub(super) frame: SignatureFrame,
    /// Stamps signatures with the time.
    pub(super) authority: Option<Authority>,
    /// The name of the certificate.
    name: String,
    /// Start and end of the validity of the certificate, in seconds since 1970.
    valid: (i64, i64),
    /// The file that has the certificate, for messages.
    file: String,
}

impl Signer {
    /// Reads a signer. `password`: the password of the key, or the PIN of its token.
    ///
    /// # Errors
    /// `signingFailed` if files or token cannot be used, `io`.
    pub fn read(source: &SignerFiles, password: Option<&Secret>) -> Result<Self> {
        match source {
            SignerFiles::Pkcs12(path) => {
                let (file, bytes) =
                    (files::display_name(path), files::read_limited(path, MAX_BYTES)?);
                let (key, chain) =
                    pkcs12(&bytes, password).map_err(|problem| problem.file(&file))?;
                Self::new(key, chain, file.clone()).map_err(|problem| problem.file(&file))
            }
            SignerFiles::Pem { certificate, key } => {
                let key_file = files::display_name(key);
                let key = pem_key(key, password).map_err(|problem| problem.file(&key_file))?;
                let file = files::display_name(certificate);
                let chain =
                    certificates::read(certificate).map_err(|problem| problem.file(&file))?;
                Self::new(key, chain, file.clone()).map_err(|problem| problem.file(&file))
            }
            SignerFiles::Token { token, certificate } => {
                let file = files::display_name(certificate.as_ref().unwrap_or(&token.module));
                let read = |path: &PathBuf| certificates::read(path);
                let located = |problem: Problem| problem.file(&file);
                let chain = certificate.as_ref().map(read).transpose().map_err(located)?;
                let (key, chain) = token_key(token, chain, password)?;
                Self::new(key, chain, file.clone()).map_err(located)
            }
        }
    }

    /// `certificates`: in any order, with that of the key.
    fn new(key: Key, certificates: Vec<Certificate>, file: String) -> Result<Self> {
        let chain = chain(&key, certificates)?;
        let damaged = |_| failed("the certificate is damaged");
        let frame = SignatureFrame::new(&chain, &key).map_err(damaged)?;
        let (Some(frame), Some(own)) = (frame, chain.first()) else {
            return Err(failed("there is no certificate"));
        };
        let tbs = own.tbs_certificate();
        let seconds =
            |time: Time| i64::try_from(time.to_unix_duration().as_secs()).unwrap_or(i64::MAX);
        let valid = (seconds(tbs.validity().not_before), seconds(tbs.validity().not_after));
        Ok(Self { key, frame, authority: None, name: names::common(tbs.subject()), valid, file })
    }

    /// The same with time stamps of an authority on its signatures.
    pub(super) fn stamped_by(self, authority: Authority) -> Self {
        Self { authority: Some(authority), ..self }
    }

    /// The name of the certificate.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Refuses to sign at a time at which the certificate is not valid, or when it has expired since.
    ///
    /// # Errors
    /// `signingFailed`.
    pub(super) fn check_time(&self, signed: Timestamp, now: Timestamp) -> Result<()> {
        let (from, until) = self.valid;
        let day = |seconds: i64| super::day(Timestamp::clamped(seconds));
        let problem = |message: String, advice: &'static str| {
            Err(failed(message).file(&self.file).advice(advice))
        };
        let name = quoted(&self.name);
        if now.seconds() > until {
            let message = format!("the certificate of {name} expired on {}", day(until));
            return problem(message, "sign with its successor");
        }
        if signed.seconds() < from || signed.seconds() > until {
            let message = format!(
                "the certificate of {name} is valid from {} to {}, and the document is of {}",
                day(from),
                day(until),
                day(signed.seconds())
            );
            return problem(
                message,
                "sign with a certificate of that time, or give another creation date",
            );
        }
        Ok(())
    }
}

/// The certificates from that of the key upwards: of several of the key the one that is valid longest, and of several
/// of one name the one whose key the certificate below it names (RFC 5280, 4.2.1.1).
fn chain(key: &Key, mut certificates: Vec<Certificate>) -> Result<Vec<Certificate>> {
    let public = key.public();
    let is_own = |certificate: &Certificate| {
        let info = certificate.tbs_certificate().subject_public_key_info();
        Kind::of(certificate) == Some(key.kind())
            && info.subject_public_key.as_bytes() == Some(&public)
    };
    let until = |certificate: &Certificate| {
        certificate.tbs_certificate().validity().not_after.to_unix_duration()
    };
    let own = certificates.iter().enumerate().filter(|(_, it)| is_own(it));
    // Of equals the first one: `max_by_key` alone would take the last.
    let own = own.rev().max_by_key(|(_, it)| until(it)).map(|(at, _)| at).ok_or_else(foreign)?;
    let mut chain = vec![certificates.remove(own)];
    while let Some(last) = chain.last().filter(|_| chain.len() < MAX_CHAIN) {
        let tbs = last.tbs_certificate();
        if tbs.issuer() == tbs.subject() {
            break;
        }
        let issuer = tbs.issuer().clone();
        let wanted = tbs.get_extension::<AuthorityKeyIdentifier>().ok().flatten();
        let wanted = wanted.and_then(|(_, it)| it.key_identifier);
        let has_key = |certificate: &Certificate| {
            let own = certificate.tbs_certificate().get_extension::<SubjectKeyIdentifier>();
            own.ok().flatten().map(|(_, own)| own.0) == wanted
        };
        let of_name = certificates.iter().enumerate();
        let mut of_name = of_name.filter(|(_, it)| *it.tbs_certificate().subject() == issuer);
        let first = of_name.clone().next();
        let Some((above, _)) = of_name.find(|(_, it)| has_key(it)).or(first) else { break };
        chain.push(certificates.remove(above));
    }
    Ok(chain)
}

/// Key and certificates of a PKCS #12 file.
fn pkcs12(bytes: &[u8], password: Option<&Secret>) -> Result<(Key, Vec<Certificate>)> {
    let text = password.map_or("", Secret::reveal);
    let store = KeyStore::from_pkcs12(bytes, text, Pkcs12ImportPolicy::Strict);
    let store = store.map_err(|error| match error {
        Pkcs12Error::MacError(_) | Pkcs12Error::UnpadError | Pkcs12Error::Pkcs5Error(_) => {
            wrong_password(password)
        }
        Pkcs12Error::UnsupportedEncryptionScheme | Pkcs12Error::UnsupportedMacAlgorithm => {
            failed("the PKCS #12 file is encrypted in a way that is not read")
                .advice("write it again: `openssl pkcs12 -export -in chain.pem -inkey key.pem`")
        }
        _ => failed("it is no PKCS #12 file, or it is damaged").advice(
            "give a file ending in `.p12` or `.pfx`, or PEM files with `certificate` and `key`",
        ),
    })?;
    let (_, all) = store.private_key_chain().ok_or_else(|| {
        failed("the PKCS #12 file has no private key with its certificate")
            .advice("export it together with its private key")
    })?;
    let key = Key::from_pkcs8(all.key().as_der()).map_err(unusable)?;
    let certificates = all.certs().iter().map(|it| certificates::decode(it.as_der()));
    Ok((key, certificates.collect::<Result<_>>()?))
}

fn wrong_password(password: Option<&Secret>) -> Problem {
    match password {
        Some(_) => failed("the password of the key is wrong").advice(
            "give the one that the file was made with, in a file or in `REPORTCTL_SIGNER_PASSWORD`",
        ),
        None => failed("the key has a password").advice(
            "give it with `--password-file`, `passwordFile` of the signer or `REPORTCTL_SIGNER_PASSWORD`",
        ),
    }
}

/// The private key of a PEM file.
fn pem_key(path: &Path, password: Option<&Secret>) -> Result<Key> {
    let bytes = files::read_limited(path, MAX_BYTES)?;
    for Block { label, der, is_encrypted } in pem::blocks(&bytes) {
        let key = match label.as_str() {
            _ if is_encrypted => {
                return Err(failed("the private key is encrypted in the way of old programs")
                    .advice("write it again: `openssl pkcs8 -topk8 -in key.pem -out new.pem`"));
            }
            "PRIVATE KEY" => Key::from_pkcs8(&der),
            "RSA PRIVATE KEY" => Key::from_pkcs1(&der),
            "EC PRIVATE KEY" => Key::from_sec1(&der),
            "ENCRYPTED PRIVATE KEY" => {
                let info = EncryptedPrivateKeyInfoRef::from_der(&der)
                    .map_err(|_| failed("the private key is damaged"))?;
                let Some(secret) = password else { return Err(wrong_password(None)) };
                let plain = info.decrypt(secret.reveal().as_bytes());
                Key::from_pkcs8(plain.map_err(|_| wrong_password(password))?.as_bytes())
            }
            _ => continue,
        };
        return key.map_err(unusable);
    }
    Err(failed("the file has no private key in PEM form")
        .advice("give a file with `-----BEGIN PRIVATE KEY-----`"))
}

/// The key of a token, and the certificates that were given or those of the token.
#[cfg(feature = "pkcs11")]
fn token_key(
    token: &TokenSettings,
    certificates: Option<Vec<Certificate>>,
    pin: Option<&Secret>,
) -> Result<(Key, Vec<Certificate>)> {
    let (key, chain) = super::pkcs11::TokenKey::open(token, certificates, pin)?;
    Ok((Key::Token(key), chain))
}

/// Refuses a token: this program cannot use any.
#[cfg(not(feature = "pkcs11"))]
fn token_key(
    _: &TokenSettings,
    _: Option<Vec<Certificate>>,
    _: Option<&Secret>,
) -> Result<(Key, Vec<Certificate>)> {
    Err(failed("this program cannot use keys on PKCS #11 tokens").advice(PKCS11_MISSING))
}
