//! Tablebases in layers, each of which depends on those below.

use crate::file::TablebaseError;

/// Opens the existing layers from the lowest up to the first gap, on top of the given ones. If a
/// file is refused, it ends there, and the error is returned as well.
pub(crate) fn open<K, L>(
    mut layers: Vec<L>,
    keys: impl Iterator<Item = K>,
    open: impl Fn(K) -> Result<L, TablebaseError>,
) -> (Vec<L>, Option<TablebaseError>) {
    for key in keys {
        match open(key) {
            Ok(layer) => layers.push(layer),
            Err(error) => return (layers, Some(error).filter(|error| !error.is_missing())),
        }
    }
    (layers, None)
}

/// Builds the layers one after the other, each from those below.
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
