//! Tables in layers, each of which stands on those below it.

use crate::file::TableError;

/// Opens the layers that are there, from the lowest without a gap, on top of those there always are.
/// A file that is refused ends them, and is returned as well.
pub(crate) fn open<K, L>(
    mut layers: Vec<L>,
    keys: impl Iterator<Item = K>,
    open: impl Fn(K) -> Result<L, TableError>,
) -> (Vec<L>, Option<TableError>) {
    for key in keys {
        match open(key) {
            Ok(layer) => layers.push(layer),
            Err(error) => return (layers, Some(error).filter(|error| !error.is_missing())),
        }
    }
    (layers, None)
}

/// Builds layer after layer, each with what is below it at hand.
pub(crate) fn build<K, L, E>(
    mut layers: Vec<L>,
    keys: impl Iterator<Item = K>,
    mut build: impl FnMut(K, &[L]) -> Result<L, E>,
) -> Result<Vec<L>, E> {
    for key in keys {
        layers.push(build(key, &layers)?);
    }
    Ok(layers)
}
