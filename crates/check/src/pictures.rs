//! Pictures of the template that cannot be drawn (spec 10.9, 10.10, 11).

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use reportctl_engine::budget::Meter;
use reportctl_engine::image::{self, MAX_PICTURES, Picture, Prepared, Reader, letterhead};
use reportctl_engine::layout::{PictureFrame, low_resolution, not_drawn, size_note};
use reportctl_engine::library::{self, Library};
use reportctl_engine::problem::{Code, Problem, Result, Severity};
use reportctl_engine::template::field::{Image, ImageSource, Missing};
use reportctl_engine::template::{Background, Field, Kind, Template};

/// Dots per inch below which print looks coarse.
const COARSE: f64 = 150.0;

/// Reports images and page backgrounds that cannot be drawn, or print coarsely. Each picture is
/// decoded once.
///
/// # Errors
/// `timeLimit` from the budget.
pub(super) fn check(
    template: &Template,
    library: Option<&Library>,
    meter: &Meter<'_>,
    problems: &mut Vec<Problem>,
) -> Result<()> {
    let reader = Reader { extended: template.dialect.is_extended() };
    let mut decoder = Decoder { reader, library, meter, known: HashMap::new() };
    for field in template.fields() {
        if let Kind::Image(image) = &field.kind {
            decoder.image(field, image, problems)?;
            let framing = image.extended.as_ref();
            if let Some(Missing::Instead(other)) = framing.map(|framing| &framing.missing) {
                decoder.instead(field, image, other, problems)?;
            }
        }
    }
    let designs = template.designs.iter();
    let backgrounds = designs.clone().filter_map(|design| design.background.as_ref());
    let variants = designs.flat_map(|design| [&design.first_page, &design.last_page]).flatten();
    let variants = variants.filter_map(|variant| variant.background.as_ref());
    let mut seen = HashSet::new();
    for Background { uri, pointer } in backgrounds.chain(variants) {
        // Pages without their own take that of the template.
        if uri.is_empty() || !seen.insert(pointer.as_str()) {
            continue;
        }
        let picture = decoder.decode(uri)?;
        let found = picture.iter().flat_map(problems_of);
        problems.extend(found.map(|it| image::of_background(it).pointer(pointer.as_str())));
    }
    Ok(())
}

/// A picture, or why it cannot be drawn.
type Decoded = Result<Arc<Picture>>;

/// Decodes the pictures of a template.
struct Decoder<'c> {
    reader: Reader,
    library: Option<&'c Library>,
    meter: &'c Meter<'c>,
    /// Decoded pictures of fields; `None` for a file that does not exist.
    known: HashMap<&'c str, Option<Decoded>>,
}

impl<'c> Decoder<'c> {
    fn image(
        &mut self,
        field: &'c Field,
        image: &'c Image,
        problems: &mut Vec<Problem>,
    ) -> Result<()> {
        let uri = &*image.content.uri;
        if uri.is_empty() {
            return Ok(());
        }
        let pointer = format!("{}/{}", field.pointer, image.content.key);
        let extended = self.reader.extended;
        let is_drawn = uri.starts_with("data:") || (extended && library::file_name(uri).is_some());
        let is_svg = image.extended.as_ref().is_some_and(|framing| framing.svg);
        if !is_drawn && !is_svg {
            let problem = not_drawn(uri).field(&*field.name);
            problems.push(problem.pointer(pointer).advice(if extended {
                "name a file of the folder `library`, such as `lib:logo.png`, or write the \
                 picture itself: `data:image/png;base64,…`"
            } else {
                "write the picture itself: `data:image/png;base64,…`"
            }));
            return Ok(());
        }
        let decoded = self.known(uri)?;
        let is_sure = field.visible_when.is_none() && !is_replaced(field, image);
        let located = |it| as_sure(it, is_sure).field(&*field.name).pointer(pointer.as_str());
        problems.extend(decoded.iter().flat_map(problems_of).map(located));
        // Templates without extensions can do nothing about a coarse picture.
        if let Some(framing) = image.extended.as_ref().filter(|_| is_drawn) {
            let picture = decoded.and_then(Result::ok);
            let frame = PictureFrame::new(picture.as_ref(), framing, (field.width, field.height));
            if let Some(dpi) = frame.dpi.filter(|dpi| *dpi < COARSE) {
                problems.push(
                    low_resolution(dpi, COARSE)
                        .field(&*field.name)
                        .pointer(field.pointer.clone())
                        .advice("use a picture with more pixels, or print it smaller"),
                );
            }
        }
        Ok(())
    }

    /// The picture that stands in where there is no other.
    fn instead(
        &mut self,
        field: &Field,
        image: &Image,
        other: &'c ImageSource,
        problems: &mut Vec<Problem>,
    ) -> Result<()> {
        let decoded = self.known(&other.uri)?;
        let is_shown = field.visible_when.is_none() && image.bound.is_none();
        let is_sure = is_shown && image.content.uri.is_empty();
        let pointer = format!("{}/{}", field.pointer, other.key);
        let located = |it| as_sure(it, is_sure).field(&*field.name).pointer(pointer.as_str());
        problems.extend(decoded.iter().flat_map(problems_of).map(located));
        Ok(())
    }

    /// A picture that is decoded once.
    fn known(&mut self, uri: &'c str) -> Result<Option<Decoded>> {
        if let Some(known) = self.known.get(uri) {
            return Ok(known.clone());
        }
        let is_room = self.known.len() < MAX_PICTURES;
        let decoded = if is_room { self.decode(uri)? } else { Some(Err(too_many())) };
        self.known.insert(uri, decoded.clone());
        Ok(decoded)
    }

    /// A picture; nothing for a file that is not there, which is reported otherwise. Only a time
    /// limit ends the check; that a picture would go past another one is a finding.
    fn decode(&self, uri: &str) -> Result<Option<Decoded>> {
        let named = self.reader.extended && library::file_name(uri).is_some();
        let picture = match self.library.and_then(|library| library.find(uri)) {
            _ if !named => self.reader.decode(uri, self.meter),
            Some(bytes) => self.reader.file(bytes, self.meter),
            None => return Ok(None),
        };
        match picture {
            Err(problem) if problem.is_of_budget() => Err(problem),
            other => Ok(Some(other.map(Arc::new))),
        }
    }
}

/// Returns `true` if data replaces the picture of an image. Members without `scope` show their own.
fn is_replaced(field: &Field, image: &Image) -> bool {
    let of_item = image.extended.as_ref().is_some_and(|framing| framing.of_item);
    image.bound.is_some() && (field.section_id.is_none() || of_item)
}

/// A problem of a picture that is perhaps not drawn is a warning.
fn as_sure(problem: Problem, is_sure: bool) -> Problem {
    let severity = if is_sure { problem.severity } else { Severity::Warning };
    Problem { severity, ..problem }
}

/// Errors of a picture that cannot be drawn, or warnings about one that is drawn.
fn problems_of(decoded: &Decoded) -> Vec<Problem> {
    match decoded {
        Ok(picture) => image::faults(picture).chain(image::dropped(picture)).collect(),
        Err(problem) => vec![problem.clone()],
    }
}

/// Reports letterheads that cannot be used.
///
/// # Errors
/// `timeLimit` from the budget.
pub(super) fn check_letterheads(
    template: &Template,
    library: Option<&Library>,
    meter: &Meter<'_>,
    problems: &mut Vec<Problem>,
) -> Result<()> {
    let reader = Reader { extended: true };
    // Pictures of pages of files; `None` for an unusable page, which is reported once.
    let mut known: HashMap<(&str, &str), Option<Arc<Picture>>> = HashMap::new();
    let mut notes = Vec::new();
    for design in &template.designs {
        let Some(letterhead) = &design.letterhead else { continue };
        for source in letterhead.sources() {
            let missing = letterhead::parse(source).is_some_and(|(file, _)| {
                library::file_name(file).is_some()
                    && library.and_then(|library| library.find(file)).is_none()
            });
            // Files that are not there are reported otherwise.
            if missing {
                continue;
            }
            let picture = match known.entry((source, &letterhead.pointer)) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(unknown) => {
                    let files = library.cloned().unwrap_or_default();
                    let prepared = Prepared::new(reader, files, std::iter::empty());
                    let picture = match prepared.picture(source, meter) {
                        Err(problem) if problem.is_of_budget() => return Err(problem),
                        Err(problem) => {
                            problems.push(problem.pointer(letterhead.pointer.clone()));
                            None
                        }
                        Ok(picture) => Some(picture),
                    };
                    unknown.insert(picture)
                }
            };
            let size = (design.width, design.height);
            notes.extend(picture.as_ref().and_then(|it| size_note(letterhead, size, it)));
        }
    }
    super::say_once(&mut notes);
    problems.extend(notes);
    Ok(())
}

fn too_many() -> Problem {
    Problem::new(
        Code::TooManyImages,
        format!("the template has more than {MAX_PICTURES} different images"),
    )
    .advice("use the same image again instead of many copies that differ")
    .detail("maxImages", MAX_PICTURES)
}
