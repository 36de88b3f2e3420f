//! The engine for the web: a WebAssembly module with its glue, checked in where the package of the
//! designer uses it.

mod glue;
mod inputs;
mod toolchain;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use glue::Module;
use toolchain::Toolchain;

const TARGET: &str = "wasm32-unknown-unknown";

/// Folder of the module.
const OUTPUT: &str = "designer/src/engine/generated";

/// Maximum size of the engine for a browser, compressed.
const MOST_BROTLI_BYTES: usize = 1_750_000;

/// What only runs while compiling: optimising it takes longer than it saves.
const MACROS: [&str; 9] = [
    "displaydoc",
    "ouroboros_macro",
    "proc-macro2",
    "quote",
    "serde_derive",
    "syn",
    "wasm-bindgen-macro",
    "wasm-bindgen-macro-support",
    "zerovec-derive",
];

/// What every document passes through, where that takes little space; everything else is optimised
/// for size.
const HOT: [&str; 5] = ["itoa", "memchr", "ryu-js", "sha2", "simd-adler32"];

/// Optimisation of the module.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Profile {
    /// As they are checked in.
    Full,
    /// For development: a larger and slower module, built in less time.
    Fast,
}

impl Profile {
    fn name(self) -> &'static str {
        match self {
            Self::Full => "wasm",
            Self::Fast => "wasm-fast",
        }
    }

    /// The profile as settings of Cargo: it is not in `Cargo.toml`, so that changes of other
    /// profiles do not make the module outdated.
    fn settings(self) -> Vec<String> {
        let name = self.name();
        let common =
            "inherits='dev' debug=false debug-assertions=false overflow-checks=false panic='abort'";
        let own = match self {
            Self::Full => {
                "opt-level='s' lto='fat' codegen-units=1 incremental=false package.'*'.opt-level='s'"
            }
            Self::Fast => "opt-level=1 lto='off' incremental=true package.'*'.opt-level=1",
        };
        let settings = common.split(' ').chain(own.split(' ')).map(str::to_owned);
        let macros = MACROS.iter().map(|name| format!("package.{name}.opt-level=0"));
        let hot = HOT.iter().filter(|_| self == Self::Full);
        let hot = hot.map(|name| format!("package.{name}.opt-level=3"));
        settings
            .chain(macros)
            .chain(hot)
            .map(|setting| format!("profile.{name}.{setting}"))
            .collect()
    }
}

/// Builds the module into the package, and says how large it is.
pub(crate) fn build(profile: Profile) -> Result<(), String> {
    let root = root()?;
    let output = root.join(OUTPUT);
    let built = make(&root, profile)?;
    fs::create_dir_all(&output).map_err(|error| format!("{}: {error}", output.display()))?;
    for (name, bytes) in built.files() {
        let file = output.join(name);
        fs::write(&file, bytes).map_err(|error| format!("{}: {error}", file.display()))?;
    }
    println!("wrote {OUTPUT}");
    match (built.report(), profile) {
        (_, Profile::Fast) => Ok(()),
        (Err(error), Profile::Full) => Err(error),
        (Ok(()), Profile::Full) => mark_checked(&root, &Toolchain::find()?),
    }
}

/// Checks that what is checked in was built from the sources beside it, by the record that a build leaves.
///
/// # Errors
/// The sources are others than those of the record.
pub(crate) fn check() -> Result<(), String> {
    let root = root()?;
    let digest = inputs::digest(&root)?;
    if recorded(&root).inputs == digest {
        println!("{OUTPUT} was built from these sources");
        return Ok(());
    }
    Err(format!(
        "{OUTPUT} was built from other sources: build it with `cargo run -p xtask -- wasm`"
    ))
}

/// Checks what is checked in by building it again, unless a build of the same inputs gave the same outputs
/// on this machine before.
///
/// # Errors
/// Those of [`check`], a missing toolchain, and files that are not what the sources give.
pub(crate) fn check_by_building() -> Result<(), String> {
    check()?;
    let root = root()?;
    let toolchain = Toolchain::find()?;
    let (version, compiler) = (toolchain.version()?, recorded(&root).compiler);
    if version != compiler {
        // Another compiler gives other bytes; what it gives is then not comparable.
        eprintln!(
            "note: the module was built by {compiler}, here is {version}: build and commit it again"
        );
    }
    if checked_mark(&root, &toolchain)?.exists() {
        println!("{OUTPUT} is what its sources give (built before)");
        return Ok(());
    }
    let built = make(&root, Profile::Full)?;
    built.report()?;
    if version == compiler {
        for (name, bytes) in built.files() {
            if fs::read(root.join(OUTPUT).join(&name)).ok().as_deref() != Some(&bytes) {
                return Err(format!("{OUTPUT}/{name} is not what its sources give"));
            }
        }
        println!("{OUTPUT} is what its sources give");
    }
    mark_checked(&root, &toolchain)
}

/// The record of the build that is checked in.
fn recorded(root: &Path) -> inputs::Recorded {
    let text = fs::read_to_string(root.join(OUTPUT).join(inputs::FILE)).unwrap_or_default();
    inputs::Recorded::parse(&text)
}

/// A file that exists when this toolchain gave the module that is checked in. It is beside the
/// toolchain, so that a new checkout of the same sources need not build them again.
fn checked_mark(root: &Path, toolchain: &Toolchain) -> Result<PathBuf, String> {
    let module = inputs::of_folder(&root.join(OUTPUT))?;
    Ok(toolchain.folder().join(format!("gave-{module}")))
}

fn mark_checked(root: &Path, toolchain: &Toolchain) -> Result<(), String> {
    let mark = checked_mark(root, toolchain)?;
    fs::write(&mark, "").map_err(|error| format!("{}: {error}", mark.display()))
}

/// Result of a build: the module with its glue, and the record of its inputs.
struct Built {
    engine: Module,
    record: String,
}

impl Built {
    fn files(&self) -> Vec<(String, Vec<u8>)> {
        let mut files = self.engine.files("engine");
        files.push(self.engine.plain("engine"));
        files.push((inputs::FILE.to_owned(), self.record.clone().into_bytes()));
        files
    }

    fn report(&self) -> Result<(), String> {
        let bytes = self.engine.report("engine");
        if bytes > MOST_BROTLI_BYTES {
            Err(format!(
                "the engine has {bytes} bytes as brotli, at most {MOST_BROTLI_BYTES} may be"
            ))
        } else {
            Ok(())
        }
    }
}

fn make(root: &Path, profile: Profile) -> Result<Built, String> {
    let toolchain = Toolchain::find()?;
    let digest = inputs::digest(root)?;
    let unused = inputs::unused(root)?;
    let engine = Module::new(&compile(root, profile, &toolchain)?, "engine", &unused)?;
    let compiler = toolchain.version()?;
    let inputs = match profile {
        Profile::Full => digest,
        Profile::Fast => "none: a fast build, which must not be committed".to_owned(),
    };
    let record = inputs::Recorded { inputs, compiler }.text();
    Ok(Built { engine, record })
}

/// Compiles the crate, and gives the module that it became.
fn compile(root: &Path, profile: Profile, toolchain: &Toolchain) -> Result<Vec<u8>, String> {
    let folder = root.join("target/wasm");
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(root);
    cargo.args(["rustc", "--locked", "--package", "reportctl-wasm", "--lib"]);
    // Without the Rust library, which is not used here, link-time optimisation has less to do.
    cargo.args(["--crate-type", "cdylib"]);
    cargo.args(["--target", TARGET, "--target-dir"]).arg(&folder);
    for setting in profile.settings() {
        cargo.args(["--config", &setting]);
    }
    cargo.args(["--profile", profile.name()]);
    toolchain.set(&mut cargo, root)?;
    // For this crate alone: another linker for all would have all compiled again.
    cargo.arg("--").arg("-C");
    cargo.arg(format!("linker={}", toolchain.filtering_linker(root)?.display()));
    let status = cargo.status().map_err(|error| format!("cannot run cargo: {error}"))?;
    if !status.success() {
        return Err(format!("the module does not compile for {TARGET}"));
    }
    let file = folder.join(TARGET).join(profile.name()).join("reportctl_wasm.wasm");
    fs::read(&file).map_err(|error| format!("{}: {error}", file.display()))
}

/// The folder of the workspace.
fn root() -> Result<PathBuf, String> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors()
        .nth(2)
        .map(Path::to_path_buf)
        .ok_or_else(|| format!("{} is not in a workspace", here.display()))
}
