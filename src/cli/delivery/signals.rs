//! SIGTERM and Ctrl-C: the first asks for an end, the second ends at once.

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use crate::delivery::worker::Stop;
use crate::serve::codes;
use engine::problem::{Problem, Result};

/// Exit status of a program that a signal ended, as shells report it: 128 and its number.
const SIGNALED: i32 = 128;

/// A stop that the next signal asks for.
///
/// # Errors
/// `io` when the system does not let us listen.
pub(crate) fn stop() -> Result<Stop> {
    let stop = Stop::new();
    for signal in [SIGTERM, SIGINT] {
        // In this order: the second signal finds the flag that the first one set.
        flag::register_conditional_shutdown(signal, SIGNALED + signal, stop.flag())
            .and_then(|_| flag::register(signal, stop.flag()))
            .map_err(|error| {
                Problem::new(codes::IO, format!("cannot listen for signals: {error}"))
            })?;
    }
    Ok(stop)
}
