//! Every kind of board, in every way of drawing.

mod arbitrary;
mod boards;
mod picture;
mod pixels;
mod terminal;
