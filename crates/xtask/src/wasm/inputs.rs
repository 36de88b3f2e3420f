//! What the module is made from: whether something checked in is still current can be seen
//! without building it.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

use sha2::{Digest, Sha256};
use walkdir::WalkDir;

/// The record beside the module.
pub(super) const FILE: &str = "inputs.txt";

/// Sources of the module and of the program that makes it.
const FOLDERS: [&str; 11] = [
    "crates/base",
    "crates/codes",
    "crates/locale",
    "crates/expr",
    "crates/fonts",
    "crates/pictures",
    "crates/format",
    "crates/engine",
    "crates/check",
    "crates/wasm",
    "crates/xtask/src/wasm",
];

/// The record of a build.
#[derive(Default, PartialEq, Debug)]
pub(super) struct Recorded {
    pub(super) inputs: String,
    pub(super) compiler: String,
}

impl Recorded {
    pub(super) fn parse(text: &str) -> Self {
        let value = |name: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
            line.unwrap_or_default().to_owned()
        };
        Self { inputs: value("inputs"), compiler: value("compiler") }
    }

    pub(super) fn text(&self) -> String {
        format!("inputs: {}\ncompiler: {}\n", self.inputs, self.compiler)
    }
}

/// A digest of everything that decides what the module is, the compiler left out.
pub(super) fn digest(root: &Path) -> Result<String, String> {
    let mut digest = Sha256::new();
    for folder in FOLDERS {
        digest.update(of_folder(&root.join(folder))?);
    }
    digest.update(dependencies(root)?);
    Ok(hex(digest))
}

/// A digest of the files of a folder and their names.
pub(super) fn of_folder(folder: &Path) -> Result<String, String> {
    let mut digest = Sha256::new();
    for entry in WalkDir::new(folder).sort_by_file_name() {
        let entry = entry.map_err(|error| error.to_string())?;
        if !entry.file_type().is_file() {
            continue;
        }
        let path = entry.path();
        let bytes = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let name = path.strip_prefix(folder).unwrap_or(path).to_string_lossy();
        for part in [name.as_bytes(), &bytes] {
            digest.update((part.len() as u64).to_le_bytes());
            digest.update(part);
        }
    }
    Ok(hex(digest))
}

/// The dependencies with version and features: not the whole lock file, which changes with every
/// other dependency of the workspace.
fn dependencies(root: &Path) -> Result<String, String> {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(root).args(["tree", "--locked", "--quiet", "--package", "reportctl-wasm"]);
    cargo.args(["--target", super::TARGET, "--edges", "normal,build", "--no-dedupe"]);
    let output = cargo.args(["--prefix", "none", "--format", "{p} {f}"]).output();
    let output = output.map_err(|error| format!("cannot run cargo tree: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let text = String::from_utf8_lossy(&output.stdout);
    // Members are shown with their folder on this machine.
    let folder = format!("({}", root.display());
    let mut lines: Vec<&str> =
        text.lines().map(|line| line.split(&folder).next().unwrap_or(line).trim()).collect();
    lines.sort_unstable();
    lines.dedup();
    Ok(lines.join("\n"))
}

/// Files that printpdf has in the module for kinds of documents that are not made here: the colour
/// profile of PDF/X, half a megabyte that does not compress, and its licence.
pub(super) fn unused(root: &Path) -> Result<Vec<Vec<u8>>, String> {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(root).args(["metadata", "--locked", "--format-version", "1"]);
    let output = cargo.output().map_err(|error| format!("cannot run cargo metadata: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let paths = text.split('"').filter_map(|part| part.strip_suffix("/Cargo.toml"));
    let mut folders = paths.filter(|path| path.contains("/printpdf-"));
    let folder = folders.next().ok_or("printpdf is not among the dependencies")?;
    let profile = Path::new(folder).join("src/res/CoatedFOGRA39.icc");
    let licence = profile.with_extension("icc.LICENSE.txt");
    Ok([profile, licence].into_iter().filter_map(|file| fs::read(file).ok()).collect())
}

fn hex(digest: Sha256) -> String {
    digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_read_as_it_is_written() {
        let record = Recorded { inputs: "ab".to_owned(), compiler: "rustc 1.96.0".to_owned() };
        assert_eq!(Recorded::parse(&record.text()), record);
        assert_eq!(Recorded::parse(""), Recorded::default());
    }
}
