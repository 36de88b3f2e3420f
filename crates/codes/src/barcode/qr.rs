//! QR codes (ISO/IEC 18004), by `qrcodegen`.

use qrcodegen::{QrCode, QrCodeEcc, QrSegment, Version};

use super::ErrorCorrection;
use super::Matrix;

/// Options of a QR code.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct QrOptions {
    /// Error correction level.
    pub level: ErrorCorrection,
    /// Raises the level where the version stays the same.
    pub raise: bool,
    /// The smallest and the largest version.
    pub versions: (u8, u8),
}

/// The modules of a QR code. Digits and capitals are packed; other text is UTF-8 without a mark,
/// as readers of payments expect it.
pub(super) fn encode(text: &str, options: QrOptions) -> Result<Matrix, String> {
    let level = match options.level {
        ErrorCorrection::L => QrCodeEcc::Low,
        ErrorCorrection::M => QrCodeEcc::Medium,
        ErrorCorrection::Q => QrCodeEcc::Quartile,
        ErrorCorrection::H => QrCodeEcc::High,
    };
    let (least, most) = options.versions;
    let segments = QrSegment::make_segments(text);
    let versions = (Version::new(least.clamp(1, 40)), Version::new(most.clamp(1, 40)));
    let code = QrCode::encode_segments_advanced(
        &segments,
        level,
        versions.0,
        versions.1,
        None,
        options.raise,
    )
    .map_err(|_| {
        let bytes = text.len();
        format!("{bytes} bytes do not fit version {most} at level {}", options.level.name())
    })?;
    let size = code.size();
    let mut matrix = Matrix::new(size as usize, size as usize);
    for y in 0..size {
        (0..size).for_each(|x| matrix.set(x as usize, y as usize, code.get_module(x, y)));
    }
    Ok(matrix)
}
