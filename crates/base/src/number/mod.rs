//! Decimal arithmetic, numbers with a given number of decimals, and doubles as JavaScript prints them.

pub mod decimal;
pub mod digits;
pub mod text;
