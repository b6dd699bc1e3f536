//! The WebAssembly module: checked when it is read, compressed when it is first asked for. A page that
//! has it answers what must be instant itself.

use std::fmt;
use std::io::Write;
use std::sync::{Arc, OnceLock};

use axum::body::Bytes;
use axum::extract::State;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, HeaderMap, HeaderValue, VARY,
};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use thiserror::Error;

use crate::AppState;
use crate::api::{Query, blocking};
use crate::api_error::ApiError;
use crate::bundle::hash;
use crate::etag::{FOR_EVER, with_etag};
use crate::static_data::Version;

/// Where the server has the module.
pub(crate) const PATH: &str = "/spielwerk.wasm";
const MEDIA_TYPE: &str = "application/wasm";
/// The version of the module and of the server, which must be the same.
const VERSION: &str = env!("CARGO_PKG_VERSION");
/// The custom section in which `crates/wasm` writes its version.
const VERSION_SECTION: &[u8] = b"spielwerk-version";
const HEADER: &[u8] = b"\0asm\x01\0\0\0";
const CUSTOM_SECTION: u8 = 0;
/// Quality 9 takes four times as long to save a fiftieth of the size, and quality 11 more than sixty
/// times as long to save a seventh: too long for the first visitor.
const BROTLI_QUALITY: u32 = 5;
const BROTLI_WINDOW: u32 = 22;

/// A module of the same version as this program.
pub struct WasmModule {
    bytes: Bytes,
    hash: String,
    brotli: OnceLock<Bytes>,
    gzip: OnceLock<Bytes>,
}

/// Why a file is not a module that can be used.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum WasmModuleError {
    /// It is something else.
    #[error("this is no WebAssembly module of Spielwerk; `crates/wasm/build` builds it")]
    Foreign,
    /// It was built from another version.
    #[error(
        "this WebAssembly module is of version {0}, this program of version {VERSION}; \
         `crates/wasm/build` builds it anew"
    )]
    Version(String),
}

impl WasmModule {
    /// Checks a module.
    pub fn new(bytes: Vec<u8>) -> Result<WasmModule, WasmModuleError> {
        let version = version_of(&bytes).ok_or(WasmModuleError::Foreign)?;
        if version != VERSION {
            let printable = version.chars().filter(char::is_ascii_graphic).take(20);
            return Err(WasmModuleError::Version(printable.collect()));
        }
        let (brotli, gzip) = (OnceLock::new(), OnceLock::new());
        Ok(WasmModule { hash: hash(&bytes), bytes: bytes.into(), brotli, gzip })
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// A name of its contents.
    pub(crate) fn hash(&self) -> &str {
        &self.hash
    }

    /// The address at which a browser may keep it for ever.
    pub(crate) fn address(&self) -> String {
        format!("{PATH}?v={}", self.hash)
    }

    pub(crate) fn gzip(&self) -> Bytes {
        let compress = || {
            let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
            // A vector takes whatever is written to it.
            let _ = encoder.write_all(&self.bytes);
            encoder.finish().unwrap_or_default().into()
        };
        self.gzip.get_or_init(compress).clone()
    }

    fn brotli(&self) -> Bytes {
        let compress = || {
            let mut out = Vec::new();
            let mut encoder =
                brotli::CompressorWriter::new(&mut out, 4096, BROTLI_QUALITY, BROTLI_WINDOW);
            let _ = encoder.write_all(&self.bytes);
            // The end is written when the encoder is dropped.
            drop(encoder);
            out.into()
        };
        self.brotli.get_or_init(compress).clone()
    }

    /// The bytes as a client accepts them, and their encoding.
    fn encoded(&self, accepted: &str) -> (Option<&'static str>, Bytes) {
        if accepts(accepted, "br") {
            (Some("br"), self.brotli())
        } else if accepts(accepted, "gzip") {
            (Some("gzip"), self.gzip())
        } else {
            (None, self.bytes.clone())
        }
    }
}

impl fmt::Debug for WasmModule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WasmModule").field("hash", &self.hash).finish_non_exhaustive()
    }
}

/// Serves the module.
pub(crate) async fn file(
    State(app_state): State<AppState>,
    Query(version): Query<Version>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let module = app_state.wasm_module().ok_or_else(|| ApiError::NotFound(PATH.to_owned()))?;
    let is_current = version.is(module.hash());
    let accepted = headers.get(ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    let accepted = accepted.unwrap_or_default().to_owned();
    let module = Arc::clone(module);
    let (encoding, body) = blocking(move || Ok(module.encoded(&accepted))).await?;
    let mut response = if is_current {
        ([(CACHE_CONTROL, FOR_EVER), (CONTENT_TYPE, MEDIA_TYPE)], body).into_response()
    } else {
        with_etag(&headers, MEDIA_TYPE, body)
    };
    response.headers_mut().insert(VARY, HeaderValue::from_static("accept-encoding"));
    if let Some(encoding) = encoding {
        response.headers_mut().insert(CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    Ok(response)
}

/// Whether an `Accept-Encoding` header has an encoding, and does not refuse it by a weight of 0.
fn accepts(header: &str, encoding: &str) -> bool {
    header.split(',').any(|part| {
        let (name, weight) = part.split_once(';').unwrap_or((part, "q=1"));
        let weight = weight.trim().strip_prefix("q=").and_then(|text| text.parse::<f32>().ok());
        name.trim().eq_ignore_ascii_case(encoding) && weight.is_none_or(|weight| weight > 0.0)
    })
}

/// The version that a module has in its custom section, if it is a module and has one.
fn version_of(module: &[u8]) -> Option<&str> {
    let mut rest = module.strip_prefix(HEADER)?;
    while let Some((&kind, after)) = rest.split_first() {
        let (section, after) = read_sized(after)?;
        if kind == CUSTOM_SECTION {
            let (name, contents) = read_sized(section)?;
            if name == VERSION_SECTION {
                return str::from_utf8(contents).ok();
            }
        }
        rest = after;
    }
    None
}

/// Bytes after their number, and what follows them.
fn read_sized(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let mut size = 0_u64;
    // A number is written in groups of seven bits, five groups at most (LEB128).
    for nth in 0..5 {
        let byte = *bytes.get(nth)?;
        size |= u64::from(byte & 0x7f) << (7 * nth);
        if byte & 0x80 == 0 {
            return bytes[nth + 1..].split_at_checked(size.try_into().ok()?);
        }
    }
    None
}

#[cfg(test)]
pub(crate) mod tests {
    use std::io::Read;

    use super::*;

    /// A module with nothing but a version.
    fn with_version(version: &str) -> Vec<u8> {
        let mut section = vec![VERSION_SECTION.len() as u8];
        section.extend(VERSION_SECTION);
        section.extend(version.as_bytes());
        [HEADER, &[CUSTOM_SECTION, section.len() as u8], &section].concat()
    }

    pub(crate) fn sample() -> WasmModule {
        WasmModule::new(with_version(VERSION)).unwrap()
    }

    /// The same with an empty section after it.
    pub(crate) fn another() -> WasmModule {
        WasmModule::new([&with_version(VERSION)[..], &[1, 1, 0]].concat()).unwrap()
    }

    #[test]
    fn only_a_module_of_this_version_is_taken() {
        let old = WasmModule::new(with_version("0.0.1\n")).unwrap_err();
        assert_eq!(old, WasmModuleError::Version("0.0.1".into()));
        assert!(old.to_string().contains(VERSION) && !old.to_string().contains('\n'));
        let good = with_version(VERSION);
        let without = [HEADER, &[1, 2, 0, 0]].concat();
        let endless = [HEADER, &[0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]].concat();
        for foreign in [&b"<html>"[..], HEADER, b"", &without, &endless, &good[..HEADER.len() + 1]]
        {
            assert_eq!(WasmModule::new(foreign.to_vec()).unwrap_err(), WasmModuleError::Foreign);
        }
        // Other sections may come before it, with a size of several bytes.
        let long = [&[1, 0x80, 0x01][..], &[7; 128]].concat();
        let module = [HEADER, &long, &good[HEADER.len()..]].concat();
        assert!(WasmModule::new(module).is_ok());
    }

    #[test]
    fn what_is_compressed_is_the_module() {
        let module = sample();
        let mut bytes = Vec::new();
        flate2::read::GzDecoder::new(&module.gzip()[..]).read_to_end(&mut bytes).unwrap();
        assert_eq!(bytes, module.bytes());
        bytes.clear();
        brotli::Decompressor::new(&module.brotli()[..], 4096).read_to_end(&mut bytes).unwrap();
        assert_eq!(bytes, module.bytes());
    }

    #[test]
    fn the_best_encoding_that_is_accepted_is_sent() {
        let module = sample();
        for (header, encoding) in [
            ("gzip, deflate, br", Some("br")),
            ("br;q=0, GZIP;q=0.5", Some("gzip")),
            ("gzip;q=0.0", None),
            ("", None),
        ] {
            assert_eq!(module.encoded(header).0, encoding, "{header}");
        }
    }
}
