//! Keys on PKCS #11 tokens (PKCS #11, version 2.40): a session for each signer, opened when the signer is used first and
//! again after the token was removed. The private key does not leave the token.

mod module;
mod problems;
mod session;

use parking_lot::Mutex;
use x509_cert::Certificate;

use super::algorithm::{Kind, foreign, unsigned, verifies};
use super::settings::TokenSettings;
use crate::base::secret::Secret;
use engine::problem::Result;
use problems::{failed_call, is_lost};
use session::TokenSession;

/// Signed once when the key is opened, to find its certificate: a public key cannot be asked of each token.
const PROBE: &[u8] = b"Which certificate belongs to this key?";

/// A private key on a token.
pub(super) struct TokenKey {
    settings: TokenSettings,
    pin: Option<Secret>,
    kind: Kind,
    /// As the certificate has it: the bits of its `subjectPublicKey`.
    public: Vec<u8>,
    /// Most bytes of a signature.
    longest: usize,
    /// Nothing after the token was removed. Tokens sign one message at a time in a session.
    session: Mutex<Option<TokenSession>>,
}

impl TokenKey {
    /// Opens a key, and gives it with the certificates, which may be given or are those of the token.
    ///
    /// # Errors
    /// `signingFailed`.
    pub(super) fn open(
        settings: &TokenSettings,
        certificates: Option<Vec<Certificate>>,
        pin: Option<&Secret>,
    ) -> Result<(Self, Vec<Certificate>)> {
        let session = TokenSession::open(settings, pin)?;
        let certificates = match certificates {
            Some(certificates) => certificates,
            None => session.certificates(settings)?,
        };
        let kind = session.kind();
        let signature = session.sign(PROBE).map_err(|error| failed_call(settings, &error))?;
        let public = certificates.iter().filter(|it| Kind::of(it) == Some(kind)).find_map(|it| {
            let info = it.tbs_certificate().subject_public_key_info();
            let public = info.subject_public_key.as_bytes()?;
            verifies(kind, public, PROBE, &signature).then(|| public.to_vec())
        });
        let key = Self {
            settings: settings.clone(),
            pin: pin.cloned(),
            kind,
            public: public.ok_or_else(foreign)?,
            longest: kind.longest_signature(signature.len()),
            session: Mutex::new(Some(session)),
        };
        Ok((key, certificates))
    }

    pub(super) fn kind(&self) -> Kind {
        self.kind
    }

    pub(super) fn public(&self) -> &[u8] {
        &self.public
    }

    pub(super) fn longest(&self) -> usize {
        self.longest
    }

    /// Signs a message, on a new session where the token was removed since the last one.
    ///
    /// # Errors
    /// `signingFailed`.
    pub(super) fn sign(&self, message: &[u8]) -> Result<Vec<u8>> {
        let mut held = self.session.lock();
        if let Some(session) = &*held {
            match session.sign(message) {
                // Closed before the next one is opened: tokens have few sessions.
                Err(error) if is_lost(&error) => *held = None,
                signed => {
                    return self
                        .checked(message, signed.map_err(|it| failed_call(&self.settings, &it))?);
                }
            }
        }
        let session = TokenSession::open(&self.settings, self.pin.as_ref())?;
        let signature = session.sign(message).map_err(|it| failed_call(&self.settings, &it))?;
        *held = Some(session);
        self.checked(message, signature)
    }

    /// A signature of the key: after a token was exchanged, its name may lead to another one.
    fn checked(&self, message: &[u8], signature: Vec<u8>) -> Result<Vec<u8>> {
        let is_right = verifies(self.kind, &self.public, message, &signature);
        if is_right { Ok(signature) } else { Err(unsigned()) }
    }
}
