//! Errors of devices, in words.

use std::path::Path;

use cryptoki::error::{Error, RvError};

use crate::signatures::codes::failed;
use crate::signatures::settings::TokenSettings;
use engine::problem::Problem;

/// Most names that a message lists.
const MOST_LISTED: usize = 20;
/// Most characters of what a system says of a library.
const MOST_SAID: usize = 200;

/// Returns `true` if a session has to be opened again: the token was removed, or somebody logged out.
pub(super) fn is_lost(error: &Error) -> bool {
    let Error::Pkcs11(reason, _) = error else { return false };
    matches!(
        reason,
        RvError::DeviceRemoved
            | RvError::KeyHandleInvalid
            | RvError::ObjectHandleInvalid
            | RvError::SessionClosed
            | RvError::SessionHandleInvalid
            | RvError::TokenNotPresent
            | RvError::UserNotLoggedIn
    )
}

/// A library that cannot be used.
pub(super) fn not_loaded(path: &Path, error: &Error) -> Problem {
    let file = path.display().to_string();
    if !path.exists() {
        return failed("the PKCS #11 module is not there")
            .file(file)
            .advice("install the library of the device, and give its path as `module`");
    }
    let why = match error {
        Error::LibraryLoading(error) => {
            let said: String = error.to_string().chars().take(MOST_SAID).collect();
            format!(": {said}")
        }
        Error::MissingSymbol(_) | Error::NullFunctionPointer => String::new(),
        error => format!(": {}", reason(error)),
    };
    failed(format!("the file is no PKCS #11 module that can be used{why}"))
        .file(file)
        .advice("give the library of the device for this system as `module`")
}

/// A call that failed for another reason than what was looked for.
pub(super) fn failed_call(settings: &TokenSettings, error: &Error) -> Problem {
    let (message, advice) = match error {
        Error::Pkcs11(RvError::KeyFunctionNotPermitted, _) => return may_not_sign(settings),
        error if is_lost(error) => {
            ("the token was removed".to_owned(), "insert it, and sign again")
        }
        Error::Pkcs11(RvError::MechanismInvalid | RvError::KeyTypeInconsistent, _) => (
            "the token does not sign with SHA-256 and a key of this kind".to_owned(),
            "use an RSA key, or one of the curves P-256 or P-384, that the device supports",
        ),
        error => (
            format!("the token fails: {}", reason(error)),
            "look at the state of the device with its own program",
        ),
    };
    failed(message).file(settings.module.display().to_string()).advice(advice)
}

/// A key whose attributes forbid signing.
pub(super) fn may_not_sign(settings: &TokenSettings) -> Problem {
    failed("the private key on the token may not sign")
        .file(settings.module.display().to_string())
        .advice("use a key with the attribute `CKA_SIGN`")
}

/// The name of a return value in the terms of PKCS #11, and the function: `CKR_DEVICE_ERROR in C_Sign`.
fn reason(error: &Error) -> String {
    match error {
        Error::Pkcs11(reason, function) => {
            let mut name = String::from("CKR");
            for c in format!("{reason:?}").chars() {
                if c.is_ascii_uppercase() {
                    name.push('_');
                }
                name.push(c.to_ascii_uppercase());
            }
            format!("{name} in C_{function:?}")
        }
        error => error.to_string(),
    }
}

/// Advice with a list of names; `none` where there are none.
pub(super) fn one_of(advice: &str, names: &[String]) -> String {
    if names.is_empty() {
        return format!("{advice} none");
    }
    let shown = names.get(..MOST_LISTED).unwrap_or(names);
    format!("{advice} {}", shown.join(", "))
}

#[cfg(test)]
mod tests {
    use cryptoki::context::Function;

    use super::*;

    #[test]
    fn reasons_have_the_names_of_the_standard() {
        let error = Error::Pkcs11(RvError::DeviceError, Function::SignInit);
        assert_eq!(reason(&error), "CKR_DEVICE_ERROR in C_SignInit");
    }
}
