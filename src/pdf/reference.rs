//! The same display lists drawn with printpdf's own operations.
