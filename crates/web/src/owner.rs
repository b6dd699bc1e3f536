//! The owner of games: a browser, known by a random key that it keeps for itself and sends in a header.
//! The server stores only the hash of the key, so that the store tells nobody whose games are whose.

use axum::extract::{FromRequestParts, OptionalFromRequestParts};
use axum::http::request::Parts;
use sha2::{Digest, Sha256};

use crate::api_error::ApiError;
use crate::db_writer::OwnerHash;

/// The header with the key.
const HEADER: &str = "spielwerk-owner";
/// How long a key is, in characters: long enough not to be guessed.
const KEY_LENGTH: std::ops::RangeInclusive<usize> = 32..=128;

/// Whoever sends a request, by the hash of the key.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Owner(pub(crate) OwnerHash);

impl Owner {
    fn of(parts: &Parts) -> Result<Option<Owner>, ApiError> {
        let Some(key) = parts.headers.get(HEADER) else { return Ok(None) };
        let key = key.as_bytes();
        if !KEY_LENGTH.contains(&key.len()) {
            return Err(ApiError::bad_request(format!(
                "the header `{HEADER}` needs a key of 32 to 128 characters"
            )));
        }
        Ok(Some(Owner(Sha256::digest(key).into())))
    }
}

impl<S: Sync> FromRequestParts<S> for Owner {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Owner, ApiError> {
        let missing = || ApiError::bad_request(format!("this needs the header `{HEADER}`"));
        Owner::of(parts)?.ok_or_else(missing)
    }
}

impl<S: Sync> OptionalFromRequestParts<S> for Owner {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Option<Owner>, ApiError> {
        Owner::of(parts)
    }
}
