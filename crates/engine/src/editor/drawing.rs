//! Drawings for the screen, and the pictures in them, which travel once.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use serde::Serialize;
use serde_json::Value as Json;

use super::problems;
use crate::layout::Layout;
use crate::problem::Result;
use crate::render::{Options, Prepared};
use crate::svg::{DrawnPage, data_uri};

/// The pictures that were given away, by their data URI in the template: the page that shows them keeps
/// them under their number.
#[derive(Default)]
pub struct Images {
    known: HashMap<Arc<str>, Known>,
    /// Numbers are not used again: another picture is on the screen under that name.
    given: usize,
    drawings: u64,
}

/// A picture that was given away.
struct Known {
    number: usize,
    /// The drawing that used it last.
    used: u64,
}

/// A picture that so many drawings did without is forgotten.
const KEPT: u64 = 64;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Drawing<'a> {
    page_count: usize,
    pages: Vec<DrawnPageOfDesign<'a>>,
    warnings: Json,
    images: BTreeMap<usize, String>,
}

#[derive(Serialize)]
struct DrawnPageOfDesign<'a> {
    design: usize,
    #[serde(flatten)]
    page: DrawnPage<'a>,
}

impl Images {
    /// Pages of a document, those numbered in `pages` or all, as JSON.
    ///
    /// # Errors
    /// As for [`Prepared::drawing`].
    pub fn drawing(
        &mut self,
        prepared: &Prepared,
        layout: &Layout<'_>,
        options: &Options<'_>,
        pages: Option<&[u32]>,
    ) -> Result<String> {
        self.drawings += 1;
        let now = self.drawings;
        self.known.retain(|_, known| known.used + KEPT > now);
        let wanted = |number: usize| {
            pages.is_none_or(|pages| pages.iter().any(|page| *page as usize == number))
        };
        let images = RefCell::new((self, BTreeMap::new()));
        let (drawn, warnings) = prepared.drawing(layout, options, wanted, &|uri, picture| {
            let (all, new) = &mut *images.borrow_mut();
            if let Some(known) = all.known.get_mut(uri) {
                known.used = now;
                return known.number;
            }
            all.given += 1;
            let number = all.given;
            all.known.insert(Arc::clone(uri), Known { number, used: now });
            new.insert(number, data_uri(uri, picture).into_owned());
            number
        })?;
        let design = |number: usize| {
            let page = layout.pages.iter().find(|page| page.number == number);
            let designs = &prepared.template().designs;
            page.and_then(|page| designs.iter().position(|one| std::ptr::eq(one, page.design)))
        };
        let pages = drawn
            .into_iter()
            .map(|page| DrawnPageOfDesign { design: design(page.number).unwrap_or(0), page })
            .collect();
        let warnings: Vec<_> = prepared.warnings().iter().chain(&warnings).cloned().collect();
        let drawing = Drawing {
            page_count: layout.pages.len(),
            pages,
            warnings: problems(&warnings),
            images: images.into_inner().1,
        };
        Ok(serde_json::to_string(&drawing).unwrap_or_default())
    }
}
