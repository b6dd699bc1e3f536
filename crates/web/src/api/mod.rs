//! HTTP handlers, one file for each kind of resource.

pub(crate) mod games;
pub(crate) mod positions;
pub(crate) mod sessions;
pub(crate) mod watch;

use axum::extract::{FromRequest, FromRequestParts};

use crate::api_error::ApiError;

/// A JSON body; anything else is an [`ApiError`].
#[derive(FromRequest)]
#[from_request(via(axum::Json), rejection(ApiError))]
pub(crate) struct Body<T>(pub(crate) T);

/// Parameters in the path of a URL.
#[derive(FromRequestParts)]
#[from_request(via(axum::extract::Path), rejection(ApiError))]
pub(crate) struct Path<T>(pub(crate) T);

/// Parameters in the query of a URL.
#[derive(FromRequestParts)]
#[from_request(via(axum::extract::Query), rejection(ApiError))]
pub(crate) struct Query<T>(pub(crate) T);
