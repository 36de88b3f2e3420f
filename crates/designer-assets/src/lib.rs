//! The template designer as a web application: the files that a service answers browsers with.
//!
//! They are built from `designer/src/app` by `npm run build:app` in `designer`, and kept in `dist`, so
//! that a checkout builds without Node. A debug build reads them when they are asked for, a release
//! build has them in the program.

use std::borrow::Cow;

use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "dist/"]
struct Dist;

/// A file of the application.
pub struct Asset {
    /// Its content.
    pub bytes: Cow<'static, [u8]>,
    /// Its media type.
    pub media_type: &'static str,
    /// SHA-256 of the content.
    pub hash: [u8; 32],
}

/// The page that loads the others.
pub const PAGE: &str = "index.html";

/// The file at a path, such as `assets/index.js`.
pub fn get(path: &str) -> Option<Asset> {
    // A debug build reads the folder; names in the program have no such parts.
    let is_plain = path.split('/').all(|part| !part.is_empty() && part != "..");
    let file = is_plain.then(|| Dist::get(path)).flatten()?;
    let hash = file.metadata.sha256_hash();
    Some(Asset { bytes: file.data, media_type: media_type(path), hash })
}

/// The paths of all files.
pub fn paths() -> impl Iterator<Item = Cow<'static, str>> {
    Dist::iter()
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
        let page = get(PAGE).unwrap();
        let text = String::from_utf8(page.bytes.into_owned()).unwrap();
        let named: Vec<&str> = text
            .split('"')
            .filter_map(|part| part.strip_prefix("./").or_else(|| part.strip_prefix('/')))
            .filter(|path| path.contains('.'))
            .collect();
        assert!(named.iter().any(|path| path.ends_with(".js")), "{text}");
        for path in named {
            assert!(get(path).is_some(), "{path} is missing");
        }
    }

    #[test]
    fn every_file_has_a_type() {
        for path in paths() {
            let asset = get(&path).unwrap();
            assert_ne!(asset.media_type, "application/octet-stream", "{path}");
        }
    }

    #[test]
    fn other_paths_have_no_file() {
        for path in
            ["", "nothing.js", "../Cargo.toml", "/etc/passwd", "assets", "assets/../index.html"]
        {
            assert!(get(path).is_none(), "{path}");
        }
    }
}
