//! The template designer as a web application: the files that a service answers browsers with.
//!
//! They are built from `designer/src/app` by `npm run build:app` in `designer`, and kept in `dist`, so
//! that a checkout builds without Node. A debug build reads them when they are asked for, a release
//! build has them in the program.
//!
//! Files that gain by it are there compressed only, as `NAME.br` and `NAME.gz`, which makes the program
//! smaller than the plain files would. The few clients that accept neither get the content of `NAME.gz`.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::io::Read;

use flate2::read::GzDecoder;
use rust_embed::{EmbeddedFile, RustEmbed};

#[derive(RustEmbed)]
#[folder = "dist/"]
struct Dist;

/// Content coding of a file (RFC 9110, 8.4.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coding {
    /// Brotli (RFC 7932).
    Brotli,
    /// Gzip (RFC 1952).
    Gzip,
    /// As they are.
    Identity,
}

impl Coding {
    /// The name in `Accept-Encoding` and `Content-Encoding`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Gzip => "gzip",
            Self::Identity => "identity",
        }
    }

    /// Suffix of the name of a file in `dist`.
    fn suffix(self) -> &'static str {
        match self {
            Self::Brotli => ".br",
            Self::Gzip => ".gz",
            Self::Identity => "",
        }
    }
}

/// A file of the application.
pub struct Asset {
    /// Its content, in `coding`.
    pub bytes: Cow<'static, [u8]>,
    /// Its media type, without the coding.
    pub media_type: &'static str,
    /// Content coding of `bytes`.
    pub coding: Coding,
    /// `true` if another list of codings gives other bytes.
    pub varies: bool,
    /// SHA-256 of the file that the bytes come from.
    pub hash: [u8; 32],
}

/// The page that loads the others.
pub const PAGE: &str = "index.html";

/// The file at a path, such as `assets/index.js`, in the first of `codings` in which it is there; plain
/// where it is there in none of them.
///
/// `None` where there is no such file, or where its compressed form cannot be read.
#[must_use]
pub fn get(path: &str, codings: &[Coding]) -> Option<Asset> {
    let media_type = media_type(path);
    let plain = file(path, Coding::Identity);
    let varies = plain.is_none();
    for &coding in
        codings.iter().filter(|_| varies).take_while(|&&coding| coding != Coding::Identity)
    {
        if let Some(file) = file(path, coding) {
            let hash = file.metadata.sha256_hash();
            return Some(Asset { bytes: file.data, media_type, coding, varies, hash });
        }
    }
    let file = plain.or_else(|| file(path, Coding::Gzip))?;
    let hash = file.metadata.sha256_hash();
    let bytes = if varies { Cow::Owned(unpacked(&file.data)?) } else { file.data };
    Some(Asset { bytes, media_type, coding: Coding::Identity, varies, hash })
}

/// The paths of all files, as a client asks for them.
#[must_use]
pub fn paths() -> BTreeSet<String> {
    let plain = |name: &str| {
        let packed = [Coding::Brotli, Coding::Gzip];
        let packed = packed.iter().find_map(|coding| name.strip_suffix(coding.suffix()));
        packed.unwrap_or(name).to_owned()
    };
    Dist::iter().map(|name| plain(&name)).collect()
}

fn file(path: &str, coding: Coding) -> Option<EmbeddedFile> {
    // A debug build reads the folder; names in the program have no such parts.
    let is_plain = path.split('/').all(|part| !part.is_empty() && part != "..");
    is_plain.then(|| Dist::get(&format!("{path}{}", coding.suffix()))).flatten()
}

fn unpacked(packed: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    GzDecoder::new(packed).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

fn media_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, extension)| extension) {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "woff2" => "font/woff2",
        "ttf" => "font/ttf",
        "wasm" => "application/wasm",
        "txt" | "md" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[test]
    fn the_page_names_files_that_are_there() {
        let page = get(PAGE, &[]).unwrap();
        let text = String::from_utf8(page.bytes.into_owned()).unwrap();
        let named: Vec<&str> = text
            .split('"')
            .filter_map(|part| part.strip_prefix("./").or_else(|| part.strip_prefix('/')))
            .filter(|path| path.contains('.'))
            .collect();
        assert!(named.iter().any(|path| path.ends_with(".js")), "{text}");
        for path in named {
            assert!(get(path, &[]).is_some(), "{path} is missing");
        }
    }

    #[test]
    fn every_file_has_a_type() {
        for path in paths() {
            let asset = get(&path, &[]).unwrap();
            assert_ne!(asset.media_type, "application/octet-stream", "{path}");
        }
    }

    #[test]
    fn a_compressed_file_unpacks_to_the_plain_one() {
        for path in paths() {
            let plain = get(&path, &[Coding::Identity]).unwrap();
            assert_eq!(plain.coding, Coding::Identity);
            let gzip = get(&path, &[Coding::Gzip, Coding::Identity]).unwrap();
            assert_eq!(gzip.coding == Coding::Gzip, plain.varies, "{path}");
            if gzip.coding == Coding::Gzip {
                assert_eq!(unpacked(&gzip.bytes).unwrap(), *plain.bytes, "{path}");
                let brotli = get(&path, &[Coding::Brotli, Coding::Gzip]).unwrap();
                assert_eq!(brotli.coding, Coding::Brotli, "{path}");
                assert_ne!(brotli.hash, gzip.hash, "{path}");
            }
        }
    }

    #[test]
    fn other_paths_have_no_file() {
        let every = [Coding::Brotli, Coding::Gzip, Coding::Identity];
        for path in
            ["", "nothing.js", "../Cargo.toml", "/etc/passwd", "assets", "assets/../index.html"]
        {
            assert!(get(path, &every).is_none(), "{path}");
        }
    }
}
