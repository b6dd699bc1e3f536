//! Signatures of messages by a key that tournament and workers share (HMAC with SHA-256).

use std::fmt;
use std::fs;
use std::io;
use std::path::Path;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// A key that tournament and workers share. What is not signed by it is refused.
#[derive(Clone, PartialEq, Eq)]
pub struct SigningKey(Vec<u8>);

/// The header of a message that has its signature.
pub(crate) const HEADER: &str = "Spielwerk-Signature";

impl SigningKey {
    /// The shortest key, in bytes.
    const MIN_BYTES: usize = 16;

    /// Reads a key from a file, without the line break at its end.
    pub fn read(path: &Path) -> io::Result<SigningKey> {
        let key = SigningKey(fs::read(path)?.trim_ascii_end().to_vec());
        if key.0.len() < SigningKey::MIN_BYTES {
            let (found, wanted) = (key.0.len(), SigningKey::MIN_BYTES);
            let why = format!("a key of {found} bytes is too short, it needs {wanted} or more");
            return Err(io::Error::new(io::ErrorKind::InvalidData, why));
        }
        Ok(key)
    }

    /// The signature of a message to a subject, in hexadecimal digits.
    pub(crate) fn sign(&self, subject: &str, payload: &[u8]) -> String {
        let code = self.code(subject, payload).finalize().into_bytes();
        code.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Whether this is the signature of the message. Takes the same time wherever it differs.
    pub(crate) fn verifies(&self, subject: &str, payload: &[u8], signature: &str) -> bool {
        let digits = |pair: &[u8]| {
            let pair = str::from_utf8(pair).ok()?;
            u8::from_str_radix(pair, 16).ok()
        };
        let bytes: Option<Vec<u8>> = signature.as_bytes().chunks(2).map(digits).collect();
        bytes.is_some_and(|bytes| self.code(subject, payload).verify_slice(&bytes).is_ok())
    }

    fn code(&self, subject: &str, payload: &[u8]) -> Hmac<Sha256> {
        // A key of any length is valid.
        let mut code = Hmac::new_from_slice(&self.0)
            .unwrap_or_else(|_| unreachable!("HMAC takes keys of any length"));
        code.update(&(subject.len() as u64).to_le_bytes());
        code.update(subject.as_bytes());
        code.update(payload);
        code
    }
}

/// Nothing of the key.
impl fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("SigningKey")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(text: &str) -> SigningKey {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("key");
        fs::write(&path, text).unwrap();
        SigningKey::read(&path).unwrap()
    }

    #[test]
    fn only_the_same_message_by_the_same_key_verifies() {
        let ours = key("a key of sixteen bytes\n");
        let signature = ours.sign("games.a", b"job");
        assert_eq!(signature.len(), 64);
        assert!(ours.verifies("games.a", b"job", &signature));
        assert!(key("a key of sixteen bytes").verifies("games.a", b"job", &signature));
        assert!(!ours.verifies("games.a", b"jog", &signature));
        assert!(!ours.verifies("games.b", b"job", &signature));
        assert!(!key("another key of some bytes").verifies("games.a", b"job", &signature));
        for bad in ["", "zz", &signature[..62], "é"] {
            assert!(!ours.verifies("games.a", b"job", bad), "{bad}");
        }
    }

    #[test]
    fn a_short_key_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("key");
        fs::write(&path, "short\n").unwrap();
        assert!(SigningKey::read(&path).unwrap_err().to_string().contains("5 bytes"));
    }
}
