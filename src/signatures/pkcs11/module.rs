//! Libraries of devices: each is loaded and initialized once in a process, as PKCS #11 demands (2.40, 5.4).

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cryptoki::context::{CInitializeArgs, CInitializeFlags, Pkcs11};
use cryptoki::error::{Error, RvError};
use cryptoki::slot::{Slot, TokenInfo};
use parking_lot::Mutex;

use super::problems::{failed_call, not_loaded, one_of};
use crate::signatures::codes::failed;
use crate::signatures::settings::TokenSettings;
use engine::problem::{Result, quoted};

static LOADED: Mutex<BTreeMap<PathBuf, Arc<Module>>> = Mutex::new(BTreeMap::new());

/// The library of a device.
pub(super) struct Module {
    pub(super) context: Pkcs11,
    /// Hashes of PINs that tokens refused. They are not tried again: a few wrong ones lock a token. Held while a
    /// session is opened, so that threads do not try the same PIN at the same time.
    pub(super) refused: Mutex<Vec<[u8; 32]>>,
}

impl Module {
    /// The library at a path.
    ///
    /// # Errors
    /// `signingFailed` where it is missing or no PKCS #11 module.
    pub(super) fn load(path: &Path) -> Result<Arc<Self>> {
        let mut loaded = LOADED.lock();
        if let Some(module) = loaded.get(path) {
            return Ok(Arc::clone(module));
        }
        let context = Pkcs11::new(path).map_err(|error| not_loaded(path, &error))?;
        let locking = CInitializeArgs::new(CInitializeFlags::OS_LOCKING_OK);
        match context.initialize(locking) {
            // Under another path.
            Ok(()) | Err(Error::Pkcs11(RvError::CryptokiAlreadyInitialized, _)) => {}
            Err(error) => return Err(not_loaded(path, &error)),
        }
        let module = Arc::new(Self { context, refused: Mutex::default() });
        loaded.insert(path.to_owned(), Arc::clone(&module));
        Ok(module)
    }

    /// The slot of the token that settings name.
    ///
    /// # Errors
    /// `signingFailed` where there is none, or several fit.
    pub(super) fn slot(&self, settings: &TokenSettings) -> Result<(Slot, TokenInfo)> {
        let slots = self.context.get_slots_with_token();
        let slots = slots.map_err(|error| failed_call(settings, &error))?;
        // One whose token was removed in this moment is passed over.
        let tokens = slots
            .into_iter()
            .filter_map(|slot| Some((slot, self.context.get_token_info(slot).ok()?)))
            .filter(|(_, token)| token.token_initialized());
        let all: Vec<_> = tokens.collect();
        let names: Vec<_> = all
            .iter()
            .map(|(slot, token)| {
                let (label, serial) = (quoted(token.label()), token.serial_number());
                format!("{label} (serial number {serial}, slot {slot})")
            })
            .collect();
        let in_slot = |slot: &Slot| settings.slot.is_none_or(|wanted| slot.id() == wanted);
        let of = |is_named: &dyn Fn(&TokenInfo) -> bool| {
            let fits = |(slot, token): &&(Slot, TokenInfo)| in_slot(slot) && is_named(token);
            all.iter().filter(fits).cloned().collect::<Vec<_>>()
        };
        let mut fitting = match &settings.token {
            Some(name) => match of(&|token| token.label() == name) {
                labelled if labelled.is_empty() => of(&|token| token.serial_number() == name),
                labelled => labelled,
            },
            None => of(&|_| true),
        };
        if let (Some(one), true) = (fitting.pop(), fitting.is_empty()) {
            return Ok(one);
        }
        let wanted = match (&settings.token, settings.slot) {
            (Some(name), Some(slot)) => format!(" {} in slot {slot}", quoted(name)),
            (Some(name), None) => format!(" {}", quoted(name)),
            (None, Some(slot)) => format!(" in slot {slot}"),
            (None, None) => String::new(),
        };
        let found = fitting.len();
        let module = settings.module.display().to_string();
        Err(if found == 0 {
            failed(format!("there is no token{wanted}"))
                .advice(one_of("insert it, or correct `token`; the module has", &names))
        } else {
            failed(format!("several tokens fit{wanted}"))
                .advice(one_of("name one by its serial number as `token`:", &names))
        }
        .file(module))
    }
}
