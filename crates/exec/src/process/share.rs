//! How much of the machine a child may take, where the system can be told so: on Linux.
//!
//! A limit that a process sets for itself before it becomes another program would need unsafe code, so it is set from
//! outside as soon as the child is there. What it took in that moment, some microseconds, counts too.

use std::io;
use std::process::Child;
use std::time::Duration;

/// What a child may take.
#[derive(Debug, Clone, Copy)]
pub struct Share {
    /// Bytes of memory for data. Files that it maps do not count: git maps packs of any size.
    pub data_bytes: u64,
    /// Time of a processor.
    pub processor: Duration,
}

/// From now on the child gets no memory above its share, is ended when its time is up, and leaves no core behind. Elsewhere
/// than on Linux this does nothing.
pub fn limit(child: &Child, share: Share) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    on_linux::limit(child, share)?;
    #[cfg(not(target_os = "linux"))]
    let _ = (child, share);
    Ok(())
}

#[cfg(target_os = "linux")]
mod on_linux {
    use rustix::process::{Pid, Resource, Rlimit, getrlimit, prlimit};

    use super::{Child, Share, io};

    pub(super) fn limit(child: &Child, share: Share) -> io::Result<()> {
        let pid =
            i32::try_from(child.id()).ok().and_then(Pid::from_raw).ok_or(io::ErrorKind::InvalidInput)?;
        let limits = [
            (Resource::Core, 0),
            (Resource::Data, share.data_bytes),
            (Resource::Cpu, share.processor.as_secs() + 1),
        ];
        for (resource, number) in limits {
            // The child inherited ours, which it may not exceed.
            let number = getrlimit(resource).maximum.map_or(number, |maximum| number.min(maximum));
            prlimit(Some(pid), resource, Rlimit { current: Some(number), maximum: Some(number) })?;
        }
        Ok(())
    }
}
