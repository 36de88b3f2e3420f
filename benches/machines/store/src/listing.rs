//! Lists of keys in their order, a page at a time.

use std::fs;
use std::io;
use std::path::Path;

use s3s::dto::Object;

/// Up to `most` objects of a bucket whose keys begin with `prefix` and are greater than `after`.
///
/// Folders that hold none of them are not read, so all pages of a bucket together take time in proportion to its objects.
pub(crate) fn objects(
    bucket: &Path,
    prefix: &str,
    after: &str,
    most: usize,
) -> io::Result<Vec<Object>> {
    let mut found = Vec::new();
    // Keys of files, and of folders with a slash at their ends; the next one is the last.
    let mut waiting = vec![String::new()];
    while let Some(key) = waiting.pop() {
        if found.len() == most {
            break;
        }
        if key.is_empty() || key.ends_with('/') {
            waiting.extend(inside(bucket, &key, prefix, after)?.into_iter().rev());
            continue;
        }
        let about = match fs::metadata(bucket.join(&key)) {
            Ok(about) => about,
            // Deleted meanwhile.
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(error) => return Err(error),
        };
        found.push(Object {
            last_modified: Some(about.modified()?.into()),
            size: i64::try_from(about.len()).ok(),
            key: Some(key),
            ..Object::default()
        });
    }
    Ok(found)
}

/// The keys of a folder that can lead to objects of the page, in the order of keys.
fn inside(bucket: &Path, folder: &str, prefix: &str, after: &str) -> io::Result<Vec<String>> {
    let mut keys = Vec::new();
    for entry in fs::read_dir(bucket.join(folder))? {
        let entry = entry?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        let is_folder = entry.file_type()?.is_dir();
        let key = format!("{folder}{name}{}", if is_folder { "/" } else { "" });
        let is_wanted = if is_folder {
            // Keys in a folder begin with its own: all are greater, or all are smaller, unless `after` is one of them.
            (key.starts_with(prefix) || prefix.starts_with(&key))
                && (key.as_str() > after || after.starts_with(&key))
        } else {
            key.starts_with(prefix) && key.as_str() > after
        };
        if is_wanted {
            keys.push(key);
        }
    }
    keys.sort_unstable();
    Ok(keys)
}
