//! A client for HTTP: webhooks, time-stamp authorities, stores of objects.

use std::time::Duration;

use ureq::Agent;
use ureq::tls::{RootCerts, TlsConfig};

/// A client whose calls end after a time. A status is no error, and a redirect no success: the operator has to
/// change the address.
pub(crate) fn agent(timeout: Duration) -> Agent {
    // The authorities of the system, and those of the company that are installed there.
    let tls = TlsConfig::builder().root_certs(RootCerts::PlatformVerifier).build();
    Agent::config_builder()
        .timeout_global(Some(timeout))
        .tls_config(tls)
        .max_redirects(0)
        .max_redirects_will_error(false)
        .http_status_as_error(false)
        .build()
        .new_agent()
}
