//! [`info`]: the part of the rules that notation needs, as `wazir_runtime::Info`.

use crate::rules::{
    AllAlong, Board, Chase, Condition, Movement, Piece, PieceRules, Play, Points, Ride, Rules, Side, Step, TurnLength,
    Verdict,
};
use wazir_runtime::{
    CastlingInfo, Cell, EnPassantPattern, FirstMoves, Grid, Info, PieceInfo, Prey, RepetitionRule, RepetitionVerdict,
    SeatInfo, SideInfo, SidePoints, Style, TurnInfo, fen,
};

/// Describes a game for notation and front ends.
pub fn info(rules: &Rules) -> Info {
    let info = Info {
        id: rules.id.clone().into(),
        name: rules.name.clone().into(),
        about: rules.about.clone().into(),
        files: rules.board.files,
        ranks: rules.board.ranks,
        grid: rules.board.grid,
        holes: rules.board.holes.iter().collect::<Vec<_>>().into(),
        walls: rules.board.walls,
        sides: rules.sides.iter().map(|s| SideInfo { name: s.name.clone().into(), letter: s.letter }).collect(),
        seats: seats(&rules.sides).into(),
        pieces: pieces(rules).into(),
        hands: rules.has_hands(),
        promoted_marks: rules.remembers_promotion(),
        castlings: rules
            .castlings
            .iter()
            .map(|c| CastlingInfo {
                side: c.side,
                letter: c.letter,
                king: c.king,
                partners: c.partners.clone().into(),
                rank: c.rank,
                towards: c.towards,
                partner_from: c.partner_from,
            })
            .collect(),
        first_moves: Vec::new().into(),
        en_passant: en_passant_patterns(rules).into(),
        checks: rules.check_counters().iter().map(|counter| counter.checks).collect(),
        passes: rules.passes_counted(),
        ending_moves: rules.ending_moves().len() as u8,
        truces: rules.has_truces(),
        turns: turns(rules).into(),
        points: points(rules).into(),
        repetition: repetition_rules(rules).into(),
        start_fen: rules.start.fen.clone().into(),
        chess960: rules.start.chess960,
    };
    Info { first_moves: first_moves(rules, &info).into(), ..info }
}

/// The types; the first that moves like a pawn of chess is marked, since of two types without a letter nobody could tell which is meant.
fn pieces(rules: &Rules) -> Vec<PieceInfo> {
    let pawn = rules.pieces.iter().position(|piece| is_pawn(rules, piece));
    let remembers = rules.remembers_last_moved();
    let described = |(index, piece): (usize, &Piece)| PieceInfo {
        symbol: piece.symbol.clone().into(),
        name: piece.name.clone().into(),
        royal: piece.sides.iter().flatten().any(|rules| rules.royal),
        pawn: pawn == Some(index),
        remembered: remembers && (0..piece.sides.len()).any(|side| rules.is_remembered(index as u8, side as u8)),
    };
    rules.pieces.iter().enumerate().map(described).collect()
}

/// Does it go straight ahead and nowhere else, and capture one step aslant ahead and nowhere else? (So do pawns of chess and of most of its kin; those of shogi and
/// xiangqi, Berolina pawns, pawns that go sideways and the pieces of breakthrough do not, and are written with their letters.)
fn is_pawn(rules: &Rules, piece: &Piece) -> bool {
    let of_side = |side: usize, of_side: &PieceRules| {
        let orientation = rules.sides[side].orientation;
        let steps = |wanted: fn(&Movement) -> bool| {
            let rides = of_side.movements.iter().filter(move |movement| wanted(movement)).flat_map(|m| &m.rides);
            rides.map(|ride| (orientation.seen(ride.step), ride.max)).collect::<Vec<_>>()
        };
        let (quiet, captures) =
            (steps(|m| m.to_empty), steps(|m| m.to_enemy || m.push.is_some_and(|push| push.enemies)));
        let aslant = |step: Step| match rules.board.grid {
            Grid::Squares => step.dx.abs() == 1 && step.dy == 1,
            // The two neighbours beside the one straight ahead.
            Grid::Hexagons => matches!((step.dx, step.dy), (1, 1) | (-1, 0)),
        };
        !quiet.is_empty()
            && quiet.iter().all(|(step, _)| step.dx == 0 && step.dy > 0)
            && !captures.is_empty()
            && captures.iter().all(|&(step, most)| most == 1 && aslant(step))
            && of_side.movements.iter().all(|movement| movement.legs.is_empty())
    };
    let mut owners =
        piece.sides.iter().enumerate().filter_map(|(side, rules)| Some((side, rules.as_ref()?))).peekable();
    owners.peek().is_some() && owners.all(|(side, rules)| of_side(side, rules))
}

/// How the sides sit, where that is not as usual.
pub(crate) fn seats(sides: &[Side]) -> Vec<SeatInfo> {
    let seat = |side: &Side| SeatInfo { team: side.team, sideways: side.orientation.is_sideways() };
    let usual = sides.len() == 2 && !sides.iter().any(|side| side.orientation.is_sideways());
    if usual { Vec::new() } else { sides.iter().map(seat).collect() }
}

/// Whose first moves positions remember. `info` is what is known of the game without that.
fn first_moves(rules: &Rules, info: &Info) -> Vec<FirstMoves> {
    if !rules.remembers_first_moves() {
        return Vec::new();
    }
    let board = rules.start.fen.split(' ').next().unwrap_or("");
    let start = fen::parse(info, board, Style::Game).map_or(Vec::new(), |setup| setup.board);
    let of_side = |side: u8| {
        let (orientation, pieces) = (rules.sides[side as usize].orientation, rules.first_movers(side));
        let stands =
            |cell: &Cell| matches!(*cell, Cell::Piece { side: s, piece, .. } if s == side && pieces.contains(&piece));
        let stand = (0..).zip(&start).filter(|(_, cell)| stands(cell)).map(|(square, _)| square);
        let mut lines: Vec<u8> = stand.map(|square| orientation.line_and_place(&rules.board, square).0).collect();
        lines.dedup();
        let rank = match lines[..] {
            [line] => line,
            _ => orientation.first_and_last_line(&rules.board).0,
        };
        FirstMoves { side, rank, pieces: pieces.into() }
    };
    (0..rules.sides.len() as u8).map(of_side).collect()
}

/// How many moves the turns of each side have, where they do not always have one.
fn turns(rules: &Rules) -> Vec<TurnInfo> {
    let of_side = |play: &Play| {
        let (moves, by) = match play.turn.length {
            TurnLength::Fixed(moves) => (moves, 0),
            TurnLength::Growing { first, by } => (first, by),
        };
        TurnInfo { moves, by, chains: play.turn.chain.is_some() }
    };
    if rules.has_several_moves() { rules.play.iter().map(of_side).collect() } else { Vec::new() }
}

/// What pieces count, where any rule counts points.
fn points(rules: &Rules) -> Vec<SidePoints> {
    let of_side = |points: &Points| SidePoints { pieces: points.pieces.clone().into(), bonus: points.bonus };
    if rules.counts_points() { rules.points.iter().map(of_side).collect() } else { Vec::new() }
}

/// The end rules about repeated positions, for `wazir_runtime::GameInProgress`.
fn repetition_rules(rules: &Rules) -> Vec<RepetitionRule> {
    let repetition = |rule: &crate::rules::EndRule| {
        let Condition::Repetition { times, all_along } = &rule.when else { return None };
        let all_along = match all_along {
            AllAlong::Anything => wazir_runtime::AllAlong::Anything,
            AllAlong::Checking => wazir_runtime::AllAlong::Checking,
            AllAlong::Chasing(chase) => wazir_runtime::AllAlong::Chasing(chased(rules, chase)),
        };
        let verdict = match rule.then {
            Verdict::Wins => RepetitionVerdict::Wins,
            Verdict::Loses | Verdict::TeamLoses => RepetitionVerdict::Loses,
            Verdict::Draw => RepetitionVerdict::Draw,
            Verdict::WinFor(side) => RepetitionVerdict::WinFor(side),
            Verdict::MorePieces => RepetitionVerdict::MorePieces,
            Verdict::FewerPieces => RepetitionVerdict::FewerPieces,
            Verdict::MorePoints => RepetitionVerdict::MorePoints,
            Verdict::Illegal => RepetitionVerdict::Illegal,
        };
        Some(RepetitionRule { times: *times, all_along, of: rule.of, verdict })
    };
    rules.end.iter().filter_map(repetition).collect()
}

/// What can be chased, side by side.
fn chased(rules: &Rules, chase: &Chase) -> wazir_runtime::Chase {
    let prey = |side: u8, prey: &crate::rules::Prey| Prey {
        side,
        piece: prey.piece,
        squares: {
            let zone = prey.zones[side as usize];
            (zone != rules.board.all()).then(|| zone.iter().collect())
        },
        although_protected: prey.although_protected.clone().into(),
    };
    let sides = 0..rules.sides.len() as u8;
    wazir_runtime::Chase {
        hunters: chase.hunters.clone().into(),
        prey: sides.flat_map(|side| chase.prey.iter().map(move |one| prey(side, one))).collect(),
    }
}

/// Where a piece stands, seen from each square it may have passed.
fn en_passant_patterns(rules: &Rules) -> Vec<EnPassantPattern> {
    let mut patterns = Vec::new();
    for (piece, definition) in rules.pieces.iter().enumerate() {
        for (side, piece_rules) in definition.sides.iter().enumerate() {
            let movements = piece_rules.iter().flat_map(|r| &r.movements).filter(|m| m.leaves_en_passant);
            for (movement, ride) in movements.flat_map(|m| m.rides.iter().map(move |ride| (m, ride))) {
                for Step { dx, dy } in passed_to_end(&rules.board, movement, ride) {
                    let pattern = EnPassantPattern { side: side as u8, piece: piece as u8, dx, dy };
                    if !patterns.contains(&pattern) {
                        patterns.push(pattern);
                    }
                }
            }
        }
    }
    patterns
}

/// For every way the ride can end and every square it then has passed over: the offset from that square to the end. Over a joined edge the two are
/// as far apart as they stand on the rectangle.
fn passed_to_end(board: &Board, movement: &Movement, ride: &Ride) -> Vec<Step> {
    let board = &board.over(ride.joined);
    if !board.joined.any() {
        return ride.passed_to_end(board.most_steps(ride.step));
    }
    let mut offsets = Vec::new();
    for from in movement.from.iter().filter(|&from| board.all().contains(from)) {
        let mut passed = Vec::new();
        let mut at = from;
        for end in board.ray(from, ride.step).take(ride.max as usize) {
            let vias = ride.via.iter().flat_map(|via| via.path.iter());
            passed.extend(vias.filter_map(|&offset| board.step(at, offset)));
            let apart = |a: u8, b: u8| i16::from(a) - i16::from(b);
            offsets.extend(passed.iter().map(|&passed| Step {
                dx: apart(board.file(end), board.file(passed)),
                dy: apart(board.rank(end), board.rank(passed)),
            }));
            passed.push(end);
            at = end;
        }
    }
    offsets.sort_unstable();
    offsets.dedup();
    offsets
}
