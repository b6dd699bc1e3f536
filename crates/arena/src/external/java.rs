//! A Java player of the Bohnenspiel course: its class files, and a host of ours that speaks UGI.
//!
//! The host's source is part of this program. It is compiled on the first use into the user's cache
//! directory, under a name that changes with the source, and finds the player's classes by their
//! names. One Java machine runs for each game; it comes up before any clock runs.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process;
use std::{env, fs, io};

use directories::ProjectDirs;
use games::AnyGame;

use super::process::Command;

const HOST: &str = "SpielwerkHost";
const SOURCE: &str = include_str!("../../../../adapters/java/host/SpielwerkHost.java");
/// What a player consists of at least.
const CLASSES: [&str; 3] = ["BohnenspielPlayer", "Bohnenspiel", "Farbe"];
/// The oldest Java that the host runs on.
const RELEASE: &str = "11";

/// What starts the host with the player whose class files stand in a directory or a jar.
pub(super) fn command(game: AnyGame, place: &str) -> Result<Command, String> {
    if game.name() != "bohnenspiel" {
        return Err(format!("Java players are for bohnenspiel, not for {}", game.name()));
    }
    let place = Path::new(place);
    check(place)?;
    let host = host().map_err(|error| format!("cannot compile the host for it: {error}"))?;
    let paths = env::join_paths([host.as_path(), place]).map_err(|error| error.to_string())?;
    let paths = paths.into_string().map_err(|_| "its path is no text".to_owned())?;
    // Java machines come up faster with the simplest of their memory managers.
    let words = ["java", "-XX:+UseSerialGC", "-cp", &paths, HOST];
    Ok(Command::new(words.map(str::to_owned).to_vec()))
}

/// Whether there is a player in this place.
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

/// Compiles the host where nobody looks for it, and moves it to its place when it is whole.
fn compile_beside(part: &Path, compiled: &Path) -> io::Result<()> {
    fs::create_dir_all(part)?;
    let done = compile(part).and_then(|()| match fs::rename(part, compiled) {
        // Somebody else was faster.
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
    let javac = javac.args(["--release", RELEASE, "-d"]).arg(folder).arg(&source).output();
    let output = javac.map_err(|error| match error.kind() {
        ErrorKind::NotFound => io::Error::other(format!(
            "there is no `javac`; it comes with a Java Development Kit {RELEASE} or later"
        )),
        _ => error,
    })?;
    if output.status.success() {
        return Ok(());
    }
    let complaint = String::from_utf8_lossy(&output.stderr);
    Err(io::Error::other(complaint.lines().next().unwrap_or("javac does not say why").to_owned()))
}
