//! Pages as PNG files, and opening what was written.

use std::path::PathBuf;

use reportctl_raster::{RESOLUTIONS, Rasteriser};

use super::args::{OutputFormat, RenderArgs};
use crate::cli::context::quoted_path;
use crate::serve::codes;
use engine::layout::Layout;
use engine::problem::{Code, Problem, Result};
use engine::render::{Options, Prepared};

/// Refuses flags for rasterising or opening that contradict each other.
pub(super) fn refuse_usage(args: &RenderArgs, to_stdout: bool) -> Result<()> {
    if args.format == OutputFormat::Png && !RESOLUTIONS.contains(&args.dpi) {
        let (least, most) = (RESOLUTIONS.start(), RESOLUTIONS.end());
        let message = format!("`--dpi` must be between {least} and {most}, not {}", args.dpi);
        return Err(
            Problem::new(codes::USAGE, message).advice("150 is good for screens, 300 for print")
        );
    }
    let prints = to_stdout || args.output.is_none() && args.format == OutputFormat::Layout;
    if args.open && prints {
        return Err(Problem::new(codes::USAGE, "`--open` needs a file to open")
            .advice("name one: `--output invoice.pdf`"));
    }
    Ok(())
}

/// A page with its number.
type PageFile = (usize, Vec<u8>);

/// The pages that are wanted as PNG files with their numbers, and the warnings of the document.
pub(super) fn pages(
    prepared: &Prepared,
    layout: &Layout<'_>,
    options: &Options<'_>,
    dpi: f64,
    wanted: impl Fn(usize) -> bool,
) -> Result<(Vec<PageFile>, Vec<Problem>)> {
    let mut files = Vec::new();
    let mut rasteriser = Rasteriser::new(dpi);
    let warnings = prepared.painted(layout, options, wanted, |page, painter, meter| {
        meter.step()?;
        let image = rasteriser.page(painter)?;
        let file = image.png(dpi).map_err(|error| {
            Problem::new(Code::Internal, format!("cannot write a PNG: {error}"))
        })?;
        meter.spend(file.len())?;
        files.push((page.number, file));
        Ok(())
    })?;
    Ok((files, warnings))
}

/// Opens a file in the program that the system has for it.
pub(super) fn open(file: &Option<PathBuf>) -> Result<()> {
    let Some(file) = file else { return Ok(()) };
    open::that_detached(file).map_err(|error| {
        Problem::new(codes::IO, format!("cannot open {}: {error}", quoted_path(file)))
            .advice("the file is written; open it yourself")
    })
}
