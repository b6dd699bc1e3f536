//! What a terminal can show, by its environment variables.

use std::env;

use spielwerk_drawing::TerminalStyle;

/// What this terminal can show: no colour where `NO_COLOR` is set or the terminal knows none, and
/// ASCII alone where the locale is not UTF-8.
pub fn capabilities() -> TerminalStyle {
    from_variables(|name| env::var(name).ok())
}

fn from_variables(variable: impl Fn(&str) -> Option<String>) -> TerminalStyle {
    let set = |name: &str| variable(name).filter(|value| !value.is_empty());
    let colour = set("NO_COLOR").is_none() && set("TERM").is_none_or(|term| term != "dumb");
    // The first that is set decides, as everywhere.
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(set);
    let unicode = match locale {
        Some(locale) => {
            let locale = locale.to_lowercase();
            locale.contains("utf-8") || locale.contains("utf8")
        }
        None => cfg!(windows) || cfg!(target_os = "macos"),
    };
    TerminalStyle { colour, unicode }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(variables: &[(&str, &str)]) -> (bool, bool) {
        let find = |name: &str| variables.iter().find(|it| it.0 == name).map(|it| it.1.to_owned());
        let style = from_variables(find);
        (style.colour, style.unicode)
    }

    #[test]
    fn environment_variables_decide() {
        assert_eq!(check(&[("LANG", "de_DE.UTF-8")]), (true, true));
        assert_eq!(check(&[("LANG", "de_DE.utf8"), ("NO_COLOR", "1")]), (false, true));
        assert_eq!(check(&[("LANG", "C.UTF-8"), ("NO_COLOR", "")]), (true, true));
        assert_eq!(check(&[("LC_ALL", "C"), ("LANG", "de_DE.UTF-8")]), (true, false));
        assert_eq!(check(&[("TERM", "dumb"), ("LC_CTYPE", "C.UTF-8")]), (false, true));
    }
}
