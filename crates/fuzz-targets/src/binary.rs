//! Binary files: tablebases and proofs.
//!
//! Both have checksums, which random damage hardly ever matches. So every input is also read with its
//! checksums put right, as somebody could write a file on purpose.

use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

use spielwerk_solver::{Problem, read_proof, verify};
use spielwerk_tablebases::{BuildMonitor, Extent, TablebaseDir, TablebaseFile, TablebaseHeader};
use tempfile::TempDir;
use xxhash_rust::xxh3::xxh3_64;

use crate::one_line;

const HEADER_BYTES: usize = 256;

/// Where inputs are written as files.
static FOLDER: LazyLock<TempDir> = LazyLock::new(|| tempfile::tempdir().unwrap());

/// The header of a tablebase file, and the checksum of its payload.
pub fn tablebase_file(data: &[u8]) {
    let wanted = TablebaseHeader::new("fuzz", "none", "none");
    for path in variants("tablebase", data) {
        TablebaseFile::open(&path, &wanted).err().iter().for_each(one_line);
        match TablebaseFile::open_any(&path) {
            Ok((file, _)) => file.verify().err().iter().for_each(one_line),
            Err(error) => one_line(&error),
        }
    }
}

/// A proof file.
pub fn proof_file(data: &[u8]) {
    let problem = |game: &str, beans: Option<u8>| {
        Problem::new(spielwerk_games::game(game).unwrap(), beans, None).unwrap()
    };
    let small = problem("fanorona-3x3", None);
    let tablebases = TablebaseDir::from(FOLDER.path());
    for path in variants("proof", data) {
        read_proof(&problem("bohnenspiel", Some(3)), &path).err().iter().for_each(one_line);
        // Its tablebases are built in no time.
        let verified = verify(&small, &path, &tablebases, Extent::Full, &BuildMonitor::silent());
        verified.err().iter().for_each(one_line);
    }
}

/// The input as a file; with the right checksum in its header; and with everything right that
/// depends on the payload.
fn variants(target: &str, data: &[u8]) -> Vec<PathBuf> {
    let write = |name: &str, data: &[u8]| {
        let path = FOLDER.path().join(format!("{target}-{name}"));
        // A new file: another thread may have mapped the old one.
        let _ = fs::remove_file(&path);
        fs::write(&path, data).unwrap();
        path
    };
    let mut paths = vec![write("plain", data)];
    if data.len() >= HEADER_BYTES {
        let mut data = data.to_vec();
        seal_header(&mut data);
        paths.push(write("sealed", &data));
        let (length, checksum) =
            ((data.len() - HEADER_BYTES) as u64, xxh3_64(&data[HEADER_BYTES..]));
        data[16..24].copy_from_slice(&length.to_le_bytes());
        data[24..32].copy_from_slice(&checksum.to_le_bytes());
        seal_header(&mut data);
        paths.push(write("whole", &data));
    }
    paths
}

fn seal_header(data: &mut [u8]) {
    let checksum = xxh3_64(&data[..HEADER_BYTES - 8]);
    data[HEADER_BYTES - 8..HEADER_BYTES].copy_from_slice(&checksum.to_le_bytes());
}
