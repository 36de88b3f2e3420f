//! The compiler for the web.
//!
//! Debian has a compiler with the sources of the same version's standard library (packages of
//! `rustc-web`, made for browsers), from which Cargo can build it. The packages are only unpacked:
//! an installation would conflict with the compiler of rustup.

use std::env;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The compiler, its libraries, and the sources of the standard library. Versions are those that
/// the distribution has: it replaces them.
const PACKAGES: [&str; 3] = ["rustc-web", "libstd-rust-web-dev", "rust-web-src"];

/// Says which packages the folder has, so that a cache of an older task is not taken for whole.
const COMPLETE: &str = "complete-with-linker";

/// Folder of the toolchain.
pub(super) struct Toolchain {
    folder: PathBuf,
    /// Its programs and libraries.
    root: PathBuf,
}

impl Toolchain {
    /// The toolchain in the cache, fetched if it is not there.
    ///
    /// # Errors
    /// Parts that this machine lacks.
    pub(super) fn find() -> Result<Self, String> {
        let folder = debian_toolchain()?;
        Ok(Self { root: folder.join("usr"), folder })
    }

    /// Its folder, in the cache of the user.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Version of the compiler.
    pub(super) fn version(&self) -> Result<String, String> {
        let mut rustc = Command::new(self.root.join("bin/rustc"));
        rustc.arg("--version");
        self.use_libraries(&mut rustc);
        let output = rustc.output().map_err(|error| format!("cannot run rustc: {error}"))?;
        Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    }

    /// Lets Cargo build with it, and keeps the folders of this machine out of what is built.
    pub(super) fn set(&self, cargo: &mut Command, folder: &Path) -> Result<(), String> {
        cargo.args(["-Z", "build-std=std,panic_abort"]);
        cargo.env("RUSTC", self.root.join("bin/rustc"));
        cargo.env("RUSTC_BOOTSTRAP", "1");
        cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", self.linker()?);
        self.use_libraries(cargo);
        let cargo_home = env::var_os("CARGO_HOME").map(PathBuf::from);
        let cargo_home = cargo_home
            .or_else(|| Some(PathBuf::from(env::var_os("HOME")?).join(".cargo")))
            .ok_or("there is no home folder: set CARGO_HOME")?;
        let library = self.root.join("lib/rustlib/src/rust");
        let mut folders = vec![(library.clone(), "/rustc"), (cargo_home, "/cargo")];
        // The library is a link to a folder with the version in its name.
        folders.extend(library.canonicalize().ok().map(|folder| (folder, "/rustc")));
        folders.push((folder.to_path_buf(), "/src"));
        let mut flags: Vec<String> = folders
            .iter()
            .map(|(from, to)| format!("--remap-path-prefix={}={to}", from.display()))
            .collect();
        // The places of panics in the source are a fiftieth of the module; their messages stay.
        flags.push("-Zlocation-detail=none".to_owned());
        // Fields of values inside panics: nothing else prints them.
        flags.push("-Zfmt-debug=shallow".to_owned());
        cargo.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}"));
        cargo.env_remove("RUSTFLAGS");
        Ok(())
    }

    fn use_libraries(&self, command: &mut Command) {
        let libraries = self.root.join(format!("lib/{}-linux-gnu", env::consts::ARCH));
        command.env("LD_LIBRARY_PATH", libraries);
    }

    /// A script that leaves out the exports of printpdf, and calls the linker. That crate has a
    /// JavaScript interface of its own in every build, which is not used here and would keep
    /// megabytes of code and tables alive; once linked, tables cannot be distinguished any more.
    pub(super) fn filtering_linker(&self, folder: &Path) -> Result<PathBuf, String> {
        let script = format!(
            "#!/bin/sh\n\
             for argument; do\n\
             shift\n\
             case $argument in\n\
             --export) pending=1; continue ;;\n\
             Pdf_* | __wbindgen_describe_Pdf_*) pending=; continue ;;\n\
             --export=Pdf_* | --export=__wbindgen_describe_Pdf_*) continue ;;\n\
             esac\n\
             [ -z \"$pending\" ] || set -- \"$@\" --export\n\
             pending=\n\
             set -- \"$@\" \"$argument\"\n\
             done\n\
             exec '{}' \"$@\"\n",
            self.linker()?.display()
        );
        // The compiler knows what kind of linker it is by its name.
        let file = folder.join("target/wasm/linker/wasm-ld");
        let failed = |error: std::io::Error| format!("{}: {error}", file.display());
        fs::create_dir_all(folder.join("target/wasm/linker")).map_err(failed)?;
        fs::write(&file, script).map_err(failed)?;
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).map_err(failed)?;
        Ok(file)
    }

    /// `wasm-ld-22` or whichever there is.
    fn linker(&self) -> Result<PathBuf, String> {
        let programs = self.root.join("bin");
        let entries = fs::read_dir(&programs).map_err(|error| error.to_string())?;
        let linker = entries.filter_map(Result::ok).map(|entry| entry.path()).find(|path| {
            path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("wasm-ld-"))
        });
        linker.ok_or_else(|| format!("{}: no linker for the web", programs.display()))
    }
}

/// The folder with Debian's compiler, filled if it is empty.
fn debian_toolchain() -> Result<PathBuf, String> {
    let folder = cache_folder().ok_or("there is no cache folder: set XDG_CACHE_HOME")?;
    if folder.join(COMPLETE).exists() {
        return Ok(folder);
    }
    let _ = fs::remove_dir_all(&folder);
    for program in ["apt-get", "dpkg-deb"] {
        if Command::new(program).arg("--version").stdout(Stdio::null()).status().is_err() {
            return Err(format!("there is no `{program}` to fetch Debian's compiler for the web"));
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
    fs::write(partial.join(COMPLETE), "").map_err(|error| error.to_string())?;
    fs::rename(&partial, &folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(folder)
}

/// The packages whose names carry a version: `libstd-rust-web-1.96`, the `libllvm22` it uses, and
/// the linker of that version.
fn versioned_packages() -> Result<Vec<String>, String> {
    let std = dependencies("libstd-rust-web-dev", "libstd-rust-web-")?;
    let llvm = dependencies(&std[0], "libllvm")?;
    let linker: Vec<String> = llvm.iter().map(|name| name.replace("libllvm", "lld-")).collect();
    Ok([std, llvm, linker].concat())
}

fn dependencies(package: &str, prefix: &str) -> Result<Vec<String>, String> {
    let output = Command::new("apt-cache").args(["depends", package]).output();
    let output = output.map_err(|error| format!("cannot run apt-cache: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let names = text.lines().filter_map(|line| line.trim().strip_prefix("Depends: "));
    let found: Vec<String> =
        names.filter(|name| name.starts_with(prefix)).map(str::to_owned).collect();
    if found.is_empty() {
        Err(format!("the package lists have no `{package}`: run `apt-get update`"))
    } else {
        Ok(found)
    }
}

fn cache_folder() -> Option<PathBuf> {
    let cache = env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
    let cache = cache.or_else(|| Some(PathBuf::from(env::var_os("HOME")?).join(".cache")))?;
    Some(cache.join("reportctl/rustc-web"))
}

fn run(command: &mut Command) -> Result<(), String> {
    let output = command.output().map_err(|error| format!("cannot run {command:?}: {error}"))?;
    if output.status.success() {
        Ok(())
    } else {
        Err(format!("{command:?}: {}", String::from_utf8_lossy(&output.stderr).trim()))
    }
}
