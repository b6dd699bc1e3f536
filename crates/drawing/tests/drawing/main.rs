//! Every kind of board, in every output format.

mod arbitrary;
mod boards;
mod picture;
mod pixels;
mod terminal;
