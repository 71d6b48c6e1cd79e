//! A name for a file's content.

use std::fmt::{self, Display, Formatter};

use serde::{Deserialize, Serialize};

/// FNV-1a of 128 bits, and the length: the same in every version of the compiler and on every machine. It tells whether a
/// file is still the one that was written; it does not withstand someone who wants two contents to look the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Hash(String);

impl Hash {
    pub(crate) fn of(bytes: &[u8]) -> Hash {
        let mut hash: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
        for byte in bytes {
            hash = (hash ^ u128::from(*byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
        }
        Hash(format!("{hash:032x}-{:x}", bytes.len()))
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl Display for Hash {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_fnv_1a() {
        // The empty input and "a", as published with the algorithm.
        assert_eq!(Hash::of(b"").as_str(), "6c62272e07bb014262b821756295c58d-0");
        assert_eq!(Hash::of(b"a").as_str(), "d228cb696f1a8caf78912b704e4a8964-1");
        assert_ne!(Hash::of(b"\0"), Hash::of(b"\0\0"));
    }
}
