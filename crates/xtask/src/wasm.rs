//! The engine compiles for the web.
//!
//! A toolchain without the target's standard library cannot compile for it. Debian has a compiler
//! with the sources of the same version's standard library (packages of `rustc-web`, made for
//! browsers), from which Cargo can build it. The packages are only unpacked: an installation would
//! conflict with the compiler of rustup.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const TARGET: &str = "wasm32-unknown-unknown";

/// The compiler, its libraries, and the sources of the standard library. Versions are those that
/// the distribution has: it replaces them.
const PACKAGES: [&str; 3] = ["rustc-web", "libstd-rust-web-dev", "rust-web-src"];

/// Checks the engine; without a toolchain that can, an error if it is required.
pub(crate) fn check(required: bool) -> Result<(), String> {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(["check", "--locked", "--package", "reportctl-engine", "--lib"]);
    cargo.args(["--target", TARGET, "--target-dir", "target/wasm"]);
    // Only whether it compiles is asked: optimised macros and build scripts would cost minutes.
    cargo.args(["--config", "profile.dev.package.\"*\".opt-level=0"]);
    if !target_is_installed() {
        let toolchain = match debian_toolchain() {
            Ok(toolchain) => toolchain,
            Err(reason) if required => return Err(reason),
            Err(reason) => {
                eprintln!("skipped: {reason}");
                return Ok(());
            }
        };
        let root = toolchain.join("usr");
        cargo.args(["-Z", "build-std=std,panic_abort"]);
        cargo.env("RUSTC", root.join("bin/rustc"));
        cargo.env("RUSTC_BOOTSTRAP", "1");
        cargo.env("LD_LIBRARY_PATH", root.join(format!("lib/{}-linux-gnu", env::consts::ARCH)));
    }
    let status = cargo.status().map_err(|error| format!("cannot run cargo: {error}"))?;
    match status.success() {
        true => Ok(()),
        false => Err(format!("the engine does not compile for {TARGET}")),
    }
}

/// Whether the compiler in use has a standard library for the target.
fn target_is_installed() -> bool {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).args(["--print", "sysroot"]).output();
    output.is_ok_and(|output| {
        let sysroot = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        Path::new(&sysroot).join("lib/rustlib").join(TARGET).join("lib").is_dir()
    })
}

/// The folder with Debian's compiler, filled if it is empty.
fn debian_toolchain() -> Result<PathBuf, String> {
    let folder = cache_folder().ok_or("there is no cache folder: set XDG_CACHE_HOME")?;
    if folder.join("usr/bin/rustc").exists() {
        return Ok(folder);
    }
    for program in ["apt-get", "dpkg-deb"] {
        if Command::new(program).arg("--version").stdout(Stdio::null()).status().is_err() {
            return Err(format!(
                "no standard library for {TARGET}, and no `{program}` to fetch a compiler that has \
                 its sources: `rustup target add {TARGET}` also helps"
            ));
        }
    }
    // Unpacked beside its final place, so that an interrupted run leaves no half a toolchain.
    let partial = folder.with_extension("partial");
    let _ = fs::remove_dir_all(&partial);
    let packages = partial.join("packages");
    fs::create_dir_all(&packages).map_err(|error| format!("{}: {error}", packages.display()))?;
    let mut wanted: Vec<String> = PACKAGES.map(str::to_owned).into();
    wanted.extend(versioned_packages()?);
    run(Command::new("apt-get").args(["download", "-qq"]).args(&wanted).current_dir(&packages))?;
    let entries = fs::read_dir(&packages).map_err(|error| error.to_string())?;
    for package in entries.filter_map(Result::ok) {
        run(Command::new("dpkg-deb").arg("-x").arg(package.path()).arg(&partial))?;
    }
    let _ = fs::remove_dir_all(&packages);
    fs::rename(&partial, &folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(folder)
}

/// The packages whose names carry a version: `libstd-rust-web-1.96`, and the `libllvm22` it uses.
fn versioned_packages() -> Result<Vec<String>, String> {
    let std = dependencies("libstd-rust-web-dev", "libstd-rust-web-")?;
    let llvm = dependencies(&std[0], "libllvm")?;
    Ok([std, llvm].concat())
}

fn dependencies(package: &str, prefix: &str) -> Result<Vec<String>, String> {
    let output = Command::new("apt-cache").args(["depends", package]).output();
    let output = output.map_err(|error| format!("cannot run apt-cache: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let names = text.lines().filter_map(|line| line.trim().strip_prefix("Depends: "));
    let found: Vec<String> =
        names.filter(|name| name.starts_with(prefix)).map(str::to_owned).collect();
    match found.is_empty() {
        true => Err(format!("the package lists have no `{package}`: run `apt-get update`")),
        false => Ok(found),
    }
}

fn cache_folder() -> Option<PathBuf> {
    let cache = env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
    let cache = cache.or_else(|| Some(PathBuf::from(env::var_os("HOME")?).join(".cache")))?;
    Some(cache.join("reportctl/rustc-web"))
}

fn run(command: &mut Command) -> Result<(), String> {
    let output = command.output().map_err(|error| format!("cannot run {command:?}: {error}"))?;
    match output.status.success() {
        true => Ok(()),
        false => Err(format!("{command:?}: {}", String::from_utf8_lossy(&output.stderr).trim())),
    }
}
