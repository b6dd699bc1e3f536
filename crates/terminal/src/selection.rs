//! From spots that are pointed at to a move, in any game: what can come next is lit up, and the
//! move is made when nothing can come any more, or when the player says so.
//!
//! Where one spot alone tells which move is meant, because only one leads there, it may be pointed
//! at directly: nobody has to click through every hop of a long chain.

use games::{AnyMove, AnyPosition, Spot};

/// The spots chosen so far, and what they can lead to.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    path: Vec<Spot>,
    next: Vec<Spot>,
    done: Option<AnyMove>,
}

/// What came of pointing at a spot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Clicked {
    /// A move is complete.
    Move(AnyMove),
    /// The spot belongs to the move to be made.
    Chosen,
    /// What was chosen is dropped.
    Dropped,
    /// No move goes there.
    Refused,
}

impl Selection {
    /// Nothing chosen yet.
    pub fn new(position: &AnyPosition) -> Selection {
        Selection::along(position, Vec::new())
    }

    /// These spots chosen.
    fn along(position: &AnyPosition, path: Vec<Spot>) -> Selection {
        let follow = position.follow(&path);
        Selection { path, next: follow.next, done: follow.done }
    }

    /// The spots chosen so far.
    pub fn path(&self) -> &[Spot] {
        &self.path
    }

    /// The spots that can come next.
    pub fn next(&self) -> &[Spot] {
        &self.next
    }

    /// The move, if it may end here.
    pub fn done(&self) -> Option<&AnyMove> {
        self.done.as_ref()
    }

    /// Where the move can end at the latest by pointing there directly.
    pub fn ends(&self, position: &AnyPosition) -> Vec<Spot> {
        if self.path.is_empty() {
            return Vec::new();
        }
        let moves = self.moves(position);
        let ends = moves.iter().filter_map(|m| m.path.last().copied());
        let alone = |end: &Spot| moves.iter().filter(|m| m.path.last() == Some(end)).count() == 1;
        ends.filter(alone).filter(|end| !self.path.contains(end)).collect()
    }

    /// Points at a spot.
    pub fn click(&mut self, position: &AnyPosition, spot: Spot) -> Clicked {
        if self.next.contains(&spot) {
            let path = [&self.path[..], &[spot]].concat();
            *self = Selection::along(position, path);
            return match &self.done {
                Some(m) if self.next.is_empty() => Clicked::Move(m.clone()),
                _ => Clicked::Chosen,
            };
        }
        if self.path.last() == Some(&spot)
            && let Some(m) = &self.done
        {
            return Clicked::Move(m.clone());
        }
        if self.path.first() == Some(&spot) {
            *self = Selection::new(position);
            return Clicked::Dropped;
        }
        if self.ends(position).contains(&spot) {
            let mut moves = self.moves(position).into_iter();
            if let Some(m) = moves.find(|m| m.path.last() == Some(&spot)) {
                return Clicked::Move(m);
            }
        }
        let fresh = Selection::new(position);
        if fresh.next.contains(&spot) {
            *self = Selection::along(position, vec![spot]);
            return Clicked::Chosen;
        }
        Clicked::Refused
    }

    /// Drops the last spot, if there is one.
    pub fn back(&mut self, position: &AnyPosition) -> bool {
        let dropped = self.path.pop().is_some();
        *self = Selection::along(position, std::mem::take(&mut self.path));
        dropped
    }

    /// The moves that go on from here by their shortest ways.
    fn moves(&self, position: &AnyPosition) -> Vec<AnyMove> {
        let mut moves = position.moves();
        moves.retain(|m| m.path.starts_with(&self.path));
        moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spot(position: &AnyPosition, name: &str) -> Spot {
        let board = games::game(position.info().name).unwrap().board();
        let index = board.places.iter().position(|place| place.name == name);
        Spot(index.unwrap() as u16)
    }

    /// Points at places one after the other; what came of the last.
    fn clicks(game: &str, position: &str, names: &[&str]) -> (Selection, Clicked) {
        let position = games::game(game).unwrap().read(position).unwrap();
        let mut selection = Selection::new(&position);
        let mut last = Clicked::Refused;
        for name in names {
            last = selection.click(&position, spot(&position, name));
        }
        (selection, last)
    }

    fn played(clicked: Clicked) -> String {
        match clicked {
            Clicked::Move(m) => m.text,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_house_is_a_move() {
        let clicked = clicks("bohnenspiel", "6,6,6,6,6,6/6,6,6,6,6,6 0-0 w", &["W3"]).1;
        assert_eq!(played(clicked), "3");
    }

    #[test]
    fn the_stone_to_take_is_chosen_in_the_same_way() {
        let board = "9/9/2BW1B3/9/9 w";
        let (selection, clicked) = clicks("fanorona", board, &["d3", "e3"]);
        assert_eq!((clicked, selection.next().len()), (Clicked::Chosen, 2));
        assert_eq!(played(clicks("fanorona", board, &["d3", "e3", "f3"]).1), "d3-e3A");
        assert_eq!(played(clicks("fanorona", board, &["d3", "e3", "c3"]).1), "d3-e3W");
    }

    #[test]
    fn a_chain_ends_where_the_player_stops() {
        let board = "9/9/3W1B3/4B4/9 w";
        let (selection, clicked) = clicks("fanorona", board, &["d3", "e3"]);
        assert_eq!(clicked, Clicked::Chosen);
        assert!(selection.done().is_some());
        assert_eq!(played(clicks("fanorona", board, &["d3", "e3", "e3"]).1), "d3-e3A");
        assert_eq!(
            played(clicks("fanorona", board, &["d3", "e3", "e4"]).1).matches('-').count(),
            2
        );
    }

    #[test]
    fn a_far_end_may_be_pointed_at_directly() {
        let game = games::game("halma").unwrap();
        let start = game.start();
        let far = start.moves().into_iter().find(|m| m.path.len() == 2).unwrap();
        let mut selection = Selection::new(&start);
        selection.click(&start, far.path[0]);
        assert!(selection.ends(&start).contains(&far.path[1]));
    }

    #[test]
    fn a_second_thought_begins_anew() {
        let board = "9/9/3W1B3/4B4/9 w";
        let (selection, clicked) = clicks("fanorona", board, &["d3", "d3"]);
        assert_eq!((clicked, selection.path().len()), (Clicked::Dropped, 0));
        assert_eq!(clicks("fanorona", board, &["a1"]).1, Clicked::Refused);
        let position = games::game("fanorona").unwrap().read(board).unwrap();
        let (mut selection, _) = clicks("fanorona", board, &["d3", "e3"]);
        assert!(selection.back(&position) && selection.back(&position));
        assert!(!selection.back(&position) && selection.path().is_empty());
    }
}
