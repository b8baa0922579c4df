//! Moves of several legs (`a`, brackets, bends, captures on the way) to the [`Leg`]s of journeys.

use std::ops;

use super::directions::{Rose, unsupported};
use super::lower::unplayed;
use super::path::{COMPASS, point};
use super::{Aside, Atom, BetzaError, Budget, Join, Letter, Modifier, Modifiers, Part, Range, Shape, Simple};
use crate::limits::{BETZA_LEGS, BETZA_WAYS, BOARD_EDGE, GAME_WAYS};
use crate::rules::{Grid, Ground, Leg, Ride, Step};

/// The longest way a piece can be from its start on any board, in files or ranks.
const FARTHEST: i16 = BOARD_EDGE as i16 - 1;
/// The most times a group is repeated, or a bending ride goes on.
const MOST_REPEATS: usize = 31;

/// One leg as it is written.
#[derive(Clone)]
pub(super) struct Spec {
    pub(super) modifiers: Modifiers,
    pub(super) atom: Atom,
    pub(super) range: Range,
    /// In brackets: each leg has an atom of its own, and goes on outward when nothing else is said.
    pub(super) bracketed: bool,
}

/// Where a path has got to.
#[derive(Clone, Copy)]
struct Heading {
    /// The step of the leg before; `None` at the start.
    last: Option<Step>,
    /// Was the last bend one to the right? `None` before the first.
    right: Option<bool>,
    /// The next leg changes its range.
    toggled: bool,
}

impl Heading {
    /// At the start, seen from where a piece has come by this step; or from nowhere.
    fn after(last: Option<Step>) -> Heading {
        Heading { last, right: None, toggled: false }
    }
}

/// The journeys of one move, as the mover sees the board, as a tree; mistakes are added to `errors`.
pub(super) fn legs(shape: &Shape, span: &ops::Range<usize>, budget: &Budget, errors: &mut Vec<BetzaError>) -> Vec<Leg> {
    tree(span, budget, errors, |lowering| lowering.shape(shape))
}

/// The journeys of legs that go on from a step, as a tree; mistakes are added to `errors`.
pub(super) fn legs_after(
    specs: &[Spec],
    last: Step,
    span: &ops::Range<usize>,
    budget: &Budget,
    errors: &mut Vec<BetzaError>,
) -> Vec<Leg> {
    tree(span, budget, errors, |lowering| lowering.follow(specs, 0, &mut Vec::new(), Heading::after(Some(last))))
}

/// The directions in which a leg can go on from a step.
pub(super) fn steps_after(
    spec: &Spec,
    last: Step,
    span: &ops::Range<usize>,
    budget: &Budget,
) -> Result<Vec<Step>, BetzaError> {
    let lowering = Journeys::new(span, budget);
    let steps = lowering.steps(spec, Heading::after(Some(last)))?;
    Ok(steps.into_iter().map(|(step, _)| step).collect())
}

/// The step of a leg that leads back to where a step of the same atom came from.
pub(super) fn steps_back(spec: &Spec, last: Step) -> Option<Step> {
    let all = match (spec.atom, spec.atom.leap()) {
        (Atom::King, _) => Rose::Compass.all(),
        (_, leap) => Rose::of(leap?).all(),
    };
    Some(last.reversed()).filter(|back| all.contains(back))
}

/// The journeys that are found, as a tree; mistakes are added to `errors`.
fn tree(
    span: &ops::Range<usize>,
    budget: &Budget,
    errors: &mut Vec<BetzaError>,
    find: impl FnOnce(&mut Journeys<'_>),
) -> Vec<Leg> {
    let mut lowering = Journeys::new(span, budget);
    find(&mut lowering);
    lowering.refuse_idle_unloading();
    let Journeys { errors: mistakes, found, .. } = lowering;
    if !mistakes.is_empty() {
        // The same letter is looked at along every path.
        for mistake in mistakes {
            if !errors.iter().any(|known| (known.code, &known.span) == (mistake.code, &mistake.span)) {
                errors.push(mistake);
            }
        }
        return Vec::new();
    }
    let mut tree = Vec::new();
    found.iter().for_each(|journey| Leg::add(&mut tree, journey));
    tree
}

struct Journeys<'s> {
    span: &'s ops::Range<usize>,
    budget: &'s Budget,
    /// Legs that have been tried so far.
    tried: usize,
    errors: Vec<BetzaError>,
    /// The journeys, each as its legs.
    found: Vec<Vec<Leg>>,
    /// Legs are being repeated: a path ends where it meets itself.
    repeating: bool,
    /// The places of the letters `u`, and whether something is put down for them on some journey.
    unloading: Vec<(usize, bool)>,
}

impl<'s> Journeys<'s> {
    fn new(span: &'s ops::Range<usize>, budget: &'s Budget) -> Journeys<'s> {
        Journeys {
            span,
            budget,
            tried: 0,
            errors: Vec::new(),
            found: Vec::new(),
            repeating: false,
            unloading: Vec::new(),
        }
    }
}

impl Journeys<'_> {
    fn refuse(&mut self, what: &str) {
        self.errors.push(unsupported(self.span.clone(), what));
    }

    fn shape(&mut self, shape: &Shape) {
        match shape {
            Shape::Simple(simple)
                if simple.modifiers.has(Modifier::Circular) || simple.modifiers.has(Modifier::Crooked) =>
            {
                self.bending_ride(simple);
            }
            Shape::Simple(Simple { modifiers, atom, range }) => {
                let spec = Spec { modifiers: modifiers.clone(), atom: *atom, range: *range, bracketed: false };
                self.sequence(&[spec]);
            }
            Shape::Again { parts, atom, range } => self.again(parts, atom, range),
            Shape::Bracket { modifiers, first, rest, range } => self.bracket(modifiers, first, rest, range),
        }
    }

    /// Legs joined by `a`, with a group that is repeated any number of times.
    fn again(&mut self, parts: &[Part], atom: &Atom, range: &Range) {
        let groups = parts.iter().filter(|part| matches!(part, Part::Group(_))).count();
        if groups > 1 {
            return self.refuse("a move with several groups that are repeated");
        }
        let most = if groups == 0 { 0 } else { MOST_REPEATS };
        for times in 0..=most {
            let mut flat: Vec<&Part> = Vec::new();
            for part in parts {
                match part {
                    Part::Group(group) => (0..times).for_each(|_| flat.extend(group)),
                    other => flat.push(other),
                }
            }
            let mut legs = vec![Modifiers::default()];
            for part in flat {
                match (part, legs.last_mut()) {
                    (Part::Modifiers(modifiers), Some(leg)) => *leg = modifiers.clone(),
                    _ => legs.push(Modifiers::default()),
                }
            }
            let spec = |modifiers| Spec { modifiers, atom: *atom, range: *range, bracketed: false };
            let specs: Vec<Spec> = legs.into_iter().map(spec).collect();
            if specs.len() > BETZA_LEGS {
                let message =
                    format!("a move whose group is repeated to more than {BETZA_LEGS} legs, which is the limit");
                let error = BetzaError::new(self.span.clone(), "betza-too-long", message);
                return self.errors.push(error.help("write fewer legs into the group"));
            }
            self.repeating = groups > 0;
            if !self.sequence(&specs) || !self.errors.is_empty() {
                break;
            }
        }
    }

    /// `q` and `z` on a ride of one leg: each step bends from the one before as little as the atom can, always to the same side or to alternating sides.
    fn bending_ride(&mut self, simple: &Simple) {
        let Simple { modifiers, atom, range } = simple;
        if let Some(at) = modifiers.place(Modifier::Unload) {
            return self.errors.push(unplayed(at..at + 1, Modifier::Unload, "on a ride that bends"));
        }
        let is_bend = |letter: &&Letter| matches!(letter.modifier, Modifier::Circular | Modifier::Crooked);
        let bends: Vec<Letter> = modifiers.letters().iter().filter(is_bend).cloned().collect();
        let [bend] = &bends[..] else {
            let at = bends.get(1).map_or(self.span.clone(), |second| second.at.0..second.at.0 + 1);
            let message = "`q` and `z` contradict each other: the one bends always to the same side, the other to alternating sides";
            let error = BetzaError::new(at, "betza-conflicting-modifiers", message);
            return self.errors.push(error.help("write two moves: `qNzN`"));
        };
        let (fewest, most) = match range {
            Range::UpTo(steps) => (1, usize::from(*steps)),
            Range::Exactly(steps) => (usize::from(*steps), usize::from(*steps)),
            _ => (1, MOST_REPEATS + 1),
        };
        // Eight directions bend by an eighth, four by a quarter of a turn.
        let turn = match atom {
            Atom::King | Atom::Queen => vec![bend.clone(), Letter { modifier: Modifier::Forward, at: bend.at.clone() }],
            _ => vec![bend.clone()],
        };
        let rest = modifiers.letters().iter().filter(|letter| !is_bend(letter)).cloned().collect();
        let modes = |letters: &[Letter]| -> Vec<Letter> {
            letters.iter().filter(|l| !l.modifier.is_direction() && l.modifier != Modifier::Initial).cloned().collect()
        };
        let first = Modifiers::new(rest);
        let initial: Vec<Letter> = first
            .letters()
            .iter()
            .filter(|l| l.modifier.is_direction() || l.modifier == Modifier::Initial)
            .cloned()
            .collect();
        // Riders without a number are riders by single steps here.
        let stride = match atom {
            Atom::Queen => Atom::King,
            Atom::Rook => Atom::Leap('W', None),
            Atom::Bishop => Atom::Leap('F', None),
            other => *other,
        };
        let spec = |letters: Vec<Letter>| Spec {
            modifiers: Modifiers::new(letters),
            atom: stride,
            range: Range::Default,
            bracketed: false,
        };
        self.repeating = true;
        for steps in fewest..=most {
            let mut specs = Vec::new();
            for step in 1..=steps {
                let mut letters = if step == 1 { initial.clone() } else { turn.clone() };
                if step == steps {
                    letters.extend(modes(first.letters()));
                }
                specs.push(spec(letters));
            }
            if !self.sequence(&specs) || !self.errors.is_empty() {
                break;
            }
        }
    }

    /// Legs in brackets.
    fn bracket(&mut self, outer: &Modifiers, first: &Simple, rest: &[(Join, Simple)], range: &Range) {
        if *range != Range::Default {
            let help = "a range stands behind the atom of its leg: `[F-R2]`";
            self.errors.push(unsupported(self.span.clone(), "a range behind a bracket").help(help));
            return;
        }
        let known = |l: &&Letter| l.modifier.is_direction() || l.modifier == Modifier::Initial;
        if let Some(other) = outer.letters().iter().find(|l| !known(l)) {
            let at = other.at.0;
            let letter = other.modifier.letter();
            let help = format!("it stands before the atom of the leg that it is about: `[F-{letter}R]`");
            self.errors.push(unsupported(at..at + 1, &format!("`{letter}` before a bracket")).help(help));
            return;
        }
        let spec =
            |leg: &Simple| Spec { modifiers: leg.modifiers.clone(), atom: leg.atom, range: leg.range, bracketed: true };
        let specs: Vec<Spec> = std::iter::once(first).chain(rest.iter().map(|(_, leg)| leg)).map(spec).collect();
        let ends: Vec<usize> =
            (1..=specs.len()).filter(|&n| rest.get(n - 1).is_none_or(|(j, _)| *j == Join::May)).collect();
        self.sequence(&specs);
        let full = std::mem::take(&mut self.found);
        let complete = match self.restricted(outer, full) {
            Ok(complete) => complete,
            Err(error) => return self.errors.push(error),
        };
        // A way that may end early is one of those that go on.
        for &end in &ends[..ends.len() - 1] {
            self.sequence(&specs[..end]);
            let early = std::mem::take(&mut self.found);
            let begins = |journey: &&Vec<Leg>| {
                complete.iter().any(|way| way.iter().zip(journey.iter()).all(|(a, b)| a.step == b.step))
            };
            let kept: Vec<Vec<Leg>> = early.iter().filter(begins).cloned().collect();
            self.found.extend(kept);
        }
        self.found.extend(complete);
    }

    /// The journeys that the directions before a bracket select, as those of an oblique leap to where the shortest way leads.
    fn restricted(&self, outer: &Modifiers, journeys: Vec<Vec<Leg>>) -> Result<Vec<Vec<Leg>>, BetzaError> {
        if outer.directions().is_empty() {
            return Ok(journeys);
        }
        let mut kept = Vec::new();
        for journey in journeys {
            let (dx, dy) = shortest(&journey);
            let (long, short) = (dx.abs().max(dy.abs()), dx.abs().min(dy.abs()));
            let (Ok(long), Ok(short)) = (u8::try_from(long), u8::try_from(short)) else { continue };
            let selected = Rose::of((long, short)).select(outer.directions(), Grid::Squares)?;
            if selected.contains(&Step { dx, dy }) {
                kept.push(journey);
            }
        }
        Ok(kept)
    }

    /// Adds the journeys of legs in this order. Were there any?
    fn sequence(&mut self, specs: &[Spec]) -> bool {
        let before = self.found.len();
        self.follow(specs, 0, &mut Vec::new(), Heading::after(None));
        self.found.len() > before
    }

    /// Goes on from `path` by the legs from `index` on. Leaves the path as it was.
    fn follow(&mut self, specs: &[Spec], index: usize, path: &mut Vec<Leg>, heading: Heading) {
        let Some(spec) = specs.get(index) else {
            match self.loaded(specs, path.clone()) {
                Ok(journey) => self.found.push(journey),
                Err(error) => self.errors.push(error),
            }
            return;
        };
        let is_last = index + 1 == specs.len();
        let steps = match self.steps(spec, heading) {
            Ok(steps) => steps,
            Err(error) => return self.errors.push(error),
        };
        let Some(outcomes) = self.outcomes(spec, index, is_last) else { return };
        // What is put down again is no victim: those are counted when that is known.
        let unloads = specs.iter().any(|spec| spec.modifiers.has(Modifier::Unload));
        // Each place where the legs so far can have led to is gone on from.
        let places = path.iter().map(Leg::lengths).fold(1, usize::saturating_mul);
        let begins = path.len();
        for (step, right) in steps {
            for &(ground, toggled) in &outcomes {
                let as_long = index > 0 && spec.modifiers.has(Modifier::Initial);
                for part in self.strides(spec, step, range_of(spec, heading.toggled), as_long, ground, is_last) {
                    self.tried = self.tried.saturating_add(places);
                    if self.tried > BETZA_WAYS {
                        return self.errors.push(too_many_ways(self.span));
                    }
                    if !self.budget.spend(places) {
                        return self.errors.push(over_budget(self.span));
                    }
                    path.extend(part);
                    path[begins].unloads = spec.modifiers.has(Modifier::Unload);
                    if self.is_possible(path, is_last, !unloads) {
                        let heading = Heading { last: Some(step), right: right.or(heading.right), toggled };
                        self.follow(specs, index + 1, path, heading);
                    }
                    path.truncate(begins);
                    if !self.errors.is_empty() {
                        return;
                    }
                }
            }
        }
    }

    /// Can the legs so far be made on some board? Repeated legs do not come back to where they have been.
    fn is_possible(&mut self, path: &[Leg], is_last: bool, counts_victims: bool) -> bool {
        let inner = if is_last { &path[..path.len() - 1] } else { path };
        if counts_victims && victims_of(inner) > Leg::MOST_VICTIMS {
            self.errors.push(too_many_victims(self.span));
            return false;
        }
        if path.iter().any(|leg| leg.min != leg.max) {
            return true;
        }
        let (dx, dy) = shortest(path);
        if dx.abs() > FARTHEST || dy.abs() > FARTHEST {
            return false;
        }
        !(self.repeating && waypoints(path).take(path.len()).any(|place| place == (dx, dy)))
    }

    /// A complete journey, on which the legs that put something down are marked: with what they put down.
    ///
    /// That is what was captured last before, or where there is nothing, what is captured next; each piece once. What would be put down right where it stood stays.
    fn loaded(&mut self, specs: &[Spec], mut journey: Vec<Leg>) -> Result<Vec<Leg>, BetzaError> {
        let places: Vec<usize> = specs.iter().filter_map(|spec| spec.modifiers.place(Modifier::Unload)).collect();
        let marked: Vec<usize> = (0..journey.len()).filter(|&index| journey[index].unloads).collect();
        let mut carries = false;
        for (&start, &at) in marked.iter().zip(&places) {
            let captures = |leg: &Leg| leg.ground.captures();
            let before = journey[..start].iter().rposition(captures);
            let after = || {
                // What a move captures that says nothing about it is not put down, as on moves of one leg.
                let named = specs.last().is_some_and(|spec| !is_plain(&spec.modifiers));
                let most = if named { journey.len() } else { journey.len() - 1 };
                (start..most).find(|&index| captures(&journey[index]))
            };
            let picked = before.or_else(after);
            match self.unloading.iter_mut().find(|(known, _)| *known == at) {
                Some((_, used)) => *used |= picked.is_some(),
                None => self.unloading.push((at, picked.is_some())),
            }
            let Some(picked) = picked else {
                journey[start].unloads = false;
                continue;
            };
            let is_enemy = journey[picked].ground == Ground::Enemy;
            if picked + 1 == start {
                journey[picked].ground = if is_enemy { Ground::EnemyHurdle } else { Ground::OwnHurdle };
                journey[start].unloads = false;
                continue;
            }
            if start > 0 && journey[start - 1].ground.spares() {
                let message = "`u` puts a piece down where this leg starts, but what stands there stays";
                return Err(BetzaError::new(at..at + 1, "betza-conflicting-modifiers", message).help(
                    "it can be put down where the leg before ends on an empty square (`m`), or where the move starts",
                ));
            }
            if carries {
                let help = "write `u` on one leg, or right behind each capture, where the piece then stays";
                return Err(unsupported(at..at + 1, "a move that carries two pieces away").help(help));
            }
            carries = true;
            journey[picked].ground = if is_enemy { Ground::CarriedEnemy } else { Ground::CarriedFriend };
        }
        let victims = victims_of(&journey[..journey.len() - 1]);
        if carries && victims > 0 {
            let what = "a move that carries a piece away (`u`) and captures another on its way";
            return Err(unsupported(self.span.clone(), what).help("it may capture where it ends"));
        }
        if victims > Leg::MOST_VICTIMS {
            return Err(too_many_victims(self.span));
        }
        Ok(journey)
    }

    /// A `u` for which nothing is put down on any way is a mistake.
    fn refuse_idle_unloading(&mut self) {
        for &(at, _) in self.unloading.iter().filter(|(_, used)| !used) {
            let message = "`u` (unloading) puts down what is captured, and this move captures nothing that is named";
            self.errors.push(
                BetzaError::new(at..at + 1, "betza-meaningless-modifier", message)
                    .help("`c` or `d` on a leg says what it takes: `afudQ` brings a friend nearer, `[cR-fmW-fumW]` drags an enemy along"),
            );
        }
    }

    /// The directions in which a leg can go on, each with the side to which that bends.
    fn steps(&self, spec: &Spec, heading: Heading) -> Result<Vec<(Step, Option<bool>)>, BetzaError> {
        let rose = self.rose(spec)?;
        let letters = spec.modifiers.directions();
        let Some(last) = heading.last else {
            return Ok(rose.select(letters, Grid::Squares)?.into_iter().map(|step| (step, None)).collect());
        };
        if spec.bracketed && letters.is_empty() {
            return Ok(outward(rose, last).into_iter().map(|step| (step, None)).collect());
        }
        let mut steps = Vec::new();
        for letters in bent(letters, heading.right) {
            for turn in turns(rose, &letters, self.span)? {
                let Some(step) = turned(rose, spec, last, turn) else { continue };
                let right = match turn {
                    1..=3 => Some(true),
                    5..=7 => Some(false),
                    _ => None,
                };
                if !steps.contains(&(step, right)) {
                    steps.push((step, right));
                }
            }
        }
        if steps.is_empty() {
            let message = "this atom has no leap in such a direction from the leg before";
            return Err(BetzaError::new(self.span.clone(), "betza-direction", message).help(
                "directions of a leg in brackets are seen from the leg before it; without letters it goes on outward",
            ));
        }
        Ok(steps)
    }

    fn rose(&self, spec: &Spec) -> Result<Rose, BetzaError> {
        match (spec.atom, spec.atom.leap()) {
            (Atom::King | Atom::Queen, _) => Ok(Rose::Compass),
            (_, Some(leap)) => Ok(Rose::of(leap)),
            _ => Err(unsupported(self.span.clone(), &format!("a move of several legs by `{}`", spec.atom))),
        }
    }

    /// What may stand where a leg ends, and whether that changes the range of the next. `None` after a mistake.
    fn outcomes(&mut self, spec: &Spec, index: usize, is_last: bool) -> Option<Vec<(Ground, bool)>> {
        let leg = &spec.modifiers;
        for letter in leg.letters().iter().filter(|letter| !letter.modifier.is_direction()) {
            let known = match letter.modifier {
                Modifier::Initial => index > 0 || leg.count(Modifier::Initial) == 1,
                Modifier::Toggle => !is_last,
                Modifier::Empty | Modifier::Enemy | Modifier::Friend | Modifier::Hop | Modifier::Grasshop => true,
                Modifier::Lame | Modifier::Jump | Modifier::Unload => true,
                // On hoppers it is about what they jump.
                Modifier::Tame => leg.has(Modifier::Hop) || leg.has(Modifier::Grasshop),
                _ => false,
            };
            if !known {
                let at = letter.at.0;
                if letter.modifier == Modifier::Toggle {
                    self.errors.push(toggles_nothing(at));
                    return None;
                }
                let which = match (index, is_last) {
                    (0, true) => "in such a move",
                    (_, true) => "in the last of several legs",
                    (_, false) => "in a leg that is not the last",
                };
                self.errors.push(unplayed(at..at + 1, letter.modifier, which));
                return None;
            }
        }
        let has = |modifier| leg.has(modifier);
        let mut outcomes = Vec::new();
        if is_last {
            let plain = is_plain(leg);
            if plain || has(Modifier::Empty) {
                outcomes.push((Ground::Empty, false));
            }
            if plain || has(Modifier::Enemy) {
                outcomes.push((Ground::Enemy, false));
            }
            if has(Modifier::Friend) {
                outcomes.push((Ground::Friend, false));
            }
            return Some(outcomes);
        }
        let hurdle = hurdle_of(leg);
        match (has(Modifier::Empty), has(Modifier::Hop)) {
            (true, true) if hurdle == Ground::OwnHurdle => outcomes.extend([(Ground::Empty, false), (hurdle, false)]),
            (true, true) => outcomes.push((Ground::Any, false)),
            (true, false) => outcomes.push((Ground::Empty, false)),
            (false, true) => outcomes.push((hurdle, false)),
            (false, false) => {}
        }
        for (mode, ground, toggles) in [
            (Modifier::Toggle, Ground::Empty, true),
            (Modifier::Grasshop, hurdle, true),
            (Modifier::Enemy, Ground::Enemy, false),
            (Modifier::Friend, Ground::Friend, false),
        ] {
            if has(mode) {
                outcomes.push((ground, toggles));
            }
        }
        if outcomes.is_empty() {
            outcomes.push((Ground::Empty, false));
        }
        Some(outcomes)
    }

    /// The ways to make one written leg in one direction: each as the legs it consists of.
    fn strides(
        &mut self,
        spec: &Spec,
        step: Step,
        (min, max): (u16, u16),
        as_long: bool,
        ground: Ground,
        is_last: bool,
    ) -> Vec<Vec<Leg>> {
        let leg = |step: Step, min: u16, max: u16, ground: Ground| Leg {
            step,
            min,
            max,
            as_long: false,
            ground,
            unloads: false,
            then: Vec::new(),
        };
        let is_stride_of_one = step.dx.abs().max(step.dy.abs()) == 1;
        let half = Step { dx: step.dx / 2, dy: step.dy / 2 };
        let rest = Step { dx: step.dx - half.dx, dy: step.dy - half.dy };
        let place = |modifier| spec.modifiers.place(modifier).map_or(self.span.clone(), |at| at..at + 1);
        let hops = is_last && (spec.modifiers.has(Modifier::Hop) || spec.modifiers.has(Modifier::Grasshop));
        let (lame, jumps) = (spec.modifiers.has(Modifier::Lame), spec.modifiers.count(Modifier::Jump) as u16);
        if hops {
            let letter = if spec.modifiers.has(Modifier::Hop) { Modifier::Hop } else { Modifier::Grasshop };
            if max == 1 || lame || jumps > 0 {
                let what = format!("`{}` here: it hops over a piece on the way of a ride", letter.letter());
                let span = place(letter);
                self.errors.push(unsupported(span, &what));
                return Vec::new();
            }
            let hurdle = hurdle_of(&spec.modifiers);
            let behind = |before: u16| if letter == Modifier::Grasshop { 1 } else { max - before };
            if max == Ride::UNLIMITED {
                let behind = if letter == Modifier::Grasshop { 1 } else { max };
                return vec![vec![leg(step, 1, max, hurdle), leg(step, 1, behind, ground)]];
            }
            return (1..max).map(|n| vec![leg(step, n, n, hurdle), leg(step, 1, behind(n), ground)]).collect();
        }
        if (lame || jumps > 0) && !is_stride_of_one && max == 1 {
            let on_the_way = if lame { Ground::Empty } else { Ground::Hurdle };
            return vec![vec![leg(half, 1, 1, on_the_way), leg(rest, 1, 1, ground)]];
        }
        if jumps > 0 && is_stride_of_one && jumps < max {
            let skipped = (0..jumps).map(|_| leg(step, 1, 1, Ground::Any));
            let left = if max == Ride::UNLIMITED { max } else { max - jumps };
            return vec![skipped.chain([leg(step, 1, left, ground)]).collect()];
        }
        if lame || jumps > 0 {
            let letter = if lame { Modifier::Lame } else { Modifier::Jump };
            let span = place(letter);
            let letter = letter.letter();
            self.errors.push(if is_stride_of_one {
                let message = format!("`{letter}` means nothing on this leg: no square lies between its steps");
                BetzaError::new(span, "betza-meaningless-modifier", message).help("remove it")
            } else {
                let help = "write the steps as legs of their own, with `a` or in brackets";
                unsupported(span, &format!("`{letter}` on a leg of several leaps")).help(help)
            });
            return Vec::new();
        }
        vec![vec![Leg { as_long, ..leg(step, min, max, ground) }]]
    }
}

/// The mistake of a move that can go on in too many ways.
fn too_many_ways(span: &ops::Range<usize>) -> BetzaError {
    let message = format!("a move with more than {BETZA_WAYS} ways, leg by leg, which is the limit");
    BetzaError::new(span.clone(), "betza-too-many-ways", message)
        .help("write fewer legs, or say of each in which directions it goes on (`f`, `s`, `q`, ..)")
}

/// The mistake of a move with which all those of the game are too much.
pub(crate) fn over_budget(span: &ops::Range<usize>) -> BetzaError {
    let message = format!("with this move the pieces of the game have more than {GAME_WAYS} ways, which is the limit");
    BetzaError::new(span.clone(), "betza-too-many-ways", message).help(
        "of moves of several legs each leg in each direction counts, of others each direction, for each side anew, and again for each piece that others lend them to (`x`, `I`)",
    )
}

/// The mistake of a `y` behind which no leg follows.
pub(super) fn toggles_nothing(at: usize) -> BetzaError {
    let message = "`y` means nothing here: it changes the range of the leg behind it, and there is none";
    BetzaError::new(at..at + 1, "betza-meaningless-modifier", message)
        .help("write `m`, or another leg: `FyafsF`, which is `[F-R]`")
}

/// Does the last leg say nothing about where it ends?
fn is_plain(modifiers: &Modifiers) -> bool {
    ![Modifier::Empty, Modifier::Enemy, Modifier::Friend].iter().any(|&mode| modifiers.has(mode))
}

/// What a leg jumps over (`p`, `g`): friends only, with `t`.
fn hurdle_of(modifiers: &Modifiers) -> Ground {
    if modifiers.has(Modifier::Tame) { Ground::OwnHurdle } else { Ground::Hurdle }
}

/// How many pieces are captured on these legs.
fn victims_of(legs: &[Leg]) -> usize {
    legs.iter().filter(|leg| leg.ground.captures()).count()
}

fn too_many_victims(span: &ops::Range<usize>) -> BetzaError {
    let what = format!("a move that captures more than {} pieces on its way", Leg::MOST_VICTIMS);
    unsupported(span.clone(), &what)
}

/// Fewest and most steps of a leg.
fn range_of(spec: &Spec, toggled: bool) -> (u16, u16) {
    let (min, max) = match spec.range {
        Range::Default if matches!(spec.atom, Atom::Rook | Atom::Bishop | Atom::Queen) => (1, Ride::UNLIMITED),
        Range::Default => (1, 1),
        Range::UpTo(steps) => (1, steps),
        Range::Unlimited => (1, Ride::UNLIMITED),
        Range::Exactly(steps) => (steps, steps),
    };
    match (toggled, max) {
        (false, _) => (min, max),
        (true, 1) => (1, Ride::UNLIMITED),
        (true, _) => (1, 1),
    }
}

/// Where the shortest way along these legs leads.
fn shortest(legs: &[Leg]) -> (i16, i16) {
    waypoints(legs).last().unwrap_or_default()
}

/// The start of the shortest way along these legs, and where each of them ends.
fn waypoints(legs: &[Leg]) -> impl Iterator<Item = (i16, i16)> {
    let far = |step: i16, times: u16| step.saturating_mul(i16::try_from(times).unwrap_or(i16::MAX));
    let ends = legs.iter().scan((0i16, 0i16), move |(dx, dy), leg| {
        *dx = dx.saturating_add(far(leg.step.dx, leg.min));
        *dy = dy.saturating_add(far(leg.step.dy, leg.min));
        Some((*dx, *dy))
    });
    std::iter::once((0, 0)).chain(ends)
}

/// The leaps whose direction is nearest to that of the leg before.
fn outward(rose: Rose, last: Step) -> Vec<Step> {
    // Of two leaps of equal length the nearer one has the larger scalar product; the squares of compass points differ in length.
    let nearness = |step: &Step| {
        let dot = i64::from(step.dx) * i64::from(last.dx) + i64::from(step.dy) * i64::from(last.dy);
        let length = i64::from(step.dx).pow(2) + i64::from(step.dy).pow(2);
        // cos² with its sign, over a common denominator: lengths are at most 2 * 31².
        dot * dot.abs() * 1_000_000 / length
    };
    let all = rose.all();
    let best = all.iter().map(nearness).max().unwrap_or(0);
    all.into_iter().filter(|step| nearness(step) == best).collect()
}

/// The direction letters with `q` and `z` replaced by the sides they stand for.
fn bent(letters: &[Letter], right: Option<bool>) -> Vec<Vec<Letter>> {
    let side = |right: bool| if right { Modifier::Right } else { Modifier::Left };
    let Some(bend) = letters.iter().find(|l| matches!(l.modifier, Modifier::Circular | Modifier::Crooked)) else {
        return vec![letters.to_vec()];
    };
    let sides = match right {
        None => vec![Modifier::Left, Modifier::Right],
        Some(right) => vec![side(right == (bend.modifier == Modifier::Circular))],
    };
    let with = |to: Modifier| -> Vec<Letter> {
        let replaced = |l: &Letter| match l.modifier {
            Modifier::Circular | Modifier::Crooked => Letter { modifier: to, at: Aside(l.at.0) },
            _ => l.clone(),
        };
        letters.iter().map(replaced).collect()
    };
    sides.into_iter().map(with).collect()
}

/// By how many eighths of a turn to the right a leg may go on from the one before. Of an oblique atom, by how many of its eight leaps.
fn turns(rose: Rose, letters: &[Letter], span: &ops::Range<usize>) -> Result<Vec<usize>, BetzaError> {
    if let Rose::Oblique(..) = rose {
        let one = |letter: &Letter| match letter.modifier {
            Modifier::Forward => Ok(vec![0]),
            Modifier::Backward => Ok(vec![4]),
            Modifier::Right => Ok(vec![1]),
            Modifier::Left => Ok(vec![7]),
            Modifier::Sideways => Ok(vec![1, 7]),
            _ => {
                let what = "such a direction of a leg that follows an oblique leap";
                let help =
                    "it goes on with `f b l r s`, each by one of the eight leaps to the side, or bends with `q z`";
                Err(unsupported(span.clone(), what).help(help))
            }
        };
        return match letters {
            [] => Ok(vec![0, 1, 2, 3, 5, 6, 7]),
            letters => Ok(letters.iter().map(one).collect::<Result<Vec<_>, _>>()?.concat()),
        };
    }
    match letters {
        [] if rose == Rose::Compass => Ok(vec![0, 1, 2, 3, 5, 6, 7]),
        [] => Ok(vec![0, 2, 6]),
        letters => Ok(Rose::Compass.select(letters, Grid::Squares)?.into_iter().filter_map(point).collect()),
    }
}

/// The leap of the atom, or of the one that lies an eighth of a turn from it, that is turned by so much from the leg before.
fn turned(rose: Rose, spec: &Spec, last: Step, turn: usize) -> Option<Step> {
    let all = rose.all();
    if let Rose::Oblique(..) = rose {
        let place = all.iter().position(|&step| step == last)?;
        return Some(all[(place + turn) % all.len()]);
    }
    let straight = last.dx == 0 || last.dy == 0 || last.dx.abs() == last.dy.abs();
    let direction = point(last).filter(|_| straight)?;
    let (dx, dy) = COMPASS[(direction + turn) % 8];
    let length = spec.atom.leap().map_or(1, |(long, _)| i16::from(long));
    let step = Step { dx: dx * length, dy: dy * length };
    (!spec.bracketed || all.contains(&step)).then_some(step)
}
