//! Numbers and texts as bytes. Reading never panics: what does not fit is `None`.

/// Appends a number, seven bits a byte, low bits first.
pub(crate) fn put_number(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push((value & 0x7f) as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Appends bytes with their length before them.
pub(crate) fn put_bytes(out: &mut Vec<u8>, bytes: &[u8]) {
    put_number(out, bytes.len() as u64);
    out.extend_from_slice(bytes);
}

/// Appends an optional number: zero is none.
pub(crate) fn put_option(out: &mut Vec<u8>, value: Option<u32>) {
    put_number(out, value.map_or(0, |value| u64::from(value) + 1));
}

/// Appends an optional text after a byte that says whether it is there.
pub(crate) fn put_option_text(out: &mut Vec<u8>, value: Option<&str>) {
    out.push(u8::from(value.is_some()));
    if let Some(text) = value {
        put_bytes(out, text.as_bytes());
    }
}

/// Reads what the functions above wrote.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    pub(crate) fn position(&self) -> usize {
        self.at
    }

    pub(crate) fn is_at_end(&self) -> bool {
        self.at >= self.bytes.len()
    }

    pub(crate) fn byte(&mut self) -> Option<u8> {
        let byte = *self.bytes.get(self.at)?;
        self.at += 1;
        Some(byte)
    }

    pub(crate) fn number(&mut self) -> Option<u64> {
        let mut value = 0_u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            if shift == 63 && byte > 1 {
                return None;
            }
            value |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(value);
            }
        }
        None
    }

    pub(crate) fn number32(&mut self) -> Option<u32> {
        u32::try_from(self.number()?).ok()
    }

    /// A count of things that take at least one byte each: more than there are bytes is wrong.
    pub(crate) fn count(&mut self) -> Option<usize> {
        let count = usize::try_from(self.number()?).ok()?;
        (count <= self.bytes.len() - self.at).then_some(count)
    }

    pub(crate) fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let end = self.at.checked_add(length)?;
        let taken = self.bytes.get(self.at..end)?;
        self.at = end;
        Some(taken)
    }

    pub(crate) fn bytes(&mut self) -> Option<&'a [u8]> {
        let length = usize::try_from(self.number()?).ok()?;
        self.take(length)
    }

    pub(crate) fn text(&mut self) -> Option<&'a str> {
        std::str::from_utf8(self.bytes()?).ok()
    }

    pub(crate) fn option(&mut self) -> Option<Option<u32>> {
        let value = self.number()?;
        match value.checked_sub(1) {
            None => Some(None),
            Some(value) => u32::try_from(value).ok().map(Some),
        }
    }

    pub(crate) fn option_text(&mut self) -> Option<Option<&'a str>> {
        match self.byte()? {
            0 => Some(None),
            1 => self.text().map(Some),
            _ => None,
        }
    }

    pub(crate) fn fixed32(&mut self) -> Option<u32> {
        self.take(4)?.try_into().ok().map(u32::from_le_bytes)
    }

    pub(crate) fn fixed64(&mut self) -> Option<u64> {
        self.take(8)?.try_into().ok().map(u64::from_le_bytes)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn numbers_come_back(values in prop::collection::vec(any::<u64>(), 0..50)) {
            let mut bytes = Vec::new();
            values.iter().for_each(|value| put_number(&mut bytes, *value));
            let mut cursor = Cursor::new(&bytes);
            for value in values {
                prop_assert_eq!(cursor.number(), Some(value));
            }
            prop_assert!(cursor.is_at_end());
        }

        #[test]
        fn any_bytes_can_be_read(bytes in prop::collection::vec(any::<u8>(), 0..50)) {
            let mut cursor = Cursor::new(&bytes);
            while cursor.number().is_some() {}
            let mut cursor = Cursor::new(&bytes);
            while cursor.text().is_some() {}
            let mut cursor = Cursor::new(&bytes);
            while cursor.option_text().is_some() {}
        }
    }
}
