//! How many placements need 0, 1, 2, … moves, for each race table: its fingerprint. A table that
//! counts otherwise is refused, so a change of the rules cannot pass unnoticed.

/// By the table's name.
pub(super) static COUNTS: [(&str, &[u64]); 6] = [
    ("race-rhombus-ss26", &[]),
    ("race-rhombus-ss26-opposite", &[]),
    ("race-star-ss26", &[]),
    ("race-star-ss26-opposite", &[]),
    ("race-rhombus-ws25", &[]),
    ("race-star-ws25", &[]),
];
