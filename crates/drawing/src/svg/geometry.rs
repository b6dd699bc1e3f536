//! Areas and rounded outlines around points.

use super::svg_writer::Path;

/// A point in board units: across and down.
pub(super) type Point = (f64, f64);

/// A rectangle along the axes.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(super) struct Area {
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) right: f64,
    pub(super) bottom: f64,
}

impl Area {
    /// The smallest area around some points; a unit square at the origin if there are none.
    pub(super) fn around(points: &[Point]) -> Area {
        let Some(&(x, y)) = points.first() else {
            return Area { left: -0.5, top: -0.5, right: 0.5, bottom: 0.5 };
        };
        let start = Area { left: x, top: y, right: x, bottom: y };
        points.iter().fold(start, |area, &(x, y)| Area {
            left: area.left.min(x),
            top: area.top.min(y),
            right: area.right.max(x),
            bottom: area.bottom.max(y),
        })
    }

    /// Larger by so much on every side.
    pub(super) fn grown(self, by: f64) -> Area {
        Area {
            left: self.left - by,
            top: self.top - by,
            right: self.right + by,
            bottom: self.bottom + by,
        }
    }

    pub(super) fn width(self) -> f64 {
        self.right - self.left
    }

    pub(super) fn height(self) -> f64 {
        self.bottom - self.top
    }

    pub(super) fn middle(self) -> Point {
        ((self.left + self.right) / 2.0, (self.top + self.bottom) / 2.0)
    }
}

/// The convex hull of points, clockwise as drawn on the screen.
#[derive(Clone, Debug)]
pub(super) struct Hull(Vec<Point>);

impl Hull {
    /// Andrew's monotone chain: the upper and the lower half, each from one end to the other.
    pub(super) fn around(points: impl IntoIterator<Item = Point>) -> Hull {
        let mut points: Vec<Point> = points.into_iter().collect();
        points.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
        points.dedup();
        if points.len() < 2 {
            return Hull(points);
        }
        let mut corners = half(points.iter().copied());
        corners.pop();
        corners.extend(half(points.iter().rev().copied()));
        corners.pop();
        Hull(corners)
    }

    /// All points no farther than `radius` from the hull, as a path with round corners.
    pub(super) fn rounded(&self, radius: f64) -> Path {
        let corners = &self.0;
        if let &[(x, y)] = corners.as_slice() {
            let (west, east) = ((x - radius, y), (x + radius, y));
            return Path::default().to(west).arc(radius, east).arc(radius, west).close();
        }
        let mut path = Path::default();
        for (nth, &corner) in corners.iter().enumerate() {
            let before = corners[(nth + corners.len() - 1) % corners.len()];
            let after = corners[(nth + 1) % corners.len()];
            path = path
                .to(beside(corner, outwards(before, corner), radius))
                .arc(radius, beside(corner, outwards(corner, after), radius));
        }
        path.close()
    }

    /// How far a point is outside; 0 inside, and infinity if the hull is empty.
    pub(super) fn distance(&self, point: Point) -> f64 {
        let corners = &self.0;
        let edges =
            (0..corners.len()).map(|nth| (corners[nth], corners[(nth + 1) % corners.len()]));
        if corners.len() > 2 && edges.clone().all(|(a, b)| turn(a, b, point) >= 0.0) {
            return 0.0;
        }
        let distances = edges.map(|(a, b)| distance(a, b, point));
        distances.fold(f64::INFINITY, f64::min)
    }

    pub(super) fn area(&self) -> Area {
        Area::around(&self.0)
    }
}

/// One half of the hull of sorted points.
fn half(points: impl Iterator<Item = Point>) -> Vec<Point> {
    let mut chain: Vec<Point> = Vec::new();
    for point in points {
        while let [.., a, b] = chain[..]
            && turn(a, b, point) <= 0.0
        {
            chain.pop();
        }
        chain.push(point);
    }
    chain
}

/// Positive if the path from `a` over `b` to `c` turns right on the screen.
fn turn(a: Point, b: Point, c: Point) -> f64 {
    (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0)
}

/// The direction that points out of the hull along the edge from `a` to `b`.
fn outwards(a: Point, b: Point) -> Point {
    let (x, y) = (b.0 - a.0, b.1 - a.1);
    let length = x.hypot(y).max(f64::MIN_POSITIVE);
    (y / length, -x / length)
}

/// The point so far in a direction.
pub(super) fn beside(point: Point, direction: Point, by: f64) -> Point {
    (point.0 + direction.0 * by, point.1 + direction.1 * by)
}

/// How far a point is from the line between two others.
fn distance(a: Point, b: Point, point: Point) -> f64 {
    let (x, y) = (b.0 - a.0, b.1 - a.1);
    let square = x * x + y * y;
    let along = if square > 0.0 {
        (((point.0 - a.0) * x + (point.1 - a.1) * y) / square).clamp(0.0, 1.0)
    } else {
        0.0
    };
    (point.0 - a.0 - along * x).hypot(point.1 - a.1 - along * y)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hull_leaves_out_what_is_inside() {
        let square = [(0.0, 0.0), (2.0, 0.0), (1.0, 1.0), (2.0, 2.0), (0.0, 2.0), (1.0, 0.0)];
        let hull = Hull::around(square);
        assert_eq!(hull.0, [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)]);
        assert_eq!(hull.distance((1.0, 1.5)), 0.0);
        assert_eq!(hull.distance((2.5, 1.0)), 0.5);
    }

    #[test]
    fn few_points_have_hulls_too() {
        assert_eq!(Hull::around([]).distance((0.0, 0.0)), f64::INFINITY);
        assert_eq!(Hull::around([(1.0, 1.0)]).distance((1.0, 0.5)), 0.5);
        let line = Hull::around([(0.0, 0.0), (1.0, 0.0), (4.0, 0.0)]);
        assert_eq!(line.distance((2.0, 0.25)), 0.25);
    }
}
