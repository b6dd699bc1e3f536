//! Java players of the course, good and bad, brought to the board by their class files.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use arena::{Bounds, Control, Ending, Entrant, Played, Referee};
use games::AnyGame;
use players::{Course, Fault, Spec};
use search::Limits;
use tempfile::TempDir;

fn game() -> AnyGame {
    games::game("bohnenspiel").unwrap()
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

fn spec(folder: &Path) -> Spec {
    format!("java:{}", folder.display()).parse().unwrap()
}

/// A game of such a player, as Schwarz, against the one that always plays leftmost.
fn play(body: &str, control: Control) -> Played {
    let folder = player(body);
    let ours = Entrant::new(game(), &"leftmost".parse().unwrap()).unwrap();
    let java = Entrant::new(game(), &spec(folder.path())).unwrap();
    let referee = Referee { control, bounds: Bounds::usual(game()) };
    let course = Course::new(game());
    referee.play(course, &mut [ours.player(0).unwrap(), java.player(0).unwrap()])
}

#[test]
fn a_good_java_player_plays_as_it_would_at_home() {
    // What it prints is nobody's business.
    let body =
        "System.out.println(\"bestmove 9\"); System.out.print(++asked); return leftmost(game);";
    let played = play(body, Control::default());
    assert!(!played.ending.is_forfeit(), "{:?}", played.remark);
    let ours = || players::build(game(), &"leftmost".parse().unwrap()).unwrap();
    let referee = Referee { bounds: Bounds::usual(game()), ..Referee::default() };
    let same = referee.play(Course::new(game()), &mut [ours(), ours()]);
    assert_eq!(played.course.moves(), same.course.moves());
}

#[test]
fn a_bad_java_player_loses_and_the_remark_says_why() {
    for (body, ending, why) in [
        ("return 0;", Ending::Garbage, "`0`"),
        ("return 7;", Ending::Garbage, "`7`"),
        ("throw new IllegalStateException(\"no idea\");", Ending::Crash, "no idea"),
        ("return chooseMove(game);", Ending::Crash, "StackOverflowError"),
        ("if (asked++ > 0) System.exit(5); return 1;", Ending::Crash, "5"),
        // The first house is empty after it has been played.
        ("return 1;", Ending::Illegal, "empty"),
    ] {
        let played = play(body, Control::default());
        let remark = played.remark.unwrap_or_default();
        assert_eq!(played.ending, ending, "{body} {remark}");
        assert!(remark.contains(why), "{body} {remark}");
    }
}

#[test]
fn a_java_player_that_thinks_for_ever_is_ended() {
    let timed = Control::per_move(Limits::time(Duration::from_millis(100)));
    let played = play("while (true) asked++;", timed);
    assert_eq!(played.ending, Ending::Time);
    assert!(played.plies.len() == 1 && played.remark.unwrap().contains("no answer"));
}

#[test]
fn a_player_that_cannot_even_be_made_does_not_come_to_the_board() {
    let folder = player("return 1;");
    fs::remove_file(folder.path().join("Farbe.class")).unwrap();
    let refusal = Entrant::new(game(), &spec(folder.path())).unwrap_err().to_string();
    assert!(refusal.contains("Farbe.class"), "{refusal}");
    let other = Entrant::new(games::game("halma").unwrap(), &spec(folder.path()));
    assert!(other.unwrap_err().to_string().contains("bohnenspiel"));
    // Files that only look like classes are found out by Java itself.
    fs::write(folder.path().join("Farbe.class"), "nothing").unwrap();
    let entrant = Entrant::new(game(), &spec(folder.path())).unwrap();
    assert!(matches!(entrant.player(0).err(), Some(Fault::Crash(_))));
}
