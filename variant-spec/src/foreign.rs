//! [`recognise`]: what a file that is no rule file is instead, by what such files begin with or hold.

use std::str;

/// A kind of file that people take for a rule file, or hope can be read as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Foreign {
    /// What it is, with its article: `an ini file of Fairy-Stockfish`.
    pub what: &'static str,
    /// What to do instead.
    pub help: &'static str,
}

/// How a kind of file is told. Letters are compared without regard to case.
enum Sign {
    /// The file's first bytes.
    Bytes(&'static [u8]),
    /// The beginning of its text, behind blanks and comments (from `;`, `#` or `//` to the end of the line).
    First(&'static [&'static str]),
    /// One of its lines begins so.
    Line(&'static [&'static str]),
    /// One of its lines is `key = value` (or `key=value`) with one of these keys; any key, if there are none here.
    Key(&'static [&'static str]),
    /// It is a list in JSON: behind the bracket stands an object, a text or a number.
    JsonList,
    /// It is a text in Markdown: headings, and a link or a block of code.
    Markdown,
    /// The first line is the board of a FEN: ranks with slashes between them.
    Fen,
    /// Every second byte is zero, as in UTF-16 without a mark.
    EverySecondZero,
    /// It holds a zero byte.
    Zero,
    /// The text begins with a field, `name:`, outside parentheses.
    Field,
}

const RON: &str =
    "a rule file is RON, fields in parentheses, as in `(extends: \"chess\", name: \"My game\")`: see docs/language.md";
const UTF8: &str = "save it as UTF-8";
const UNPACK: &str = "unpack it, and give the `.ron` file that is in it";
const RULES_NEEDED: &str = "the rules of a game stand in a `.ron` file; `wazir list` names the games that are there";

const JSON: Foreign = Foreign {
    what: "JSON",
    help: "in RON a rule file is `( ... )`, and the names of its fields have no quotes: `(extends: \"chess\", name: \"My game\")`",
};
const KIF: Foreign =
    Foreign { what: "a game record in KIF", help: "`wazir pgn FILE` reads it, where its name ends in `.kif`" };
const CSA: Foreign =
    Foreign { what: "a game record in CSA", help: "`wazir pgn FILE` reads it, where its name ends in `.csa`" };

/// All kinds that are recognised. The first that fits is it, so the special ones come before the general ones.
const KINDS: &[(Sign, Foreign)] = &[
    (Sign::Bytes(b"\x1f\x8b"), Foreign { what: "a file compressed by gzip", help: UNPACK }),
    (Sign::Bytes(b"PK\x03\x04"), Foreign { what: "a zip archive", help: UNPACK }),
    (Sign::Bytes(b"BZh"), Foreign { what: "a file compressed by bzip2", help: UNPACK }),
    (Sign::Bytes(b"\xfd7zXZ\0"), Foreign { what: "a file compressed by xz", help: UNPACK }),
    (Sign::Bytes(b"\x28\xb5\x2f\xfd"), Foreign { what: "a file compressed by zstd", help: UNPACK }),
    (Sign::Bytes(b"7z\xbc\xaf\x27\x1c"), Foreign { what: "a 7z archive", help: UNPACK }),
    (Sign::Bytes(b"%PDF"), Foreign { what: "a PDF document", help: RON }),
    (Sign::Bytes(b"\x89PNG"), Foreign { what: "a PNG picture", help: RON }),
    (Sign::Bytes(b"\xff\xd8\xff"), Foreign { what: "a JPEG picture", help: RON }),
    (Sign::Bytes(b"\x7fELF"), Foreign { what: "a program", help: RULES_NEEDED }),
    (Sign::Bytes(b"MZ\x90\0"), Foreign { what: "a program for Windows", help: RULES_NEEDED }),
    (Sign::Bytes(b"\xff\xfe\0\0"), Foreign { what: "text in UTF-32", help: UTF8 }),
    (Sign::Bytes(b"\xff\xfe"), Foreign { what: "text in UTF-16", help: UTF8 }),
    (Sign::Bytes(b"\xfe\xff"), Foreign { what: "text in UTF-16", help: UTF8 }),
    (Sign::EverySecondZero, Foreign { what: "text in UTF-16", help: UTF8 }),
    (Sign::Zero, Foreign { what: "binary data", help: RON }),
    (
        Sign::First(&["<!doctype html", "<html", "<head", "<body"]),
        Foreign {
            what: "a web page (HTML)",
            help: "download the file itself: sites that host files show a page around it, and have a link called `raw` or `download`",
        },
    ),
    (Sign::First(&["<"]), Foreign { what: "XML", help: RON }),
    (Sign::First(&["(game \"", "(metadata", "(define \""]), Foreign { what: "a game of Ludii (.lud)", help: RON }),
    (
        Sign::First(&["(game", "(version", "(include", "(define", "(variant"]),
        Foreign { what: "a rule file of Zillions of Games (.zrf)", help: RON },
    ),
    (Sign::First(&["(;"]), Foreign { what: "a game record in SGF", help: RULES_NEEDED }),
    (Sign::Bytes(b"\x8e\xe8\x8d\x87"), KIF),
    (Sign::First(&["手合割", "開始日時", "先手", "下手", "手数-"]), KIF),
    (Sign::Bytes(b"# ---- Kif"), KIF),
    (Sign::Bytes(b"#KIF"), KIF),
    (Sign::First(&["v2\n", "v2\r", "v2.", "v3.0", "'csa encoding"]), CSA),
    (Sign::Line(&["p1-ky-ke-gi", "+7776fu", "+2726fu"]), CSA),
    (Sign::Markdown, Foreign { what: "a text in Markdown", help: RULES_NEEDED }),
    (
        Sign::Line(&["[event \"", "[site \"", "[white \"", "[black \"", "[result \"", "[variant \"", "[fen \""]),
        Foreign {
            what: "a file of games in PGN",
            help: "`wazir pgn FILE` reads it; with `--game GAME` by the rules of a game",
        },
    ),
    (
        Sign::First(&["1. ", "1.e", "1.d", "1.c", "1.n"]),
        Foreign { what: "a list of moves", help: "moves go with a game: `wazir show chess --moves \"e2e4 e7e5\"`" },
    ),
    (
        Sign::Fen,
        Foreign { what: "a position in FEN", help: "a position goes with a game: `wazir show chess --fen \"...\"`" },
    ),
    (Sign::First(&["{"]), JSON),
    (Sign::JsonList, JSON),
    (
        Sign::Line(&["setup (", "piece k& ", "piece p& ", "feature done", "protover "]),
        Foreign {
            what: "what an engine and XBoard say to each other",
            help: "the moves of its `piece` lines are Betza, as in `pieces: { \"N\": (moves: \"N\") }`: see docs/language.md",
        },
    ),
    (
        Sign::Key(&[
            "promozone",
            "promooffset",
            "maxpromote",
            "graphicsdir",
            "graphicstype",
            "whiteprefix",
            "satellite",
        ]),
        Foreign {
            what: "a definition of the Interactive Diagram",
            help: "its pieces' moves are Betza, as in `pieces: { \"N\": (moves: \"N\") }`: see docs/language.md",
        },
    ),
    (
        Sign::Key(&[
            "startfen",
            "maxrank",
            "maxfile",
            "varianttemplate",
            "piecetochartable",
            "promotionpiecetypes",
            "promotedpiecetype",
            "promotionregionwhite",
            "promotionrank",
            "castling",
            "castlingrank",
            "doublestep",
            "doublesteprank",
            "piecedrops",
            "capturestohand",
            "king",
            "checking",
            "custompiece1",
            "stalematevalue",
            "checkmatevalue",
            "extinctionvalue",
            "extinctionpiecetypes",
            "flagpiece",
            "nmoverule",
            "nfoldrule",
        ]),
        Foreign {
            what: "an ini file of Fairy-Stockfish",
            help: "docs/from-fairy-stockfish.md tells what its options are called here",
        },
    ),
    (Sign::Key(&[]), Foreign { what: "TOML or an ini file", help: RON }),
    (Sign::First(&["---"]), Foreign { what: "YAML", help: RON }),
    (
        Sign::Field,
        Foreign {
            what: "a list of fields without parentheses around them",
            help: "a rule file is one `( ... )`: put `(` before the first field and `)` behind the last; between fields stand commas",
        },
    ),
];

/// What these bytes are, if they are of a kind that is known not to be RON. Only to be asked about what could not be read: RON with a mistake is none of these, but what
/// begins as RON may hold anything.
pub fn recognise(bytes: &[u8]) -> Option<Foreign> {
    let content = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let text = str::from_utf8(content).unwrap_or_default();
    // A comment that is never closed is a mistake of its own: what it holds tells nothing.
    let begins = beginning(text)?.to_ascii_lowercase();
    if is_ron(text) {
        return None;
    }
    let fits = |sign: &Sign| match sign {
        Sign::Bytes(start) => bytes.starts_with(start),
        Sign::First(starts) => starts.iter().any(|start| begins.starts_with(start)),
        Sign::Line(starts) => {
            let line_fits = |line: &str| starts.iter().any(|start| starts_with(line.trim_start(), start));
            text.lines().any(line_fits)
        }
        Sign::Key(keys) => text.lines().filter_map(key).any(|key| {
            let known = |known: &&str| key.eq_ignore_ascii_case(known);
            keys.is_empty() || keys.iter().any(known)
        }),
        Sign::JsonList => begins.strip_prefix('[').is_some_and(|items| {
            let item = items.trim_start();
            item.starts_with(['{', '"']) || item.starts_with(|c: char| c.is_ascii_digit())
        }),
        Sign::Markdown => is_markdown(text),
        Sign::Fen => is_board(begins.split_whitespace().next().unwrap_or_default()),
        Sign::EverySecondZero => {
            let half = |odd: usize| content.iter().skip(odd).step_by(2).all(|&byte| byte == 0);
            content.len() >= 4 && (half(0) || half(1))
        }
        Sign::Zero => content.contains(&0),
        Sign::Field => {
            let name = begins.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
            name.len() < begins.len() && name.trim_start().starts_with(':')
        }
    };
    KINDS.iter().find(|(sign, _)| fits(sign)).map(|(_, foreign)| *foreign)
}

/// A text from its bytes: that of a rule file where `are_rules`, else any.
///
/// # Errors
/// What the bytes are instead of text in UTF-8, in words: `this is a zip archive, not a rule file in RON; unpack it, ...`.
pub fn text(bytes: Vec<u8>, are_rules: bool) -> Result<String, String> {
    String::from_utf8(bytes).map_err(|error| {
        let good = error.utf8_error().valid_up_to();
        let bytes = error.as_bytes();
        match recognise(bytes) {
            Some(Foreign { what, help }) if are_rules => format!("this is {what}, not a rule file in RON; {help}"),
            Some(Foreign { what, .. }) => format!("this is {what}, not text in UTF-8"),
            None => {
                let line = bytes[..good].iter().filter(|&&byte| byte == b'\n').count() + 1;
                format!(
                    "line {line} holds the byte 0x{:02x}, which is no text in UTF-8: this may be text in Latin-1 or another old encoding; {UTF8}",
                    bytes[good]
                )
            }
        }
    })
}

/// Does the text begin as a rule file does, with `(name:`?
fn is_ron(text: &str) -> bool {
    let fields = beginning(text).and_then(|text| text.strip_prefix('('));
    let Some(fields) = fields.and_then(beginning) else { return false };
    let name = fields.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
    name.len() < fields.len() && name.trim_start().starts_with(':')
}

/// The text from its first character that is neither blank nor in a comment of any of the formats; `None` where a comment before it is never closed.
fn beginning(text: &str) -> Option<&str> {
    let mut text = text.trim_start();
    loop {
        let rest = if text.starts_with("/*") {
            Some(behind_comment(text)?)
        } else if text.starts_with([';', '#']) || text.starts_with("//") {
            text.find('\n').map(|end| &text[end..])
        } else {
            return Some(text);
        };
        text = rest.unwrap_or_default().trim_start();
    }
}

/// What is behind the comment that a text begins with; in RON they are nested. `None` where it is never closed.
fn behind_comment(text: &str) -> Option<&str> {
    let mut open = 0_usize;
    let mut at = 0;
    loop {
        let next = text[at..].find(['/', '*'])? + at;
        match text.get(next..next + 2) {
            Some("/*") => (open, at) = (open + 1, next + 2),
            Some("*/") => (open, at) = (open - 1, next + 2),
            _ => at = next + 1,
        }
        if open == 0 {
            return Some(&text[at..]);
        }
    }
}

/// Has the text headings of Markdown, and links or code? (Other formats have comments that look like headings.)
fn is_markdown(text: &str) -> bool {
    let is_heading = |line: &str| {
        let title = line.trim_start_matches('#');
        let level = line.len() - title.len();
        (1..=6).contains(&level) && title.starts_with(' ')
    };
    let is_code = |line: &str| line.trim_start().starts_with("```");
    text.lines().any(is_heading) && (text.contains("](") || text.lines().any(is_code))
}

fn starts_with(line: &str, start: &str) -> bool {
    line.get(..start.len()).is_some_and(|head| head.eq_ignore_ascii_case(start))
}

/// The key of a line `key = value`.
fn key(line: &str) -> Option<&str> {
    let (key, _) = line.split_once('=')?;
    let key = key.trim();
    let is_key = |c: char| c.is_ascii_alphanumeric() || "_-.".contains(c);
    (!key.is_empty() && key.chars().all(is_key)).then_some(key)
}

/// Is this the board of a FEN?
fn is_board(word: &str) -> bool {
    let ranks: Vec<&str> = word.split('/').collect();
    let is_rank = |rank: &&str| rank.chars().all(|c| c.is_ascii_alphanumeric() || "+~*-[]{}'.".contains(c));
    let has_piece = word.contains(|c: char| c.is_ascii_alphabetic());
    ranks.len() > 2 && has_piece && ranks.iter().all(is_rank) && ranks.iter().all(|rank| !rank.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A sample of each kind, and what it is called.
    const SAMPLES: &[(&[u8], &str)] = &[
        (b"# a variant\n[gothic:chess]\nmaxRank = 8\nstartFen = rnbq\n", "an ini file of Fairy-Stockfish"),
        (b"[mychess:chess]\nking = k:mK\n", "an ini file of Fairy-Stockfish"),
        (b"; Chess\n(version \"2.0\")\n(game\n (title \"Chess\")\n)", "a rule file of Zillions of Games (.zrf)"),
        (b"(game\n   (title \"Tic\")\n   (players X O))", "a rule file of Zillions of Games (.zrf)"),
        (b"(game \"Chess\" (players 2) (equipment { (board (square 8)) }))", "a game of Ludii (.lud)"),
        (b"//---\n(metadata (info { (description \"x\") }))", "a game of Ludii (.lud)"),
        (b"{\"name\": \"chess\", \"board\": {\"files\": 8}}", "JSON"),
        (b"[{\"name\": \"chess\"}]", "JSON"),
        (b"[\n  { \"name\": 1 }\n]", "JSON"),
        (b"[ 1, 2 ]", "JSON"),
        ("手合割：平手\n手数----指手\n   1 ７六歩(77)\n".as_bytes(), "a game record in KIF"),
        (b"# ---- Kifu for Windows\n\x8e\xe8\x8d\x87\x8a\x84\n", "a game record in KIF"),
        (b"\x8e\xe8\x8d\x87\x8a\x84\x81\x46\x95\xbd\x8e\xe8\n", "a game record in KIF"),
        (b"V2.2\nN+Ada\nN-Bo\nPI\n+\n+7776FU\n", "a game record in CSA"),
        (b"'a comment\nPI\n+\n+2726FU\n", "a game record in CSA"),
        (b"# Wazir\n\nA [compiler](docs/x.md).\n\n```toml\nname = \"x\"\n```\n", "a text in Markdown"),
        (b"## Rules\n\n```\nking = k\n```\n", "a text in Markdown"),
        (b"# a comment\n[package]\nname = \"chess\"\n", "TOML or an ini file"),
        (b"[package]\nname = \"chess\"\nversion = \"1\"\n", "TOML or an ini file"),
        (b"[Event \"?\"]\n[Site \"?\"]\n\n1. e4 e5 *\n", "a file of games in PGN"),
        (b"1. e4 e5 2. Nf3", "a list of moves"),
        (b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n", "a position in FEN"),
        (b"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[-] w - - 0 1", "a position in FEN"),
        (
            b"setup (PNBRQ.KPNBRQ.K) 8x8+0_chess rnbqkbnr/8 w - - 0 1\npiece K& KisO2\n",
            "what an engine and XBoard say to each other",
        ),
        (
            b"files=8\npromoZone=1\nsatellite=chess\npawn:P:fmWfceFifmnD::a2-h2\n",
            "a definition of the Interactive Diagram",
        ),
        (b"\xff\xfe(\0n\0a\0m\0e\0", "text in UTF-16"),
        (b"\xfe\xff\0(\0n", "text in UTF-16"),
        (b"(\0n\0a\0m\0e\0:\0", "text in UTF-16"),
        (b"\xff\xfe\0\0(\0\0\0", "text in UTF-32"),
        (b"\x1f\x8b\x08\0\0\0", "a file compressed by gzip"),
        (b"PK\x03\x04\x14\0", "a zip archive"),
        (b"BZh91AY&SY", "a file compressed by bzip2"),
        (b"\xfd7zXZ\0\0\x04", "a file compressed by xz"),
        (b"\x28\xb5\x2f\xfd\0", "a file compressed by zstd"),
        (b"7z\xbc\xaf\x27\x1c\0\x04", "a 7z archive"),
        (b"%PDF-1.7\n", "a PDF document"),
        (b"\x89PNG\r\n\x1a\n", "a PNG picture"),
        (b"\xff\xd8\xff\xe0", "a JPEG picture"),
        (b"\x7fELF\x02\x01", "a program"),
        (b"MZ\x90\0\x03", "a program for Windows"),
        (b"\0\x01\x02 chess \x03", "binary data"),
        (b"<!DOCTYPE html>\n<html lang=\"en\">", "a web page (HTML)"),
        (b"<html><head>", "a web page (HTML)"),
        (b"<?xml version=\"1.0\"?>", "XML"),
        (b"(;GM[1]FF[4])", "a game record in SGF"),
        (b"---\nname: chess\n", "YAML"),
        (b"name: \"chess\",\nboard: (files: 8, ranks: 8),\n", "a list of fields without parentheses around them"),
    ];

    #[test]
    fn each_kind_is_recognised() {
        for (sample, what) in SAMPLES {
            let shown = String::from_utf8_lossy(sample);
            assert_eq!(recognise(sample).map(|foreign| foreign.what), Some(*what), "{shown}");
        }
        for (_, foreign) in KINDS {
            assert!(SAMPLES.iter().any(|(_, what)| *what == foreign.what), "there is no sample of {}", foreign.what);
            assert!(!foreign.help.is_empty(), "{}", foreign.what);
        }
    }

    /// RON with mistakes in it is taken for nothing else, whatever its texts hold.
    #[test]
    fn rule_files_with_mistakes_are_no_foreign_files() {
        for text in [
            "(name: \"x\", about: \"a = b\n[Event \\\"x\\\"]\nking = k\n\"",
            "// {\n( name : \"x\"",
            "/* [Event \"?\"] */ (\n  // startFen = x\n  extends: \"chess\"",
            "#![enable(implicit_some)]\n(board: (files: 8",
            "/*/*/*/*",
            "/* never closed\nking = k\n[Event \"?\"]",
            "/* one /* in */ another */ (name: \"x",
            "*/*/*/*",
            "(",
            "()",
            "",
            "chess",
        ] {
            assert_eq!(recognise(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn bytes_that_are_no_text_are_told() {
        assert_eq!(text(b"(name: \"x\")".to_vec(), true).as_deref(), Ok("(name: \"x\")"));
        let told = |bytes: &[u8]| text(bytes.to_vec(), true).expect_err("not UTF-8");
        let program = b"\x7fELF\x02\xff".to_vec();
        assert_eq!(text(program, false).expect_err("not UTF-8"), "this is a program, not text in UTF-8");
        assert!(told(b"\xff\xfe(\0").starts_with("this is text in UTF-16"), "{}", told(b"\xff\xfe(\0"));
        assert!(told(b"(name:\n\"Caf\xe9\")").starts_with("line 2 holds the byte 0xe9"));
    }
}
