//! How a queue's server is reached, and whether what comes from it can be trusted.

use std::net::IpAddr;
use std::path::PathBuf;

use async_nats::{ConnectOptions, ServerAddr};

use crate::{QueueError, SigningKey};

/// Credentials for a queue's server, and the key that messages are signed by.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct QueueAccess {
    /// A file of NATS credentials.
    pub creds: Option<PathBuf>,
    /// A NATS token.
    pub token: Option<String>,
    /// The key that messages are signed by; what is not signed is refused.
    pub key: Option<SigningKey>,
}

impl QueueAccess {
    /// The options of a connection.
    ///
    /// # Errors
    /// If anybody who reaches the server could send games: it is on another machine, and there is
    /// neither a key nor a credential.
    pub(crate) async fn options(&self, url: &str) -> Result<ConnectOptions, QueueError> {
        let unreachable = |why: String| QueueError::Unreachable { url: url.to_owned(), why };
        let address: ServerAddr = url.parse().map_err(|error| unreachable(format!("{error}")))?;
        if !self.is_trusted(&address) {
            return Err(QueueError::Untrusted { url: url.to_owned() });
        }
        let mut options = ConnectOptions::new().name("spielwerk").max_reconnects(None);
        if let Some(token) = &self.token {
            options = options.token(token.clone());
        }
        if let Some(file) = &self.creds {
            let read = options.credentials_file(file).await;
            let named = |error| unreachable(format!("cannot read `{}`: {error}", file.display()));
            options = read.map_err(named)?;
        }
        Ok(options)
    }

    fn is_trusted(&self, address: &ServerAddr) -> bool {
        let has_credentials = self.creds.is_some() || self.token.is_some();
        self.key.is_some()
            || has_credentials
            || address.has_user_pass()
            || address.tls_required()
            || is_loopback(address.host())
    }
}

fn is_loopback(host: &str) -> bool {
    let address = host.trim_matches(['[', ']']).parse::<IpAddr>();
    host == "localhost" || address.is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_trusted(url: &str, access: &QueueAccess) -> bool {
        access.is_trusted(&url.parse().unwrap())
    }

    #[test]
    fn a_server_elsewhere_needs_a_credential() {
        let nothing = QueueAccess::default();
        for here in ["nats://127.0.0.1:4222", "localhost", "nats://[::1]:4222", "127.0.0.2"] {
            assert!(is_trusted(here, &nothing), "{here}");
        }
        for elsewhere in ["nats://10.0.0.7:4222", "nats://example.org", "nats://0.0.0.0:1"] {
            assert!(!is_trusted(elsewhere, &nothing), "{elsewhere}");
            let token = QueueAccess { token: Some("secret".into()), ..QueueAccess::default() };
            assert!(is_trusted(elsewhere, &token), "{elsewhere}");
        }
        assert!(is_trusted("nats://ada:secret@example.org", &nothing));
        assert!(is_trusted("tls://example.org", &nothing));
    }
}
