//! Memory of a process.

use std::fs::File;
use std::os::unix::fs::FileExt;

/// The figures of a process; nothing where the system has none.
pub(super) struct ProcessMemory {
    figures: Option<File>,
    page: u64,
}

impl ProcessMemory {
    /// Opens the statistics of this process. Later reads use the file that is opened now.
    pub(super) fn open() -> Self {
        Self::read("/proc/self/statm")
    }

    /// Opens the statistics of another process.
    pub(super) fn of(process: u32) -> Self {
        Self::read(&format!("/proc/{process}/statm"))
    }

    fn read(path: &str) -> Self {
        Self { figures: File::open(path).ok(), page: rustix::param::page_size() as u64 }
    }

    /// Resident memory in bytes, without what is shared with other processes.
    pub(super) fn resident(&self) -> Option<u64> {
        let mut text = [0; 128];
        let read = self.figures.as_ref()?.read_at(&mut text, 0).ok()?;
        let text = std::str::from_utf8(&text[..read]).ok()?;
        let mut pages = text.split(' ').skip(1).map(|number| number.parse::<u64>().ok());
        let (resident, shared) = (pages.next()??, pages.next()??);
        Some(resident.saturating_sub(shared) * self.page)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_at_least_what_a_process_writes_to() {
        let taken = vec![1_u8; 32 << 20];
        for memory in [ProcessMemory::open(), ProcessMemory::of(std::process::id())] {
            let Some(resident) = memory.resident() else { return };
            let plausible = taken.len() as u64..64 << 30;
            assert!(plausible.contains(&resident), "{resident}");
        }
        assert_eq!(ProcessMemory::of(0).resident(), None);
    }
}
