//! Relative paths in the command of a program that is run in another directory.
//!
//! A word that names a file or directory from here is made absolute, and so is each part of a list
//! such as a class path, and the value of an option such as `--lib=dir`. A word of `java` that is no
//! path for sure may be the name of a class, so it is left alone.

use std::path::{Path, PathBuf, absolute};

/// Options of `java` that a path or a list of paths follows.
const JAVA_PATH_OPTIONS: [&str; 4] = ["-cp", "-classpath", "--class-path", "-jar"];
/// Between the paths of a list.
const LIST_SEPARATOR: char = if cfg!(windows) { ';' } else { ':' };

/// The words with absolute paths.
pub(crate) fn from_here(words: &[String]) -> Vec<PathBuf> {
    let java = words.first().is_some_and(|program| is_java(program));
    let after_path_option = |number: usize| {
        let before = number.checked_sub(1).and_then(|before| words.get(before));
        before.is_some_and(|before| JAVA_PATH_OPTIONS.contains(&before.as_str()))
    };
    let word = |(number, word): (usize, &String)| {
        let may_be_a_name = match number {
            // A program without a slash is looked up in `PATH`.
            0 => true,
            _ => java && !after_path_option(number),
        };
        PathBuf::from(if may_be_a_name && !word.contains('/') {
            word.clone()
        } else {
            absolute_paths(word)
        })
    };
    words.iter().enumerate().map(word).collect()
}

pub(crate) fn is_java(program: &str) -> bool {
    Path::new(program).file_stem().is_some_and(|stem| stem == "java")
}

/// The directories of the class path in a command of `java`.
pub(crate) fn class_path(words: &[PathBuf]) -> Vec<PathBuf> {
    let option = words
        .iter()
        .position(|word| word.to_str().is_some_and(|word| JAVA_PATH_OPTIONS[..3].contains(&word)));
    let list = option.and_then(|option| words.get(option + 1)).and_then(|list| list.to_str());
    list.map(|list| list.split(LIST_SEPARATOR).map(PathBuf::from).collect()).unwrap_or_default()
}

/// A path, or a list of them, or an option with one, with all that exists made absolute.
fn absolute_paths(word: &str) -> String {
    if let Some(path) = absolute_path(word) {
        return path;
    }
    if let Some((option, value)) = word.split_once('=').filter(|_| word.starts_with('-')) {
        return format!("{option}={}", absolute_paths(value));
    }
    let parts = word.split(LIST_SEPARATOR);
    let parts = parts.map(|part| absolute_path(part).unwrap_or_else(|| part.to_owned()));
    parts.collect::<Vec<_>>().join(&LIST_SEPARATOR.to_string())
}

/// The absolute path of a file or directory that exists.
fn absolute_path(text: &str) -> Option<String> {
    let path = Path::new(text);
    let path = absolute(path).ok().filter(|_| !text.is_empty() && path.exists())?;
    path.into_os_string().into_string().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resolved(command: &str) -> String {
        let words: Vec<String> = command.split(' ').map(str::to_owned).collect();
        let words = from_here(&words);
        words.iter().map(|word| word.to_str().unwrap()).collect::<Vec<_>>().join(" ")
    }

    /// Tests run in the directory of their crate.
    #[test]
    fn what_exists_here_is_found_from_elsewhere() {
        let here = std::env::current_dir().unwrap();
        let here = here.to_str().unwrap();
        for (command, expected) in [
            ("java -cp src homework", format!("java -cp {here}/src homework")),
            (
                "java -cp src:Cargo.toml:no tests",
                format!("java -cp {here}/src:{here}/Cargo.toml:no tests"),
            ),
            ("java -jar Cargo.toml", format!("java -jar {here}/Cargo.toml")),
            ("python3 Cargo.toml", format!("python3 {here}/Cargo.toml")),
            ("python3 src", format!("python3 {here}/src")),
            ("src/lib.rs", format!("{here}/src/lib.rs")),
            ("run --lib=src --depth=3", format!("run --lib={here}/src --depth=3")),
            ("src --level 3", "src --level 3".to_owned()),
            ("./no/such/file", "./no/such/file".to_owned()),
        ] {
            assert_eq!(resolved(command), expected);
        }
    }

    #[test]
    fn a_class_path_is_a_list_of_directories() {
        let words = ["java", "-cp", "a:b.jar", "homework"].map(PathBuf::from);
        assert_eq!(class_path(&words), ["a", "b.jar"].map(PathBuf::from));
        assert!(class_path(&["java", "homework"].map(PathBuf::from)).is_empty());
    }
}
