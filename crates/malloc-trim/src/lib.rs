//! Freed memory back to the system.
//!
//! The allocator of the GNU C library keeps what a large document took, for the next one. A service
//! that renders small documents for days after one large one should not. A crate of its own, because
//! all other crates forbid unsafe code.

/// Returns what the allocator holds free to the system. Takes milliseconds; does nothing where the
/// allocator is not that of the GNU C library.
pub fn trim() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: `malloc_trim` has no preconditions and may be called by any thread at any time
    // (malloc_trim(3): "MT-Safe"); it touches only memory that is free.
    unsafe {
        libc::malloc_trim(0);
    }
}
