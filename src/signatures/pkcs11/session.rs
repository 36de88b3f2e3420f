//! A session on a token in which the owner of a key is logged in.

use cryptoki::error::{Error, RvError};
use cryptoki::mechanism::{Mechanism, MechanismType};
use cryptoki::object::{Attribute, AttributeType, KeyType, ObjectClass, ObjectHandle};
use cryptoki::session::{Session, UserType};
use cryptoki::slot::TokenInfo;
use cryptoki::types::AuthPin;
use der::Decode;
use der::asn1::ObjectIdentifier;
use sha2::{Digest, Sha256};
use x509_cert::Certificate;

use super::module::Module;
use super::problems::{failed_call, may_not_sign, one_of};
use crate::base::hash::from_hexadecimal;
use crate::base::secret::Secret;
use crate::signatures::algorithm::{Kind, der_signature, unknown_curve, unusable};
use crate::signatures::certificates;
use crate::signatures::codes::failed;
use crate::signatures::settings::TokenSettings;
use engine::problem::{Result, quoted};

/// Shortest RSA key, in bytes.
const MIN_MODULUS: usize = 256;
/// Most certificates that are read of a token.
const MAX_CERTIFICATES: usize = 64;
/// `DigestInfo` of a SHA-256 hash up to the hash itself (RFC 8017, 9.2).
const DIGEST_INFO: [u8; 19] = [
    0x30, 0x31, 0x30, 0x0d, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01, 0x05,
    0x00, 0x04, 0x20,
];

/// A session with the key that signs.
pub(super) struct TokenSession {
    session: Session,
    key: ObjectHandle,
    kind: Kind,
    /// The token hashes messages itself.
    hashes: bool,
}

impl TokenSession {
    /// Opens a session, logs in, and finds the key.
    ///
    /// # Errors
    /// `signingFailed`.
    pub(super) fn open(settings: &TokenSettings, pin: Option<&Secret>) -> Result<Self> {
        let called = |error: Error| failed_call(settings, &error);
        let module = Module::load(&settings.module)?;
        let (slot, token) = module.slot(settings)?;
        let session = module.context.open_ro_session(slot).map_err(called)?;
        log_in(&module, &session, &token, settings, pin)?;
        let key = find(&session, settings)?;
        let kind = kind(&session, key, settings)?;
        let known = module.context.get_mechanism_list(slot).map_err(called)?;
        let hashes = kind == Kind::Rsa && known.contains(&MechanismType::SHA256_RSA_PKCS);
        Ok(Self { session, key, kind, hashes })
    }

    pub(super) fn kind(&self) -> Kind {
        self.kind
    }

    /// Signs a message, in the form in which certificates' algorithms have signatures.
    pub(super) fn sign(&self, message: &[u8]) -> std::result::Result<Vec<u8>, Error> {
        let hash = || Sha256::digest(message).to_vec();
        let sign = |mechanism, data: &[u8]| self.session.sign(&mechanism, self.key, data);
        match self.kind {
            Kind::Rsa if self.hashes => sign(Mechanism::Sha256RsaPkcs, message),
            Kind::Rsa => sign(Mechanism::RsaPkcs, &[&DIGEST_INFO[..], &hash()].concat()),
            kind @ (Kind::P256 | Kind::P384) => {
                let numbers = sign(Mechanism::Ecdsa, &hash())?;
                der_signature(kind, &numbers).ok_or(Error::InvalidValue)
            }
        }
    }

    /// The certificates of the token; the one that is valid longest comes first, because a renewed one has the same key.
    ///
    /// # Errors
    /// `signingFailed` where there are none.
    pub(super) fn certificates(&self, settings: &TokenSettings) -> Result<Vec<Certificate>> {
        let called = |error: Error| failed_call(settings, &error);
        let certificate = [Attribute::Class(ObjectClass::CERTIFICATE)];
        let found = self.session.find_objects(&certificate).map_err(called)?;
        let mut all = Vec::new();
        for object in found.into_iter().take(MAX_CERTIFICATES) {
            let values = self.session.get_attributes(object, &[AttributeType::Value]);
            // Certificates of other kinds than X.509 are passed over.
            if let Some(Attribute::Value(der)) = values.map_err(called)?.first()
                && let Ok(certificate) = certificates::decode(der)
            {
                all.push(certificate);
            }
        }
        all.sort_by_key(|it| {
            std::cmp::Reverse(it.tbs_certificate().validity().not_after.to_unix_duration())
        });
        if all.is_empty() {
            return Err(failed("the token has no certificate")
                .file(settings.module.display().to_string())
                .advice("give it as a PEM file: `certificate` of the signer, or `--certificate`"));
        }
        Ok(all)
    }
}

/// Logs in once. A PIN that the token refused before is not tried again: a few wrong ones lock it.
fn log_in(
    module: &Module,
    session: &Session,
    token: &TokenInfo,
    settings: &TokenSettings,
    pin: Option<&Secret>,
) -> Result<()> {
    if !token.login_required() {
        return Ok(());
    }
    let name = quoted(token.label());
    let problem = |message: String| failed(message).file(settings.module.display().to_string());
    let locked = || {
        problem(format!("the token {name} is locked after too many wrong PINs"))
            .advice("unlock it with the program of the device")
    };
    let wrong = || {
        problem(format!("the PIN of the token {name} is wrong")).advice(
            "correct it before you try again, because a few wrong ones lock the token; this process does not try it again",
        )
    };
    if token.user_pin_locked() {
        return Err(locked());
    }
    let pin = pin.filter(|_| !token.protected_authentication_path());
    if pin.is_none() && !token.protected_authentication_path() {
        return Err(problem(format!("the token {name} asks for a PIN")).advice(
            "give it with `--password-file`, `pinFile` of `pkcs11` or `REPORTCTL_SIGNER_PASSWORD`",
        ));
    }
    let text = pin.map_or("", Secret::reveal);
    let hash = Sha256::new().chain_update(token.serial_number()).chain_update([0]);
    let hash: [u8; 32] = hash.chain_update(text).finalize().into();
    let mut refused = module.refused.lock();
    if refused.contains(&hash) {
        return Err(wrong());
    }
    if token.user_pin_final_try() {
        return Err(problem(format!("the token {name} allows one more PIN before it is locked"))
            .advice("log in with the program of the device first, which resets its counter"));
    }
    let pin = pin.map(|pin| AuthPin::from(pin.reveal()));
    match session.login(UserType::User, pin.as_ref()) {
        // Sessions of a process share a login.
        Ok(()) | Err(Error::Pkcs11(RvError::UserAlreadyLoggedIn, _)) => Ok(()),
        Err(Error::Pkcs11(
            RvError::PinIncorrect | RvError::PinInvalid | RvError::PinLenRange,
            _,
        )) => {
            refused.push(hash);
            Err(wrong())
        }
        Err(Error::Pkcs11(RvError::PinLocked, _)) => Err(locked()),
        Err(Error::Pkcs11(RvError::PinExpired, _)) => {
            Err(problem(format!("the PIN of the token {name} has expired"))
                .advice("change it with the program of the device"))
        }
        Err(error) => Err(failed_call(settings, &error)),
    }
}

/// The private key that settings name: by its label, else by its identifier.
fn find(session: &Session, settings: &TokenSettings) -> Result<ObjectHandle> {
    let private = |more: Option<Attribute>| {
        let wanted = [Attribute::Class(ObjectClass::PRIVATE_KEY)].into_iter().chain(more);
        let found = session.find_objects(&wanted.collect::<Vec<_>>());
        found.map_err(|error| failed_call(settings, &error))
    };
    let mut found = match &settings.key {
        None => private(None)?,
        Some(name) => {
            let labelled = private(Some(Attribute::Label(name.as_bytes().to_vec())))?;
            match identifier(name) {
                Some(id) if labelled.is_empty() => private(Some(Attribute::Id(id)))?,
                _ => labelled,
            }
        }
    };
    if let (Some(one), true) = (found.pop(), found.is_empty()) {
        return Ok(one);
    }
    let all = private(None)?;
    let names: Vec<_> = all.into_iter().map(|key| name_of(session, key)).collect();
    let wanted = settings.key.as_deref().map(|name| format!(" {}", quoted(name)));
    let wanted = wanted.unwrap_or_default();
    let problem = if found.is_empty() {
        failed(format!("the token has no private key{wanted}"))
            .advice(one_of("correct `key`; the token has", &names))
    } else {
        failed(format!("several private keys of the token fit{wanted}"))
            .advice(one_of("name one by its identifier as `key`:", &names))
    };
    Err(problem.file(settings.module.display().to_string()))
}

/// The bytes of an identifier in hexadecimal, with or without colons.
fn identifier(text: &str) -> Option<Vec<u8>> {
    let digits: Vec<u8> = text.bytes().filter(|byte| *byte != b':').collect();
    from_hexadecimal(&digits).filter(|bytes| !bytes.is_empty())
}

/// Label and identifier of a key, for messages.
fn name_of(session: &Session, key: ObjectHandle) -> String {
    let asked = [AttributeType::Label, AttributeType::Id];
    let (mut label, mut id) = (String::new(), String::new());
    for attribute in session.get_attributes(key, &asked).unwrap_or_default() {
        match attribute {
            Attribute::Label(bytes) => label = String::from_utf8_lossy(&bytes).into_owned(),
            Attribute::Id(bytes) => id = bytes.iter().map(|it| format!("{it:02x}")).collect(),
            _ => {}
        }
    }
    format!("{} (id {id})", quoted(&label))
}

/// The algorithm of a key, if it may sign.
fn kind(session: &Session, key: ObjectHandle, settings: &TokenSettings) -> Result<Kind> {
    let asked = [
        AttributeType::KeyType,
        AttributeType::Sign,
        AttributeType::AlwaysAuthenticate,
        AttributeType::EcParams,
        AttributeType::Modulus,
    ];
    let attributes = session.get_attributes(key, &asked);
    let attributes = attributes.map_err(|error| failed_call(settings, &error))?;
    let has = |wanted: &Attribute| attributes.contains(wanted);
    if has(&Attribute::Sign(false)) {
        return Err(may_not_sign(settings));
    }
    if has(&Attribute::AlwaysAuthenticate(true)) {
        return Err(failed("the private key on the token asks for the PIN before each signature")
            .file(settings.module.display().to_string())
            .advice("use a key without the attribute `CKA_ALWAYS_AUTHENTICATE`"));
    }
    let curve = attributes.iter().find_map(|attribute| match attribute {
        Attribute::EcParams(der) => ObjectIdentifier::from_der(der).ok(),
        _ => None,
    });
    let is_short = |attribute: &Attribute| match attribute {
        Attribute::Modulus(modulus) => modulus.len() < MIN_MODULUS,
        _ => false,
    };
    match curve {
        _ if has(&Attribute::KeyType(KeyType::RSA)) => {
            if attributes.iter().any(is_short) {
                return Err(unusable("has fewer than 2048 bits"));
            }
            Ok(Kind::Rsa)
        }
        Some(curve) if has(&Attribute::KeyType(KeyType::EC)) => {
            Kind::of_curve(curve).ok_or_else(|| unusable(unknown_curve(curve)))
        }
        _ => Err(unusable("is of another kind than RSA and ECDSA")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_are_pairs_of_digits() {
        assert_eq!(identifier("0a1B"), Some(vec![10, 27]));
        assert_eq!(identifier("0a:1b"), Some(vec![10, 27]));
        for text in ["", "0", "seal", "0x", ":"] {
            assert_eq!(identifier(text), None, "{text}");
        }
    }
}
