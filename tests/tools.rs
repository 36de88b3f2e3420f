//! Other programs that check our PDF files: poppler, qpdf.

use std::path::Path;
use std::process::Command;

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

/// What a program says on standard output.
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

/// A page as an image.
pub(crate) struct Raster {
    pub(crate) width: usize,
    pub(crate) height: usize,
    /// Red, green and blue of every pixel.
    pub(crate) rgb: Vec<u8>,
}

/// The first pages of a PDF file at so many dots per inch.
pub(crate) fn rasters(pdf: &Path, last_page: usize, dpi: u32) -> Vec<Raster> {
    rasters_with(&[], pdf, last_page, dpi)
}

/// The same with other fonts: `environment` names them to fontconfig.
pub(crate) fn rasters_with(
    environment: &[(&str, &Path)],
    pdf: &Path,
    last_page: usize,
    dpi: u32,
) -> Vec<Raster> {
    let (dpi, last_page) = (dpi.to_string(), last_page.to_string());
    let stem = pdf.with_extension("");
    let status = Command::new("pdftoppm")
        .args(["-png", "-r", &dpi, "-l", &last_page])
        .args([pdf, &stem])
        .envs(environment.iter().copied())
        .output()
        .unwrap();
    assert!(status.status.success() && status.stderr.is_empty(), "{}", pdf.display());
    let prefix = format!("{}-", stem.file_name().unwrap().to_string_lossy());
    let mut pages: Vec<_> = std::fs::read_dir(pdf.parent().unwrap())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "png"))
        .filter(|path| path.file_name().unwrap().to_string_lossy().starts_with(&prefix))
        .collect();
    pages.sort();
    pages.iter().map(|page| read_png(page)).collect()
}

/// An 8-bit PNG file in which nothing is transparent.
pub(crate) fn read_png(path: &Path) -> Raster {
    let mut decoder =
        png::Decoder::new(std::io::BufReader::new(std::fs::File::open(path).unwrap()));
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let frame = reader.next_frame(&mut pixels).unwrap();
    pixels.truncate(frame.buffer_size());
    let rgb = match frame.color_type {
        png::ColorType::Rgb => pixels,
        png::ColorType::Rgba => {
            assert!(
                pixels.chunks(4).all(|pixel| pixel[3] == 255),
                "{}: not opaque",
                path.display()
            );
            pixels.chunks(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect()
        }
        png::ColorType::Grayscale => pixels.iter().flat_map(|grey| [*grey; 3]).collect(),
        other => panic!("{}: {other:?}", path.display()),
    };
    Raster { width: frame.width as usize, height: frame.height as usize, rgb }
}

impl Raster {
    /// It, so many times smaller: each pixel the mean of a square of pixels; the upper left
    /// `width` by `height` of that.
    pub(crate) fn reduced(&self, times: usize, width: usize, height: usize) -> Self {
        let mut rgb = Vec::with_capacity(3 * width * height);
        for y in 0..height {
            let mut sums = vec![0_u32; 3 * width];
            let rows = self.rgb.chunks(3 * self.width).skip(y * times).take(times);
            for row in rows {
                for (x, pixel) in row.chunks(3).take(width * times).enumerate() {
                    let at = 3 * (x / times);
                    pixel
                        .iter()
                        .zip(&mut sums[at..])
                        .for_each(|(one, sum)| *sum += u32::from(*one));
                }
            }
            let square = u32::try_from(times * times).unwrap();
            rgb.extend(sums.iter().map(|sum| u8::try_from(sum / square).unwrap()));
        }
        Self { width, height, rgb }
    }

    /// How much two pictures differ: the mean difference of channels, and the share of pixels
    /// that differ clearly, both from 0 to 1.
    pub(crate) fn difference(&self, other: &Self) -> (f64, f64) {
        if (self.width, self.height) != (other.width, other.height) {
            return (1.0, 1.0);
        }
        let pairs = self.rgb.iter().zip(&other.rgb);
        let sum: u64 = pairs.map(|(a, b)| u64::from(a.abs_diff(*b))).sum();
        let pixels = self.rgb.chunks(3).zip(other.rgb.chunks(3));
        let clear = pixels.filter(|(a, b)| a.iter().zip(*b).any(|(a, b)| a.abs_diff(*b) > 64));
        let count = |n: usize| f64::from(u32::try_from(n).unwrap());
        let mean = sum as f64 / 255.0 / count(self.rgb.len());
        (mean, count(clear.count()) / count(self.width * self.height))
    }
}
