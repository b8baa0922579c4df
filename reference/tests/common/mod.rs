//! Rules put together by hand, without any rule file: the interpreter is tested by itself, from the model alone.
#![allow(dead_code)]

use wazir_reference::Interpreter;
use wazir_runtime::{Game, Style, Variant};
use wazir_variant_spec::Rules;
use wazir_variant_spec::rules::*;

/// Steps in all directions that are reflections of (dx, dy).
pub(crate) fn all(dx: i16, dy: i16) -> Vec<Step> {
    let mut steps = Vec::new();
    for (x, y) in [(dx, dy), (dy, dx)] {
        for (sx, sy) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
            let step = Step { dx: x * sx, dy: y * sy };
            if !steps.contains(&step) {
                steps.push(step);
            }
        }
    }
    steps
}

/// A ride without conditions.
pub(crate) fn ride(step: Step, max: u16) -> Ride {
    Ride { max, ..Ride::leap(step) }
}

/// A movement to empty squares and enemies from anywhere to anywhere.
pub(crate) fn movement(board: &Board, rides: Vec<Ride>) -> Movement {
    Movement {
        rides,
        legs: Vec::new(),
        to_empty: true,
        to_enemy: true,
        victims: None,
        en_passant: false,
        unmoved: false,
        unchecked: false,
        safe_way: false,
        beside: None,
        last_moved: None,
        swap: None,
        push: None,
        from: board.all(),
        to: board.all(),
        leaves_en_passant: false,
        cause: Cause::default(),
    }
}

/// Leaps of all reflections of (dx, dy).
pub(crate) fn leaper(board: &Board, dx: i16, dy: i16) -> Movement {
    movement(board, all(dx, dy).into_iter().map(|step| ride(step, 1)).collect())
}

/// Rides of all reflections of (dx, dy), without limit.
pub(crate) fn rider(board: &Board, dx: i16, dy: i16) -> Movement {
    movement(board, all(dx, dy).into_iter().map(|step| ride(step, Ride::UNLIMITED)).collect())
}

/// A piece type with the same movements for both sides.
pub(crate) fn piece(symbol: &str, name: &str, movements: Vec<Movement>) -> Piece {
    let rules = PieceRules {
        imitates: false,
        movements,
        forfeit: None,
        royal: false,
        promotions: Vec::new(),
        captured_as: None,
        victims: (0..16).collect(),
        capturer: Capturer::Arrives,
        wary: None,
        drop: None,
        cause: Cause::default(),
    };
    Piece {
        symbol: symbol.into(),
        name: name.into(),
        glyphs: Vec::new(),
        sides: vec![Some(rules.clone()), Some(rules)],
    }
}

/// The squares of a rank, counted from 0.
pub(crate) fn rank(board: &Board, rank: u8) -> SquareSet {
    board.all().iter().filter(|&square| board.rank(square) == rank).collect()
}

/// A plain board.
pub(crate) fn board(files: u8, ranks: u8) -> Board {
    Board::rectangle(files, ranks)
}

/// A game of these pieces in which nothing special happens: no royals, no end but stalemate (a draw).
pub(crate) fn game(board: Board, pieces: Vec<Piece>, fen: &str) -> Rules {
    let side = |name: &str, letter, orientation, team| Side { name: name.into(), letter, orientation, team };
    Rules {
        regions: Vec::new(),
        id: "test".into(),
        name: "Test".into(),
        about: "A game of a test.".into(),
        family: String::new(),
        origin: String::new(),
        board,
        sides: vec![side("White", 'w', Orientation::Upward, 0), side("Black", 'b', Orientation::Downward, 1)],
        play: vec![
            Play {
                turn: Turn::default(),
                capture: Capture { blast: None },
                truce: None,
                arrival: Vec::new(),
                walling: None,
                check: Check {
                    may_not_remain: false,
                    guard: Guard::Each,
                    may_not_flee: false,
                    may_not_be_given: false,
                    may_not_mate: Vec::new(),
                    facing: Vec::new(),
                    cause: Cause::default()
                },
                obligations: Vec::new(),
                gating: None,
                pass: Pass::Never,
                clock_resets: vec![false; pieces.len()],
                defeated: Defeated::Stay,
            };
            2
        ],
        points: vec![Points { pieces: vec![0; pieces.len()], bonus: 0 }; 2],
        pieces,
        start: Start { fen: fen.into(), chess960: false, cause: Cause::default() },
        castlings: Vec::new(),
        end: vec![end(Condition::Checkmate { after: None }, Verdict::Loses), end(Condition::Stalemate, Verdict::Draw)],
    }
}

/// An end rule.
pub(crate) fn end(when: Condition, then: Verdict) -> EndRule {
    EndRule { when, of: None, then, cause: Cause::default() }
}

/// Changes what the moves of both sides do and respect.
pub(crate) fn for_both(rules: &mut Rules, change: impl Fn(&mut Play)) {
    rules.play.iter_mut().for_each(change);
}

/// Makes a type royal for both sides, and checks binding.
pub(crate) fn royal(rules: &mut Rules, symbol: &str) {
    for_both(rules, |play| play.check.may_not_remain = true);
    let piece = rules.piece_by_symbol(symbol).expect("a known symbol") as usize;
    rules.pieces[piece].sides.iter_mut().flatten().for_each(|rules| rules.royal = true);
}

/// Orthodox chess, from the model's concepts.
pub(crate) fn chess() -> Rules {
    let b = board(8, 8);
    let pawn = |side: usize| {
        let up = if side == 0 { 1 } else { -1 };
        let (second, last) = if side == 0 { (1, 7) } else { (6, 0) };
        let step = |dx, dy| ride(Step { dx, dy }, 1);
        let mut push = movement(&b, vec![step(0, up)]);
        push.to_enemy = false;
        let mut double = movement(&b, vec![Ride { min: 2, max: 2, ..step(0, up) }]);
        (double.to_enemy, double.leaves_en_passant) = (false, true);
        double.from = rank(&b, second);
        let mut take = movement(&b, vec![step(1, up), step(-1, up)]);
        (take.to_empty, take.en_passant) = (false, true);
        let target = |piece| PromotionTarget { piece, while_fewer_than: None, ransom: None };
        let promotion = Promotion {
            zone: rank(&b, last),
            from: b.all(),
            by: PromotedBy::Moving { entering: true, within: false, leaving: false, only_capturing: false },
            while_at_most: None,
            may_not_attack: Vec::new(),
            may_not_check: false,
            to: vec![target(1), target(2), target(3), target(4)],
            forced: Forced::Always,
            reverts_when_captured: false,
            cause: Cause::default(),
        };
        let rules = piece("P", "Pawn", vec![push, double, take]).sides[0].clone();
        rules.map(|rules| PieceRules { promotions: vec![promotion], ..rules })
    };
    let pieces = vec![
        Piece { symbol: "P".into(), name: "Pawn".into(), glyphs: Vec::new(), sides: vec![pawn(0), pawn(1)] },
        piece("N", "Knight", vec![leaper(&b, 1, 2)]),
        piece("B", "Bishop", vec![rider(&b, 1, 1)]),
        piece("R", "Rook", vec![rider(&b, 0, 1)]),
        piece("Q", "Queen", vec![rider(&b, 1, 1), rider(&b, 0, 1)]),
        piece("K", "King", vec![leaper(&b, 1, 1), leaper(&b, 0, 1)]),
    ];
    let mut rules = game(b, pieces, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    royal(&mut rules, "K");
    for_both(&mut rules, |play| play.clock_resets[0] = true);
    for side in 0..2 {
        let first = 56 * side as Square;
        let castling = |letter, towards, king_to, partner_to| Castling {
            side,
            letter,
            king: 5,
            partners: vec![3],
            rank: 7 * side,
            towards,
            partner_from: None,
            king_to: first + king_to,
            partner_to: first + partner_to,
            placed: None,
            forfeits: Vec::new(),
            cause: Cause::default(),
        };
        rules.castlings.extend([castling('K', 1, 6, 5), castling('Q', -1, 2, 3)]);
    }
    rules
}

/// A position of the game.
pub(crate) fn position(rules: &Rules, fen: &str) -> Box<dyn Game> {
    position_in(rules, fen, Style::Standard)
}

/// A position of the game, castling rights in the given style.
pub(crate) fn position_in(rules: &Rules, fen: &str, style: Style) -> Box<dyn Game> {
    Interpreter::new(rules.clone())
        .expect("a right start")
        .from_fen(fen, style)
        .unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The texts of all legal moves, sorted.
pub(crate) fn moves(game: &dyn Game) -> Vec<String> {
    let mut texts: Vec<String> = game.legal_moves().into_iter().map(|mv| game.move_text(mv, Style::Game)).collect();
    texts.sort();
    texts
}

/// The texts of the legal moves of the piece on a square, sorted: their targets and promotions only.
pub(crate) fn targets(game: &dyn Game, from: &str) -> Vec<String> {
    moves(game).iter().filter_map(|text| text.strip_prefix(from)).map(str::to_string).collect()
}

/// Plays a move given as text.
pub(crate) fn play(game: &mut dyn Game, text: &str) {
    let mv = game.parse_move(text, Style::Game).unwrap_or_else(|error| panic!("{}: {error}", game.fen(Style::Game)));
    game.play(mv).unwrap_or_else(|error| panic!("{}: {error}", game.fen(Style::Game)));
}
