//! Whether a game can begin at its start position, and whether it is not over there already: what only those can tell who know how pieces move.

use crate::{Interpreter, position::Position};
use wazir_runtime::{Outcome, Reason, SideId, Style, fen};
use wazir_variant_spec::rules::Cause;
use wazir_variant_spec::{Compiled, Diagnostics, Library, Source};

/// A game whose rules are right, and which can begin at its start position: see [`Interpreter`].
#[derive(Clone, Debug)]
pub struct Checked {
    /// The game.
    pub game: Interpreter,
    /// What is probably not meant.
    pub warnings: Diagnostics,
}

/// Reads, inherits and checks a rule file as [`wazir_variant_spec::compile`] does, and the start of its game as well.
///
/// # Errors
/// All mistakes in the file (and in its parents), warnings included; where there are none, what is wrong with the start position, at its place.
pub fn compile(source: &Source, library: &dyn Library) -> Result<Checked, Diagnostics> {
    check(wazir_variant_spec::compile(source, library)?)
}

/// Checks the start of a game whose rules have been found right.
///
/// # Errors
/// Why the game cannot begin there, at the place of the start position, and the warnings there were.
pub fn check(mut compiled: Compiled) -> Result<Checked, Diagnostics> {
    let game = match Interpreter::new(compiled.rules.clone()) {
        Ok(game) => game,
        Err(error) => {
            let reason = format!("the game cannot begin here: {}", error.message);
            let help = "nobody may be able to capture a royal with the first move, and nothing may stand or be held that the rules never put there";
            return Err(compiled.refuse_start("impossible-start", reason, help));
        }
    };
    if let Some(Doubt { what, help }) = game.doubt() {
        compiled.doubt_start("over-at-start", what, help);
    }
    Ok(Checked { game, warnings: compiled.warnings })
}

/// Something odd about a start from which a game can be played.
struct Doubt {
    what: String,
    help: String,
}

impl Interpreter {
    /// What makes it useless to begin here.
    fn doubt(&self) -> Option<Doubt> {
        let rules = self.rules();
        let name = |side: SideId| &rules.sides[side as usize].name;
        // As it was written: a side that loses here is out at once where others play on.
        let written = fen::parse(&self.shared.info, &rules.start.fen, Style::Game).ok()?;
        let (written, start) = (Position::unchecked(&self.shared, written), self.start_position());
        if let Some((rule, subject, reason)) = written.deciding_rule() {
            let why = why(reason, name(subject));
            let what = match start.result() {
                _ if start.setup.out != written.setup.out => {
                    format!("{} is out before the game begins: {why}", name(subject))
                }
                Some(Outcome { winner: Some(winner), .. }) => {
                    format!("the game is over before it begins: {why}; {} has won", name(winner))
                }
                _ => format!("the game is over before it begins: {why}; it is a draw"),
            };
            let Cause { file, line, text } = &rule.cause;
            let help = match line {
                0 => format!("{text}, where the file does not say otherwise"),
                _ => format!("this rule ends it: `{text}` ({file}:{line})"),
            };
            return Some(Doubt { what, help });
        }
        (start.is_over_with_moves_left() || start.has_no_move()).then(|| Doubt {
            what: format!("{} has no move at the start, and no rule says what that means", name(start.setup.turn)),
            help: "say it in `end`, as in `(if: Checkmated, then: Loses)` and `(if: Stalemated, then: Draw)`"
                .to_string(),
        })
    }
}

/// What is so at the start that ends the game, of the side the rule is about.
fn why(reason: Reason, side: &str) -> String {
    match reason {
        Reason::Checkmate => format!("{side} is checkmated"),
        Reason::Stalemate => format!("{side} has no move and is not in check"),
        Reason::NobodyCanMove => "nobody can move".to_string(),
        Reason::Extinction => format!("{side} has too few of these pieces"),
        Reason::Goal => format!("{side} has reached its goal"),
        Reason::BothReachedGoal => "both sides have reached their goals".to_string(),
        Reason::Connection => format!("the pieces of {side} make the figure"),
        Reason::Checks => format!("{side} has given all its checks"),
        Reason::BoardFull => "the board is full".to_string(),
        Reason::Passes => "the last moves were passes".to_string(),
        Reason::EndingMove => format!("{side} has just made a move that ends it"),
        Reason::Unentitled => format!("{side} has no such right to castle"),
        Reason::Facing => "royals face each other".to_string(),
        Reason::QuietMoves => "the halfmove clock has run out".to_string(),
        Reason::CountedOut => format!("the count of {side} has run out"),
        // A matter of what came before.
        Reason::Repetition | Reason::PerpetualCheck | Reason::PerpetualChase => reason.text().to_string(),
    }
}
