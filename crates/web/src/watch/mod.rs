//! What there is to watch: games between players here, the arena's matches and tournaments, and
//! what agents do at the practice server. All of it can be looked at while it goes on, and nothing
//! of it can be changed from here.
//!
//! | room | what is in it |
//! |---|---|
//! | `tables` | games at this server in which no person plays |
//! | `events` | matches and tournaments, from the archive in the store |
//! | `practice` | environments of the practice server, from whoever knows them |
//! | `replay` | one game of any of them, move by move |

pub(crate) mod events;
pub(crate) mod practice;
pub(crate) mod replay;
pub(crate) mod tables;
