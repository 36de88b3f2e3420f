//! Message of a panic, kept after it.
//!
//! A panic ends in a trap, which leaves an instance in an unknown state. The caller makes a new
//! one, and asks the old one only for this text.

use std::cell::RefCell;
use std::panic::{PanicHookInfo, set_hook};

use wasm_bindgen::prelude::wasm_bindgen;

thread_local! {
    static LAST: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Called once per instance, before anything else.
#[wasm_bindgen(start)]
pub fn start() {
    set_hook(Box::new(|info| {
        let message = message(info);
        LAST.with(|last| {
            if let Ok(mut last) = last.try_borrow_mut() {
                *last = Some(message);
            }
        });
    }));
}

/// Message of the panic that ended this instance.
#[wasm_bindgen(js_name = lastPanic)]
pub fn last_panic() -> Option<String> {
    LAST.with(|last| last.try_borrow().ok().and_then(|last| last.clone()))
}

/// Fails as a bug would, so that tests see what the callers of the engine do then.
#[wasm_bindgen(js_name = failForTest)]
pub fn fail_for_test(message: &str) {
    panic!("{message}");
}

/// Message of a panic. Source locations are not in the module: they would make it larger by a
/// fiftieth.
fn message(info: &PanicHookInfo<'_>) -> String {
    let payload = info.payload();
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("unknown reason").to_owned()
}
