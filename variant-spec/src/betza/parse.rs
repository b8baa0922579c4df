//! Betza text to syntax tree. All mistakes of a text are found in one run: after one, reading goes on behind the next atom.

use std::ops;

use crate::limits::{BETZA_BYTES, BETZA_LEGS};

use super::{
    Aside, Atom, Betza, BetzaError, Join, Letter, Modifier, Modifiers, Move, Part, Range, Shape, Simple, Suffix,
};

/// How the letters that mean different things to different programs are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// `L` is the camel (3,1), `J` the zebra (3,2): original Betza, the Interactive Diagram, Fairy-Stockfish.
    #[default]
    Common,
    /// `J` is the camel (3,1), `L` the zebra (3,2): XBoard.
    XBoard,
}

/// The longest range that can be written.
const LONGEST_RANGE: u16 = 9999;
/// The longest leap that fits on a board (of at most 32 x 32 squares).
const LONGEST_LEAP: u16 = 31;
const ATOMS: &str = "W F D N A H C Z G, K Q R B, O U I @ or (m,n)";

/// Reads a Betza text in the common dialect. On failure, all mistakes of the text in the order of their places.
pub fn parse(text: &str) -> Result<Betza, Vec<BetzaError>> {
    parse_as(text, Dialect::Common)
}

/// Reads a Betza text in a given dialect.
pub fn parse_as(text: &str, dialect: Dialect) -> Result<Betza, Vec<BetzaError>> {
    if text.len() > BETZA_BYTES {
        let message = format!("a movement of more than {BETZA_BYTES} bytes, which is the limit");
        let error = BetzaError::new(0..1, "betza-too-long", message);
        return Err(vec![error.help("write several parts, as in `moves: [\"Q\", \"N\"]`")]);
    }
    let mut parser = Parser { text, at: 0, dialect, errors: Vec::new(), lints: Vec::new() };
    let mut moves = Vec::new();
    loop {
        parser.skip_spaces();
        if parser.peek().is_none() {
            break;
        }
        moves.extend(parser.one_move());
    }
    if parser.errors.is_empty() {
        Ok(Betza { moves, lints: Aside(parser.lints) })
    } else {
        parser.errors.sort_by_key(|e| (e.span.start, e.span.end));
        Err(parser.errors)
    }
}

struct Parser<'t> {
    text: &'t str,
    /// The byte that is read next; always at the start of a character.
    at: usize,
    dialect: Dialect,
    errors: Vec<BetzaError>,
    lints: Vec<BetzaError>,
}

/// Where a move is read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// On its own.
    Outside,
    /// As a leg within brackets.
    Bracket,
}

impl Parser<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn bump(&mut self) {
        self.at += self.peek().map_or(0, char::len_utf8);
    }

    fn eat(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.bump();
        }
        found
    }

    fn skip_spaces(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.bump();
        }
    }

    fn error(
        &mut self,
        span: ops::Range<usize>,
        code: &'static str,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        let error = BetzaError::new(span, code, message);
        let help = help.into();
        self.errors.push(if help.is_empty() { error } else { error.help(help) });
    }

    /// Reads a move; `None` after a mistake, which has been noted. Reads at least one character.
    fn one_move(&mut self) -> Option<Move> {
        let start = self.at;
        let shape = self.shape(Place::Outside)?;
        let span = start..self.at;
        if shape.legs() > BETZA_LEGS {
            let message = format!("a move of more than {BETZA_LEGS} legs, which is the limit");
            self.error(span, "betza-too-long", message, "a ride goes on by itself: `N0`; a group repeats: `(az)N`");
            return None;
        }
        self.lint_compass(&shape, &span);
        Some(Move { shape, text: Aside(self.text[span.clone()].to_string()), span: Aside(span) })
    }

    /// Reads modifiers and what they belong to.
    fn shape(&mut self, place: Place) -> Option<Shape> {
        let start = self.at;
        let before = self.errors.len();
        let mut parts = Vec::new();
        let mut letters = Vec::new();
        loop {
            let at = self.at;
            match self.peek() {
                Some('a') => {
                    self.bump();
                    self.flush(&mut letters, &mut parts);
                    parts.push(Part::Again);
                    if place == Place::Bracket {
                        self.error(
                            at..self.at,
                            "betza-again-in-bracket",
                            "`a` does not go together with brackets",
                            "join the legs with `-` (must go on) or `?` (may stop)",
                        );
                    }
                }
                Some('(') if !self.vector_ahead() => {
                    self.flush(&mut letters, &mut parts);
                    if let Some(group) = self.group() {
                        parts.push(group);
                    }
                    if place == Place::Bracket {
                        self.error(
                            at..self.at,
                            "betza-group-in-bracket",
                            "a repeated group cannot stand within brackets",
                            "",
                        );
                    }
                }
                Some('[') if place == Place::Bracket => {
                    // Passed over without descending: a text of a thousand brackets is one mistake after another.
                    self.bump();
                    self.error(at..self.at, "betza-nested-bracket", "brackets cannot stand within brackets", "");
                }
                Some('[') => {
                    self.flush(&mut letters, &mut parts);
                    let bracket = self.bracket(parts, start);
                    return if self.errors.len() == before { bracket } else { None };
                }
                Some(letter) if Modifier::from_letter(letter).is_some() => {
                    self.bump();
                    letters.extend(Modifier::from_letter(letter).map(|modifier| Letter { modifier, at: Aside(at) }));
                }
                Some('(' | '@' | 'A'..='Z') => {
                    self.flush(&mut letters, &mut parts);
                    let (atom, range) = self.atom_and_range()?;
                    if self.errors.len() > before {
                        return None;
                    }
                    let modifiers = match parts.as_slice() {
                        [] => Modifiers::default(),
                        [Part::Modifiers(modifiers)] => modifiers.clone(),
                        _ => return Some(Shape::Again { parts, atom, range }),
                    };
                    return Some(Shape::Simple(Simple { modifiers, atom, range }));
                }
                Some('-' | '?' | ']') if place == Place::Bracket => {
                    self.missing_atom(start..at, before);
                    return None;
                }
                None => {
                    self.missing_atom(start..at, before);
                    return None;
                }
                Some(c) if c.is_whitespace() => {
                    self.missing_atom(start..at, before);
                    return None;
                }
                Some(other) => self.stray(other),
            }
        }
    }

    /// Ends a run of modifiers, and reports letters that are written too often.
    fn flush(&mut self, letters: &mut Vec<Letter>, parts: &mut Vec<Part>) {
        if letters.is_empty() {
            return;
        }
        let modifiers = Modifiers::new(std::mem::take(letters));
        for (letter, modifier) in Modifier::ALL {
            let most = modifier.most();
            if let Some(extra) = modifiers.letters().iter().filter(|l| l.modifier == modifier).nth(most) {
                let at = extra.at.0;
                let times = if most == 1 { "once".to_string() } else { format!("{most} times") };
                self.error(
                    at..at + 1,
                    "betza-repeated-modifier",
                    format!("`{letter}` can be written at most {times} for one leg"),
                    "remove the repeated letter",
                );
            }
        }
        parts.push(Part::Modifiers(modifiers));
    }

    /// Reports modifiers (or nothing) where an atom has to stand, unless a mistake was noted in them already.
    fn missing_atom(&mut self, span: ops::Range<usize>, before: usize) {
        if self.errors.len() > before {
            return;
        }
        let written = &self.text[span.clone()];
        let message = match written {
            "" => "an atom is missing here".to_string(),
            _ => format!("`{written}` modifies nothing: an atom has to follow it directly"),
        };
        let last = written.chars().last().map(|c| c.to_ascii_uppercase());
        let help = match last {
            Some(c) if "WFDNAHCZGKQRB".contains(c) => format!("atoms are upper-case letters; did you mean `{c}`?"),
            _ => format!("the atoms are {ATOMS}"),
        };
        self.error(span, "betza-missing-atom", message, help);
    }

    /// Reports a character that cannot stand here and passes over it.
    fn stray(&mut self, c: char) {
        let start = self.at;
        self.bump();
        match c {
            '0'..='9' => {
                while self.peek().is_some_and(|c| c.is_ascii_digit()) {
                    self.bump();
                }
                self.error(
                    start..self.at,
                    "betza-misplaced-range",
                    format!("the range `{}` has no atom before it", &self.text[start..self.at]),
                    "a range is written right behind its atom: `R4`, `N0`",
                );
            }
            ')' | ']' => {
                let message = format!("`{c}` closes nothing");
                self.error(start..self.at, "betza-unbalanced", message, "");
            }
            '-' | '?' => self.error(
                start..self.at,
                "betza-join-outside-bracket",
                format!("`{c}` joins legs within brackets only"),
                "write the whole path in brackets: `[F?R]`",
            ),
            _ => {
                let upper = c.to_ascii_uppercase();
                let help = match upper {
                    'W' => "atoms are upper-case letters; did you mean `W`?".to_string(),
                    _ => format!(
                        "modifiers are {}; atoms are {ATOMS}",
                        Modifier::ALL.iter().map(|(letter, _)| *letter).collect::<String>()
                    ),
                };
                let shown = if c.is_control() { c.escape_default().to_string() } else { c.to_string() };
                let message = format!("`{shown}` is not a letter of Betza notation");
                self.error(start..self.at, "betza-unknown-character", message, help);
            }
        }
    }

    /// Is the parenthesis here that of a leap's coordinates (rather than of a group)?
    fn vector_ahead(&self) -> bool {
        self.text[self.at + 1..].trim_start().starts_with(|c: char| c.is_ascii_digit())
    }

    /// Reads `( )` around legs. `None` after a mistake.
    fn group(&mut self) -> Option<Part> {
        let start = self.at;
        let before = self.errors.len();
        self.bump();
        let mut parts = Vec::new();
        let mut letters = Vec::new();
        loop {
            let at = self.at;
            match self.peek() {
                Some(')') => {
                    self.bump();
                    break;
                }
                Some('a') => {
                    self.bump();
                    self.flush(&mut letters, &mut parts);
                    parts.push(Part::Again);
                }
                Some(letter) if Modifier::from_letter(letter).is_some() => {
                    self.bump();
                    letters.extend(Modifier::from_letter(letter).map(|modifier| Letter { modifier, at: Aside(at) }));
                }
                Some('(') => {
                    self.bump();
                    self.error(at..self.at, "betza-nested-group", "a group cannot stand within a group", "");
                }
                Some('@' | '[' | 'A'..='Z') | None => {
                    self.error(
                        start..at,
                        "betza-unbalanced",
                        "this group is not closed",
                        "a group holds modifiers and `a`, then `)`; the atom follows behind it: `(az)N`",
                    );
                    return None;
                }
                Some(other) => self.stray(other),
            }
        }
        self.flush(&mut letters, &mut parts);
        if self.errors.len() > before {
            return None;
        }
        if !parts.contains(&Part::Again) {
            self.error(
                start..self.at,
                "betza-empty-group",
                "a group repeats legs, and this one holds no `a`",
                "begin the repeated leg with `a`: `(az)N`; a leap by coordinates is written `(4,1)`",
            );
            return None;
        }
        Some(Part::Group(parts))
    }

    /// Reads `[ ]` with its legs and range. `None` after a mistake.
    fn bracket(&mut self, parts: Vec<Part>, start: usize) -> Option<Shape> {
        let open = self.at;
        self.bump();
        let modifiers = match parts.as_slice() {
            [] => Modifiers::default(),
            [Part::Modifiers(modifiers)] => modifiers.clone(),
            _ => {
                self.error(
                    start..open,
                    "betza-again-in-bracket",
                    "`a` and groups do not go together with brackets",
                    "join the legs with `-` (must go on) or `?` (may stop)",
                );
                Modifiers::default()
            }
        };
        let mut legs: Vec<(Join, Simple)> = Vec::new();
        let mut join = Join::Must;
        loop {
            self.skip_spaces();
            if let Some(Shape::Simple(leg)) = self.shape(Place::Bracket) {
                legs.push((join, leg));
            }
            self.skip_spaces();
            let at = self.at;
            match self.peek() {
                Some('-') => join = Join::Must,
                Some('?') => join = Join::May,
                Some(']') => {
                    self.bump();
                    break;
                }
                None => {
                    self.error(open..at, "betza-unbalanced", "this bracket is not closed", "close it with `]`");
                    return None;
                }
                Some(_) => {
                    // After a mistake within a leg its rest may be left over.
                    self.error(
                        at..at + self.peek().map_or(0, char::len_utf8),
                        "betza-missing-join",
                        "the legs within brackets are joined by `-` (must go on) or `?` (may stop)",
                        "",
                    );
                    continue;
                }
            }
            self.bump();
        }
        let range = self.range(&(open..self.at), None)?;
        let mut legs = legs.into_iter();
        let (_, first) = legs.next()?;
        Some(Shape::Bracket { modifiers, first, rest: legs.collect(), range })
    }

    /// Reads an atom, its suffix and its range. `None` after a mistake.
    fn atom_and_range(&mut self) -> Option<(Atom, Range)> {
        let start = self.at;
        let letter = self.peek()?;
        if letter == '(' {
            let atom = self.vector()?;
            let written = start..self.at;
            let again = self.at;
            let doubled = self.vector_again(atom);
            let range = self.range(&written, doubled.then_some(again))?;
            return Some((atom, atom.normal_range(range)));
        }
        self.bump();
        let camel_or_zebra = |first: bool| if first == (self.dialect == Dialect::Common) { 'C' } else { 'Z' };
        let atom = match letter {
            'W' | 'F' | 'D' | 'N' | 'A' | 'H' | 'C' | 'Z' | 'G' => Atom::Leap(letter, None),
            'L' => Atom::Leap(camel_or_zebra(true), None),
            'J' => Atom::Leap(camel_or_zebra(false), None),
            'R' => Atom::Rook,
            'B' => Atom::Bishop,
            'Q' => Atom::Queen,
            'K' => Atom::King,
            'O' => Atom::Castling,
            'U' => Atom::Universal,
            'I' => Atom::Imitator,
            '@' => Atom::Drop,
            'X' | 'Y' => {
                self.error(
                    start..self.at,
                    "betza-suffix-without-atom",
                    format!("`{letter}` lengthens the leap before it, and there is none"),
                    "write it right behind a leaper: `NX` is (5,1), `NY` is (4,3), and `NXNX` or `NX0` rides by (5,1)",
                );
                return None;
            }
            _ => {
                let help = match letter {
                    'P' => "the pawn of chess is `fmWfceFifmnD`".to_string(),
                    'S' | 'V' | 'M' | 'E' | 'T' => format!(
                        "did you mean the modifier `{}`? modifiers are lower-case letters; the atoms are {ATOMS}",
                        letter.to_ascii_lowercase()
                    ),
                    _ => format!("the atoms are {ATOMS}"),
                };
                self.error(start..self.at, "betza-unknown-atom", format!("`{letter}` is not an atom"), help);
                return None;
            }
        };
        if let ('L' | 'J', Atom::Leap(canonical, _)) = (letter, atom) {
            let (leap, other) = if canonical == 'C' { ("(3,1)", 'Z') } else { ("(3,2)", 'C') };
            self.lints.push(
                BetzaError::new(
                    start..self.at,
                    "betza-ambiguous-letter",
                    format!("`{letter}` is read as {leap}; other programs read it as `{other}`"),
                )
                .help(format!("write `{canonical}`")),
            );
        }
        let atom = match (atom, self.peek()) {
            (Atom::Leap(leaper, None), Some('X')) => Atom::Leap(leaper, Some(Suffix::X)),
            (Atom::Leap(leaper, None), Some('Y')) => Atom::Leap(leaper, Some(Suffix::Y)),
            _ => atom,
        };
        let suffixed = matches!(atom, Atom::Leap(_, Some(_)));
        if suffixed {
            self.bump();
        }
        // An atom that is written twice is a rider, where there is something to repeat.
        let repeats = !matches!(atom, Atom::Castling | Atom::Universal | Atom::Imitator | Atom::Drop);
        let (written, again) = (start..self.at, self.at);
        let doubled = repeats && self.text[again..].starts_with(&self.text[written.clone()]);
        if doubled {
            self.at += written.len();
        }
        let range = self.range(&written, doubled.then_some(again))?;
        Some((atom, atom.normal_range(range)))
    }

    /// Passes over `(m,n)` where it is this atom once more: `(4,1)(4,1)`, also `(4,1)(1,4)`.
    fn vector_again(&mut self, atom: Atom) -> bool {
        if self.peek() != Some('(') || !self.vector_ahead() {
            return false;
        }
        let (at, errors) = (self.at, self.errors.len());
        let again = self.vector() == Some(atom);
        if !again {
            // It is another move, which is read in its turn.
            self.at = at;
            self.errors.truncate(errors);
        }
        again
    }

    /// Reads `(m,n)`. `None` after a mistake.
    fn vector(&mut self) -> Option<Atom> {
        let start = self.at;
        self.bump();
        self.skip_spaces();
        let first = self.digits();
        self.skip_spaces();
        let comma = self.eat(',');
        self.skip_spaces();
        let second = self.digits();
        self.skip_spaces();
        if !comma || first.is_empty() || second.is_empty() || !self.eat(')') {
            // Skip what belongs to the broken pair, so that it is not reported again.
            while self.peek().is_some_and(|c| c.is_ascii_digit() || ",) ".contains(c)) {
                self.bump();
            }
            self.error(
                start..self.at,
                "betza-bad-coordinates",
                "these are not the coordinates of a leap",
                "write two numbers: `(4,1)`",
            );
            return None;
        }
        let number = |range: ops::Range<usize>| self.text[range].parse::<u16>().ok().filter(|&n| n <= LONGEST_LEAP);
        match (number(first), number(second)) {
            (Some(0), Some(0)) => {
                self.error(start..self.at, "betza-bad-coordinates", "a leap of (0,0) goes nowhere", "");
                None
            }
            (Some(a), Some(b)) => Some(Atom::Vector(a.max(b) as u8, a.min(b) as u8)),
            _ => {
                self.error(
                    start..self.at,
                    "betza-leap-too-long",
                    format!("a leap can be at most {LONGEST_LEAP} squares long: no board is larger"),
                    "",
                );
                None
            }
        }
    }

    /// Passes over digits and returns where they are.
    fn digits(&mut self) -> ops::Range<usize> {
        let start = self.at;
        while self.peek().is_some_and(|c| c.is_ascii_digit()) {
            self.bump();
        }
        start..self.at
    }

    /// Reads the range of the atom that is written at `written`, whose second writing begins at `doubled` if there is one: it means "unlimited". `None` after a mistake.
    fn range(&mut self, written: &ops::Range<usize>, doubled: Option<usize>) -> Option<Range> {
        let place = self.digits();
        if let Some(again) = doubled {
            if place.is_empty() {
                return Some(Range::Unlimited);
            }
            let (atom, number) = (&self.text[written.clone()], &self.text[place]);
            let help = format!("write `{atom}{number}` for a limited range, `{atom}0` for an unlimited one");
            let message = "a doubled atom is a range without limit, and a number follows it";
            self.error(again..self.at, "betza-two-ranges", message, help);
            return None;
        }
        let digits = &self.text[place.clone()];
        let steps = digits.parse::<u16>().ok().filter(|&n| n <= LONGEST_RANGE);
        match (digits, steps) {
            ("", _) => Some(Range::Default),
            ("0", _) => Some(Range::Unlimited),
            (_, None) => {
                let message = format!("the range {digits} is too large");
                self.error(place, "betza-range-too-large", message, "a range without limit is written `0`: `N0`");
                None
            }
            (_, Some(0)) => {
                let message = format!("the range {digits} means nothing");
                self.error(place, "betza-bad-range", message, "a range without limit is written `0`: `N0`");
                None
            }
            (_, Some(steps)) if !digits.starts_with('0') => Some(Range::UpTo(steps)),
            (_, Some(steps)) => Some(Range::Exactly(steps)),
        }
    }

    /// Notes directions on `K` and `Q` that Fairy-Stockfish reads differently.
    fn lint_compass(&mut self, shape: &Shape, span: &ops::Range<usize>) {
        let Shape::Simple(Simple { modifiers, atom: Atom::King | Atom::Queen, .. }) = shape else { return };
        let directions: Vec<Modifier> = modifiers.directions().iter().map(|l| l.modifier).collect();
        // Only "the forward half" (`fh`) is the same in both readings.
        if directions.is_empty() || directions.chunks(2).all(|pair| pair.get(1) == Some(&Modifier::Half)) {
            return;
        }
        self.lints.push(
            BetzaError::new(
                span.clone(),
                "betza-compass-directions",
                "directions on `K` and `Q` are single points of the compass (`fK`: one step straight ahead), but Fairy-Stockfish reads `fK` as `fWfF`",
            )
            .help("write `W` and `F` (or `R` and `B`) with their own directions"),
        );
    }
}
