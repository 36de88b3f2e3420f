//! Reading and writing files at the edge.
//!
//! A file that the program writes appears whole or not at all: the bytes go to a temporary file in
//! the same folder, which then takes the name of the real one. Files that people keep are flushed
//! to the disk before that, so that they survive a power cut; files that a command can make again
//! are not.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use tempfile::{Builder, NamedTempFile};

use crate::base::codes;
use crate::base::watchdog;
use engine::problem::{Problem, Result, quoted};

/// Links followed by hand before giving up, as many as Linux does.
const MOST_LINKS: usize = 40;

/// Names of the process's streams in messages.
const STANDARD_INPUT: &str = "standard input";
/// See [`STANDARD_INPUT`].
pub(crate) const STANDARD_OUTPUT: &str = "standard output";

/// Prefix of temporary files, so that those left behind can be recognised.
const TEMPORARY_PREFIX: &str = ".reportctl-";
const TEMPORARY_SUFFIX: &str = ".tmp";

/// No writer takes this long for a file.
const ABANDONED_AFTER: Duration = Duration::from_secs(3600);

/// Writes a file whole or not at all, replacing what was there, and forces it onto the disk.
///
/// An existing file keeps its permissions, a new one gets those that the umask gives. A link is
/// followed: what it points to is replaced. Devices, pipes and the like (`/dev/stdout`) are
/// written directly.
///
/// # Errors
/// `io`, naming the path and the reason; nothing is left behind then.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<()> {
    write(path, bytes, Durability::Synced).map_err(|error| io_problem("write", path, &error))
}

/// Writes like [`write_whole`] a file that the same command makes again from the same input, such as
/// a document: the system decides when it reaches the disk.
///
/// # Errors
/// `io`, as for [`write_whole`].
pub(crate) fn write_output(path: &Path, bytes: &[u8]) -> Result<()> {
    write(path, bytes, Durability::Cached).map_err(|error| io_problem("write", path, &error))
}

/// Writes a file that must not exist yet; `false` when there is one already.
///
/// # Errors
/// `io`, as for [`write_whole`].
pub(crate) fn write_new(path: &Path, bytes: &[u8]) -> Result<bool> {
    let _alive = watchdog::writing();
    let place = WriteTarget { target: path.to_owned(), permissions: None };
    let written = temporary(&place, bytes, Durability::Synced).and_then(|file| {
        match file.persist_noclobber(path) {
            Ok(_) => sync_folder(path),
            Err(error) if error.error.kind() == ErrorKind::AlreadyExists => return Ok(false),
            Err(error) => return Err(error.error),
        }
        Ok(true)
    });
    written.map_err(|error| io_problem("write", path, &error))
}

/// Writes a file for its owner only that must not exist yet, and forces it onto the disk; `false` when there is one
/// already.
///
/// # Errors
/// Errors of the system; nothing is left behind then. `Unsupported` or `InvalidInput` where the file system cannot
/// name a file without replacing another.
#[cfg(feature = "mail")]
pub(crate) fn write_private_new(path: &Path, bytes: &[u8]) -> io::Result<bool> {
    let _alive = watchdog::writing();
    let mut builder = Builder::new();
    // The permissions of the crate are those of secrets: 0600.
    let mut file =
        builder.prefix(TEMPORARY_PREFIX).suffix(TEMPORARY_SUFFIX).tempfile_in(folder_of(path))?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    match file.persist_noclobber(path) {
        Ok(_) => sync_folder(path),
        Err(error) if error.error.kind() == ErrorKind::AlreadyExists => return Ok(false),
        Err(error) => return Err(error.error),
    }
    Ok(true)
}

/// Returns `true` for the name of a file that a writer has not finished.
#[cfg(feature = "mail")]
pub(crate) fn is_temporary(name: &std::ffi::OsStr) -> bool {
    let name = name.as_encoded_bytes();
    name.starts_with(TEMPORARY_PREFIX.as_bytes()) && name.ends_with(TEMPORARY_SUFFIX.as_bytes())
}

/// Reads a file, or standard input for `-`, of at most `limit` bytes.
///
/// # Errors
/// `io`, naming the path and the reason.
pub(crate) fn read_limited(source: &Path, limit: u64) -> Result<Vec<u8>> {
    if source == Path::new("-") {
        let read = read_up_to(&mut io::stdin().lock(), 0, limit);
        return within(source, limit, read);
    }
    let read = File::open(source).and_then(|mut file| {
        let about = file.metadata()?;
        if about.is_dir() {
            return Err(ErrorKind::IsADirectory.into());
        }
        read_up_to(&mut file, about.len().min(limit), limit)
    });
    within(source, limit, read)
}

/// Reads a regular file of at most `limit` bytes; what is found in a folder may be anything, and a
/// pipe without a writer would block for ever. A pipe of the shell (`/dev/fd/63`) is read as well:
/// somebody named it.
///
/// # Errors
/// `io`, naming the path and the reason, for pipes, sockets and devices too.
pub(crate) fn read_regular(source: &Path, limit: u64) -> Result<Vec<u8>> {
    if source == Path::new("-") || is_descriptor(source) {
        return read_limited(source, limit);
    }
    let read = open_regular(source).and_then(|mut file| {
        let length = file.metadata()?.len();
        read_up_to(&mut file, length.min(limit), limit)
    });
    within(source, limit, read)
}

/// Opens a regular file without waiting. The kind is asked of the open file, since the name may
/// stand for something else a moment later.
fn open_regular(path: &Path) -> io::Result<File> {
    let not_regular = || io::Error::other("it is a pipe, a socket or a device, not a file");
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(
        &mut options,
        rustix::fs::OFlags::NONBLOCK.bits().cast_signed(),
    );
    let file = options.open(path).map_err(|error| match path.metadata() {
        // A socket cannot be opened at all.
        Ok(about) if !about.is_file() && !about.is_dir() => not_regular(),
        _ => error,
    })?;
    let about = file.metadata()?;
    if about.is_dir() {
        return Err(ErrorKind::IsADirectory.into());
    }
    if about.is_file() { Ok(file) } else { Err(not_regular()) }
}

/// An `io` problem: what could not be done, to which file, and why.
pub(crate) fn io_problem(action: &str, path: &Path, error: &io::Error) -> Problem {
    let name = display_name(path);
    let reason = reason(error);
    let missing = (action == "write" && error.kind() == ErrorKind::NotFound)
        .then(|| missing_folder(path))
        .flatten();
    if let Some(folder) = missing {
        let folder = folder.display().to_string();
        let message = format!(
            "cannot write {}: the folder {} does not exist",
            quoted(&name),
            quoted(&folder)
        );
        return Problem::new(codes::IO, message)
            .file(name)
            .advice(format!("create it first: `mkdir -p {}`", shell_word(&folder)))
            .detail("reason", reason);
    }
    let problem =
        Problem::new(codes::IO, format!("cannot {action} {}: {reason}", quoted_name(&name)))
            .file(name)
            .detail("reason", reason);
    match error.kind() {
        // The folder is there, so it is a link that leads nowhere.
        ErrorKind::NotFound if action == "write" => {
            problem.advice("create what the link points to first, or remove the link")
        }
        ErrorKind::IsADirectory => problem.advice("give the name of a file inside the folder"),
        _ => problem,
    }
}

/// The missing folder that keeps a file from being written.
fn missing_folder(path: &Path) -> Option<&Path> {
    Some(folder_of(path)).filter(|folder| folder.symlink_metadata().is_err())
}

/// A word of a command that people copy into their shell.
pub(crate) fn shell_word(text: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "/._-+,:=@%".contains(c);
    if text.chars().all(plain) {
        text.to_owned()
    } else {
        format!("'{}'", text.replace('\'', r"'\''"))
    }
}

/// A path as messages name it.
pub(crate) fn display_name(path: &Path) -> String {
    if path == Path::new("-") { STANDARD_INPUT.to_owned() } else { path.display().to_string() }
}

/// [`display_name`] as part of a message: files in backticks, since those
/// are the user's words.
pub(crate) fn quoted_name(name: &str) -> String {
    if matches!(name, STANDARD_INPUT | STANDARD_OUTPUT) { name.to_owned() } else { quoted(name) }
}

/// The operating system's reason in plain words.
pub(crate) fn reason(error: &io::Error) -> String {
    let plain = match error.kind() {
        ErrorKind::NotFound => "no such file or folder",
        ErrorKind::PermissionDenied => "permission denied",
        ErrorKind::IsADirectory => "it is a folder",
        ErrorKind::NotADirectory => "a part of the path is not a folder",
        ErrorKind::AlreadyExists => "there is something else of that name",
        ErrorKind::StorageFull => "the disk is full",
        ErrorKind::QuotaExceeded => "the disk quota is used up",
        ErrorKind::ReadOnlyFilesystem => "the disk is read-only",
        ErrorKind::InvalidFilename => "the name is too long or has characters not allowed here",
        ErrorKind::BrokenPipe => "the reader has gone away",
        _ => {
            let text = error.to_string();
            return text.split(" (os error").next().unwrap_or_default().to_lowercase();
        }
    };
    plain.to_owned()
}

/// Time from which the bytes of a file are on the disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Durability {
    /// Before the file has its name.
    Synced,
    /// Once the system writes its cache.
    Cached,
}

fn write(path: &Path, bytes: &[u8], durability: Durability) -> io::Result<()> {
    let _alive = watchdog::writing();
    if path.as_os_str().as_encoded_bytes().ends_with(b"/") {
        return Err(ErrorKind::IsADirectory.into());
    }
    let Some(place) = write_target(path)? else { return write_into(path, bytes) };
    let file = temporary(&place, bytes, durability)?;
    file.persist(&place.target).map_err(|error| error.error)?;
    if durability == Durability::Synced {
        sync_folder(&place.target);
    }
    Ok(())
}

/// The file that a write to a path replaces or makes.
pub(crate) struct WriteTarget {
    /// The path behind links.
    pub(crate) target: PathBuf,
    /// Those of the file that is replaced.
    permissions: Option<Permissions>,
}

impl WriteTarget {
    /// An empty file beside the target, which it can replace.
    pub(crate) fn create(&self) -> io::Result<NamedTempFile> {
        let file = temporary_beside(&self.target)?;
        // Before the bytes, which the target may have kept from others.
        if let Some(permissions) = &self.permissions {
            file.as_file().set_permissions(permissions.clone())?;
        }
        Ok(file)
    }
}

/// Returns `None` for a pipe, a device or an open file of this process, which are written into.
///
/// # Errors
/// Errors of the system; for folders and files that are write-protected as well.
pub(crate) fn write_target(path: &Path) -> io::Result<Option<WriteTarget>> {
    let existing = match fs::metadata(path) {
        Ok(about) => Some(about),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let permissions = match existing {
        Some(about) if about.is_dir() => return Err(ErrorKind::IsADirectory.into()),
        Some(about) if !about.is_file() || is_descriptor(path) => return Ok(None),
        // Replacing would get round the protection that somebody put on the file.
        Some(about) if about.permissions().readonly() => {
            return Err(io::Error::other("the file is write-protected"));
        }
        Some(about) => Some(about.permissions()),
        None => None,
    };
    Ok(Some(WriteTarget { target: follow_links(path)?, permissions }))
}

/// Removes the temporary files of writers that were killed. Only old ones: another process may be
/// writing right now. Files that cannot be removed stay, and do no harm.
pub(crate) fn sweep(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let temporary = name.to_str().is_some_and(|name| {
            name.starts_with(TEMPORARY_PREFIX) && name.ends_with(TEMPORARY_SUFFIX)
        });
        let old = |about: fs::Metadata| {
            let age = about.modified().ok().and_then(|time| time.elapsed().ok());
            about.is_file() && age.is_some_and(|age| age >= ABANDONED_AFTER)
        };
        if temporary && entry.metadata().is_ok_and(old) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Creates a folder for its owner only, since personal data goes in; missing parents are ordinary
/// folders. An existing folder keeps its permissions.
#[cfg(feature = "mail")]
pub(crate) fn create_private_folder(path: &Path) -> io::Result<()> {
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent)?;
    }
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    match builder.create(path) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists && path.is_dir() => Ok(()),
        created => created,
    }
}

/// Options that create files for their owner only, whatever the umask.
#[cfg(feature = "mail")]
pub(crate) fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// An empty temporary file beside the target.
pub(crate) fn temporary_beside(target: &Path) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    builder.prefix(TEMPORARY_PREFIX).suffix(TEMPORARY_SUFFIX);
    // Unlike secrets, for which the crate's 0600 is meant, these are ordinary files.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder_of(target))
}

/// A temporary file beside the target that holds the bytes.
fn temporary(
    place: &WriteTarget,
    bytes: &[u8],
    durability: Durability,
) -> io::Result<NamedTempFile> {
    let mut file = place.create()?;
    file.write_all(bytes)?;
    file.flush()?;
    if durability == Durability::Synced {
        file.as_file().sync_all()?;
    }
    Ok(file)
}

/// Writes to something that is not an ordinary file.
pub(crate) fn write_into(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // Appending is right for pipes and devices, and for a standard output that goes to a file.
    let mut file = OpenOptions::new().append(true).open(path)?;
    file.write_all(bytes)?;
    file.flush()
}

/// Returns `true` if the path names an open file of this process, like `/dev/stdout` or `/dev/fd/3`.
fn is_descriptor(path: &Path) -> bool {
    let is_link = path.symlink_metadata().is_ok_and(|about| about.is_symlink());
    is_link
        && folder_of(path)
            .canonicalize()
            .is_ok_and(|folder| folder == Path::new("/dev") || folder.starts_with("/proc"))
}

fn follow_links(path: &Path) -> io::Result<PathBuf> {
    let mut target = path.to_owned();
    for _ in 0..MOST_LINKS {
        match target.symlink_metadata() {
            Ok(about) if about.is_symlink() => {
                target = folder_of(&target).join(fs::read_link(&target)?);
            }
            _ => return Ok(target),
        }
    }
    Err(io::Error::other("too many links"))
}

/// The folder that a file is in; `.` for a bare name.
pub(crate) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Makes the new name durable where the system can; the file itself is safe already.
pub(crate) fn sync_folder(path: &Path) {
    #[cfg(unix)]
    if let Ok(folder) = File::open(folder_of(path)) {
        let _ = folder.sync_all();
    }
    #[cfg(not(unix))]
    let _ = path;
}

/// Reads one byte more than allowed, so that too much shows.
fn read_up_to(from: &mut dyn Read, expected: u64, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // One more, so that the end is seen without growing.
    bytes.try_reserve_exact(usize::try_from(expected).unwrap_or(usize::MAX).saturating_add(1))?;
    from.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn within(source: &Path, limit: u64, read: io::Result<Vec<u8>>) -> Result<Vec<u8>> {
    let bytes = read.map_err(|error| io_problem("read", source, &error))?;
    if bytes.len() as u64 <= limit {
        return Ok(bytes);
    }
    let name = display_name(source);
    let message = format!("{} is larger than the {limit} bytes allowed", quoted_name(&name));
    Err(Problem::new(codes::IO, message).file(name).detail("limitBytes", limit))
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use tempfile::TempDir;

    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_replaced_as_a_whole() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("a.pdf");
        write_whole(&path, b"a long first version").unwrap();
        write_whole(&path, b"second").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"second");
        assert_eq!(names(folder.path()), ["a.pdf"]);
    }

    #[test]
    fn nothing_is_left_behind_on_failure() {
        let folder = TempDir::new().unwrap();
        fs::create_dir(folder.path().join("taken")).unwrap();
        let problem = write_whole(&folder.path().join("taken"), b"x").unwrap_err();
        assert_eq!(problem.code, codes::IO);
        assert!(problem.message.ends_with("it is a folder"), "{}", problem.message);
        let problem = write_whole(&folder.path().join("no/"), b"x").unwrap_err();
        assert!(problem.message.ends_with("it is a folder"), "{}", problem.message);
        let problem = write_whole(&folder.path().join("missing/a"), b"x").unwrap_err();
        assert!(problem.message.ends_with("missing` does not exist"), "{}", problem.message);
        assert!(problem.advice.unwrap_or_default().starts_with("create it first: `mkdir -p "));
        assert_eq!(names(folder.path()), ["taken"]);
    }

    #[test]
    fn a_new_file_never_takes_the_place_of_another() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("a");
        assert!(write_new(&path, b"first").unwrap());
        assert!(!write_new(&path, b"second").unwrap());
        assert_eq!(fs::read(&path).unwrap(), b"first");
        assert_eq!(names(folder.path()), ["a"]);
    }

    #[test]
    fn reading_stops_at_the_limit() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("a");
        write_whole(&path, b"12345").unwrap();
        assert_eq!(read_limited(&path, 5).unwrap(), b"12345");
        let problem = read_limited(&path, 4).unwrap_err();
        assert_eq!(problem.get("limitBytes"), Some(&4.into()));
        assert!(read_limited(folder.path(), 4).unwrap_err().message.ends_with("it is a folder"));
        let missing = read_limited(&folder.path().join("b"), 4).unwrap_err();
        assert!(missing.message.ends_with("no such file or folder"));
    }

    #[cfg(unix)]
    mod unix {
        use std::os::unix::fs::{PermissionsExt, symlink};
        use std::process::Command;

        use super::*;

        fn mode(path: &Path) -> u32 {
            fs::metadata(path).unwrap().permissions().mode() & 0o777
        }

        #[test]
        fn permissions_are_kept_and_new_files_are_ordinary() {
            let folder = TempDir::new().unwrap();
            let ordinary = folder.path().join("ordinary");
            File::create(&ordinary).unwrap();
            let path = folder.path().join("a");
            write_whole(&path, b"x").unwrap();
            assert_eq!(mode(&path), mode(&ordinary));
            fs::set_permissions(&path, Permissions::from_mode(0o640)).unwrap();
            write_whole(&path, b"y").unwrap();
            assert_eq!(mode(&path), 0o640);
        }

        #[test]
        fn a_write_protected_file_stays() {
            let folder = TempDir::new().unwrap();
            let path = folder.path().join("a");
            fs::write(&path, "x").unwrap();
            fs::set_permissions(&path, Permissions::from_mode(0o444)).unwrap();
            assert!(write_whole(&path, b"y").is_err());
            assert_eq!(fs::read(&path).unwrap(), b"x");
        }

        #[test]
        fn links_are_followed_even_to_files_that_do_not_exist_yet() {
            let folder = TempDir::new().unwrap();
            let (link, target) = (folder.path().join("link"), folder.path().join("target"));
            symlink("target", &link).unwrap();
            for text in ["first", "second"] {
                write_whole(&link, text.as_bytes()).unwrap();
                assert!(link.symlink_metadata().unwrap().is_symlink());
                assert_eq!(fs::read_to_string(&target).unwrap(), text);
            }
            symlink("circle", folder.path().join("circle")).unwrap();
            assert!(write_whole(&folder.path().join("circle"), b"x").is_err());
        }

        #[test]
        fn devices_and_pipes_are_written_directly() {
            write_whole(Path::new("/dev/null"), b"x").unwrap();
            assert!(!fs::metadata("/dev/null").unwrap().is_file());

            let folder = TempDir::new().unwrap();
            let pipe = folder.path().join("pipe");
            assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
            let reader = std::thread::spawn({
                let pipe = pipe.clone();
                move || fs::read(pipe).unwrap()
            });
            write_whole(&pipe, b"through the pipe").unwrap();
            assert_eq!(reader.join().unwrap(), b"through the pipe");
        }

        #[test]
        fn open_files_of_the_process_are_not_renamed_over() {
            use std::os::fd::AsRawFd;
            let folder = TempDir::new().unwrap();
            let mut file = File::create(folder.path().join("out")).unwrap();
            file.write_all(b"before ").unwrap();
            let descriptor = format!("/dev/fd/{}", file.as_raw_fd());
            write_whole(Path::new(&descriptor), b"after").unwrap();
            assert_eq!(fs::read(folder.path().join("out")).unwrap(), b"before after");
        }
    }

    #[cfg(unix)]
    #[test]
    fn pipes_sockets_and_devices_are_not_waited_for() {
        let folder = TempDir::new().unwrap();
        let pipe = folder.path().join("pipe.json");
        let mode = rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR;
        rustix::fs::mkfifoat(rustix::fs::CWD, &pipe, mode).unwrap();
        let socket = folder.path().join("socket.json");
        let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
        for path in [&pipe, &socket, Path::new("/dev/zero")] {
            let problem = read_regular(path, 10).unwrap_err();
            assert!(problem.message.ends_with("a device, not a file"), "{}", problem.message);
        }
        let file = folder.path().join("file");
        fs::write(&file, "content").unwrap();
        assert_eq!(read_regular(&file, 10).unwrap(), b"content");
        assert_eq!(
            read_regular(folder.path(), 10).unwrap_err().get("reason").unwrap(),
            "it is a folder"
        );
    }
}
