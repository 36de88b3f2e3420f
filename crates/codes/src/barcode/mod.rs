//! Bar codes: a text becomes the dark and light modules of a symbol (spec 20.5).
//!
//! [`encode`] verifies the text by the rules of the symbology, completes check digits, and gives a
//! [`Symbol`]. Its place and size are not known here, but for the [`Room`] that decides on the
//! shape of symbols that come in several.

mod aztec;
mod code128;
mod datamatrix;
mod galois;
mod gs1;
mod linear;
mod matrix;
mod pdf417;
mod qr;
mod retail;
mod symbology;

pub use matrix::{Corner, Matrix};
pub use qr::QrOptions;
pub use symbology::{CheckDigit, ErrorCorrection, Symbology};

/// A symbology with its options.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Code {
    Qr(QrOptions),
    /// A bar code.
    Bars(Symbology, CheckDigit),
}

/// A text as modules.
#[derive(Debug, Clone, PartialEq)]
pub struct Symbol {
    /// The text that readers give, check digits included; element strings of GS1 in parentheses.
    pub text: String,
    /// Dark and light.
    pub modules: Matrix,
    /// Height of a row of `modules`, in modules; 0 for rows that fill the height of their box.
    pub row_height: usize,
}

/// The room for a symbol, in any unit, and the light modules that have to stay around it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Room {
    /// From left to right.
    pub width: f64,
    /// From top to bottom.
    pub height: f64,
    /// Modules on every side.
    pub quiet: f64,
}

impl Room {
    /// The size of a module of a symbol with `columns` and `rows`.
    pub fn module(self, columns: usize, rows: usize) -> f64 {
        let around = 2.0 * self.quiet;
        (self.width / (columns as f64 + around)).min(self.height / (rows as f64 + around))
    }
}

/// The shape with the largest modules; of several the first.
fn with_largest<S: Copy>(shapes: impl Iterator<Item = S>, module: impl Fn(S) -> f64) -> Option<S> {
    shapes.reduce(|best, other| if module(other) > module(best) { other } else { best })
}

fn too_many_codewords(count: usize, most: usize) -> String {
    format!("it takes {count} codewords, but a symbol holds at most {most}")
}

impl Symbol {
    /// Columns and rows in modules; one row where a symbol has one dimension.
    pub fn size(&self) -> (usize, usize) {
        (self.modules.width(), self.modules.height() * self.row_height.max(1))
    }

    /// Returns true if the symbol has one dimension and fills the height.
    pub fn is_linear(&self) -> bool {
        self.row_height == 0
    }
}

/// No symbol holds more characters than this.
const LONGEST: usize = 8000;

/// The symbol of a text that is not blank.
///
/// # Errors
/// The reason why the symbology cannot hold the text.
pub fn encode(code: Code, text: &str, room: Room) -> Result<Symbol, String> {
    if text.len() > LONGEST {
        return Err(format!("{} bytes do not fit", text.len()));
    }
    let (symbology, check) = match code {
        Code::Qr(options) => {
            let modules = qr::encode(text, options)?;
            return Ok(Symbol { text: text.to_owned(), modules, row_height: 1 });
        }
        Code::Bars(symbology, check) => (symbology, check),
    };
    let plain =
        |modules: Matrix, row_height: usize| Symbol { text: text.to_owned(), modules, row_height };
    Ok(match symbology {
        Symbology::Code128 => plain(code128::encode(&code128::units(text)?), 0),
        Symbology::Code39 => plain(linear::code39(text)?, 0),
        Symbology::Codabar => plain(linear::codabar(text)?, 0),
        Symbology::Gs1128 => {
            let elements = gs1::parse(text)?;
            if elements.units.len() > MOST_GS1 {
                let length = elements.units.len();
                return Err(format!(
                    "{length} characters are more than the {MOST_GS1} that readers take"
                ));
            }
            let mut units = vec![code128::Unit::Fnc1];
            units.extend(elements.units);
            Symbol { text: elements.text, modules: code128::encode(&units), row_height: 0 }
        }
        Symbology::Ean13
        | Symbology::Ean8
        | Symbology::Upca
        | Symbology::Itf14
        | Symbology::Itf => {
            let (digits, modules) = digits(symbology, text, check)?;
            Symbol { text: digits, modules, row_height: 0 }
        }
        Symbology::Datamatrix => plain(datamatrix::encode(text, room)?, 1),
        Symbology::Gs1datamatrix => {
            let elements = gs1::parse(text)?;
            let modules = datamatrix::encode_gs1(&elements.units, room)?;
            Symbol { text: elements.text, modules, row_height: 1 }
        }
        Symbology::Pdf417 => plain(pdf417::encode(text, room)?, pdf417::ROW_HEIGHT),
        Symbology::Aztec => plain(aztec::encode(text)?, 1),
    })
}

/// Characters of a GS1-128, separators included.
const MOST_GS1: usize = 48;

/// Numbers: blanks between their digits are left out.
fn digits(symbology: Symbology, text: &str, check: CheckDigit) -> Result<(String, Matrix), String> {
    let text: String = text.chars().filter(|character| *character != ' ').collect();
    let readers_verify = symbology != Symbology::Itf14;
    let complete = |length: usize| retail::complete(&text, length, check, readers_verify);
    Ok(match symbology {
        Symbology::Ean13 => {
            let digits = complete(13)?;
            let modules = retail::ean13(&digits);
            (digits, modules)
        }
        Symbology::Ean8 => {
            let digits = complete(8)?;
            let modules = retail::ean8(&digits);
            (digits, modules)
        }
        Symbology::Upca => {
            let digits = complete(12)?;
            let modules = retail::ean13(&format!("0{digits}"));
            (digits, modules)
        }
        Symbology::Itf14 => {
            let digits = complete(14)?;
            let modules = linear::itf(&digits);
            (digits, modules)
        }
        _ => {
            if !text.bytes().all(|byte| byte.is_ascii_digit()) {
                return Err("only digits are allowed".to_owned());
            }
            let digits = if text.len().is_multiple_of(2) { text } else { format!("0{text}") };
            let modules = linear::itf(&digits);
            (digits, modules)
        }
    })
}

/// Light modules around a symbol.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct QuietZone {
    /// Default width.
    pub usual: f64,
    /// Minimum width of the standard.
    pub least: f64,
}

impl Code {
    /// A QR code as fields have it unless they say otherwise.
    pub const QR: Self =
        Self::Qr(QrOptions { level: ErrorCorrection::M, raise: true, versions: (1, 40) });

    /// Its name in templates.
    pub fn name(self) -> &'static str {
        match self {
            Self::Qr(_) => "qrcode",
            Self::Bars(symbology, _) => symbology.name(),
        }
    }

    /// Returns true if the symbols have one dimension.
    pub fn is_linear(self) -> bool {
        match self {
            Self::Qr(_) => false,
            Self::Bars(symbology, _) => !matches!(
                symbology,
                Symbology::Datamatrix
                    | Symbology::Gs1datamatrix
                    | Symbology::Pdf417
                    | Symbology::Aztec
            ),
        }
    }

    /// The light modules around it.
    pub fn quiet_zone(self) -> QuietZone {
        let zone = |usual: f64, least: f64| QuietZone { usual, least };
        match self {
            Self::Qr(_) => zone(4.0, 4.0),
            Self::Bars(symbology, _) => match symbology {
                Symbology::Datamatrix | Symbology::Gs1datamatrix => zone(1.0, 1.0),
                Symbology::Pdf417 => zone(2.0, 2.0),
                Symbology::Aztec => zone(1.0, 0.0),
                Symbology::Ean13 | Symbology::Upca => zone(10.0, 9.0),
                Symbology::Ean8 => zone(10.0, 7.0),
                _ => zone(10.0, 10.0),
            },
        }
    }

    /// Offset to the right of the middle, in modules: EAN-13 needs eleven light modules on the left
    /// and seven on the right.
    pub fn offset(self, quiet_zone: f64) -> f64 {
        match self {
            Self::Bars(Symbology::Ean13, _) => quiet_zone.min(2.0),
            _ => 0.0,
        }
    }

    /// The narrowest module that readers take, in millimetres.
    pub fn least_module(self) -> f64 {
        match self {
            Self::Bars(Symbology::Itf | Symbology::Itf14, _) => 0.25,
            _ => 0.19,
        }
    }
}
