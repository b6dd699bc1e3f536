//! The file format of networks: a header that names game, shape and recipe, the weights, and a
//! checksum over everything before it.
//!
//! ```text
//!   0  magic, version    8  words    12  hidden units    16  scale    20  length of the two texts
//!  24  game, line break, recipe      then the weights, little-endian, and the checksum
//! ```

use thiserror::Error;
use xxhash_rust::xxh3::xxh3_64;

use crate::network::{CHUNK, Network};

const MAGIC: [u8; 8] = *b"SPWNET\0\x01";
const TEXT: usize = 24;
/// The most words of inputs, and the most hidden units: far more than any network here has.
const MAX_WORDS: usize = 64;
const MAX_HIDDEN: usize = 1024;

/// What a network is for, and its shape.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NetworkInfo {
    /// The name of the game.
    pub game: String,
    /// How it was made, in one line.
    pub recipe: String,
    /// The inputs, in words of 64.
    pub words: usize,
    /// The units of the hidden layer, a multiple of 64.
    pub hidden: usize,
    /// The evaluation, in hundredths, at which the expected points are `1 / (1 + e⁻¹)`.
    pub scale: i32,
}

/// Why bytes are not a network.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NetworkError {
    /// The first bytes are foreign.
    #[error("this is no network of Spielwerk, its first bytes are foreign")]
    Foreign,
    /// It is shorter or longer than its header says, or the header makes no sense.
    #[error("this network has {found} bytes, which does not fit its header")]
    Length {
        /// The size of the file.
        found: usize,
    },
    /// The checksum is wrong.
    #[error("this network is damaged, its checksum does not match")]
    Damaged,
    /// A network of another game or shape.
    #[error("this network is for {found}, not for {wanted}")]
    Other {
        /// What it is for.
        found: String,
        /// What was wanted.
        wanted: String,
    },
}

impl Network {
    /// Reads a network and checks it.
    pub fn read(bytes: &[u8]) -> Result<Network, NetworkError> {
        let wrong = NetworkError::Length { found: bytes.len() };
        if bytes.get(..MAGIC.len()) != Some(&MAGIC) {
            return Err(NetworkError::Foreign);
        }
        let (body, checksum) = bytes.split_last_chunk().ok_or(wrong.clone())?;
        if xxh3_64(body) != u64::from_le_bytes(*checksum) {
            return Err(NetworkError::Damaged);
        }
        let number = |at: usize| {
            let raw = body.get(at..at + 4)?.try_into().ok()?;
            usize::try_from(i32::from_le_bytes(raw)).ok()
        };
        let header = (|| Some((number(8)?, number(12)?, number(16)?, number(20)?)))();
        let (words, hidden, scale, text) = header.ok_or(wrong.clone())?;
        if words > MAX_WORDS || hidden > MAX_HIDDEN || hidden % CHUNK != 0 || scale == 0 {
            return Err(wrong);
        }
        let texts = body.get(TEXT..TEXT.saturating_add(text)).ok_or(wrong.clone())?;
        let texts = std::str::from_utf8(texts).map_err(|_| wrong.clone())?;
        let (game, recipe) = texts.split_once('\n').ok_or(wrong.clone())?;
        let info = NetworkInfo {
            game: game.to_owned(),
            recipe: recipe.to_owned(),
            words,
            hidden,
            scale: scale as i32,
        };
        weights(info, &body[TEXT + text..]).ok_or(wrong)
    }

    /// The network as a file.
    pub fn write(&self) -> Vec<u8> {
        let info = &self.info;
        let texts = format!("{}\n{}", info.game, info.recipe);
        let mut bytes = MAGIC.to_vec();
        for number in [info.words, info.hidden, info.scale as usize, texts.len()] {
            bytes.extend((number as i32).to_le_bytes());
        }
        bytes.extend(texts.as_bytes());
        for chunk in [&self.input_weights, &self.hidden_bias, &self.output_weights] {
            bytes.extend(chunk.iter().flatten().flat_map(|weight| weight.to_le_bytes()));
        }
        bytes.extend(self.output_bias.to_le_bytes());
        bytes.extend(xxh3_64(&bytes).to_le_bytes());
        bytes
    }

    /// The same network, if it is for this game with so many words of inputs.
    pub fn expect(self, game: &str, words: usize) -> Result<Network, NetworkError> {
        if self.info.game == game && self.info.words == words {
            return Ok(self);
        }
        Err(NetworkError::Other {
            found: format!("{} with {} words of inputs", self.info.game, self.info.words),
            wanted: format!("{game} with {words}"),
        })
    }
}

/// The network with the weights that these bytes are, if they are as many as it has.
fn weights(info: NetworkInfo, bytes: &[u8]) -> Option<Network> {
    let chunks = info.hidden / CHUNK;
    let counts = [64 * info.words * chunks, chunks, chunks];
    let (bias, bytes) = (bytes.last_chunk()?, &bytes[..bytes.len() - 4]);
    let (numbers, []) = bytes.as_chunks::<2>() else { return None };
    let numbers: Vec<i16> = numbers.iter().copied().map(i16::from_le_bytes).collect();
    let (chunked, []) = numbers.as_chunks::<CHUNK>() else { return None };
    if chunked.len() != counts.iter().sum::<usize>() {
        return None;
    }
    let (input_weights, rest) = chunked.split_at(counts[0]);
    let (hidden_bias, output_weights) = rest.split_at(counts[1]);
    Some(Network {
        info,
        input_weights: input_weights.to_vec(),
        hidden_bias: hidden_bias.to_vec(),
        output_weights: output_weights.to_vec(),
        output_bias: i32::from_le_bytes(*bias),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::tests::counting;

    #[test]
    fn what_was_written_is_read() {
        let network = counting();
        assert_eq!(Network::read(&network.write()), Ok(network));
    }

    #[test]
    fn every_changed_byte_and_every_other_length_is_refused() {
        let bytes = counting().write();
        for at in (0..bytes.len()).step_by(97).chain(0..40) {
            let mut damaged = bytes.clone();
            damaged[at] ^= 4;
            assert!(Network::read(&damaged).is_err(), "byte {at}");
        }
        for length in [0, 7, 8, 15, 30, 200, bytes.len() - 1] {
            assert!(Network::read(&bytes[..length]).is_err(), "{length} bytes");
        }
        let mut longer = bytes;
        longer.push(0);
        assert_eq!(Network::read(&longer), Err(NetworkError::Damaged));
    }

    #[test]
    fn a_header_that_does_not_fit_is_refused() {
        let mut bytes = counting().write();
        bytes[12] = 64;
        let end = bytes.len() - 8;
        let checksum = xxh3_64(&bytes[..end]).to_le_bytes();
        bytes[end..].copy_from_slice(&checksum);
        let found = bytes.len();
        assert_eq!(Network::read(&bytes), Err(NetworkError::Length { found }));
    }

    #[test]
    fn a_network_of_another_game_is_refused() {
        let error = counting().expect("halma", 8).unwrap_err().to_string();
        assert_eq!(
            error,
            "this network is for counting with 2 words of inputs, not for halma with 8"
        );
        assert!(counting().expect("counting", 2).is_ok());
    }
}
