//! Evaluation weights by name.
//!
//! Each game's evaluator has its weights in a struct. By their names they can be set in a player
//! spec (`strong:w.turn=40`), so that two sets can play a match, and the tuner can fit them for any
//! game.

/// Named evaluation weights.
pub trait Weights: Copy + Default {
    /// The names, in the order of [`values_mut`](Weights::values_mut).
    const NAMES: &'static [&'static str];

    /// All weights, in the order of [`NAMES`](Weights::NAMES).
    fn values_mut(&mut self) -> Vec<&mut i32>;
}

/// For an evaluation without weights.
impl Weights for () {
    const NAMES: &'static [&'static str] = &[];

    fn values_mut(&mut self) -> Vec<&mut i32> {
        Vec::new()
    }
}

/// Declares a struct of weights with their default values.
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

            fn values_mut(&mut self) -> Vec<&mut i32> {
                vec![$(&mut self.$name,)*]
            }
        }
    };
}

pub(crate) use weights;
