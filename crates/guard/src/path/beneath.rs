//! Lookups beneath one directory descriptor that never follow a link.
//!
//! On Linux the kernel holds the rule (`openat2`); where it cannot, each component is opened by itself
//! with `O_NOFOLLOW`. Knows names and descriptors, no policy.

use std::ffi::CString;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::Path;

use rustix::fs::{AtFlags, Mode, OFlags, Stat};
use rustix::io::Errno;

const DIRECTORY: OFlags = OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::CLOEXEC);
/// Neither waits for a FIFO's writer nor takes a terminal over, should one be swapped in.
const FILE: OFlags = OFlags::RDONLY.union(OFlags::NONBLOCK).union(OFlags::NOCTTY).union(OFlags::CLOEXEC);

/// Who refuses links.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// The kernel, in one call.
    #[cfg(target_os = "linux")]
    Kernel,
    /// We, one component at a time.
    ByComponent,
}

/// A directory and the way beneath it.
#[derive(Debug)]
pub(super) struct Beneath {
    root: OwnedFd,
    identity: (u64, u64),
    way: Way,
}

impl Beneath {
    pub(super) fn open(root: &Path) -> Result<Self, Errno> {
        let root = rustix::fs::open(root, DIRECTORY, Mode::empty())?;
        let way = way(root.as_fd());
        Self::with_way(root, way)
    }

    pub(super) fn with_way(root: OwnedFd, way: Way) -> Result<Self, Errno> {
        let identity = identity(&rustix::fs::fstat(&root)?);
        Ok(Self { root, identity, way })
    }

    /// Opens a file for reading. `relative` is clean: no empty, `.` or `..` component, but for a lone `.`.
    pub(super) fn file(&self, relative: &str) -> Result<OwnedFd, Errno> {
        self.descend(relative, FILE)
    }

    /// Opens a directory for listing.
    pub(super) fn directory(&self, relative: &str) -> Result<OwnedFd, Errno> {
        self.descend(relative, DIRECTORY)
    }

    /// What stands at a path; a link in its last component is reported as such.
    pub(super) fn stat(&self, relative: &str) -> Result<Stat, Errno> {
        self.in_parent(relative, |parent, name| rustix::fs::statat(parent, name, AtFlags::SYMLINK_NOFOLLOW))
    }

    /// What seems to stand at a path, in one call that may pass through links: a hint, never a check.
    pub(super) fn glance(&self, relative: &str) -> Result<Stat, Errno> {
        rustix::fs::statat(&self.root, relative, AtFlags::SYMLINK_NOFOLLOW)
    }

    /// Where a link points; `None` for anything else.
    pub(super) fn link(&self, relative: &str) -> Result<Option<CString>, Errno> {
        self.in_parent(relative, |parent, name| match rustix::fs::readlinkat(parent, name, Vec::new()) {
            Ok(target) => Ok(Some(target)),
            Err(Errno::INVAL) => Ok(None),
            Err(errno) => Err(errno),
        })
    }

    /// Whether an absolute path names this very directory. Nothing is opened.
    pub(super) fn is_root(&self, path: &Path) -> bool {
        rustix::fs::stat(path).is_ok_and(|stat| identity(&stat) == self.identity)
    }

    fn in_parent<T>(
        &self,
        relative: &str,
        look: impl FnOnce(BorrowedFd<'_>, &str) -> Result<T, Errno>,
    ) -> Result<T, Errno> {
        match relative.rsplit_once('/') {
            None => look(self.root.as_fd(), relative),
            Some((parent, name)) => look(self.descend(parent, DIRECTORY)?.as_fd(), name),
        }
    }

    fn descend(&self, relative: &str, flags: OFlags) -> Result<OwnedFd, Errno> {
        match self.way {
            #[cfg(target_os = "linux")]
            Way::Kernel => kernel_open(self.root.as_fd(), relative, flags),
            Way::ByComponent => self.open_each(relative, flags),
        }
    }

    fn open_each(&self, relative: &str, flags: OFlags) -> Result<OwnedFd, Errno> {
        let (parents, last) = relative.rsplit_once('/').unwrap_or(("", relative));
        let mut directory: Option<OwnedFd> = None;
        for component in parents.split('/').filter(|component| !component.is_empty()) {
            let from = directory.as_ref().map_or(self.root.as_fd(), AsFd::as_fd);
            directory =
                Some(rustix::fs::openat(from, component, DIRECTORY | OFlags::NOFOLLOW, Mode::empty())?);
        }
        let from = directory.as_ref().map_or(self.root.as_fd(), AsFd::as_fd);
        rustix::fs::openat(from, last, flags | OFlags::NOFOLLOW, Mode::empty())
    }
}

#[cfg(target_os = "linux")]
fn kernel_open(root: BorrowedFd<'_>, relative: &str, flags: OFlags) -> Result<OwnedFd, Errno> {
    use rustix::fs::ResolveFlags;
    let resolve = ResolveFlags::BENEATH | ResolveFlags::NO_MAGICLINKS | ResolveFlags::NO_SYMLINKS;
    rustix::fs::openat2(root, relative, flags, Mode::empty(), resolve)
}

/// Old kernels and some sandboxes have no `openat2`.
#[cfg(target_os = "linux")]
fn way(root: BorrowedFd<'_>) -> Way {
    match kernel_open(root, ".", DIRECTORY) {
        Ok(_) => Way::Kernel,
        Err(_) => Way::ByComponent,
    }
}

#[cfg(not(target_os = "linux"))]
fn way(_root: BorrowedFd<'_>) -> Way {
    Way::ByComponent
}

#[expect(clippy::unnecessary_cast, reason = "the fields have another width on macOS")]
fn identity(stat: &Stat) -> (u64, u64) {
    (stat.st_dev as u64, stat.st_ino as u64)
}
