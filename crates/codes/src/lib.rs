//! Codes: texts as symbols that machines read.
//!
//! [`barcode`] makes the dark and light modules of a text, [`payment`] the text of a payment for the
//! program of a bank.
//!
//! Invariant: `codes` knows no template, no page and no data; texts come in as they are encoded.

pub mod barcode;
mod iban;
pub mod payment;
mod registry;
