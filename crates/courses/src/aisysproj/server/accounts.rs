//! Registration of agents, and their passwords.
//!
//! A password is made here, never chosen, and has 256 random bits. Nobody can guess one, however
//! fast the guesses are checked; so the hash is as cheap as Argon2 allows, since it is computed for
//! every single request. It is there so that a stolen store tells no password.

use argon2::password_hash::{PasswordHasher, PasswordVerifier, try_generate_salt};
use argon2::{Algorithm, Argon2, Params, PasswordHash, Version};
use thiserror::Error;

use super::run_store::RunStore;
use crate::aisysproj::{Config, Environment, Password};

/// Why an agent cannot be registered.
#[derive(Debug, Error)]
pub enum RegistrationError {
    /// The name has other characters, or too many, or none.
    #[error("`{0}` is no name for an agent: up to 40 letters, digits, `-`, `_` and `.`")]
    Name(String),
    /// There is one of that name.
    #[error("there is an agent `{0}` already; --renew gives it new passwords and keeps its runs")]
    Taken(String),
    /// No password could be made.
    #[error("cannot make a password: {0}")]
    Password(String),
    /// The store cannot be used.
    #[error(transparent)]
    Store(#[from] spielwerk_arena::StoreError),
}

/// Registers an agent in all environments, with a new password for each.
pub(super) fn register(
    store: &RunStore,
    name: &str,
    url: &str,
    renew: bool,
) -> Result<Vec<Config>, RegistrationError> {
    let usual = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    if name.is_empty() || name.len() > 40 || !name.chars().all(usual) {
        return Err(RegistrationError::Name(name.to_owned()));
    }
    let mut configs = Vec::new();
    let mut hashes = Vec::new();
    for environment in Environment::all() {
        let password = generate()?;
        hashes.push((environment.name.clone(), hash(&password)?));
        configs.push(Config {
            agent: name.to_owned(),
            password,
            environment: environment.name,
            url: url.trim_end_matches('/').to_owned(),
        });
    }
    if store.register(name, &hashes, renew)? {
        Ok(configs)
    } else {
        Err(RegistrationError::Taken(name.to_owned()))
    }
}

/// Whether this is the password with that hash.
pub(super) fn verify_password(password: &str, hash: &str) -> bool {
    PasswordHash::new(hash)
        .is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok())
}

fn generate() -> Result<Password, RegistrationError> {
    let mut text = String::new();
    for _ in 0..2 {
        let bytes =
            try_generate_salt().map_err(|error| RegistrationError::Password(error.to_string()))?;
        text.extend(bytes.iter().map(|byte| format!("{byte:02x}")));
    }
    Ok(Password::new(text))
}

fn hash(password: &Password) -> Result<String, RegistrationError> {
    let cheap = || -> Result<PasswordHash, argon2::password_hash::Error> {
        let params = Params::new(Params::MIN_M_COST, 1, 1, None)?;
        let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
        argon2.hash_password(password.expose().as_bytes())
    };
    cheap()
        .map(|hash| hash.to_string())
        .map_err(|error| RegistrationError::Password(error.to_string()))
}

/// A random seed from the system, for a server without one.
pub(super) fn entropy() -> u64 {
    // Without it, first movers are only predictable.
    let bytes = try_generate_salt().unwrap_or_default();
    bytes.iter().fold(0, |number, &byte| number << 8 ^ u64::from(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_fits_its_own_hash_only() {
        let (one, two) = (generate().ok().unwrap(), generate().ok().unwrap());
        assert!(one != two && one.expose().len() == 64);
        let hash = hash(&one).unwrap();
        assert!(!hash.contains(one.expose()));
        assert!(verify_password(one.expose(), &hash));
        assert!(!verify_password(two.expose(), &hash) && !verify_password("", &hash));
        assert!(!verify_password(one.expose(), "nonsense"));
    }
}
