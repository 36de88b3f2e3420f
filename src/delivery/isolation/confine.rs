//! The bounds of a child: what the system takes away from it before it sees the first byte of a
//! template.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::documents::Limits;

/// Address space that the program itself takes: code, tables, stacks, and what the memory allocator
/// keeps in reserve.
const OWN_BYTES: u64 = 160 << 20;
/// Processor time after which a child makes way for another one.
pub(super) const CHILD_TIME: Duration = Duration::from_secs(600);
/// Processor time of a document where nothing limits it.
const UNLIMITED_TIME: Duration = Duration::from_secs(24 * 3600);
/// Bytes that a child may write into a file: its last words on standard error.
const MAX_FILE_BYTES: u64 = 1 << 20;
/// Files that a child may have open: its socket, and standard output and error.
const MAX_FILES: u64 = 8;

/// Limits of one child.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Bounds {
    /// Address space, in bytes.
    address_space: u64,
    /// Processor time of all its documents together, in seconds.
    processor_seconds: u64,
}

/// The confinement of a child.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Confinement {
    /// Limits of address space, processor time, files and core dumps.
    pub limits: bool,
    /// The child cannot gain privileges.
    pub no_new_privileges: bool,
    /// Landlock denies all files and connections.
    pub landlock: bool,
    /// A seccomp filter denies all system calls but those of computing.
    pub seccomp: bool,
}

impl Bounds {
    /// The bounds for documents within limits, with fonts of `font_bytes` bytes.
    pub(super) fn new(limits: &Limits, font_bytes: usize) -> Self {
        let time = limits.timeout.unwrap_or(UNLIMITED_TIME) + CHILD_TIME;
        // The engine estimates what it holds, and refuses what is above the limit with a problem that
        // names it. This bound is for what it does not estimate.
        let memory = limits.max_memory_bytes.saturating_mul(2);
        Self {
            address_space: memory.saturating_add(OWN_BYTES).saturating_add(4 * font_bytes as u64),
            processor_seconds: time.as_secs(),
        }
    }
}

impl Confinement {
    /// The parts by their names, and whether they are active.
    pub fn parts(self) -> [(&'static str, bool); 4] {
        [
            ("limits", self.limits),
            ("no_new_privs", self.no_new_privileges),
            ("landlock", self.landlock),
            ("seccomp", self.seccomp),
        ]
    }
}

/// Confines this process for the rest of its life; what the system does not have is left out.
#[cfg(unix)]
pub(super) fn confine(bounds: Bounds) -> Confinement {
    use rustix::process::{Resource, Rlimit, setrlimit};
    let set = |resource, most: u64| {
        let limit = Rlimit { current: Some(most), maximum: Some(most) };
        setrlimit(resource, limit).is_ok()
    };
    let limits = [
        set(Resource::Core, 0),
        set(Resource::As, bounds.address_space),
        set(Resource::Cpu, bounds.processor_seconds),
        set(Resource::Fsize, MAX_FILE_BYTES),
        set(Resource::Nofile, MAX_FILES),
    ];
    let (no_new_privileges, landlock, seccomp) = restrict();
    Confinement {
        limits: limits.iter().all(|is_set| *is_set),
        no_new_privileges,
        landlock,
        seccomp,
    }
}

#[cfg(all(unix, not(target_os = "linux")))]
fn restrict() -> (bool, bool, bool) {
    (false, false, false)
}

#[cfg(target_os = "linux")]
fn restrict() -> (bool, bool, bool) {
    let privileges = rustix::thread::set_no_new_privs(true).is_ok();
    // Another process of the same user must not look into this one, nor trace it.
    let _ = rustix::process::set_dumpable_behavior(rustix::process::DumpableBehavior::NotDumpable);
    (privileges, linux::deny_files().unwrap_or(false), linux::filter_calls().is_ok())
}

#[cfg(target_os = "linux")]
mod linux {
    use std::collections::BTreeMap;

    use landlock::{
        ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, Ruleset, RulesetAttr,
        RulesetError, RulesetStatus, Scope,
    };
    use seccompiler::{BpfProgram, SeccompAction, SeccompFilter, TargetArch};

    /// Denies all files, connections and signals to others; `false` where the kernel cannot.
    pub(super) fn deny_files() -> Result<bool, RulesetError> {
        let abi = ABI::V6;
        let status = Ruleset::default()
            .set_compatibility(CompatLevel::BestEffort)
            .handle_access(AccessFs::from_all(abi))?
            .handle_access(AccessNet::from_all(abi))?
            .scope(Scope::from_all(abi))?
            .create()?
            .restrict_self()?;
        Ok(status.ruleset != RulesetStatus::NotEnforced)
    }

    /// System calls of a process that computes: its open files, memory, locks, time, random bytes, and
    /// its end.
    const ALLOWED: &[libc::c_long] = &[
        libc::SYS_read,
        libc::SYS_readv,
        libc::SYS_pread64,
        libc::SYS_write,
        libc::SYS_writev,
        libc::SYS_recvfrom,
        libc::SYS_recvmsg,
        libc::SYS_sendto,
        libc::SYS_sendmsg,
        libc::SYS_close,
        #[cfg(target_arch = "x86_64")]
        libc::SYS_poll,
        libc::SYS_ppoll,
        libc::SYS_lseek,
        libc::SYS_fstat,
        libc::SYS_brk,
        libc::SYS_mmap,
        libc::SYS_munmap,
        libc::SYS_mremap,
        libc::SYS_mprotect,
        libc::SYS_madvise,
        libc::SYS_futex,
        libc::SYS_sched_yield,
        libc::SYS_sched_getaffinity,
        libc::SYS_rt_sigaction,
        libc::SYS_rt_sigprocmask,
        libc::SYS_rt_sigreturn,
        libc::SYS_sigaltstack,
        libc::SYS_restart_syscall,
        libc::SYS_clock_gettime,
        libc::SYS_clock_getres,
        libc::SYS_clock_nanosleep,
        libc::SYS_nanosleep,
        libc::SYS_gettimeofday,
        #[cfg(target_arch = "x86_64")]
        libc::SYS_time,
        libc::SYS_getrandom,
        libc::SYS_getpid,
        libc::SYS_gettid,
        libc::SYS_tgkill,
        libc::SYS_exit,
        libc::SYS_exit_group,
    ];

    /// Denies all other system calls with "operation not permitted".
    pub(super) fn filter_calls() -> Result<(), String> {
        let arch = TargetArch::try_from(std::env::consts::ARCH).map_err(|e| e.to_string())?;
        let deny = SeccompAction::Errno(libc::EPERM.unsigned_abs());
        let rules: BTreeMap<i64, Vec<_>> =
            ALLOWED.iter().map(|number| (*number, Vec::new())).collect();
        let filter = SeccompFilter::new(rules, deny, SeccompAction::Allow, arch);
        let program: BpfProgram =
            filter.and_then(TryInto::try_into).map_err(|error| error.to_string())?;
        seccompiler::apply_filter(&program).map_err(|error| error.to_string())
    }
}
