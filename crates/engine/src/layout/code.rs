//! QR codes and bar codes: what they say becomes a symbol of a size (spec 20.5).

use std::sync::Arc;

use super::Resolver;
use super::picture::ShownPicture;
use crate::barcode::{self, Code, Room, Symbol};
use crate::blank::trim;
use crate::expr::Scope;
use crate::format::{ColumnKind, OnError};
use crate::payment::{self, Parts};
use crate::problem::{Code as ErrorCode, Problem, Result, quoted};
use crate::resolve;
use crate::template::field::{CodeField, CodeSource, ColumnCode, ColumnText};
use crate::template::{Color, Field};
use crate::units::pt_to_mm;

/// Appearance of a code besides its symbol: colours, quiet zone, size of its text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CodeLook {
    /// Colour of the dark modules.
    pub bar_color: Color,
    /// Fill of the box.
    pub background: Option<Color>,
    /// Light modules on every side.
    pub quiet_zone: f64,
    /// Size of the text below the bars in points, where there is one.
    pub text_size: Option<f64>,
}

/// A code in its box.
#[derive(Debug, Clone, PartialEq)]
pub struct PlacedCode {
    /// Kind of the code.
    pub code: Code,
    pub look: CodeLook,
    /// The symbol; nothing where the value is blank or cannot be encoded.
    pub symbol: Option<Symbol>,
    /// Size of a module in millimetres.
    pub module: f64,
    /// `true` if the code is drawn as Swiss QR-bills demand.
    pub swiss: bool,
    /// Text that the code holds.
    pub value: Box<str>,
    /// Reason why nothing is drawn although there is a value.
    pub hidden: Option<String>,
}

/// The side of the code of a Swiss QR-bill, in millimetres.
const SWISS_SIDE: f64 = 46.0;
/// Height of the line of text below bars, as a multiple of its size.
pub const TEXT_LINE: f64 = 1.2;

impl Resolver<'_, '_> {
    /// Resolves the value of a code field and encodes it as a symbol.
    pub(super) fn code(
        &mut self,
        field: &Field,
        code: &CodeField,
        scope: &Scope<'_>,
    ) -> Result<Arc<PlacedCode>> {
        let text = code.text_size.map_or(0.0, |size| pt_to_mm(size * TEXT_LINE));
        let room = Room { width: field.width, height: field.height - text, quiet: code.quiet_zone };
        let CodeField { bar_color, background, quiet_zone, text_size, .. } = *code;
        let look = CodeLook { bar_color, background, quiet_zone, text_size };
        let mut placed = PlacedCode::empty(code.code, look);
        let value = match &code.source {
            CodeSource::Text(template) => resolve::text(template, scope)?.to_string(),
            CodeSource::Payload(kind, templates) => {
                let mut parts = Parts::default();
                for (name, template) in templates {
                    parts.add(name.as_str(), &resolve::text(template, scope)?);
                }
                let payment =
                    payment::payload(*kind, &parts).map_err(|fault| broken(field, &fault))?;
                placed.swiss = payment.swiss;
                if let Some(options) = payment.code {
                    placed.code = Code::Qr(options);
                }
                payment.text
            }
        };
        if trim(&value).is_empty() {
            return Ok(Arc::new(placed));
        }
        // Trying the masks of a QR code is what takes longest.
        self.source.env.meter.steps(100 + 8 * value.len())?;
        match barcode::encode(placed.code, &value, room) {
            Ok(symbol) => {
                placed.module = if placed.swiss {
                    SWISS_SIDE / symbol.size().0 as f64
                } else {
                    module_in(&symbol, room)
                };
                placed.symbol = Some(symbol);
                placed.value = value.into();
            }
            Err(reason) if code.on_error == OnError::Hide => placed.hidden = Some(reason),
            Err(reason) => return Err(unfit(field, placed.code, &reason)),
        }
        Ok(Arc::new(placed))
    }
}

/// Drawing that a cell of a table shows instead of its text.
#[derive(Debug, Clone, PartialEq)]
pub enum CellDrawing {
    /// A picture.
    Image(ShownPicture),
    /// A code.
    Code(Arc<PlacedCode>),
}

impl CellDrawing {
    /// Drawing of a cell's text in a box of `size`, in millimetres; `None` where the text is blank.
    pub(super) fn new(
        column: &ColumnText,
        value: &str,
        size: (f64, f64),
        field: &Field,
        resolver: &mut Resolver<'_, '_>,
    ) -> Result<Option<Self>> {
        let Some(ColumnCode { code, quiet_zone, text_size, on_error }) = column.code else {
            let drawn = column.kind == ColumnKind::Image && resolver.pictures.is_drawable(value);
            let picture = drawn.then(|| resolver.cell_picture(value.into())).transpose()?;
            return Ok(picture.map(Self::Image));
        };
        if trim(value).is_empty() {
            return Ok(None);
        }
        resolver.source.env.meter.steps(100 + 8 * value.len())?;
        let text = text_size.map_or(0.0, |size| pt_to_mm(size * TEXT_LINE));
        let room = Room { width: size.0, height: (size.1 - text).max(0.0), quiet: quiet_zone };
        let look = CodeLook { bar_color: Color::BLACK, background: None, quiet_zone, text_size };
        let mut placed = PlacedCode::empty(code, look);
        match barcode::encode(code, value, room) {
            Ok(symbol) => {
                placed.module = module_in(&symbol, room);
                placed.symbol = Some(symbol);
                placed.value = value.into();
            }
            Err(reason) if on_error == OnError::Hide => placed.hidden = Some(reason),
            Err(reason) => return Err(unfit(field, code, &reason)),
        }
        Ok(Some(Self::Code(Arc::new(placed))))
    }

    /// Bytes of memory that it takes.
    pub(super) fn memory(&self) -> usize {
        match self {
            Self::Image(shown) => shown.uri.len(),
            Self::Code(code) => code.memory(),
        }
    }
}

/// The size of a module in a room: bars fill its width.
fn module_in(symbol: &Symbol, room: Room) -> f64 {
    let (columns, rows) = symbol.size();
    let module = if symbol.is_linear() {
        room.width / (columns as f64 + 2.0 * room.quiet)
    } else {
        room.module(columns, rows)
    };
    module.max(0.0)
}

impl PlacedCode {
    fn empty(code: Code, look: CodeLook) -> Self {
        Self {
            code,
            look,
            symbol: None,
            module: 0.0,
            swiss: false,
            value: Box::default(),
            hidden: None,
        }
    }

    /// Bytes of memory that it takes.
    pub(super) fn memory(&self) -> usize {
        let symbol = self.symbol.as_ref();
        let modules = |symbol: &Symbol| symbol.modules.width() * symbol.modules.height();
        size_of::<Self>()
            + self.value.len()
            + symbol.map_or(0, |symbol| modules(symbol) + symbol.text.len())
    }

    /// Estimated number of items painted for the code.
    pub(super) fn marks(&self) -> usize {
        self.symbol
            .as_ref()
            .map_or(1, |symbol| 2 + symbol.modules.width() * symbol.modules.height() / 8)
    }
}

/// The problem of content that a code cannot hold.
pub(super) fn unfit(field: &Field, code: Code, reason: &str) -> Problem {
    let name = code.name();
    Problem::new(ErrorCode::BarcodeContent, format!("{} cannot be drawn: {reason}", quoted(name)))
        .field(&field.name)
        .pointer(field.pointer.clone())
        .advice("correct the data, or let the field stay empty with `onError`: `hide`")
        .detail("symbology", name)
        .detail("reason", reason)
}

fn broken(field: &Field, fault: &payment::Fault) -> Problem {
    let payment::Fault { part, reason } = fault;
    let message = format!("the payment is wrong in {}: {reason}", quoted(part));
    Problem::new(ErrorCode::PaymentPayload, message)
        .field(&field.name)
        .pointer(format!("{}/payload/{}", field.pointer, part.replace('.', "/")))
        .advice("correct the data of the payment")
        .detail("part", part.as_str())
        .detail("reason", reason.as_str())
}
