//! All paths of the legal moves of a position, as a tree: a client that has it knows what every
//! click leads to, without a request.
//!
//! This needs no rule of a game. A path that comes back to a result that it had before is not
//! followed, since hops can go round for ever.

use std::collections::HashMap;

use serde::{Serialize, Serializer};
use spielwerk_games::{AnyMove, AnyPosition, Content, Site};

/// The most nodes. Halma has some hundred paths in an average position, but many thousands in a
/// few; the longest ones are left out then.
const MAX_NODES: usize = 3_000;

/// The paths of all legal moves. A node stands after its parent.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(transparent)]
pub(crate) struct PathTree(Vec<Node>);

/// A site to click.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Node {
    /// The site that is clicked before it; none for the first of a path.
    parent: Option<usize>,
    site: Site,
    /// The move that is made if the path ends here, by its place among the legal moves.
    nth_move: Option<usize>,
    /// Where the piece stands then.
    standing: Site,
    /// All that is captured up to here.
    captured: Vec<Site>,
}

impl PathTree {
    /// The paths of these moves, which are all that are legal.
    pub(crate) fn new(position: &AnyPosition, moves: impl Iterator<Item = AnyMove>) -> PathTree {
        let places: HashMap<AnyMove, usize> = moves.enumerate().map(|(nth, m)| (m, nth)).collect();
        let mut tree = PathTree(Vec::new());
        let before = position.contents();
        let mut paths: Vec<Vec<Site>> = Vec::new();
        let mut parent = None;
        loop {
            let path = parent.map_or(&[][..], |parent: usize| &paths[parent]);
            for site in position.continuations(path).next {
                let path = [parent.map_or(&[][..], |parent| &paths[parent]), &[site]].concat();
                let complete = position.continuations(&path).complete;
                let nth_move = complete.and_then(|m| places.get(&m).copied());
                if path[1..].contains(&path[0]) || tree.has_before(parent, nth_move) {
                    continue;
                }
                if tree.0.len() == MAX_NODES {
                    return tree;
                }
                let so_far = || parent.map_or(Vec::new(), |parent| tree.0[parent].captured.clone());
                let (standing, captured) = tree
                    .result(position, &before, parent, site, complete)
                    .unwrap_or_else(|| (site, so_far()));
                tree.0.push(Node { parent, site, nth_move, standing, captured });
                paths.push(path);
            }
            let next = parent.map_or(0, |parent| parent + 1);
            if next >= paths.len() {
                return tree;
            }
            parent = Some(next);
        }
    }

    /// Whether a path has made the same move before.
    fn has_before(&self, mut node: Option<usize>, nth_move: Option<usize>) -> bool {
        while let Some(at) = node {
            if nth_move.is_some() && self.0[at].nth_move == nth_move {
                return true;
            }
            node = self.0[at].parent;
        }
        false
    }

    /// Where the piece stands after a move, and what has been captured.
    fn result(
        &self,
        position: &AnyPosition,
        before: &[Content],
        parent: Option<usize>,
        site: Site,
        complete: Option<AnyMove>,
    ) -> Option<(Site, Vec<Site>)> {
        let mover = Content::piece(position.turn()?);
        let after = position.play(complete?).ok()?.contents();
        // A click on a stone may choose what to capture instead of where to go.
        let arrives = after.get(site.index()) == Some(&mover);
        let standing = parent.filter(|_| !arrives).map_or(site, |parent| self.0[parent].standing);
        let is_captured = |&index: &usize| {
            matches!(before[index], Content::Piece(_))
                && before[index] != mover
                && (after[index] == Content::Empty || index == standing.index())
        };
        // Pegs that change places capture nothing: the other one stands elsewhere.
        let pieces = |contents: &[Content]| {
            contents.iter().filter(|it| matches!(it, Content::Piece(_))).count()
        };
        let captures = pieces(before) > pieces(&after);
        let captured = (0..before.len()).filter(|_| captures).filter(is_captured);
        Some((standing, captured.map(|index| Site(index as u16)).collect()))
    }
}

impl Serialize for Node {
    /// A list: `[parent, site, move]`, followed by the standing piece and what it has captured
    /// where that is not plain.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Node { parent, site, nth_move, standing, captured } = self;
        if standing == site && captured.is_empty() {
            (parent, site, nth_move).serialize(serializer)
        } else {
            (parent, site, nth_move, standing, captured).serialize(serializer)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(game: &str, position: Option<&str>) -> (AnyPosition, PathTree) {
        let game = spielwerk_games::game(game).unwrap();
        let position =
            position.map_or_else(|| game.start(), |text| game.read_position(text).unwrap());
        let moves = position.written_moves();
        let tree = PathTree::new(&position, moves.into_iter().map(|(_, m)| m));
        (position, tree)
    }

    fn path(tree: &PathTree, mut node: usize) -> Vec<Site> {
        let mut path = vec![tree.0[node].site];
        while let Some(parent) = tree.0[node].parent {
            node = parent;
            path.insert(0, tree.0[node].site);
        }
        path
    }

    #[test]
    fn every_node_is_what_its_clicks_mean_and_every_move_is_there() {
        for game in ["fauhalma", "halma", "fanorona", "bohnenspiel"] {
            let (position, tree) = tree(game, None);
            let moves = position.written_moves();
            let mut found = vec![false; moves.len()];
            for (nth, node) in tree.0.iter().enumerate() {
                let complete = position.continuations(&path(&tree, nth)).complete;
                assert_eq!(node.nth_move.map(|nth| moves[nth].1), complete);
                if let Some(nth) = node.nth_move {
                    found[nth] = true;
                }
            }
            assert!(found.iter().all(|&found| found), "{game}");
        }
    }

    #[test]
    fn a_choice_of_stones_is_a_click_of_its_own() {
        let (position, tree) = tree("fanorona", Some("9/6B2/1BB1WBB2/4B4/4W4 w 0 20"));
        let m = position.read_move("e3-d3W").unwrap();
        let sites = position.path(m);
        let (nth, node) = (0..tree.0.len())
            .map(|nth| (nth, &tree.0[nth]))
            .find(|&(nth, _)| path(&tree, nth) == sites)
            .unwrap();
        assert_eq!(node.standing, sites[1]);
        assert_eq!(node.captured.len(), 2);
        assert_eq!(tree.0[tree.0[nth].parent.unwrap()].nth_move, None);
        let json = serde_json::to_value(node).unwrap();
        assert_eq!(json.as_array().unwrap().len(), 5);
    }

    #[test]
    fn pegs_that_change_places_capture_nothing() {
        let position = r#"{"A":[[-3,5],[1,-4]],"B":[[-3,6],[1,3]],"C":[[-4,1]]}"#;
        let (_, tree) = tree("fauhalma", Some(position));
        assert!(tree.0.iter().all(|node| node.captured.is_empty() && node.standing == node.site));
    }

    #[test]
    fn hops_do_not_go_round_for_ever() {
        let (mut position, mut pick) = (spielwerk_games::game("halma").unwrap().start(), 1_usize);
        for _ in 0..40 {
            let moves = position.written_moves();
            let tree = PathTree::new(&position, moves.iter().map(|&(_, m)| m));
            assert!(tree.0.len() < MAX_NODES);
            for nth in 0..tree.0.len() {
                let path = path(&tree, nth);
                assert!((1..path.len()).all(|nth| !path[..nth].contains(&path[nth])), "{path:?}");
            }
            pick = pick.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695);
            position.advance(moves[(pick >> 33) % moves.len()].1);
        }
    }
}
