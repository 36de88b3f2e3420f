//! Messages as `.eml` files in a folder: the transport of a fresh machine.
//!
//! A file is there whole or not at all, and it is on the disk, its name included, before it counts
//! as delivered. Its name is made from `Message-ID` and recipient, so that delivering again
//! replaces it with the same message.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use tempfile::NamedTempFile;

use super::{Acceptance, Delivery, SendError, Transport, TransportSession};
use crate::base::files;
use crate::base::hash::sha256;

/// Writes messages into a folder.
#[derive(Debug, Clone)]
pub struct Folder {
    path: PathBuf,
}

impl Folder {
    /// A folder; it is made with the first message.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into() }
    }

    fn failed(&self, error: &io::Error) -> SendError {
        let (path, reason) = (files::display_name(&self.path), files::reason(error));
        let detail = format!("cannot write into the folder `{path}`: {reason}");
        match error.kind() {
            io::ErrorKind::PermissionDenied
            | io::ErrorKind::NotADirectory
            | io::ErrorKind::AlreadyExists
            | io::ErrorKind::ReadOnlyFilesystem => SendError::unusable(detail),
            // Disks are emptied, mounts come back.
            _ => SendError::temporary(detail),
        }
    }
}

impl Transport for Folder {
    fn session(&self) -> Box<dyn TransportSession + '_> {
        Box::new(MessageWriter { folder: self, handle: None })
    }

    fn is_repeatable(&self) -> bool {
        true
    }

    fn probe(&self) -> Result<(), SendError> {
        files::create_private_folder(&self.path)
            .and_then(|()| tempfile::tempfile_in(&self.path))
            .map(drop)
            .map_err(|error| self.failed(&error))
    }

    fn describe(&self) -> String {
        format!("folder {}", files::display_name(&self.path))
    }
}

/// Files written together: open at one time.
const TOGETHER: usize = 64;
/// Threads that wait for the disk. Waiting together, they share what the file system writes.
const WAITING: usize = 8;
/// Prefix of the names of incomplete files.
const UNFINISHED: &str = ".tmp-";
/// After that time, their writer is gone.
const ABANDONED: Duration = Duration::from_secs(60 * 60);

struct MessageWriter<'a> {
    folder: &'a Folder,
    /// The opened folder, to make names durable.
    handle: Option<File>,
}

impl TransportSession for MessageWriter<'_> {
    fn deliver(&mut self, delivery: &Delivery<'_>) -> Result<Acceptance, SendError> {
        let outcome = self.deliver_all(&[*delivery]).pop();
        outcome.unwrap_or_else(|| Err(self.folder.failed(&io::ErrorKind::Other.into())))
    }

    fn deliver_all(&mut self, deliveries: &[Delivery<'_>]) -> Vec<Result<Acceptance, SendError>> {
        let mut outcomes = Vec::with_capacity(deliveries.len());
        for together in deliveries.chunks(TOGETHER) {
            match self.write_all(together) {
                Ok(written) => outcomes.extend(written.into_iter().map(|written| {
                    let receipt = |path: PathBuf| Acceptance { detail: files::display_name(&path) };
                    written.map(receipt).map_err(|error| self.folder.failed(&error))
                })),
                Err(error) => {
                    let failed = self.folder.failed(&error);
                    outcomes.extend(together.iter().map(|_| Err(failed.clone())));
                }
            }
        }
        outcomes
    }
}

impl MessageWriter<'_> {
    /// Writes files: first all that is in them, then their names. An error of the whole says that
    /// nothing is sure.
    fn write_all(&mut self, deliveries: &[Delivery<'_>]) -> io::Result<Vec<io::Result<PathBuf>>> {
        let folder = &self.folder.path;
        // Somebody may have cleared it away since the last message.
        if self.handle.is_none() || !folder.is_dir() {
            files::create_private_folder(folder)?;
            clear_away(folder)?;
            self.handle = open_folder(folder)?;
        }
        let mut files: Vec<io::Result<NamedTempFile>> =
            deliveries.iter().map(|delivery| write(folder, delivery)).collect();
        sync(&mut files);
        let named = files.into_iter().zip(deliveries).map(|(file, delivery)| {
            let path = folder.join(file_name(delivery));
            file?.persist(&path).map_err(|error| error.error)?;
            Ok(path)
        });
        let named = named.collect();
        match &self.handle {
            Some(handle) => handle.sync_all().map(|()| named),
            None => Ok(named),
        }
    }
}

fn write(folder: &Path, delivery: &Delivery<'_>) -> io::Result<NamedTempFile> {
    let mut file = tempfile::Builder::new().prefix(UNFINISHED).tempfile_in(folder)?;
    let mut bytes = Vec::with_capacity(delivery.message.len() + 600);
    // The header that the last server adds (RFC 5321, 4.4).
    write!(bytes, "Return-Path: <{}>\r\nDelivered-To: {}\r\n", delivery.from, delivery.to)?;
    bytes.extend_from_slice(delivery.message);
    file.write_all(&bytes)?;
    Ok(file)
}

/// Waits until the files are on the disk.
fn sync(files: &mut [io::Result<NamedTempFile>]) {
    let sync_one = |file: &mut io::Result<NamedTempFile>| {
        if let Ok(open) = file
            && let Err(error) = open.as_file().sync_data()
        {
            *file = Err(error);
        }
    };
    if let [file] = files {
        return sync_one(file);
    }
    let share = files.len().div_ceil(WAITING).max(1);
    thread::scope(|scope| {
        for files in files.chunks_mut(share) {
            scope.spawn(move || files.iter_mut().for_each(sync_one));
        }
    });
}

/// Removes what killed writers left.
fn clear_away(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_name().to_string_lossy().starts_with(UNFINISHED) {
            let modified = entry.metadata().and_then(|metadata| metadata.modified());
            let age = modified.ok().and_then(|modified| modified.elapsed().ok());
            if age.is_some_and(|age| age > ABANDONED) {
                // Another session may have been faster.
                let _ = fs::remove_file(entry.path());
            }
        }
    }
    Ok(())
}

/// Elsewhere than on Unix, folders cannot be opened, and renaming is durable by itself.
fn open_folder(path: &Path) -> io::Result<Option<File>> {
    if cfg!(unix) { File::open(path).map(Some) } else { Ok(None) }
}

/// `<local part of the Message-ID>-<hash of the recipient>.eml`.
fn file_name(delivery: &Delivery<'_>) -> String {
    let local = delivery.message_id.split('@').next().unwrap_or_default();
    let safe = |char: char| if char.is_ascii_alphanumeric() || char == '-' { char } else { '_' };
    let mut hash = sha256(delivery.to.to_ascii_lowercase().as_bytes());
    hash.truncate(8);
    format!("{}-{hash}.eml", local.chars().map(safe).collect::<String>())
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use tempfile::TempDir;

    use super::*;

    const MESSAGE: Delivery<'_> = Delivery {
        from: "reports@example.org",
        to: "ana@example.org",
        message_id: "0198-1@example.org",
        message: b"Subject: x\r\n\r\nHello\r\n",
    };

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_message_is_a_file_with_its_envelope_in_front() {
        let root = TempDir::new().unwrap();
        let folder = Folder::new(root.path().join("a/outbox"));
        let receipt = folder.session().deliver(&MESSAGE).unwrap();
        let names = names(&root.path().join("a/outbox"));
        assert_eq!(names.len(), 1);
        assert!(names[0].starts_with("0198-1-") && receipt.detail.ends_with(&names[0]));
        assert_eq!(
            fs::read_to_string(root.path().join("a/outbox").join(&names[0])).unwrap(),
            "Return-Path: <reports@example.org>\r\nDelivered-To: ana@example.org\r\n\
             Subject: x\r\n\r\nHello\r\n"
        );
    }

    #[test]
    fn delivering_again_is_the_same_as_delivering_once() {
        let root = TempDir::new().unwrap();
        let folder = Folder::new(root.path());
        assert!(folder.is_repeatable());
        for _ in 0..2 {
            folder.session().deliver(&MESSAGE).unwrap();
        }
        assert_eq!(names(root.path()).len(), 1);
        let copy = Delivery { to: "bob@example.org", ..MESSAGE };
        folder.session().deliver(&copy).unwrap();
        assert_eq!(names(root.path()).len(), 2);
    }

    #[test]
    fn many_are_delivered_together_and_each_has_its_outcome() {
        let root = TempDir::new().unwrap();
        let folder = Folder::new(root.path());
        let ids: Vec<String> = (0..150).map(|number| format!("{number}@example.org")).collect();
        let all: Vec<_> = ids.iter().map(|id| Delivery { message_id: id, ..MESSAGE }).collect();
        // A folder in the place of a file: that message alone fails.
        fs::create_dir(root.path().join(file_name(&all[70]))).unwrap();
        let outcomes = folder.session().deliver_all(&all);
        let failed: Vec<_> = (0..150).filter(|at| outcomes[*at].is_err()).collect();
        assert_eq!(failed, [70]);
        for (outcome, delivery) in outcomes.iter().zip(&all).filter(|(outcome, _)| outcome.is_ok())
        {
            assert!(outcome.as_ref().unwrap().detail.ends_with(&file_name(delivery)));
        }
        let names = names(root.path());
        assert!(names.len() == 150 && names.iter().all(|name| !name.starts_with(UNFINISHED)));
    }

    #[test]
    fn a_folder_that_was_removed_meanwhile_is_made_again() {
        let root = TempDir::new().unwrap();
        let folder = Folder::new(root.path().join("outbox"));
        let mut session = folder.session();
        session.deliver(&MESSAGE).unwrap();
        fs::remove_dir_all(root.path().join("outbox")).unwrap();
        session.deliver(&MESSAGE).unwrap();
        assert_eq!(names(&root.path().join("outbox")).len(), 1);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn reasons_are_reported_in_plain_words() {
        let failed = Folder::new("/proc/nowhere").session().deliver(&MESSAGE).unwrap_err();
        let expected = "cannot write into the folder `/proc/nowhere`: no such file or folder";
        assert_eq!(failed.detail(), expected);
    }

    #[test]
    fn what_killed_writers_left_is_cleared_away() {
        let root = TempDir::new().unwrap();
        let left = |name: &str, age: Duration| {
            let file = File::create(root.path().join(name)).unwrap();
            file.set_modified(std::time::SystemTime::now() - age).unwrap();
        };
        left(".tmp-old", ABANDONED * 2);
        left(".tmp-new", Duration::ZERO);
        left("old.eml", ABANDONED * 2);
        Folder::new(root.path()).session().deliver(&MESSAGE).unwrap();
        let names = names(root.path());
        assert_eq!(names.len(), 3, "{names:?}");
        assert!(!names.contains(&".tmp-old".to_owned()));
    }

    #[test]
    fn names_never_leave_the_folder() {
        let evil = Delivery { message_id: "../../x/y@example.org", ..MESSAGE };
        assert!(file_name(&evil).starts_with("______x_y-"));
    }

    #[test]
    fn a_folder_that_cannot_be_is_unusable() {
        let root = TempDir::new().unwrap();
        fs::write(root.path().join("file"), "").unwrap();
        let folder = Folder::new(root.path().join("file"));
        assert!(matches!(folder.probe(), Err(SendError::Unusable { .. })));
        let failed = folder.session().deliver(&MESSAGE).unwrap_err();
        let SendError::Unusable { detail, .. } = &failed else { panic!("{failed:?}") };
        assert!(detail.starts_with("cannot write into the folder `"), "{detail}");
        assert!(detail.ends_with("file`: there is something else of that name"), "{detail}");
        assert!(Folder::new(root.path().join("new")).probe().is_ok());
    }
}
