//! Fonts of a document: which are used, with which codes, and their objects
//! (ISO 32000-1, 9.6 to 9.10).

use std::collections::HashMap;

use lopdf::{Dictionary, Document, Object, ObjectId, Stream, StringFormat};

use crate::font::{Face, FaceId, FaceRef, Fonts, Subset};
use crate::problem::Result;

/// The fonts that a document uses so far.
pub(super) struct UsedFonts<'f> {
    fonts: &'f Fonts,
    /// By face number; nothing for faces not used yet.
    used: Vec<Option<Used<'f>>>,
    /// Object numbers, once reserved.
    ids: std::cell::RefCell<Vec<(FaceId, ObjectId)>>,
}
