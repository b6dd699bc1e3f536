//! What can be asked over HTTP. One file a kind of question.

pub(crate) mod games;
pub(crate) mod positions;
pub(crate) mod tables;
pub(crate) mod watch;

use axum::extract::{FromRequest, FromRequestParts};

use crate::refusal::Refusal;

/// A body of JSON; anything else is refused with a reason.
#[derive(FromRequest)]
#[from_request(via(axum::Json), rejection(Refusal))]
pub(crate) struct Body<T>(pub(crate) T);

/// What stands in the path of an address.
#[derive(FromRequestParts)]
#[from_request(via(axum::extract::Path), rejection(Refusal))]
pub(crate) struct Path<T>(pub(crate) T);

/// What stands behind the question mark of an address.
#[derive(FromRequestParts)]
#[from_request(via(axum::extract::Query), rejection(Refusal))]
pub(crate) struct Query<T>(pub(crate) T);
