//! Pictures: from a data URI to the parts of a PDF image, once (spec 10.9 to 11).
//!
//! JPEG data passes through untouched. PNG data is decoded, which checks it to the last byte;
//! its own compressed rows are kept where PDF can read them, alpha is split off otherwise.
//!
//! A picture that is damaged or wrongly labelled is drawn as far as it can be read, because the
//! reference draws it too: one bad logo must not stop a thousand invoices. [`Picture::faults`] has
//! the faults; only data without a picture is an error.
//!
//! Invariant: `pictures` knows no template and no page; pictures come in as bytes or data URIs.

pub mod base64;
mod chunks;
pub mod drawing;
mod exif;
mod jpeg;
pub mod letterhead;
mod orientation;
pub mod pdf;
mod png;
mod prepared;
mod salvage;
pub mod svg;

pub use orientation::Orientation;
pub use prepared::Prepared;

use std::borrow::Cow;
use std::sync::Arc;

use drawing::{Drawing, Mark};
use svg::SvgFonts;

use reportctl_base::budget::Meter;
use reportctl_base::problem::{Blame, Code, Problem, Result, quoted};

/// Largest picture, in bytes once decoded from base64 (spec 11).
pub const MAX_BYTES: usize = 15 * 1024 * 1024;

/// Most pixels of a picture: enough for any camera, too few for a decompression bomb.
pub const MAX_PIXELS: u64 = 64_000_000;

/// Distinct pictures of fields that a document may hold.
pub const MAX_PICTURES: usize = 200;

/// Most pixels of a side of a picture, so that a single row is no decompression bomb either.
pub const MAX_SIDE: u32 = 100_000;

/// A picture ready to be embedded.
#[derive(Debug, Clone, PartialEq)]
pub struct Picture {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    pub data: PictureData,
    /// Pixel density in the file.
    pub density: Option<Density>,
    /// Orientation in the file.
    pub orientation: Orientation,
    /// Faults of its data or its label, in words that follow "the image …".
    pub faults: Vec<String>,
}

/// Pixels in an inch.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Density {
    /// From left to right.
    pub x: f64,
    /// From top to bottom.
    pub y: f64,
}

impl Density {
    /// Rejects implausible values, such as an aspect ratio in place of a density.
    pub fn new(x: f64, y: f64) -> Option<Self> {
        let sound = |one: f64| (10.0..=10_000.0).contains(&one);
        (sound(x) && sound(y) && (0.25..=4.0).contains(&(x / y))).then_some(Self { x, y })
    }
}

impl From<letterhead::Sheet> for Picture {
    fn from(sheet: letterhead::Sheet) -> Self {
        let drawing = Drawing::of_sheet(sheet);
        Self {
            width: drawing.width.ceil() as u32,
            height: drawing.height.ceil() as u32,
            data: PictureData::Drawing(Arc::new(drawing)),
            density: None,
            orientation: Orientation::default(),
            faults: Vec::new(),
        }
    }
}

impl Picture {
    /// Returns true if it is made of pixels.
    pub fn has_pixels(&self) -> bool {
        !matches!(self.data, PictureData::Drawing(_))
    }

    /// The page of a PDF file that it stands for.
    pub fn sheet(&self) -> Option<&Arc<letterhead::Sheet>> {
        match &self.data {
            PictureData::Drawing(drawing) => drawing.sheet.as_ref(),
            _ => None,
        }
    }

    /// Bytes of memory that it takes, roughly.
    pub fn memory(&self) -> usize {
        let data = match &self.data {
            PictureData::Flate { samples, alpha } => {
                samples.data.len() + alpha.as_ref().map_or(0, |alpha| alpha.data.len())
            }
            PictureData::Jpeg { bytes, .. } => bytes.len(),
            PictureData::Drawing(drawing) => drawing.memory(),
        };
        size_of::<Self>() + data
    }

    /// Returns `true` if its pixels, or those of a picture in a drawing, are in CMYK.
    pub fn has_cmyk(&self) -> bool {
        match &self.data {
            PictureData::Jpeg { components, .. } => *components == 4,
            PictureData::Flate { .. } => false,
            // Pictures in drawings are made of pixels.
            PictureData::Drawing(drawing) => drawing.marks.iter().any(|mark| match mark {
                Mark::Pixels(_, picture) => {
                    matches!(picture.data, PictureData::Jpeg { components: 4, .. })
                }
                Mark::Begin(_) | Mark::End | Mark::Outline(_) => false,
            }),
        }
    }

    /// The kinds of things in it that are not drawn.
    pub fn dropped(&self) -> &[&'static str] {
        match &self.data {
            PictureData::Drawing(drawing) => &drawing.dropped,
            _ => &[],
        }
    }

    /// Its own size in millimetres as it is stored; `dpi` where its file does not say.
    pub fn own_size(&self, dpi: f64) -> (f64, f64) {
        if let PictureData::Drawing(drawing) = &self.data {
            return (drawing.width / 96.0 * 25.4, drawing.height / 96.0 * 25.4);
        }
        let Density { x, y } = self.density.unwrap_or(Density { x: dpi, y: dpi });
        (f64::from(self.width) / x * 25.4, f64::from(self.height) / y * 25.4)
    }
}

/// The pixels of a picture.
#[derive(Debug, Clone, PartialEq)]
pub enum PictureData {
    /// Compressed samples, and those of the alpha channel.
    Flate { samples: Plane, alpha: Option<Plane> },
    /// A JPEG file.
    Jpeg {
        bytes: Vec<u8>,
        /// 1, 3 or 4 channels.
        components: u8,
        /// Four inverted channels, as Adobe writes them.
        inverted: bool,
    },
    /// Lines and areas.
    Drawing(Arc<Drawing>),
}

/// Deflated samples of one picture plane.
#[derive(Debug, Clone, PartialEq)]
pub struct Plane {
    /// zlib data.
    pub data: Vec<u8>,
    /// Channels in a pixel: 1 (grey) or 3 (RGB).
    pub colors: u8,
    /// Bits in a channel.
    pub bits: u8,
    /// Rows carry PNG filters (predictor 15).
    pub png_rows: bool,
}

/// Reads pictures: the formats depend on the extensions of the template.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Reader {
    /// The template has extensions.
    pub extended: bool,
}

impl Reader {
    /// Decodes the data URI of a field or of a page background.
    ///
    /// The bytes decide the format of the picture, because editors mislabel pictures. Forms that
    /// the reference takes for a background without complaint are taken everywhere: blanks around
    /// the URI, a label in capitals, no `data:` prefix at all.
    ///
    /// # Errors
    /// `unsupportedImageFormat`, `imageTooLarge`, `imageUnreadable`, in this order, without a
    /// field; `svgUnreadable` of drawings; `timeLimit` from the budget.
    pub fn decode(self, uri: &str, meter: &Meter<'_>) -> Result<Picture> {
        self.decode_in(uri, SvgFonts::standard(), meter)
    }

    /// As [`Reader::decode`], with fonts for the texts of drawings.
    ///
    /// # Errors
    /// As for [`Reader::decode`].
    pub fn decode_in(self, uri: &str, svg_fonts: &SvgFonts, meter: &Meter<'_>) -> Result<Picture> {
        if self.extended
            && let Some(text) = svg_text(uri)?
        {
            return svg::read(&text, svg_fonts, meter);
        }
        let label = Label::of(uri);
        // A look at the first bytes, so that the size of something else is not what gets reported.
        let (start, _) = base64::decode(label.payload.get(..64).unwrap_or(label.payload));
        let kind = kind(&start);
        if kind.is_none()
            && !matches!(label.media_type, Some("image/png" | "image/jpeg" | "image/jpg"))
        {
            return Err(unsupported(label.media_type.unwrap_or_default()));
        }
        check_size(label.payload)?;
        meter.read(label.payload.len())?;
        let (bytes, fault) = base64::decode(label.payload);
        let mut picture = match kind {
            Some("image/png") => png::read(bytes, meter),
            Some(_) => jpeg::read(bytes),
            None => Err(unreadable("it is neither a PNG nor a JPEG file")),
        }?;
        picture.faults.extend(fault.map(str::to_owned));
        picture.faults.extend(label.fault(kind.unwrap_or_default()));
        Ok(picture)
    }
}

impl Reader {
    /// Decodes a file, whose bytes decide its format.
    ///
    /// # Errors
    /// As for [`Reader::decode`].
    pub fn file(self, bytes: &[u8], meter: &Meter<'_>) -> Result<Picture> {
        self.file_in(bytes, SvgFonts::standard(), meter)
    }

    /// As [`Reader::file`], with fonts for the texts of drawings.
    ///
    /// # Errors
    /// As for [`Reader::decode`].
    pub fn file_in(self, bytes: &[u8], svg_fonts: &SvgFonts, meter: &Meter<'_>) -> Result<Picture> {
        if bytes.len() > MAX_BYTES {
            return Err(too_many_bytes(bytes.len()));
        }
        meter.read(bytes.len())?;
        match kind(bytes) {
            Some("image/png") => png::read(bytes.to_vec(), meter),
            Some(_) => jpeg::read(bytes.to_vec()),
            None => match std::str::from_utf8(bytes) {
                Ok(text) if text.trim_start_matches('\u{feff}').trim_start().starts_with('<') => {
                    svg::read(text, svg_fonts, meter)
                }
                _ => Err(unreadable("it is neither a PNG, nor a JPEG, nor an SVG file")),
            },
        }
    }
}

/// Decodes the data URI of a field or of a page background, as of a template without extensions.
///
/// # Errors
/// As for [`Reader::decode`].
pub fn decode(uri: &str, meter: &Meter<'_>) -> Result<Picture> {
    Reader::default().decode(uri, meter)
}

/// The SVG text of a source, if it is one: the text itself, or a data URI, in base64 or with
/// percent signs.
fn svg_text(source: &str) -> Result<Option<Cow<'_, str>>> {
    let source = source.trim_start_matches('\u{feff}').trim();
    if source.starts_with('<') {
        return Ok(Some(Cow::Borrowed(source)));
    }
    let label = Label::of(source);
    if !label.media_type.is_some_and(|kind| kind.eq_ignore_ascii_case("image/svg+xml")) {
        return Ok(None);
    }
    if label.payload.len() > 3 * svg::MAX_BYTES {
        return Err(svg::too_large(&format!("more than {} bytes", svg::MAX_BYTES)));
    }
    let bytes = if label.base64 {
        base64::decode(label.payload).0
    } else {
        without_percents(label.payload)
    };
    String::from_utf8(bytes)
        .map(|text| Some(Cow::Owned(text)))
        .map_err(|_| svg::unreadable("it is not UTF-8 text; compressed SVG is not read"))
}

/// Returns true if a source is SVG, by its label or its first letter.
fn is_svg(source: &str) -> bool {
    let source = source.trim_start_matches('\u{feff}').trim_start();
    let label = source.get(..SVG_LABEL.len());
    source.starts_with('<') || label.is_some_and(|label| label.eq_ignore_ascii_case(SVG_LABEL))
}

/// Prefix of data URIs of SVG.
const SVG_LABEL: &str = "data:image/svg+xml";

/// The bytes of a text in which `%20` stands for a blank.
fn without_percents(text: &str) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let digit = |at: usize| char::from(*after.get(at)?).to_digit(16);
        match (*first, digit(0), digit(1)) {
            (b'%', Some(high), Some(low)) => {
                out.push((high * 16 + low) as u8);
                rest = after.get(2..).unwrap_or_default();
            }
            _ => {
                out.push(*first);
                rest = after;
            }
        }
    }
    out
}

/// The media type of a picture file, by its first bytes.
fn kind(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0x89, b'P', b'N', b'G', ..] => Some("image/png"),
        [0xff, 0xd8, ..] => Some("image/jpeg"),
        _ => None,
    }
}

/// Bytes that the base64 text of a data URI stands for, estimated as the format does.
pub fn estimated_bytes(uri: &str) -> usize {
    let payload = uri.split_once(',').map_or("", |(_, payload)| payload);
    payload.len() * 3 / 4
}

/// A data URI, taken apart.
struct Label<'u> {
    /// As declared; `None` where there is no `data:` prefix.
    media_type: Option<&'u str>,
    payload: &'u str,
    /// The payload is base64.
    base64: bool,
}

impl<'u> Label<'u> {
    fn of(uri: &'u str) -> Self {
        let uri = uri.trim();
        let scheme = uri.get(..5).filter(|scheme| scheme.eq_ignore_ascii_case("data:"));
        if scheme.is_none() {
            return Self { media_type: None, payload: uri, base64: true };
        }
        let (header, payload) = uri.split_once(',').unwrap_or((uri, ""));
        let header = header.get(5..).unwrap_or_default();
        let media_type = header.split(';').next().unwrap_or_default().trim();
        let base64 = header.split(';').any(|part| part.trim().eq_ignore_ascii_case("base64"));
        Self { media_type: Some(media_type), payload, base64 }
    }

    /// Fault of the label, given the kind of the picture.
    fn fault(&self, kind: &str) -> Option<String> {
        match self.media_type {
            None => Some(format!("has no `data:{kind};base64,` in front of it")),
            Some("image/jpg") if kind == "image/jpeg" => None,
            Some(label) if label == kind => None,
            Some(label) => Some(format!("is labelled {}, but it is {kind}", quoted(label))),
        }
    }
}

fn check_size(payload: &str) -> Result<()> {
    let bytes = payload.len() * 3 / 4;
    if bytes <= MAX_BYTES {
        return Ok(());
    }
    Err(too_many_bytes(bytes))
}

fn too_many_bytes(bytes: usize) -> Problem {
    Problem::new(
        Code::ImageTooLarge,
        format!("the image has {bytes} bytes, more than the {MAX_BYTES} allowed"),
    )
    .advice("make the picture smaller before it goes into the template")
    .detail("bytes", bytes)
    .detail("limitBytes", MAX_BYTES)
}

fn unsupported(media_type: &str) -> Problem {
    let message = match media_type {
        "" => "the image has no type; only PNG and JPEG can be drawn".to_owned(),
        _ => format!("the image is of type {}; only PNG and JPEG can be drawn", quoted(media_type)),
    };
    Problem::new(Code::UnsupportedImageFormat, message).advice("convert the picture to PNG or JPEG")
}

fn unreadable(why: &str) -> Problem {
    Problem::new(Code::ImageUnreadable, format!("the image cannot be read: {why}"))
        .advice("save the picture again as PNG or JPEG, and put that into the template")
}

/// A warning for every fault of a picture that is drawn all the same.
pub fn faults(picture: &Picture) -> impl Iterator<Item = Problem> + '_ {
    picture.faults.iter().map(|fault| {
        Problem::warning(Code::ImageDamaged, format!("the image {fault}"))
            .advice("save the picture again as PNG or JPEG, and put that in its place")
    })
}

/// A warning of what is not drawn of a picture.
pub fn dropped(picture: &Picture) -> Option<Problem> {
    (!picture.dropped().is_empty()).then(|| {
        let what = picture.dropped().join(", ");
        let message = format!("the SVG image has parts that are not drawn: {what}");
        Problem::warning(Code::SvgFeatureDropped, message)
            .advice("export the picture without them, or as PNG")
            .detail("features", what)
    })
}

/// The same problem, of a page background. Why a background cannot be read makes no difference to
/// its code (spec 10.10), except its size.
pub fn of_background(problem: Problem) -> Problem {
    let message = problem.message.replacen("the image", "the page background image", 1);
    let message = message.replacen("the SVG image", "the page background image", 1);
    if matches!(problem.code, Code::ImageTooLarge | Code::ImageDamaged | Code::SvgFeatureDropped)
        || problem.is_of_budget()
    {
        return Problem { message, ..problem };
    }
    Problem::new(Code::BackgroundImageUnreadable, message)
        .advice("save the picture again as PNG, and set it as the background again")
}

/// The same problem, of a picture of the data: the author of the template cannot fix it.
pub fn of_data(problem: Problem) -> Problem {
    let advice = match problem.code {
        Code::ImageTooLarge | Code::TooManyImages => "give data with smaller or fewer pictures",
        Code::UnsupportedImageFormat
        | Code::ImageUnreadable
        | Code::ImageDamaged
        | Code::SvgUnreadable => "save the picture again as PNG or JPEG, and give data with that",
        _ => return problem,
    };
    problem.blamed(Blame::Data).advice(advice)
}

/// Refuses pictures with more pixels than any print needs.
fn check_pixels(width: u32, height: u32) -> Result<()> {
    if width == 0 || height == 0 {
        return Err(unreadable("it has no pixels"));
    }
    let pixels = u64::from(width) * u64::from(height);
    if pixels <= MAX_PIXELS && width.max(height) <= MAX_SIDE {
        return Ok(());
    }
    Err(Problem::new(
        Code::ImageTooLarge,
        format!(
            "the image has {width} x {height} pixels, more than {MAX_PIXELS} in all or {MAX_SIDE} on a side"
        ),
    )
    .advice("scale the picture down before it goes into the template")
    .detail("width", width)
    .detail("height", height)
    .detail("limitPixels", MAX_PIXELS))
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOT: &str = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mNQSFgAAAHEASFcollRAAAAAElFTkSuQmCC";

    fn code(uri: &str) -> Code {
        decode(uri, &Meter::default()).expect_err("refused").code
    }

    #[test]
    fn a_png_is_read() {
        let picture = decode(DOT, &Meter::default()).expect("a picture");
        assert_eq!((picture.width, picture.height), (1, 1));
    }

    #[test]
    fn what_is_wrong_is_said_in_order() {
        assert_eq!(code("data:image/svg+xml;base64,AAAA"), Code::UnsupportedImageFormat);
        assert_eq!(code("data:,x"), Code::UnsupportedImageFormat);
        assert_eq!(code("logo.png"), Code::UnsupportedImageFormat);
        let large = "A".repeat(20_972_520);
        assert_eq!(code(&format!("data:image/png;base64,{large}")), Code::ImageTooLarge);
        assert_eq!(code(&format!("data:image/gif;base64,{large}")), Code::UnsupportedImageFormat);
        assert_eq!(code("data:image/png;base64,AAAA"), Code::ImageUnreadable);
        assert_eq!(code("data:image/png;base64,é"), Code::ImageUnreadable);
        assert_eq!(code("data:image/jpeg;base64,/9j/"), Code::ImageUnreadable);
        // The file ends before the first row.
        assert_eq!(code(&DOT[..DOT.len() - 60]), Code::ImageUnreadable);
    }

    fn faults(uri: &str) -> Vec<String> {
        decode(uri, &Meter::default()).expect("a picture").faults
    }

    #[test]
    fn a_sound_picture_has_no_faults() {
        assert_eq!(faults(DOT), [""; 0]);
        assert_eq!(faults(&DOT.replace("image/png", "image/png;charset=x")), [""; 0]);
    }

    #[test]
    fn the_bytes_decide_and_a_wrong_label_is_a_fault() {
        let png = DOT.strip_prefix("data:image/png;base64,").expect("its label");
        let cases = [
            (DOT.replace("png;", "PNG;"), "is labelled `image/PNG`, but it is image/png"),
            (DOT.replace("png;", "jpeg;"), "is labelled `image/jpeg`, but it is image/png"),
            (DOT.replace("png;", "gif;"), "is labelled `image/gif`, but it is image/png"),
            (png.to_owned(), "has no `data:image/png;base64,` in front of it"),
            (format!("\n {png}"), "has no `data:image/png;base64,` in front of it"),
        ];
        for (uri, fault) in cases {
            assert_eq!(faults(&uri), [fault], "{uri}");
        }
        assert_eq!(faults(&format!(" {DOT} ")), [""; 0]);
    }

    #[test]
    fn base64_cut_within_a_quantum_still_gives_the_picture() {
        let cut = DOT.strip_suffix("mCC").expect("its end");
        let picture = decode(cut, &Meter::default()).expect("a picture");
        assert_eq!((picture.width, picture.height), (1, 1));
        assert_eq!(
            picture.faults,
            [
                "is damaged: its end or its check sums are wrong",
                "ends in the middle of its base64 text"
            ]
        );
    }

    #[test]
    fn a_cut_jpeg_is_drawn_with_a_fault() {
        // Frame of 16 by 8 pixels, start of scan, and some of its data.
        let file = [
            &[0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0, 8, 0, 16, 1, 1, 0x11, 0][..],
            &[0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0x5a, 0x5a, 0xff],
        ]
        .concat();
        let picture = jpeg::read(file.clone()).expect("a picture");
        assert_eq!((picture.width, picture.height), (16, 8));
        assert_eq!(picture.faults, ["ends early: the lower part of the JPEG is missing"]);
        let PictureData::Jpeg { bytes, .. } = picture.data else { panic!("not a JPEG") };
        assert!(bytes.ends_with(&[0x5a, 0x5a, 0xff, 0xd9]));
        // Before the scan there is no picture.
        assert!(jpeg::read(file[..15].to_vec()).is_err());
    }

    #[test]
    fn sizes_are_estimated_from_the_base64_text() {
        assert_eq!(estimated_bytes("data:image/png;base64,"), 0);
        assert_eq!(estimated_bytes("data:image/png;base64,AAAAAA"), 4);
        assert_eq!(estimated_bytes("no comma"), 0);
    }
}
