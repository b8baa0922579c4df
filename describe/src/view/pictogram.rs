//! [`Pictogram`]: how a piece moves, as dots for leaps and lines for rides.

use serde::Serialize;
use wazir_variant_spec::rules::{PieceId, Ride, Rules};

/// Directions of a piece, as offsets (files, ranks) that its own side sees, up being forward. Each list is sorted and holds each offset once.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize)]
pub struct Pictogram {
    /// Where it leaps.
    pub leaps: Vec<(i16, i16)>,
    /// Steps that it rides by.
    pub rides: Vec<(i16, i16)>,
    /// Where it goes only to capture.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub captures: Vec<(i16, i16)>,
    /// Where it goes only without capturing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub quiet: Vec<(i16, i16)>,
}

impl Pictogram {
    /// The pictogram of a piece of the first side that has it; `None` where it does not move, or only by moves of several legs.
    pub fn of(rules: &Rules, piece: PieceId) -> Option<Pictogram> {
        let (side, own) = rules.pieces[piece as usize]
            .sides
            .iter()
            .enumerate()
            .find_map(|(side, own)| Some((side, own.as_ref()?)))?;
        let orientation = rules.sides[side].orientation;
        let mut told = Pictogram::default();
        // What only an unmoved piece can do, or only from some squares, is not how it moves in general.
        let everywhere = rules.board.all();
        let general = own.movements.iter().filter(|movement| !movement.unmoved && movement.from == everywhere);
        let (mut quiet, mut captures) = (Vec::new(), Vec::new());
        for movement in general {
            for ride in &movement.rides {
                let step = orientation.seen(ride.step);
                let offset = (step.dx, step.dy);
                match ride.max {
                    1 => told.leaps.push(offset),
                    max => {
                        told.rides.push(offset);
                        debug_assert!(max > 1 || max == Ride::UNLIMITED);
                    }
                }
                if movement.to_empty {
                    quiet.push(offset);
                }
                if movement.to_enemy {
                    captures.push(offset);
                }
            }
        }
        for list in [&mut told.leaps, &mut told.rides, &mut quiet, &mut captures] {
            list.sort_unstable();
            list.dedup();
        }
        told.captures = captures.iter().filter(|offset| !quiet.contains(offset)).copied().collect();
        told.quiet = quiet.iter().filter(|offset| !captures.contains(offset)).copied().collect();
        (!told.leaps.is_empty() || !told.rides.is_empty()).then_some(told)
    }
}
