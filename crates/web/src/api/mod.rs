//! What can be asked over HTTP. One file a kind of question.

pub(crate) mod games;
pub(crate) mod positions;
pub(crate) mod tables;

use axum::extract::FromRequest;

use crate::refusal::Refusal;

/// A body of JSON; anything else is refused with a reason.
#[derive(FromRequest)]
#[from_request(via(axum::Json), rejection(Refusal))]
pub(crate) struct Body<T>(pub(crate) T);
