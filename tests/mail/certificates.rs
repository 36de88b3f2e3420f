//! Certificates for mail servers on this machine, made for one run.

use std::path::PathBuf;
use std::sync::{Arc, LazyLock};

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair, date_time_ymd};
use rustls::ServerConfig;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tempfile::TempDir;

/// Certificate that a server shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Identity {
    /// A certificate for `localhost` and 127.0.0.1, signed by the authority of this run.
    Good,
    /// The same for another name.
    WrongName,
    /// The same, no longer valid.
    Expired,
    /// Signed by itself.
    SelfSigned,
}

struct Authority {
    issuer: CertifiedIssuer<'static, KeyPair>,
    folder: TempDir,
}

static AUTHORITY: LazyLock<Authority> = LazyLock::new(|| {
    let mut params = CertificateParams::default();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    params.distinguished_name.push(rcgen::DnType::CommonName, "Test authority");
    let issuer = CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap();
    let folder = TempDir::new().unwrap();
    std::fs::write(folder.path().join("ca.pem"), issuer.pem()).unwrap();
    Authority { issuer, folder }
});

/// The file with the certificate of the authority.
pub(crate) fn authority_file() -> PathBuf {
    AUTHORITY.folder.path().join("ca.pem")
}

/// Certificate and key, in the forms DER and PEM.
pub(crate) struct Certified {
    pub(crate) der: CertificateDer<'static>,
    pub(crate) key: PrivateKeyDer<'static>,
    pub(crate) pem: String,
    pub(crate) key_pem: String,
}

pub(crate) fn certified(identity: Identity) -> Certified {
    let names = match identity {
        Identity::WrongName => vec!["mail.example.org".to_owned()],
        _ => vec!["localhost".to_owned(), "127.0.0.1".to_owned()],
    };
    let mut params = CertificateParams::new(names).unwrap();
    if identity == Identity::Expired {
        params.not_before = date_time_ymd(2020, 1, 1);
        params.not_after = date_time_ymd(2021, 1, 1);
    }
    let key = KeyPair::generate().unwrap();
    let certificate = match identity {
        Identity::SelfSigned => params.self_signed(&key).unwrap(),
        _ => params.signed_by(&key, &AUTHORITY.issuer).unwrap(),
    };
    Certified {
        der: certificate.der().clone(),
        key: PrivateKeyDer::try_from(key.serialize_der()).unwrap(),
        pem: certificate.pem(),
        key_pem: key.serialize_pem(),
    }
}

/// Settings of a server with that certificate.
pub(crate) fn server_config(identity: Identity) -> Arc<ServerConfig> {
    let certified = certified(identity);
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certified.der], certified.key)
        .unwrap();
    Arc::new(config)
}
