//! Whole games and matches, between our own players and between others who misbehave.

mod endings;
mod matches;
mod script;
