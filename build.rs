//! Flags of the linker that let released programs start sooner, where the linker and the system take them.

use std::env::{var, var_os};
use std::ffi::OsString;
use std::path::Path;
use std::process::Command;

/// Functions that a short run calls lie side by side: fewer pages of the file are read (`packaging/function-order.py`).
const ORDER: &str = "packaging/function-order.ld";
/// Addresses that are filled in at the start are listed in bits: 2 MB less to read. The C library has to know the form
/// (glibc from 2.36 on).
const PACKED: &str = "-Wl,-z,pack-relative-relocs";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={ORDER}");
    let is = |name: &str, value: &str| var(name).is_ok_and(|found| found == value);
    // While a program is written, it is built sooner without.
    if !is("PROFILE", "release") || !is("CARGO_CFG_TARGET_OS", "linux") {
        return;
    }
    let Some(root) = var_os("CARGO_MANIFEST_DIR") else { return };
    let order = format!("-Wl,-T,{}", Path::new(&root).join(ORDER).display());
    for flag in [order.as_str(), PACKED] {
        if works(flag).unwrap_or(false) {
            println!("cargo::rustc-link-arg-bins={flag}");
        }
    }
}

/// `true` if an empty program that is linked so for the system of this build runs. Programs for other systems cannot be
/// tried; they do without.
fn works(flag: &str) -> Option<bool> {
    let target = var_os("TARGET")?;
    if Some(&target) != var_os("HOST").as_ref() {
        return Some(false);
    }
    let folder = var_os("OUT_DIR")?;
    let (source, program) = (Path::new(&folder).join("empty.rs"), Path::new(&folder).join("empty"));
    std::fs::write(&source, "fn main() {}\n").ok()?;
    let mut rustc = Command::new(var_os("RUSTC")?);
    rustc.arg(&source).arg("-o").arg(&program).arg("--target").arg(target);
    if let Some(linker) = var_os("RUSTC_LINKER") {
        let mut option = OsString::from("-Clinker=");
        option.push(linker);
        rustc.arg(option);
    }
    let flags = var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    rustc
        .args(flags.split('\x1f').filter(|flag| !flag.is_empty()))
        .arg(format!("-Clink-arg={flag}"));
    let is_linked = rustc.output().ok()?.status.success();
    Some(is_linked && Command::new(program).status().ok()?.success())
}
