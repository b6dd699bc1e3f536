//! Seatings: every opening is played with all permutations of the players, so that neither the seat
//! nor the order of the opponents favours anybody.
//!
//! ```text
//! two players    AB BA
//! three players  ABC ACB BAC BCA CAB CBA
//! ```

/// All permutations of so many entrants: for each game of a round, the entrant of every seat.
pub fn seatings(entrants: usize) -> Vec<Vec<usize>> {
    let mut all = Vec::new();
    extend(&mut Vec::new(), entrants, &mut all);
    all
}

fn extend(begun: &mut Vec<usize>, entrants: usize, all: &mut Vec<Vec<usize>>) {
    if begun.len() == entrants {
        all.push(begun.clone());
        return;
    }
    for entrant in 0..entrants {
        if !begun.contains(&entrant) {
            begun.push(entrant);
            extend(begun, entrants, all);
            begun.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_sits_everywhere_equally_often() {
        assert_eq!(seatings(2), [[0, 1], [1, 0]]);
        let three = seatings(3);
        assert_eq!(three.len(), 6);
        for entrant in 0..3 {
            for seat in 0..3 {
                assert_eq!(three.iter().filter(|order| order[seat] == entrant).count(), 2);
            }
            // Everybody follows each of the others equally often.
            let follows = |order: &Vec<usize>| {
                let seat = order.iter().position(|&it| it == entrant).unwrap();
                order[(seat + 2) % 3]
            };
            for other in (0..3).filter(|&other| other != entrant) {
                assert_eq!(three.iter().filter(|order| follows(order) == other).count(), 3);
            }
        }
    }
}
