//! The git index file, versions 2 to 4: whether a path is listed in it, and what it says of each file.

use memchr::memmem;

const HEADER_BYTES: usize = 12;
/// ctime, mtime, device, inode, mode, uid, gid and size of an entry.
const STAT_BYTES: usize = 40;
/// Where in an entry the seconds of its last change and its size stand.
const MTIME_AT: usize = 8;
const SIZE_AT: usize = 36;
const SHA1_BYTES: usize = 20;
const SHA256_BYTES: usize = 32;
const EXTENDED_FLAG: u16 = 0x4000;
const NAME_LENGTH_MASK: u16 = 0x0fff;

/// Whether `path` is listed. `shared` reads the base of a split index by its file name.
pub(super) fn lists(bytes: &[u8], path: &[u8], shared: impl Fn(&str) -> Option<Vec<u8>>) -> bool {
    match read(bytes, path) {
        Ok(Reading { listed: true, .. }) => true,
        Ok(Reading { shared_base: Some(name), .. }) => match shared(&name) {
            Some(base) => {
                read(&base, path).map_or_else(|_| name_occurs(&base, path), |reading| reading.listed)
            }
            None => true,
        },
        Ok(Reading { shared_base: None, .. }) => false,
        Err(Unreadable) => name_occurs(bytes, path),
    }
}

/// What the index says of one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) path: Vec<u8>,
    pub(super) size: u32,
    pub(super) modified_s: u32,
    pub(super) id: String,
}

/// The files that are listed; nothing if the index cannot be understood, or is only a part of another.
pub(super) fn entries(bytes: &[u8]) -> Option<Vec<Entry>> {
    [SHA1_BYTES, SHA256_BYTES].into_iter().find_map(|hash_bytes| entries_with(bytes, hash_bytes).ok())
}

fn entries_with(bytes: &[u8], hash_bytes: usize) -> Result<Vec<Entry>, Unreadable> {
    let (version, count) = head(bytes)?;
    let mut position = HEADER_BYTES;
    let mut name: Vec<u8> = Vec::new();
    let mut entries = Vec::new();
    for _ in 0..count {
        let start = position;
        position = read_entry(bytes, position, version, hash_bytes, &mut name)?;
        let id = bytes.get(start + STAT_BYTES..start + STAT_BYTES + hash_bytes).ok_or(Unreadable)?;
        entries.push(Entry {
            path: name.clone(),
            size: be_u32(bytes, start + SIZE_AT)?,
            modified_s: be_u32(bytes, start + MTIME_AT)?,
            id: hex(id),
        });
    }
    match shared_base(bytes, position, hash_bytes)? {
        Some(_) => Err(Unreadable),
        None => Ok(entries),
    }
}

struct Reading {
    listed: bool,
    shared_base: Option<String>,
}

#[derive(Debug)]
struct Unreadable;

fn name_occurs(bytes: &[u8], path: &[u8]) -> bool {
    let name = path.rsplit(|&byte| byte == b'/').next().unwrap_or(path);
    memmem::find(bytes, name).is_some()
}

/// The header does not say which hash it uses, so that a wrong guess shows as names of the wrong length.
fn read(bytes: &[u8], path: &[u8]) -> Result<Reading, Unreadable> {
    read_with_hash(bytes, path, SHA1_BYTES).or_else(|_| read_with_hash(bytes, path, SHA256_BYTES))
}

fn read_with_hash(bytes: &[u8], path: &[u8], hash_bytes: usize) -> Result<Reading, Unreadable> {
    let (version, count) = head(bytes)?;
    let mut position = HEADER_BYTES;
    let mut name: Vec<u8> = Vec::new();
    for _ in 0..count {
        position = read_entry(bytes, position, version, hash_bytes, &mut name)?;
        // A sparse index keeps a whole directory as one entry that ends in a slash.
        if name == path || (name.ends_with(b"/") && path.starts_with(&name)) {
            return Ok(Reading { listed: true, shared_base: None });
        }
    }
    Ok(Reading { listed: false, shared_base: shared_base(bytes, position, hash_bytes)? })
}

/// Version and number of entries.
fn head(bytes: &[u8]) -> Result<(u32, u32), Unreadable> {
    if bytes.get(..4) != Some(b"DIRC") {
        return Err(Unreadable);
    }
    let version = be_u32(bytes, 4)?;
    match version {
        2..=4 => Ok((version, be_u32(bytes, 8)?)),
        _ => Err(Unreadable),
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Reads the entry at `start` into `name`, which holds the one before; returns where the next begins.
fn read_entry(
    bytes: &[u8],
    start: usize,
    version: u32,
    hash_bytes: usize,
    name: &mut Vec<u8>,
) -> Result<usize, Unreadable> {
    let flags_at = start + STAT_BYTES + hash_bytes;
    let flags = be_u16(bytes, flags_at)?;
    let extended = flags & EXTENDED_FLAG != 0;
    if extended && version == 2 {
        return Err(Unreadable);
    }
    let mut position = flags_at + if extended { 4 } else { 2 };
    if version == 4 {
        let stripped = read_varint(bytes, &mut position)?;
        let kept = name.len().checked_sub(stripped).ok_or(Unreadable)?;
        name.truncate(kept);
    } else {
        name.clear();
    }
    let rest = bytes.get(position..).ok_or(Unreadable)?;
    let length = memchr::memchr(0, rest).ok_or(Unreadable)?;
    name.extend_from_slice(&rest[..length]);
    let declared = flags & NAME_LENGTH_MASK;
    if declared != NAME_LENGTH_MASK && usize::from(declared) != name.len() {
        return Err(Unreadable);
    }
    position += length;
    if version == 4 {
        return Ok(position + 1);
    }
    // One to eight NULs bring the entry to a multiple of eight.
    Ok(start + ((position - start) / 8 + 1) * 8)
}

/// The base's file name, if a `link` extension says that this index is split.
fn shared_base(bytes: &[u8], entries_end: usize, hash_bytes: usize) -> Result<Option<String>, Unreadable> {
    let end = bytes.len().checked_sub(hash_bytes).ok_or(Unreadable)?;
    let mut position = entries_end;
    while position + 8 <= end {
        let size = usize::try_from(be_u32(bytes, position + 4)?).map_err(|_| Unreadable)?;
        if bytes.get(position..position + 4) == Some(b"link") {
            let id = bytes.get(position + 8..position + 8 + hash_bytes).ok_or(Unreadable)?;
            let name = hex(id);
            // An all-zero base means that this index is whole.
            return Ok(id.iter().any(|&byte| byte != 0).then(|| format!("sharedindex.{name}")));
        }
        position = position.checked_add(8 + size).ok_or(Unreadable)?;
    }
    if position == end { Ok(None) } else { Err(Unreadable) }
}

/// The offset encoding of pack files: each continued byte adds one.
fn read_varint(bytes: &[u8], position: &mut usize) -> Result<usize, Unreadable> {
    let mut value = 0_usize;
    loop {
        let byte = *bytes.get(*position).ok_or(Unreadable)?;
        *position += 1;
        value = value
            .checked_mul(128)
            .and_then(|high| high.checked_add(usize::from(byte & 0x7f)))
            .ok_or(Unreadable)?;
        if byte & 0x80 == 0 {
            return Ok(value);
        }
        value = value.checked_add(1).ok_or(Unreadable)?;
    }
}

fn be_u32(bytes: &[u8], at: usize) -> Result<u32, Unreadable> {
    let field = bytes.get(at..at + 4).ok_or(Unreadable)?;
    Ok(u32::from_be_bytes(field.try_into().map_err(|_| Unreadable)?))
}

fn be_u16(bytes: &[u8], at: usize) -> Result<u16, Unreadable> {
    let field = bytes.get(at..at + 2).ok_or(Unreadable)?;
    Ok(u16::from_be_bytes(field.try_into().map_err(|_| Unreadable)?))
}
