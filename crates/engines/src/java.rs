//! Java players of the Bohnenspiel course: their class files, run by a host program that speaks UGI.
//!
//! The host's source is part of this program. It is compiled on first use into the user's cache
//! directory, under a name that contains a hash of the source, and finds the player's classes by
//! their names. One JVM runs for all games of a match; it is started before any clock runs.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process;
use std::{env, fs, io};

use directories::ProjectDirs;
use spielwerk_games::AnyGame;

use crate::process::EngineCommand;

const HOST: &str = "SpielwerkHost";
const SOURCE: &str = include_str!("../java/SpielwerkHost.java");
/// The classes that a player must have.
const CLASSES: [&str; 3] = ["BohnenspielPlayer", "Bohnenspiel", "Farbe"];
/// The oldest Java version that the host runs on.
const JAVA_RELEASE: &str = "11";

/// The command of the host with the player whose class files are in a directory or a jar.
pub(super) fn command(game: AnyGame, place: &str) -> Result<EngineCommand, String> {
    if game.name() != "bohnenspiel" {
        return Err(format!("Java players are for bohnenspiel, not for {}", game.name()));
    }
    let place = Path::new(place);
    check(place)?;
    let host = host().map_err(|error| format!("cannot compile the host for it: {error}"))?;
    let paths = env::join_paths([host.as_path(), place]).map_err(|error| error.to_string())?;
    let paths = paths.into_string().map_err(|_| "its path is no text".to_owned())?;
    // A JVM starts faster with the serial garbage collector.
    let words = ["java", "-XX:+UseSerialGC", "-cp", &paths, HOST];
    Ok(EngineCommand::new(words.map(str::to_owned).to_vec()))
}

/// Checks that a path has the class files of a player.
fn check(place: &Path) -> Result<(), String> {
    if place.is_file() {
        return Ok(());
    }
    for class in CLASSES {
        if !place.join(class).with_extension("class").is_file() {
            let place = place.display();
            return Err(format!(
                "there is no {class}.class in `{place}`; `javac -d {place} *.java` puts it there"
            ));
        }
    }
    Ok(())
}

/// The directory of the compiled host.
fn host() -> io::Result<PathBuf> {
    let mut hasher = DefaultHasher::new();
    SOURCE.hash(&mut hasher);
    let name = format!("host-{:016x}", hasher.finish());
    let folder = match ProjectDirs::from("", "", "spielwerk") {
        Some(dirs) => dirs.cache_dir().join("java"),
        None => env::temp_dir().join("spielwerk-java"),
    };
    let compiled = folder.join(&name);
    if !compiled.is_dir() {
        compile_beside(&folder.join(format!("{name}.{}.part", process::id())), &compiled)?;
    }
    Ok(compiled)
}

/// Compiles the host in a temporary directory, and renames it when it is complete.
fn compile_beside(part: &Path, compiled: &Path) -> io::Result<()> {
    fs::create_dir_all(part)?;
    let done = compile(part).and_then(|()| match fs::rename(part, compiled) {
        // Another process was faster.
        Err(_) if compiled.is_dir() => Ok(()),
        result => result,
    });
    if part.exists() {
        fs::remove_dir_all(part)?;
    }
    done
}

fn compile(folder: &Path) -> io::Result<()> {
    let source = folder.join(HOST).with_extension("java");
    fs::write(&source, SOURCE)?;
    let mut javac = process::Command::new("javac");
    let javac = javac.args(["--release", JAVA_RELEASE, "-d"]).arg(folder).arg(&source).output();
    let output = javac.map_err(|error| match error.kind() {
        ErrorKind::NotFound => io::Error::other(format!(
            "there is no `javac`; it comes with a Java Development Kit {JAVA_RELEASE} or later"
        )),
        _ => error,
    })?;
    if output.status.success() {
        return Ok(());
    }
    let complaint = String::from_utf8_lossy(&output.stderr);
    Err(io::Error::other(
        complaint.lines().next().unwrap_or("javac failed without a message").to_owned(),
    ))
}
