//! Which positions are measured.

use wazir_runtime::Variant;

/// One position of one game.
#[derive(Clone, Debug)]
pub(crate) struct Position {
    /// Identifier of the game.
    pub(crate) variant: String,
    /// Short name of the position.
    pub(crate) name: &'static str,
    /// The position, in the common FEN dialect.
    pub(crate) fen: String,
    /// FEN and castling are Chess960-style.
    pub(crate) chess960: bool,
    /// Never deeper than this.
    pub(crate) max_depth: u32,
}

/// Positions besides the start positions: game, name, FEN, greatest depth.
const CHOSEN: &[(&str, &str, &str, u32)] = &[
    ("chess", "start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6),
    ("chess", "kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5),
    ("chess", "symmetric", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 5),
    ("shogi", "start", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[] w - - 0 1", 5),
    // Habu - Kato 1988 after ...B*5b, from haitaka's tests.
    ("shogi", "midgame", "ln1g5/1r2S1k2/p2pppn2/2ps2p2/1p7/2P6/PPSPPPPLP/2G2K1pr/LN4G1b[BGSLPnp] b - - 0 31", 4),
    // The position with the most legal moves, known from every shogi program's tests.
    ("shogi", "593 moves", "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3[RBGSNLPgggnnnppppppppppppppppp] w - - 0 1", 3),
    ("crazyhouse", "opened", "r1bqk2r/pppp1ppp/2n1p3/4P3/1b1Pn3/2NB1N2/PPP2PPP/R1BQK2R[] b KQkq - 0 1", 5),
    ("crazyhouse", "full hands", "2k5/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - - 0 1", 4),
    ("atomic", "opened", "rn2kb1r/1pp1p2p/p2q1pp1/3P4/2P3b1/4PN2/PP3PPP/R2QKB1R b KQkq - 0 1", 5),
    ("antichess", "endgame", "rn2kb2/4pp2/p7/6p1/1P2P3/2P3P1/P2NbP2/1R6 b - - 0 18", 8),
    ("3check", "kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 3+3 0 1", 5),
    ("kingofthehill", "kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5),
    ("horde", "opened", "k7/5p2/4p2P/3p2P1/2p2P2/1p2P2P/p2P2P1/2P2P2 w - - 0 1", 7),
    ("racingkings", "opened", "8/8/1B6/7R/8/8/kqNnN2K/1rbn1BRQ b - - 6 4", 6),
    ("ataxx", "scattered", "ppPPPP1/p2p3/p1p1p1P/2ppp2/3p3/2p4/5PP b - - 0 18", 5),
    ("xiangqi", "midgame", "r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R w - - 0 1", 5),
];

/// What is measured: the chosen positions, and the start position of every other game.
pub(crate) fn all(games: &[&'static dyn Variant]) -> Vec<Position> {
    let mut positions = Vec::new();
    for game in games {
        let info = game.info();
        let chosen = || CHOSEN.iter().filter(|(variant, ..)| *variant == info.id);
        if !chosen().any(|(_, name, ..)| *name == "start") {
            positions.push(Position {
                variant: info.id.to_string(),
                name: "start",
                fen: info.start_fen.to_string(),
                chess960: info.chess960,
                max_depth: 20,
            });
        }
        for &(variant, name, fen, max_depth) in chosen() {
            let (variant, fen) = (variant.to_string(), fen.to_string());
            positions.push(Position { variant, name, fen, chess960: info.chess960, max_depth });
        }
    }
    positions
}
