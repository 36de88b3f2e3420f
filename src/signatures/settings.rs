//! Settings of signers.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::Deserialize;

use crate::base::secret::Secret;

/// Advice for a key on a token in a program without PKCS #11.
pub const PKCS11_MISSING: &str = "use a program that is built with the feature `pkcs11`: `cargo build --release --features pkcs11`";

/// Signers by their names, and the one of all documents.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Signers {
    pub named: BTreeMap<String, SignerSettings>,
    /// The name of the signer of all documents.
    pub default: Option<String>,
    /// The password of the keys that name no file for it.
    pub password: Option<Secret>,
}

/// A signer: the files of its key and certificate, and what its signatures say.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "camelCase")]
pub struct SignerSettings {
    /// PKCS #12 file of key and certificates.
    pub pkcs12: Option<PathBuf>,
    /// PEM file of the certificate and those above it.
    pub certificate: Option<PathBuf>,
    /// PEM file of the key.
    pub key: Option<PathBuf>,
    /// File of the password of the key.
    pub password_file: Option<PathBuf>,
    /// A key on a PKCS #11 token, in place of files; its certificate is on the token too, or in `certificate`.
    pub pkcs11: Option<TokenSettings>,
    pub reason: Option<String>,
    pub location: Option<String>,
    pub certify: Option<Changes>,
    /// Address of the time-stamp authority (RFC 3161) that stamps signatures; without it, none does.
    pub timestamp_url: Option<String>,
    /// PEM file of certificates that must have issued that of the authority; without it, any may have.
    pub timestamp_trust: Option<PathBuf>,
}

/// A key on a PKCS #11 token.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct TokenSettings {
    /// Library of the device.
    pub module: PathBuf,
    /// Label or serial number of the token; may be missing where there is one token.
    pub token: Option<String>,
    /// Number of the slot of the token.
    pub slot: Option<u64>,
    /// Label of the private key, or its identifier (`CKA_ID`) in hexadecimal; may be missing where there is one key.
    pub key: Option<String>,
    /// File of the PIN.
    pub pin_file: Option<PathBuf>,
}

/// Changes that a certified document allows later (ISO 32000-1, 12.8.2.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Changes {
    /// None, not even further signatures
    None = 1,
    /// Filling in forms, and further signatures
    FillForms = 2,
    /// These and comments
    Annotate = 3,
}

impl SignerSettings {
    /// The files that it names.
    pub fn files(&self) -> impl Iterator<Item = &PathBuf> {
        let token = self.pkcs11.as_ref();
        let own = [
            &self.pkcs12,
            &self.certificate,
            &self.key,
            &self.password_file,
            &self.timestamp_trust,
        ];
        let of_token = token.and_then(|token| token.pin_file.as_ref());
        let module = token.map(|token| &token.module);
        own.into_iter().flatten().chain(of_token).chain(module)
    }

    /// The same with paths that start at a folder.
    #[must_use]
    pub fn relative_to(self, folder: &std::path::Path) -> Self {
        let join = |path: Option<PathBuf>| path.map(|path| folder.join(path));
        Self {
            pkcs12: join(self.pkcs12),
            certificate: join(self.certificate),
            key: join(self.key),
            password_file: join(self.password_file),
            timestamp_trust: join(self.timestamp_trust),
            pkcs11: self.pkcs11.map(|token| TokenSettings {
                module: folder.join(token.module),
                pin_file: join(token.pin_file),
                ..token
            }),
            ..self
        }
    }
}
