//! Passwords that cannot be printed by accident.
//!
//! The type has neither `Debug` nor `Display`, so that no message, log or record can contain one
//! unless somebody asks for it by name. What comes back from a server is redacted before it is shown:
//! a server may well repeat what it was sent.

/// An agent's password.
#[derive(Clone, PartialEq, Eq)]
pub struct Password(String);

/// Replaces a password.
const REDACTED: &str = "█████";

impl Password {
    /// A password as it stands in a config file.
    pub fn new(text: impl Into<String>) -> Password {
        Password(text.into())
    }

    /// The password itself, for a request or a config file and nothing else.
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// Untrusted text as one line of limited length, without the password.
    pub(crate) fn redact(&self, text: &str) -> String {
        const MAX_CHARS: usize = 300;
        let mut clean = text.to_owned();
        if !self.0.is_empty() {
            // As it is, and as it stands within quotation marks in JSON.
            let quoted = serde_json::Value::from(self.0.as_str()).to_string();
            for secret in [quoted.trim_matches('"'), &self.0] {
                clean = clean.replace(secret, REDACTED);
            }
        }
        let line = clean.split_whitespace().collect::<Vec<_>>().join(" ");
        match line.char_indices().nth(MAX_CHARS) {
            Some((cut, _)) => format!("{}…", &line[..cut]),
            None => line,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_redacted_plain_and_quoted() {
        let password = Password::new("r7\"iU");
        let said = password.redact("you sent r7\"iU, that is\n {\"pwd\": \"r7\\\"iU\"}");
        assert_eq!(said, "you sent █████, that is {\"pwd\": \"█████\"}");
    }

    #[test]
    fn long_answers_are_cut_and_an_empty_password_redacts_nothing() {
        let said = Password::new("").redact(&"ä".repeat(1000));
        assert_eq!(said.chars().count(), 301);
    }
}
