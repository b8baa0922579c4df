//! Properties of Betza texts: no text is a panic, and printing is a fixed point of reading.

use proptest::collection::vec;
use proptest::prelude::*;

use super::*;
use crate::rules::{Cause, Grid, Orientation, Path, Ride, SquareSet, Step};

fn lowering(orientation: Orientation) -> Lowering {
    let all: SquareSet = (0..64).collect();
    Lowering {
        grid: Grid::Squares,
        size: (8, 8),
        royals: [5].into_iter().collect(),
        orientation,
        initial: Initial::On(all),
        unchecked: false,
        safe_way: false,
        push: None,
        over: None,
        from: all,
        to: all,
        cause: Cause::default(),
        budget: Budget::default(),
    }
}

fn modifiers() -> impl Strategy<Value = Modifiers> {
    vec(0..Modifier::ALL.len(), 0..7).prop_map(|picks| {
        let mut letters: Vec<Letter> = Vec::new();
        for pick in picks {
            let modifier = Modifier::ALL[pick].1;
            let written = letters.iter().filter(|l| l.modifier == modifier).count();
            if written < modifier.most() {
                letters.push(Letter { modifier, at: Aside(0) });
            }
        }
        Modifiers::new(letters)
    })
}

/// Modifiers with at least one letter.
fn some_modifiers() -> impl Strategy<Value = Modifiers> {
    modifiers().prop_filter("empty", |m| !m.letters().is_empty())
}

fn atom_and_range() -> impl Strategy<Value = (Atom, Range)> {
    let suffix = prop_oneof![3 => Just(None), 1 => Just(Some(Suffix::X)), 1 => Just(Some(Suffix::Y))];
    let leap = (proptest::sample::select("WFDNAHCZG".chars().collect::<Vec<_>>()), suffix)
        .prop_map(|(letter, suffix)| Atom::Leap(letter, suffix));
    let vector = (1u8..=31, 0u8..=31).prop_map(|(a, b)| Atom::Vector(a.max(b), a.min(b)));
    let atom = prop_oneof![
        6 => leap,
        1 => vector,
        4 => proptest::sample::select(vec![Atom::Rook, Atom::Bishop, Atom::Queen, Atom::King]),
        1 => proptest::sample::select(vec![Atom::Castling, Atom::Universal, Atom::Drop, Atom::Imitator]),
    ];
    let range = prop_oneof![
        4 => Just(Range::Default),
        1 => (1u16..=9999).prop_map(Range::UpTo),
        1 => (1u16..=9999).prop_map(Range::Exactly),
        1 => Just(Range::Unlimited),
    ];
    (atom, range).prop_map(|(atom, range)| (atom, atom.normal_range(range)))
}

fn simple() -> impl Strategy<Value = Simple> {
    (modifiers(), atom_and_range()).prop_map(|(modifiers, (atom, range))| Simple { modifiers, atom, range })
}

/// Legs with `a` between them, the first perhaps without modifiers.
fn legs() -> impl Strategy<Value = Vec<Part>> {
    (proptest::option::of(some_modifiers()), vec(proptest::option::of(some_modifiers()), 1..4)).prop_map(
        |(first, more)| {
            let mut parts: Vec<Part> = first.map(Part::Modifiers).into_iter().collect();
            for leg in more {
                parts.push(Part::Again);
                parts.extend(leg.map(Part::Modifiers));
            }
            parts
        },
    )
}

fn shape() -> impl Strategy<Value = Shape> {
    let again =
        (legs(), proptest::option::of(legs()), atom_and_range()).prop_map(|(mut parts, group, (atom, range))| {
            parts.extend(group.map(Part::Group));
            Shape::Again { parts, atom, range }
        });
    let outer_range = prop_oneof![Just(Range::Default), (1u16..99).prop_map(Range::UpTo), Just(Range::Unlimited)];
    let rest = vec((prop_oneof![Just(Join::Must), Just(Join::May)], simple()), 0..3);
    let bracket = (modifiers(), simple(), rest, outer_range)
        .prop_map(|(modifiers, first, rest, range)| Shape::Bracket { modifiers, first, rest, range });
    prop_oneof![5 => simple().prop_map(Shape::Simple), 1 => again, 1 => bracket]
}

fn tree() -> impl Strategy<Value = Betza> {
    vec(shape(), 0..6).prop_map(|shapes| Betza {
        moves: shapes.into_iter().map(|shape| Move { shape, span: Aside::default(), text: Aside::default() }).collect(),
        lints: Aside::default(),
    })
}

/// What has to hold for any text at all.
fn hold(text: &str) -> Result<(), TestCaseError> {
    for dialect in [Dialect::Common, Dialect::XBoard] {
        match parse_as(text, dialect) {
            Err(errors) => {
                prop_assert!(!errors.is_empty());
                for error in errors {
                    prop_assert!(text.get(error.span.clone()).is_some(), "{:?} is no part of the text", error.span);
                }
            }
            Ok(tree) => {
                let printed = tree.to_string();
                // The printed form is in the common dialect and needs no remark on its letters.
                let again = parse(&printed).map_err(|e| TestCaseError::fail(format!("{printed}: {e:?}")))?;
                prop_assert_eq!(&again.moves, &tree.moves, "{}", printed);
                prop_assert_eq!(again.to_string(), printed);
                for one in &tree.moves {
                    prop_assert_eq!(&text[one.span.0.clone()], &one.text.0);
                }
                lowers(text, &tree)?;
            }
        }
    }
    Ok(())
}

/// Lowering gives sound movements that turn with the side, or errors with places.
fn lowers(text: &str, tree: &Betza) -> Result<(), TestCaseError> {
    let up = lower(tree, &lowering(Orientation::Upward));
    let down = lower(tree, &lowering(Orientation::Downward));
    let (up, down) = match (up, down) {
        (Ok(up), Ok(down)) => (up, down),
        (Err(up), Err(down)) => {
            prop_assert_eq!(&up, &down);
            for error in up {
                prop_assert!(text.get(error.span.clone()).is_some_and(|t| !t.is_empty()));
            }
            return Ok(());
        }
        (up, down) => return Err(TestCaseError::fail(format!("{up:?} but {down:?}"))),
    };
    prop_assert_eq!(up.len(), tree.moves.len());
    for (up, down) in up.iter().zip(&down) {
        prop_assert!(up.to_empty || up.to_enemy || up.en_passant || !up.legs.is_empty());
        prop_assert!(!up.rides.is_empty() || !up.legs.is_empty());
        let turn = |ride: &Ride| {
            let mut ride = *ride;
            (ride.step.dx, ride.step.dy) = (-ride.step.dx, -ride.step.dy);
            if let Some(via) = &mut ride.via {
                let path: Vec<Step> = via.path.iter().map(|offset| Step { dx: -offset.dx, dy: -offset.dy }).collect();
                via.path = Path::new(&path);
            }
            ride
        };
        prop_assert_eq!(up.rides.iter().map(turn).collect::<Vec<_>>(), down.rides.clone());
        for (i, ride) in up.rides.iter().enumerate() {
            prop_assert!(1 <= ride.min && ride.min <= ride.max);
            prop_assert!((ride.step.dx, ride.step.dy) != (0, 0));
            let same = |other: &Ride| (other.step, other.via) == (ride.step, ride.via);
            prop_assert!(!up.rides[..i].iter().any(same), "a direction twice");
            // Nothing overflows on the largest board.
            ride.passed_to_end(32);
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn any_text(text in ".{0,40}") {
        hold(&text)?;
    }

    #[test]
    fn letters_of_betza(text in r"[ifblrvshqzmcdektpgoyunjxaWFDNAHCZGKQRBOUILJXY@0-9(),\[\]?\- ]{0,24}") {
        hold(&text)?;
    }

    #[test]
    fn well_formed_leapers(text in "([fblrvsh]{0,3}[mcie]{0,2}[njpg]?[WFDNAHCZGKQRB][0-9]?){1,3}") {
        hold(&text)?;
    }

    #[test]
    fn printing_is_a_fixed_point(tree in tree()) {
        let printed = tree.to_string();
        let read = parse(&printed).map_err(|e| TestCaseError::fail(format!("{printed}: {e:?}")))?;
        prop_assert_eq!(&read, &tree, "{}", printed);
        prop_assert_eq!(read.to_string(), printed);
    }
}
