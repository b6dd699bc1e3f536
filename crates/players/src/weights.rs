//! Weights of a judgement, by name.
//!
//! Each game's judge has its weights in a struct. Named, they can be set in a player's spec
//! (`strong:w.turn=40`), so that two sets can play a match, and be fitted to games by a command that
//! knows no game.

/// Weights that go by names.
pub trait Weights: Copy + Default {
    /// The names, in the order of [`list`](Weights::list).
    const NAMES: &'static [&'static str];

    /// All weights.
    fn list(&mut self) -> Vec<&mut i32>;
}

/// Declares weights with what they are usually worth.
macro_rules! weights {
    ($(#[$about:meta])* pub struct Weights {
        $($(#[$what:meta])* pub $name:ident: i32 = $usual:expr,)*
    }) => {
        $(#[$about])*
        #[derive(Copy, Clone, PartialEq, Eq, Debug)]
        pub struct Weights {
            $($(#[$what])* pub $name: i32,)*
        }

        impl Default for Weights {
            fn default() -> Weights {
                Weights { $($name: $usual,)* }
            }
        }

        impl $crate::Weights for Weights {
            const NAMES: &'static [&'static str] = &[$(stringify!($name),)*];

            fn list(&mut self) -> Vec<&mut i32> {
                vec![$(&mut self.$name,)*]
            }
        }
    };
}

pub(crate) use weights;
