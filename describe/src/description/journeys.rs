//! Moves of several legs in words: `steps one square diagonally forward capturing an enemy there, then steps one square straight on to an empty square`.

use super::movements::{distance, ride_words, shape};
use super::{any_of, number};
use std::collections::{BTreeMap, BTreeSet};
use wazir_variant_spec::rules::{Grid, Ground, Leg, Orientation, Ride, Step};

/// What has to stand where a leg ends. Journeys that differ in nothing but whether they capture at their end are one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Stands {
    On(Ground),
    EmptyOrEnemy,
    /// The piece is back where the journey began.
    Home,
}

/// A leg, but for its direction.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Part {
    shape: (i16, i16),
    min: u16,
    max: u16,
    as_long: bool,
    unloads: bool,
    stands: Stands,
}

/// How a journey bends from each leg to the next, in degrees, to the left of the side that sees it: -179 to 180.
type Bends = Vec<i16>;

/// Journeys of the same legs, which begin in any of these directions and bend in any of these ways.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Route {
    firsts: Vec<Step>,
    parts: Vec<Part>,
    bends: BTreeSet<Bends>,
}

impl Route {
    /// What both have in common before their last legs, if that is everything.
    fn shares_all_but_the_last(&self, other: &Route) -> bool {
        let head = |route: &Route| -> BTreeSet<Bends> {
            route.bends.iter().map(|bends| bends[..bends.len() - 1].to_vec()).collect()
        };
        self.parts.len() > 1
            && self.parts.len() == other.parts.len()
            && self.firsts == other.firsts
            && self.parts[..self.parts.len() - 1] == other.parts[..other.parts.len() - 1]
            && head(self) == head(other)
    }

    /// Is the other one of these journeys with one more leg, gone from an empty square?
    fn goes_on_as(&self, other: &Route) -> bool {
        let n = self.parts.len();
        let begun: BTreeSet<Bends> =
            other.bends.iter().filter_map(|bends| bends.get(..n - 1)).map(<[i16]>::to_vec).collect();
        let last = &self.parts[n - 1];
        other.parts.len() == n + 1
            && other.firsts == self.firsts
            && other.parts[..n - 1] == self.parts[..n - 1]
            && other.parts[n - 1] == Part { stands: Stands::On(Ground::Empty), ..last.clone() }
            && matches!(last.stands, Stands::EmptyOrEnemy | Stands::On(Ground::Empty))
            && begun == self.bends
    }
}

/// Journeys by these legs in words, as a side of that orientation sees them: those that differ in directions only are told together.
pub(super) fn journeys(grid: Grid, legs: &[Leg], orientation: Orientation) -> Vec<String> {
    let mut routes = routes(grid, legs, orientation);
    let mut texts = Vec::new();
    while !routes.is_empty() {
        let mut chain = vec![routes.remove(0)];
        while let Some(next) = routes.iter().position(|route| chain[chain.len() - 1].goes_on_as(route)) {
            chain.push(routes.remove(next));
        }
        if let Some(text) = repeated(grid, &chain) {
            texts.push(text);
            continue;
        }
        let mut rest = chain.split_off(1).into_iter();
        let first = &chain[0];
        let mut text = head(grid, first, first.parts.len());
        if let Some(next) = rest.next() {
            text += &format!(", and may go on from an empty square: {}", tail(&next));
            routes.splice(0..0, rest);
        } else if first.parts.len() > 1 {
            let mut tails = vec![tail(first)];
            while let Some(other) = routes.iter().position(|route| first.shares_all_but_the_last(route)) {
                tails.push(tail(&routes.remove(other)));
            }
            text = format!("{}, then {}", head(grid, first, first.parts.len() - 1), any_of(&tails));
        }
        texts.push(text);
    }
    texts
}

/// The journeys of these legs, those that differ in directions only together; shorter ones first.
fn routes(grid: Grid, legs: &[Leg], orientation: Orientation) -> Vec<Route> {
    // By the legs but for what stands at the end, the first step, and the bends: what may stand at the end.
    let mut ends: BTreeMap<(Vec<Part>, Step, Bends), BTreeSet<Stands>> = BTreeMap::new();
    for journey in Leg::journeys(legs) {
        let steps: Vec<Step> = journey.iter().map(|leg| orientation.seen(leg.step)).collect();
        let bends = steps.iter().zip(steps.iter().skip(1)).map(|(before, after)| bend(grid, *before, *after)).collect();
        let mut parts: Vec<Part> = journey.iter().map(|leg| part(grid, leg)).collect();
        let last = parts.last_mut().expect("a journey has legs");
        let stands = if is_home(&journey) { Stands::Home } else { last.stands };
        last.stands = Stands::Home;
        ends.entry((parts, steps[0], bends)).or_default().insert(stands);
    }
    let either = [Stands::On(Ground::Empty), Stands::On(Ground::Enemy)];
    let mut ways: BTreeMap<(usize, Vec<Part>), BTreeMap<Step, BTreeSet<Bends>>> = BTreeMap::new();
    for ((mut parts, first, bends), mut stands) in ends {
        if either.iter().all(|one| stands.contains(one)) {
            either.iter().for_each(|one| assert!(stands.remove(one)));
            stands.insert(Stands::EmptyOrEnemy);
        }
        for stands in stands {
            parts.last_mut().expect("a journey has legs").stands = stands;
            let way = ways.entry((parts.len(), parts.clone())).or_default();
            way.entry(first).or_default().insert(bends.clone());
        }
    }
    let mut routes: Vec<Route> = Vec::new();
    for ((_, parts), way) in ways {
        let known = routes.len();
        for (first, bends) in way {
            match routes[known..].iter_mut().find(|route| route.bends == bends) {
                Some(route) => route.firsts.push(first),
                None => routes.push(Route { firsts: vec![first], parts: parts.clone(), bends }),
            }
        }
    }
    routes
}

fn part(grid: Grid, leg: &Leg) -> Part {
    let neighbour = matches!(shape(grid, leg.step), (0, 1) | (1, 1));
    Part {
        shape: if neighbour { (1, 1) } else { shape(grid, leg.step) },
        min: leg.min,
        max: leg.max,
        as_long: leg.as_long,
        unloads: leg.unloads,
        stands: Stands::On(leg.ground),
    }
}

/// Does the journey, whose legs all have a known length, lead back to where it began?
fn is_home(journey: &[&Leg]) -> bool {
    let fixed = journey.iter().all(|leg| leg.min == leg.max && !leg.as_long);
    let sum = |along: fn(&Step) -> i16| -> i32 {
        journey.iter().map(|leg| i32::from(along(&leg.step)) * i32::from(leg.min)).sum()
    };
    fixed && sum(|step| step.dx) == 0 && sum(|step| step.dy) == 0
}

/// By how many degrees the second step bends from the first, to the left; to the nearest eighth of a turn, or twelfth on hexagons.
fn bend(grid: Grid, before: Step, after: Step) -> i16 {
    let (unit, angle): (f64, fn(Step) -> f64) = match grid {
        Grid::Squares => (45.0, |step| f64::from(step.dy).atan2(f64::from(step.dx))),
        // Ahead is (0, 1), and (1, 1) is a sixth of a turn to the right of it.
        Grid::Hexagons => (30.0, |step| {
            let (dx, dy) = (f64::from(step.dx), f64::from(step.dy));
            (dy - dx / 2.0).atan2(dx * 3.0_f64.sqrt() / 2.0)
        }),
    };
    let turn = (angle(after) - angle(before)).to_degrees();
    let turn = ((turn / unit).round() * unit) as i16;
    match turn.rem_euclid(360) {
        turn if turn > 180 => turn - 360,
        turn => turn,
    }
}

/// The first legs of a route.
fn head(grid: Grid, route: &Route, legs: usize) -> String {
    let first = &route.parts[0];
    let ride = Ride { min: first.min, max: first.max, ..Ride::leap(route.firsts[0]) };
    let mut text = ride_words(grid, &ride, &route.firsts);
    if first.unloads {
        text += ", leaving where it stood what it picks up,";
    }
    text += &stands_words(&route.parts, 0);
    for index in 1..legs {
        text += &format!(", then {}", leg_words(route, index));
    }
    text
}

/// The last leg of a route.
fn tail(route: &Route) -> String {
    leg_words(route, route.parts.len() - 1)
}

/// A leg that is not the first.
fn leg_words(route: &Route, index: usize) -> String {
    let part = &route.parts[index];
    let bends: BTreeSet<i16> = route.bends.iter().map(|bends| bends[index - 1]).collect();
    let earlier: BTreeSet<i16> =
        route.bends.iter().filter_map(|bends| bends.get(index.checked_sub(2)?)).copied().collect();
    if part.stands == Stands::Home && bends == BTreeSet::from([180]) {
        return format!("{}goes back to where it started", leaving(part));
    }
    let ride = Ride { min: part.min, max: part.max, ..Ride::leap(Step { dx: 0, dy: 1 }) };
    let way = match part.shape {
        _ if part.as_long => "goes just as far".to_string(),
        (0, 1) | (1, 1) => distance(&ride, part.shape),
        (1, 2) => format!("{}like a knight", distance(&ride, part.shape)),
        (short, long) => format!("{}({short},{long})", distance(&ride, part.shape)),
    };
    // Bends to both sides that depend on the one before.
    let follows = |same: bool| {
        let signs = |bends: &Bends| (bends[index - 2].signum(), bends[index - 1].signum());
        let fits = |bends: &Bends| matches!(signs(bends), (a, b) if a != 0 && b != 0 && (a == b) == same);
        index > 1 && earlier.len() > 1 && bends.len() > 1 && route.bends.iter().all(fits)
    };
    let side = match (follows(true), follows(false)) {
        (true, _) => " to the same side",
        (_, true) => " to the other side",
        _ => "",
    };
    format!("{}{way} {}{side}{}", leaving(part), bend_words(&bends), stands_words(&route.parts, index))
}

fn leaving(part: &Part) -> &'static str {
    if part.unloads { "leaves there what it carries and " } else { "" }
}

/// What stands where the leg of that number ends, and what becomes of it.
fn stands_words(parts: &[Part], index: usize) -> String {
    let is_last = index + 1 == parts.len();
    let taken = parts[..index]
        .iter()
        .any(|part| matches!(part.stands, Stands::On(ground) if ground.captures() || ground.carries()));
    let words = match (parts[index].stands, is_last) {
        (Stands::Home, _) => ", to where it started",
        (Stands::EmptyOrEnemy, _) if taken => " with or without capturing there too",
        (Stands::EmptyOrEnemy, _) => "",
        (Stands::On(Ground::Empty), true) if !taken => " without capturing",
        (Stands::On(Ground::Empty), _) => " to an empty square",
        (Stands::On(Ground::Enemy), true) if !taken => " to capture",
        (Stands::On(Ground::Enemy), _) => " capturing an enemy there",
        (Stands::On(Ground::Friend), true) if !taken => " to capture an own piece",
        (Stands::On(Ground::Friend), _) => " capturing an own piece there",
        (Stands::On(Ground::Hurdle), _) => " onto a piece that stays",
        (Stands::On(Ground::Any), _) => " onto any square",
        (Stands::On(Ground::OwnHurdle), _) => " onto an own piece that stays",
        (Stands::On(Ground::EnemyHurdle), _) => " onto an enemy that stays",
        (Stands::On(Ground::CarriedEnemy), _) => " picking up an enemy there",
        (Stands::On(Ground::CarriedFriend), _) => " picking up an own piece there",
    };
    words.to_string()
}

/// By how much a journey bends, in degrees to the left: `at a right angle`.
fn bend_words(bends: &BTreeSet<i16>) -> String {
    let eighths: BTreeSet<i16> = (-3..=4).map(|n| n * 45).collect();
    if *bends == eighths {
        return "in any direction".to_string();
    }
    if bends.len() == 7 && bends.is_subset(&eighths) && !bends.contains(&180) {
        return "in any direction but back".to_string();
    }
    let sizes: BTreeSet<i16> = bends.iter().map(|bend| bend.abs()).collect();
    let words = |size: i16| {
        let side = match (bends.contains(&size), bends.contains(&-size)) {
            _ if matches!(size, 0 | 180) => "",
            (true, false) => " to the left",
            (false, true) => " to the right",
            _ => "",
        };
        match size {
            0 => "straight on".to_string(),
            180 => "back".to_string(),
            90 => format!("at a right angle{side}"),
            _ => format!("at {size} degrees{side}"),
        }
    };
    any_of(&sizes.into_iter().map(words).collect::<Vec<_>>())
}

/// Journeys that repeat one leg over empty squares: `leaps like a knight (1,2) up to seven times, each but the last to an empty square, always turning by 45 degrees to the same side`.
fn repeated(grid: Grid, chain: &[Route]) -> Option<String> {
    let (shortest, longest) = (chain.first()?, chain.last()?);
    let first = &longest.parts[0];
    let last = longest.parts.len() - 1;
    let alike = |part: &Part| Part { stands: first.stands, ..part.clone() } == *first;
    let ends_alike = chain.iter().all(|route| route.parts[route.parts.len() - 1].stands == longest.parts[last].stands);
    let over_empty = longest.parts[..last].iter().all(|part| part.stands == Stands::On(Ground::Empty));
    if last < 2 || !longest.parts.iter().all(alike) || !ends_alike || !over_empty {
        return None;
    }
    let sizes: BTreeSet<i16> = longest.bends.iter().flatten().map(|bend| bend.abs()).collect();
    let [size] = Vec::from_iter(sizes)[..] else { return None };
    let each = |test: fn(&[i16]) -> bool| longest.bends.iter().all(|bends| bends.windows(2).all(test));
    let turning = match size {
        0 => "going straight on".to_string(),
        180 => "going back and forth".to_string(),
        size if each(|pair| pair[0] == pair[1]) => format!("always turning by {size} degrees to the same side"),
        size if each(|pair| pair[0] == -pair[1]) => {
            format!("turning by {size} degrees to one side and the other in turn")
        }
        size if longest.bends.len() == 1 << last => format!("turning by {size} degrees to either side each time"),
        _ => return None,
    };
    let ride = Ride { min: first.min, max: first.max, ..Ride::leap(longest.firsts[0]) };
    let (least, most) = (shortest.parts.len() as u64, longest.parts.len() as u64);
    let times = match least {
        _ if least == most => format!("exactly {} times", number(most)),
        1 => format!("up to {} times", number(most)),
        _ => format!("{} to {} times", number(least), number(most)),
    };
    let end = match longest.parts[last].stands {
        Stands::EmptyOrEnemy => "",
        _ => &stands_words(&longest.parts, last),
    };
    let way = ride_words(grid, &ride, &longest.firsts);
    Some(format!("{way} {times}{end}, each time but the last to an empty square, {turning}"))
}
