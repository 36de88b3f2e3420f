//! Settings of the allocator of the GNU C library: taking memory from the system, and giving it
//! back.
//!
//! A crate of its own, because all other crates forbid unsafe code. With another allocator nothing
//! is done.

/// Takes memory in few steps from now on, for a program that makes one large document. By default
/// the allocator asks the system for every page of memory of a thread that is not the first one,
/// and both threads wait for the answer. Only memory that is written to counts as used.
///
/// To be called while there is one thread.
pub fn take_large_steps() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        /// Memory of a document of tens of thousands of rows, per thread, in bytes.
        const STEP: libc::c_int = 16 * 1024 * 1024;
        /// Larger blocks are taken from the system one by one, as before.
        const BLOCK: libc::c_int = 4 * 1024 * 1024;

        // SAFETY: `mallopt` takes any numbers, and refuses those that make no sense. It is not to
        // be called while other threads allocate (mallopt(3): "MT-Unsafe init").
        unsafe {
            libc::mallopt(libc::M_TOP_PAD, STEP);
            libc::mallopt(libc::M_MMAP_THRESHOLD, BLOCK);
        }
    }
}

/// Returns what the allocator holds free to the system, which it keeps by default for the next
/// large document. A service that makes small documents for days after one large one should not.
/// Takes milliseconds.
pub fn trim() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: `malloc_trim` has no preconditions and may be called by any thread at any time
    // (malloc_trim(3): "MT-Safe"); it touches only memory that is free.
    unsafe {
        libc::malloc_trim(0);
    }
}
