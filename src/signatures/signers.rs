//! The signers of the settings: read when they are used first, and again when their files change.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::SystemTime;

use parking_lot::Mutex;

use super::codes::failed;
use super::settings::{SignerSettings, Signers};
use super::sign::Statement;
use super::signer::{Signer, SignerFiles};
use super::stamp::Authority;
use super::verify::Roots;
use crate::base::secret::Secret;
use engine::expr::date::Timestamp;
use engine::problem::{Problem, Result, quoted};
use engine::render::SignatureRequest;
use engine::suggest::nearest;

/// Signs documents as the settings say.
pub struct Signing {
    signers: Signers,
    known: Mutex<HashMap<String, (Stamp, Arc<Signer>)>>,
}

/// Time of the last change of each file of a signer, and its size.
type Stamp = Vec<Option<(SystemTime, u64)>>;

impl Signing {
    /// The signers of the settings.
    pub fn new(signers: Signers) -> Self {
        Self { signers, known: Mutex::default() }
    }

    /// Returns `true` if all documents are signed.
    pub fn signs_all(&self) -> bool {
        self.signers.default.is_some()
    }

    /// The document with the signature of the signer of all documents; nothing where there is none.
    ///
    /// # Errors
    /// `signingFailed`, and those of reading the signer.
    pub fn sign(&self, document: &[u8], time: Timestamp) -> Result<Option<Vec<u8>>> {
        let Some(name) = &self.signers.default else { return Ok(None) };
        let statement = self.statement(name)?;
        self.signer(name)?.sign(document, &statement, time).map(Some)
    }

    /// The document with the signature that its template asks for, in the field of the template. Templates of a
    /// tenant name the signers `TENANT/NAME` of the settings, and no others.
    ///
    /// # Errors
    /// `signingFailed`, and those of reading the signer.
    pub fn sign_field(
        &self,
        document: &[u8],
        request: &SignatureRequest,
        tenant: &str,
        time: Timestamp,
    ) -> Result<Vec<u8>> {
        let name = match tenant {
            "" => request.signer.clone(),
            tenant => format!("{tenant}/{}", request.signer),
        };
        let own = self.statement(&name)?;
        let statement = Statement {
            reason: request.reason.clone().or(own.reason),
            location: request.location.clone().or(own.location),
            field: Some(request.field.clone()),
            certify: own.certify,
        };
        self.signer(&name)?.sign(document, &statement, time)
    }

    fn statement(&self, name: &str) -> Result<Statement> {
        let settings = self.settings(name)?;
        Ok(Statement {
            reason: settings.reason.clone(),
            location: settings.location.clone(),
            field: None,
            certify: settings.certify,
        })
    }

    /// The settings of a signer.
    ///
    /// # Errors
    /// `signingFailed` where there is none of that name.
    pub fn settings(&self, name: &str) -> Result<&SignerSettings> {
        self.signers.named.get(name).ok_or_else(|| {
            let names = self.signers.named.keys().map(String::as_str);
            failed(format!("there is no signer {}", quoted(name))).advice(
                match nearest(name, names) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("add `signers: {{{name}: …}}` to `reportctl.yaml`"),
                },
            )
        })
    }

    /// A signer, read again if its files have changed.
    ///
    /// # Errors
    /// `signingFailed`, `invalidSetting`, `io`.
    pub fn signer(&self, name: &str) -> Result<Arc<Signer>> {
        let settings = self.settings(name)?;
        let stamp = stamp(settings);
        let mut known = self.known.lock();
        if let Some((_, signer)) = known.get(name).filter(|(read, _)| *read == stamp) {
            return Ok(Arc::clone(signer));
        }
        let in_settings = |problem: Problem| problem.detail("signer", name);
        let signer = read(settings, self.signers.password.as_ref()).map_err(in_settings)?;
        let signer = Arc::new(signer);
        known.insert(name.to_owned(), (stamp, Arc::clone(&signer)));
        Ok(signer)
    }
}

/// Reads a signer. `password`: the password of the key or the PIN of its token, if the settings name no file of it.
///
/// # Errors
/// `signingFailed`, `invalidSetting`, `io`.
pub fn read(settings: &SignerSettings, password: Option<&Secret>) -> Result<Signer> {
    let SignerSettings { pkcs12, certificate, key, pkcs11, password_file, .. } = settings;
    let files = match (pkcs12, certificate, key, pkcs11) {
        (Some(file), None, None, None) => SignerFiles::Pkcs12(file.clone()),
        (None, Some(certificate), Some(key), None) => {
            SignerFiles::Pem { certificate: certificate.clone(), key: key.clone() }
        }
        (None, certificate, None, Some(token)) if password_file.is_none() => {
            SignerFiles::Token { token: token.clone(), certificate: certificate.clone() }
        }
        (None, _, None, Some(_)) => {
            return Err(failed("a key on a token has a PIN in place of a password")
                .advice("give `pinFile` of `pkcs11` in place of `passwordFile`"));
        }
        _ => {
            return Err(failed(
                "a signer needs either `pkcs12`, or `certificate` and `key`, or `pkcs11`",
            )
            .advice("give one of the three; `pkcs11` may have a `certificate` beside it"));
        }
    };
    let own = match pkcs11 {
        Some(token) => token.pin_file.as_ref().map(|file| (file, "the PIN of the token")),
        None => password_file.as_ref().map(|file| (file, "the password of the key")),
    };
    let own = own.map(|(file, what)| Secret::read(file, what)).transpose()?;
    let signer = Signer::read(&files, own.as_ref().or(password))?;
    let Some(url) = &settings.timestamp_url else { return Ok(signer) };
    let roots = settings.timestamp_trust.as_deref().map(Roots::read).transpose()?;
    Ok(signer.stamped_by(Authority::new(url, roots)?))
}

fn stamp(settings: &SignerSettings) -> Stamp {
    let SignerSettings { pkcs12, certificate, key, password_file, timestamp_trust, pkcs11, .. } =
        settings;
    let pin_file = pkcs11.as_ref().and_then(|token| token.pin_file.as_ref());
    let of = |path: &Path| {
        let about = fs::metadata(path).ok()?;
        Some((about.modified().ok()?, about.len()))
    };
    let files = [pkcs12, certificate, key, password_file, timestamp_trust].map(Option::as_ref);
    files.into_iter().chain([pin_file]).flatten().map(|path| of(path)).collect()
}
