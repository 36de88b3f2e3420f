//! Other programs that check our PDF files: poppler, qpdf.

use std::path::Path;
use std::process::Command;

use reportctl_raster::Image;

/// Whether a program is installed. Where it must not be missing (`REPORTCTL_REQUIRE_TOOLS=1`, in
/// CI) its absence is a failure; elsewhere the test says so and is skipped.
pub(crate) fn has(program: &str) -> bool {
    let found = Command::new(program).arg("--version").output().is_ok();
    if !found {
        missing(&format!("{program} is not installed"));
    }
    found
}

/// Says why a test is skipped, or fails where it must not be.
#[expect(clippy::print_stderr, reason = "a skipped test says why")]
pub(crate) fn missing(what: &str) {
    assert!(std::env::var_os("REPORTCTL_REQUIRE_TOOLS").is_none(), "{what}");
    eprintln!("skipped: {what}");
}

/// Standard output of a program.
pub(crate) fn run(program: &str, arguments: &[&str], file: &Path) -> Result<Vec<u8>, String> {
    let output = Command::new(program).args(arguments).arg(file).output().unwrap();
    let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
    if output.status.success() && complaint.is_empty() {
        Ok(output.stdout)
    } else {
        let said = String::from_utf8_lossy(&output.stdout);
        Err(format!("{program} {arguments:?}: {} {complaint}{said}", output.status))
    }
}

/// The texts of a PDF file in the order in which they are drawn.
pub(crate) fn texts(pdf: &Path) -> String {
    let arguments = ["-raw", "-enc", "UTF-8"];
    let output = Command::new("pdftotext").args(arguments).arg(pdf).arg("-").output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{}", pdf.display());
    String::from_utf8(output.stdout).unwrap()
}

/// The first pages of a PDF file at `dpi` dots per inch.
pub(crate) fn rasters(pdf: &Path, last_page: usize, dpi: u32) -> Vec<Image> {
    rasters_with(&[], pdf, last_page, dpi)
}

/// The same with other fonts: `environment` names them to fontconfig.
pub(crate) fn rasters_with(
    environment: &[(&str, &Path)],
    pdf: &Path,
    last_page: usize,
    dpi: u32,
) -> Vec<Image> {
    let (dpi, last_page) = (dpi.to_string(), last_page.to_string());
    let stem = pdf.with_extension("");
    let status = Command::new("pdftoppm")
        .args(["-r", &dpi, "-l", &last_page])
        .args([pdf, &stem])
        .envs(environment.iter().copied())
        .output()
        .unwrap();
    assert!(status.status.success() && status.stderr.is_empty(), "{}", pdf.display());
    let prefix = format!("{}-", stem.file_name().unwrap().to_string_lossy());
    let mut pages: Vec<_> = std::fs::read_dir(pdf.parent().unwrap())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "ppm"))
        .filter(|path| path.file_name().unwrap().to_string_lossy().starts_with(&prefix))
        .collect();
    pages.sort();
    pages.iter().map(|page| read_ppm(page)).collect()
}

/// A picture as `pdftoppm` writes it: `P6`, width, height and 255 on three lines, then three bytes a pixel.
fn read_ppm(path: &Path) -> Image {
    let mut file = std::fs::read(path).unwrap();
    let mut lines = file.splitn(4, |byte| *byte == b'\n');
    let [magic, size, most] = [(); 3].map(|()| std::str::from_utf8(lines.next().unwrap()).unwrap());
    assert_eq!((magic, most), ("P6", "255"), "{}", path.display());
    let (width, height) = size.split_once(' ').unwrap();
    let (width, height) = (width.parse().unwrap(), height.parse().unwrap());
    let rgb = file.split_off(file.len() - 3 * width * height);
    Image { width, height, rgb }
}

/// The picture of a PNG file in which nothing is transparent.
pub(crate) fn read_png(path: &Path) -> Image {
    let image = Image::from_png(&std::fs::read(path).unwrap());
    image.unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
