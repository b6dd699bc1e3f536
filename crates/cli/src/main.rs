//! The `spielwerk` binary.
fn main() {
    for game in games::games() {
        println!("{}", game.name());
    }
}
