//! From selected sites to a move, in any game: the sites that can come next are highlighted, and
//! the move is made when nothing can follow, or when the person stops it there.
//!
//! A site in which only one move ends may be selected directly, so that nobody has to click every
//! hop of a long chain.

use spielwerk_games::{AnyMove, AnyPosition, Site};

/// The sites selected so far, and what can follow.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    path: Vec<Site>,
    next: Vec<Site>,
    done: Option<AnyMove>,
}

/// The result of a click on a site.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Clicked {
    /// A move is complete.
    Move(AnyMove),
    /// The site is selected.
    Chosen,
    /// The selection is cleared.
    Dropped,
    /// No move leads there.
    Refused,
}

impl Selection {
    /// Nothing selected yet.
    pub fn new(position: &AnyPosition) -> Selection {
        Selection::from_path(position, Vec::new())
    }

    /// These sites selected.
    fn from_path(position: &AnyPosition, path: Vec<Site>) -> Selection {
        let continuations = position.continuations(&path);
        Selection { path, next: continuations.next, done: continuations.complete }
    }

    /// The sites selected so far.
    pub fn path(&self) -> &[Site] {
        &self.path
    }

    /// The sites that can come next.
    pub fn next(&self) -> &[Site] {
        &self.next
    }

    /// The move, if it may end here.
    pub fn done(&self) -> Option<AnyMove> {
        self.done
    }

    /// The sites that can be selected directly as the end of the move.
    pub fn ends(&self, position: &AnyPosition) -> Vec<Site> {
        if self.path.is_empty() {
            return Vec::new();
        }
        let moves = self.moves(position);
        let ends = moves.iter().filter_map(|(path, _)| path.last().copied());
        let alone =
            |end: &Site| moves.iter().filter(|(path, _)| path.last() == Some(end)).count() == 1;
        ends.filter(alone).filter(|end| !self.path.contains(end)).collect()
    }

    /// Selects a site.
    pub fn click(&mut self, position: &AnyPosition, site: Site) -> Clicked {
        if self.next.contains(&site) {
            let path = [&self.path[..], &[site]].concat();
            *self = Selection::from_path(position, path);
            return match self.done {
                Some(m) if self.next.is_empty() => Clicked::Move(m),
                _ => Clicked::Chosen,
            };
        }
        if self.path.last() == Some(&site)
            && let Some(m) = self.done
        {
            return Clicked::Move(m);
        }
        if self.path.first() == Some(&site) {
            *self = Selection::new(position);
            return Clicked::Dropped;
        }
        if self.ends(position).contains(&site) {
            let mut moves = self.moves(position).into_iter();
            if let Some((_, m)) = moves.find(|(path, _)| path.last() == Some(&site)) {
                return Clicked::Move(m);
            }
        }
        let fresh = Selection::new(position);
        if fresh.next.contains(&site) {
            *self = Selection::from_path(position, vec![site]);
            return Clicked::Chosen;
        }
        Clicked::Refused
    }

    /// Unselects the last site, if there is one.
    pub fn back(&mut self, position: &AnyPosition) -> bool {
        let dropped = self.path.pop().is_some();
        *self = Selection::from_path(position, std::mem::take(&mut self.path));
        dropped
    }

    /// The moves whose shortest path continues the selection.
    fn moves(&self, position: &AnyPosition) -> Vec<(Vec<Site>, AnyMove)> {
        let moves = position.legal_moves().into_iter().map(|m| (position.path(m), m));
        moves.filter(|(path, _)| path.starts_with(&self.path)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site(position: &AnyPosition, name: &str) -> Site {
        let board = spielwerk_games::game(position.info().name).unwrap().board();
        let index = board.sites.iter().position(|site| site.name == name);
        Site(index.unwrap() as u16)
    }

    /// Clicks sites by name, one after the other; the result of the last.
    fn clicks(game: &str, position: &str, names: &[&str]) -> (Selection, Clicked, AnyPosition) {
        let position = spielwerk_games::game(game).unwrap().read_position(position).unwrap();
        let mut selection = Selection::new(&position);
        let mut last = Clicked::Refused;
        for name in names {
            last = selection.click(&position, site(&position, name));
        }
        (selection, last, position)
    }

    fn played((_, clicked, position): (Selection, Clicked, AnyPosition)) -> String {
        match clicked {
            Clicked::Move(m) => position.write_move(m),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_house_is_a_move() {
        let clicked = clicks("bohnenspiel", "6,6,6,6,6,6/6,6,6,6,6,6 0-0 w", &["W3"]);
        assert_eq!(played(clicked), "3");
    }

    #[test]
    fn the_stone_to_capture_is_selected_in_the_same_way() {
        let board = "9/9/2BW1B3/9/9 w";
        let (selection, clicked, _) = clicks("fanorona", board, &["d3", "e3"]);
        assert_eq!((clicked, selection.next().len()), (Clicked::Chosen, 2));
        assert_eq!(played(clicks("fanorona", board, &["d3", "e3", "f3"])), "d3-e3A");
        assert_eq!(played(clicks("fanorona", board, &["d3", "e3", "c3"])), "d3-e3W");
    }

    #[test]
    fn a_chain_ends_where_the_player_stops() {
        let board = "9/9/3W1B3/4B4/9 w";
        let (selection, clicked, _) = clicks("fanorona", board, &["d3", "e3"]);
        assert_eq!(clicked, Clicked::Chosen);
        assert!(selection.done().is_some());
        assert_eq!(played(clicks("fanorona", board, &["d3", "e3", "e3"])), "d3-e3A");
        assert_eq!(played(clicks("fanorona", board, &["d3", "e3", "e4"])).matches('-').count(), 2);
    }

    #[test]
    fn the_end_of_a_chain_may_be_selected_directly() {
        let game = spielwerk_games::game("halma").unwrap();
        let start = game.start();
        let paths = start.legal_moves().into_iter().map(|m| start.path(m));
        let far = paths.into_iter().find(|path| path.len() == 2).unwrap();
        let mut selection = Selection::new(&start);
        selection.click(&start, far[0]);
        assert!(selection.ends(&start).contains(&far[1]));
    }

    #[test]
    fn a_selection_can_be_changed() {
        let board = "9/9/3W1B3/4B4/9 w";
        let (selection, clicked, _) = clicks("fanorona", board, &["d3", "d3"]);
        assert_eq!((clicked, selection.path().len()), (Clicked::Dropped, 0));
        assert_eq!(clicks("fanorona", board, &["a1"]).1, Clicked::Refused);
        let position = spielwerk_games::game("fanorona").unwrap().read_position(board).unwrap();
        let (mut selection, ..) = clicks("fanorona", board, &["d3", "e3"]);
        assert!(selection.back(&position) && selection.back(&position));
        assert!(!selection.back(&position) && selection.path().is_empty());
    }
}
