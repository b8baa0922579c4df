//! [`find`]: where a text or a comment begins that is never closed, and so swallows what follows.
//!
//! The reader notices such a text only where it meets the quote that opens the next one, or at the end of the file, after mistakes that are none. So the place is looked for when there are
//! mistakes, from the beginning.

/// Something that opens and is not closed.
pub(super) struct Unclosed {
    /// The bytes of what opens it.
    pub(super) open: std::ops::Range<usize>,
    /// What is wrong.
    pub(super) message: &'static str,
    /// Where the next one of its kind begins, which may seem to close it.
    pub(super) next: Option<usize>,
}

/// A text in quotes.
struct Quoted {
    open: usize,
    /// The quote that closes it.
    close: usize,
    /// What follows on it right away, or behind blanks, cannot follow on a text.
    odd: (bool, bool),
    several_lines: bool,
}

/// The first text or comment that is never closed.
pub(super) fn find(text: &str) -> Option<Unclosed> {
    let bytes = text.as_bytes();
    let mut suspects = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let rest = &text[at..];
        if rest.starts_with("//") {
            at += rest.find('\n').unwrap_or(rest.len());
        } else if rest.starts_with("/*") {
            match comment_end(text, at) {
                Ok(end) => at = end,
                Err(next) => {
                    let message = "this comment is never closed; expected `*/`";
                    // A quote before it may be what is not closed.
                    return culprit(&suspects, false).or(Some(Unclosed { open: at..at + 2, message, next }));
                }
            }
        } else if let Some(length) = raw_length(rest).filter(|_| at == 0 || !bytes[at - 1].is_ascii_alphanumeric()) {
            match length {
                Some(length) => at += length,
                None => return culprit(&suspects, false).or(Some(never_closed(at, None))),
            }
        } else if rest.starts_with('"') {
            let Some(quoted) = quoted(text, at) else {
                return culprit(&suspects, true).or(Some(never_closed(at, None)));
            };
            at = quoted.close + 1;
            suspects.push(quoted);
        } else if rest.starts_with('\'') {
            at += character_length(rest);
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    culprit(&suspects, false)
}

fn never_closed(open: usize, next: Option<usize>) -> Unclosed {
    Unclosed { open: open..open + 1, message: "this text is never closed; expected `\"`", next }
}

/// The first text that seems to be closed by the quote that opens the next one. `one_too_many`: some quote has no other.
fn culprit(texts: &[Quoted], one_too_many: bool) -> Option<Unclosed> {
    let is_odd = |text: &&Quoted| match one_too_many {
        true => text.odd.0 || text.odd.1 && text.several_lines,
        false => text.odd.0 && text.several_lines,
    };
    texts.iter().find(is_odd).map(|text| never_closed(text.open, Some(text.close)))
}

/// Behind the comment that begins here, which may hold others; where the last of these begins if it has no end.
fn comment_end(text: &str, start: usize) -> Result<usize, Option<usize>> {
    let (mut at, mut depth, mut last) = (start, 0, None);
    while at < text.len() {
        let rest = &text[at..];
        if rest.starts_with("/*") {
            if depth > 0 {
                last = Some(at);
            }
            depth += 1;
            at += 2;
        } else if rest.starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return Ok(at);
            }
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    Err(last)
}

/// The length of the raw text that begins here, if one does; `None` within if it has no end.
fn raw_length(rest: &str) -> Option<Option<usize>> {
    let hashes = rest.strip_prefix('r')?.bytes().take_while(|&b| b == b'#').count();
    let start = hashes + 2;
    rest[start - 1..].starts_with('"').then(|| {
        let end = format!("\"{}", "#".repeat(hashes));
        rest[start..].find(&end).map(|length| start + length + end.len())
    })
}

/// The text whose opening quote is here, if it is closed.
fn quoted(text: &str, open: usize) -> Option<Quoted> {
    let mut escaped = false;
    let inside = &text[open + 1..];
    let length = inside.find(|c| {
        let closes = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        closes
    })?;
    let close = open + 1 + length;
    let can_follow = |text: &str| text.is_empty() || text.starts_with([',', ')', ']', '}', ':', '/']);
    let behind = &text[close + 1..];
    let right_away = !can_follow(behind) && !behind.starts_with(char::is_whitespace);
    let odd = (right_away, !can_follow(behind.trim_start()));
    Some(Quoted { open, close, odd, several_lines: inside[..length].contains('\n') })
}

/// How many bytes to pass over at a single quote: a character between two of them, or just the one.
fn character_length(rest: &str) -> usize {
    let mut characters = rest.char_indices().skip(1);
    let escaped = characters.next().is_some_and(|(_, c)| c == '\\');
    if escaped {
        characters.next();
    }
    match characters.next() {
        Some((at, '\'')) => at + 1,
        _ => 1,
    }
}
