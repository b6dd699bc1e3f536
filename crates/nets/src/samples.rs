//! Training positions in a file: inputs, the score of a search, the result of the game.
//!
//! A file begins with a line that names game and shape. After it come blocks, each with the samples
//! of some games, compressed, with its length and checksum. A block is written at once, so after a
//! kill all but the last are sound; the next block takes the place of what follows the last sound one.

use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use thiserror::Error;
use xxhash_rust::xxh3::xxh3_64;

/// One position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sample {
    /// The inputs of the network, in words of 64.
    pub inputs: Vec<u64>,
    /// The score of a search, for the side to move, in hundredths.
    pub score: i16,
    /// The half points of the side to move at the end of the game: 0, 1 or 2.
    pub result: u8,
}

/// Why a file of samples cannot be used.
#[derive(Debug, Error)]
pub enum SampleError {
    /// The file cannot be read or written.
    #[error("{path}: {error}")]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// It is something else.
    #[error("{path} has samples of `{found}`, not of `{wanted}`")]
    Other {
        /// The file.
        path: PathBuf,
        /// Its first line.
        found: String,
        /// What it should be.
        wanted: String,
    },
}

/// A file of samples that is written to or read.
#[derive(Debug)]
pub struct SampleFile {
    path: PathBuf,
    file: File,
    words: usize,
    games: u64,
    samples: u64,
    /// Where the first block is.
    begin: u64,
    /// Where the next block goes.
    end: u64,
}

/// A block's length, games and checksum.
const BLOCK_HEADER: usize = 20;

impl SampleFile {
    /// Opens a file for this game and number of input words, or creates it.
    pub fn open(path: &Path, game: &str, words: usize) -> Result<SampleFile, SampleError> {
        let io = |error| SampleError::Io { path: path.to_owned(), error };
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(io)?;
        let wanted = format!("Spielwerk samples 1, {game}, {words} words");
        let mut first = vec![0; wanted.len() + 1];
        let read = read_fully(&mut file, &mut first).map_err(io)?;
        if read == 0 {
            file.write_all(format!("{wanted}\n").as_bytes()).map_err(io)?;
        } else if first != format!("{wanted}\n").as_bytes() {
            let found = String::from_utf8_lossy(&first[..read]);
            let found = found.lines().next().unwrap_or_default().to_owned();
            return Err(SampleError::Other { path: path.to_owned(), found, wanted });
        }
        let (path, begin) = (path.to_owned(), wanted.len() as u64 + 1);
        let mut opened = SampleFile { path, file, words, games: 0, samples: 0, begin, end: begin };
        opened.each_block(|_| ())?;
        Ok(opened)
    }

    /// How many games are in it.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// How many samples are in it.
    pub fn samples(&self) -> u64 {
        self.samples
    }

    /// Adds the samples of so many games. When this returns, they are in the file.
    pub fn append(&mut self, games: u32, samples: &[Sample]) -> Result<(), SampleError> {
        debug_assert!(samples.iter().all(|sample| sample.inputs.len() == self.words));
        let packed = pack(samples).map_err(|error| self.io(error))?;
        let mut block = Vec::with_capacity(BLOCK_HEADER + packed.len());
        block.extend((packed.len() as u64).to_le_bytes());
        block.extend(games.to_le_bytes());
        block.extend(xxh3_64(&packed).to_le_bytes());
        block.extend(packed);
        self.file.set_len(self.end).map_err(|error| self.io(error))?;
        let written = self.file.seek(SeekFrom::Start(self.end));
        written.and_then(|_| self.file.write_all(&block)).map_err(|error| self.io(error))?;
        self.end += block.len() as u64;
        self.games += u64::from(games);
        self.samples += samples.len() as u64;
        Ok(())
    }

    /// All samples.
    pub fn read_all(&mut self) -> Result<Vec<Sample>, SampleError> {
        let mut all = Vec::new();
        self.each_block(|samples| all.extend(samples))?;
        Ok(all)
    }

    /// Goes through all sound blocks. What is behind them stays: another process may be writing it.
    fn each_block(&mut self, mut each: impl FnMut(Vec<Sample>)) -> Result<(), SampleError> {
        let wanted = self.file.metadata().map_err(|error| self.io(error))?.len();
        (self.end, self.games, self.samples) = (self.begin, 0, 0);
        let mut reader = BufReader::new(self.file.try_clone().map_err(|error| self.io(error))?);
        reader.seek(SeekFrom::Start(self.end)).map_err(|error| self.io(error))?;
        while let Some((bytes, games, samples)) =
            read_block(&mut reader, self.words, wanted).map_err(|error| self.io(error))?
        {
            self.end += bytes;
            self.games += u64::from(games);
            self.samples += samples.len() as u64;
            each(samples);
        }
        Ok(())
    }

    fn io(&self, error: io::Error) -> SampleError {
        SampleError::Io { path: self.path.clone(), error }
    }
}

/// Reads until the buffer is full or the file ends; how many bytes.
fn read_fully(reader: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut read = 0;
    while read < buffer.len() {
        match reader.read(&mut buffer[read..])? {
            0 => break,
            more => read += more,
        }
    }
    Ok(read)
}

/// The next block with its size in the file and its games; `None` if no sound one follows. No block
/// is larger than the file.
fn read_block(
    reader: &mut impl Read,
    words: usize,
    max_bytes: u64,
) -> io::Result<Option<(u64, u32, Vec<Sample>)>> {
    let mut header = [0; BLOCK_HEADER];
    if read_fully(reader, &mut header)? < header.len() {
        return Ok(None);
    }
    let [length, checksum] =
        [0, 12].map(|at| u64::from_le_bytes(header[at..at + 8].try_into().unwrap_or_default()));
    let games = u32::from_le_bytes(header[8..12].try_into().unwrap_or_default());
    if length > max_bytes {
        return Ok(None);
    }
    let mut packed = vec![0; length as usize];
    if read_fully(reader, &mut packed)? < packed.len() || xxh3_64(&packed) != checksum {
        return Ok(None);
    }
    let samples = unpack(&packed, words, u64::MAX);
    Ok(samples.map(|samples| (BLOCK_HEADER as u64 + length, games, samples)))
}

/// Samples as compressed bytes, as they are in a file.
pub fn pack(samples: &[Sample]) -> io::Result<Vec<u8>> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    for Sample { inputs, score, result } in samples {
        for word in inputs {
            encoder.write_all(&word.to_le_bytes())?;
        }
        let [low, high] = score.to_le_bytes();
        encoder.write_all(&[low, high, *result])?;
    }
    encoder.finish()
}

/// Samples with so many words of inputs from their compressed bytes; nothing, if they are damaged or
/// would take more than so many bytes. Their results are no larger than 2.
pub fn unpack(packed: &[u8], words: usize, max_bytes: u64) -> Option<Vec<Sample>> {
    let mut bytes = Vec::new();
    ZlibDecoder::new(packed).take(max_bytes.saturating_add(1)).read_to_end(&mut bytes).ok()?;
    if bytes.len() as u64 > max_bytes {
        return None;
    }
    let samples = bytes.chunks_exact(8 * words + 3).map(|sample| {
        let (inputs, rest) = sample.split_at(8 * words);
        let (inputs, _) = inputs.as_chunks();
        Sample {
            inputs: inputs.iter().copied().map(u64::from_le_bytes).collect(),
            score: i16::from_le_bytes([rest[0], rest[1]]),
            result: rest[2].min(2),
        }
    });
    Some(samples.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples(seed: u64) -> Vec<Sample> {
        let sample = |nth: u64| Sample {
            inputs: vec![nth.wrapping_mul(seed), nth],
            score: (nth as i16 - 20) * 7,
            result: (nth % 3) as u8,
        };
        (0..50).map(sample).collect()
    }

    #[test]
    fn packed_samples_are_unpacked_up_to_a_size() {
        let (all, bytes) = (samples(3), 50 * (2 * 8 + 3));
        let packed = pack(&all).unwrap();
        assert_eq!(unpack(&packed, 2, bytes), Some(all));
        assert_eq!(unpack(&packed, 2, bytes - 1), None);
        assert_eq!(unpack(&packed[1..], 2, bytes), None);
    }

    #[test]
    fn what_was_appended_is_read_after_a_restart() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("samples");
        let mut file = SampleFile::open(&path, "halma", 2).unwrap();
        file.append(1, &samples(3)).unwrap();
        file.append(2, &samples(5)).unwrap();
        let mut again = SampleFile::open(&path, "halma", 2).unwrap();
        assert_eq!((again.games(), again.samples()), (3, 100));
        assert_eq!(again.read_all().unwrap(), [samples(3), samples(5)].concat());
    }

    #[test]
    fn a_block_that_was_cut_off_or_damaged_is_left_out_and_written_over() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("samples");
        let mut file = SampleFile::open(&path, "halma", 2).unwrap();
        file.append(1, &samples(3)).unwrap();
        let sound = std::fs::metadata(&path).unwrap().len();
        file.append(1, &samples(5)).unwrap();
        let whole = std::fs::read(&path).unwrap();
        for cut in sound + 1..whole.len() as u64 {
            std::fs::write(&path, &whole[..cut as usize]).unwrap();
            let mut file = SampleFile::open(&path, "halma", 2).unwrap();
            assert_eq!(file.games(), 1);
            file.append(4, &samples(7)).unwrap();
            assert_eq!(file.read_all().unwrap(), [samples(3), samples(7)].concat());
        }
        let mut damaged = whole.clone();
        damaged[whole.len() - 3] ^= 1;
        std::fs::write(&path, damaged).unwrap();
        assert_eq!(SampleFile::open(&path, "halma", 2).unwrap().games(), 1);
    }

    #[test]
    fn samples_of_another_game_are_refused_and_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("samples");
        SampleFile::open(&path, "halma", 2).unwrap();
        let before = std::fs::read(&path).unwrap();
        let error = SampleFile::open(&path, "fanorona", 4).unwrap_err().to_string();
        assert!(
            error.contains("halma") && error.contains("`Spielwerk samples 1, fanorona, 4 words`")
        );
        assert_eq!(std::fs::read(&path).unwrap(), before);
    }
}
