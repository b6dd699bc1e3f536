//! Java players of the course, good and bad, from their class files.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use spielwerk_arena::{PlayedGame, Referee};
use spielwerk_engines::Entrant;
use spielwerk_games::AnyGame;
use spielwerk_players::{GameState, PlayerError, PlayerSpec};
use spielwerk_search::Limits;
use spielwerk_session::{GameLimits, Termination, TimeControl};
use tempfile::TempDir;

fn game() -> AnyGame {
    spielwerk_games::game("bohnenspiel").unwrap()
}

fn adapters() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../adapters/java")
}

/// The class files of a player that chooses its moves like this.
fn player(body: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("BohnenspielPlayer.java");
    let text = format!(
        "public class BohnenspielPlayer {{
             static int asked = 0;
             final Farbe farbe;
             public BohnenspielPlayer(Farbe farbe) {{ this.farbe = farbe; }}
             int leftmost(Bohnenspiel game) {{
                 int house = 1;
                 while (game.getBoard()[6 * farbe.ordinal() + house - 1] == 0) house++;
                 return house;
             }}
             public int chooseMove(Bohnenspiel game) {{ {body} }}
         }}"
    );
    fs::write(&source, text).unwrap();
    let skeleton = adapters().join("skeleton");
    let javac = Command::new("javac")
        .arg("-d")
        .arg(folder.path())
        .args([source, skeleton.join("Bohnenspiel.java"), skeleton.join("Farbe.java")])
        .output()
        .expect("a Java Development Kit, such as Debian's openjdk-17-jdk-headless");
    assert!(javac.status.success(), "{}", String::from_utf8_lossy(&javac.stderr));
    folder
}

fn spec(folder: &Path) -> PlayerSpec {
    format!("java:{}", folder.display()).parse().unwrap()
}

/// A game of such a player, as Schwarz, against the one that always plays leftmost.
fn play(body: &str, time_control: TimeControl) -> PlayedGame {
    let folder = player(body);
    let ours = Entrant::new(game(), &"leftmost".parse().unwrap()).unwrap();
    let java = Entrant::new(game(), &spec(folder.path())).unwrap();
    let referee = Referee { time_control, limits: GameLimits::default_for(game()) };
    let state = GameState::new(game());
    referee.play(state, &mut [ours.player(0).unwrap(), java.player(0).unwrap()])
}

#[test]
fn a_good_java_player_plays_its_moves() {
    // Its own output is ignored.
    let body =
        "System.out.println(\"bestmove 9\"); System.out.print(++asked); return leftmost(game);";
    let played = play(body, TimeControl::default());
    assert!(!played.termination.is_forfeit(), "{:?}", played.remark);
    let ours = || spielwerk_players::build(game(), &"leftmost".parse().unwrap()).unwrap();
    let referee = Referee { limits: GameLimits::default_for(game()), ..Referee::default() };
    let same = referee.play(GameState::new(game()), &mut [ours(), ours()]);
    assert_eq!(played.state.moves(), same.state.moves());
}

#[test]
fn a_bad_java_player_loses_and_the_remark_says_why() {
    for (body, termination, why) in [
        ("return 0;", Termination::Garbage, "`0`"),
        ("return 7;", Termination::Garbage, "`7`"),
        ("throw new IllegalStateException(\"no idea\");", Termination::Crash, "no idea"),
        ("return chooseMove(game);", Termination::Crash, "StackOverflowError"),
        ("if (asked++ > 0) System.exit(5); return 1;", Termination::Crash, "5"),
        // The first house is empty after it has been played.
        ("return 1;", Termination::Illegal, "empty"),
    ] {
        let played = play(body, TimeControl::default());
        let remark = played.remark.unwrap_or_default();
        assert_eq!(played.termination, termination, "{body} {remark}");
        assert!(remark.contains(why), "{body} {remark}");
    }
}

#[test]
fn a_java_player_that_never_answers_is_killed() {
    let timed = TimeControl::per_move(Limits::time(Duration::from_millis(100)));
    let played = play("while (true) asked++;", timed);
    assert_eq!(played.termination, Termination::Time);
    assert!(played.plies.len() == 1 && played.remark.unwrap().contains("no move after"));
}

#[test]
fn a_java_player_without_class_files_cannot_be_started() {
    let folder = player("return 1;");
    fs::remove_file(folder.path().join("Farbe.class")).unwrap();
    let refusal = Entrant::new(game(), &spec(folder.path())).unwrap_err().to_string();
    assert!(refusal.contains("Farbe.class"), "{refusal}");
    let other = Entrant::new(spielwerk_games::game("halma").unwrap(), &spec(folder.path()));
    assert!(other.unwrap_err().to_string().contains("bohnenspiel"));
    // Invalid class files are rejected by Java itself.
    fs::write(folder.path().join("Farbe.class"), "nothing").unwrap();
    let entrant = Entrant::new(game(), &spec(folder.path())).unwrap();
    assert!(matches!(entrant.player(0).err(), Some(PlayerError::Crashed(_))));
}
