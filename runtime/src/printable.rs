//! Texts from elsewhere made fit for a terminal: names and comments of files, what is said over the network, what an error quotes.

use alloc::{borrow::Cow, format, string::String};

/// What stands for a character that a terminal is not to be given.
const SUBSTITUTE: char = '\u{FFFD}';

/// Characters of a text that are quoted where it is said what is wrong with it.
const QUOTED: usize = 60;

/// Would this character do something to a terminal, or to the order of what is shown, instead of being shown? Line feeds and tabs as well.
pub fn is_command(c: char) -> bool {
    c.is_control()
        // Directions, which let a text look like another one, and separators of lines and paragraphs.
        || matches!(c, '\u{061C}' | '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{206F}')
        // Annotations, tags, and a mark of the order of bytes.
        || matches!(c, '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}' | '\u{E0000}'..='\u{E007F}')
}

/// The text with one `U+FFFD` for each character that is a command to a terminal, but for line feeds and tabs.
pub fn printable(text: &str) -> Cow<'_, str> {
    substituted(text, |c| is_command(c) && !matches!(c, '\n' | '\t'))
}

/// The same for a text that is to stay in its line: names, and what is said.
pub fn printable_line(text: &str) -> Cow<'_, str> {
    substituted(text, is_command)
}

/// A text of any length as an error quotes it: in one line, and of a long one the beginning.
pub fn shortened(text: &str) -> String {
    shortened_to(text, QUOTED)
}

/// The same with at most so many characters, and `...` behind those of a longer text.
pub fn shortened_to(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}...", printable_line(&text[..end])),
        None => printable_line(text).into_owned(),
    }
}

fn substituted(text: &str, is_wrong: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&is_wrong) {
        return Cow::Borrowed(text);
    }
    let shown = |c| if is_wrong(c) { SUBSTITUTE } else { c };
    Cow::Owned(text.chars().map(shown).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_command_reaches_a_terminal() {
        let every: String = (0..=0x10_FFFF_u32).filter_map(char::from_u32).collect();
        let shown = printable(&every);
        assert_eq!(shown.chars().count(), every.chars().count(), "one for one: what is underlined stays so");
        for c in
            ['\0', '\u{7}', '\u{8}', '\r', '\u{1b}', '\u{7f}', '\u{85}', '\u{9b}', '\u{202e}', '\u{2068}', '\u{e0041}']
        {
            assert!(!shown.contains(c) && is_command(c), "{c:?}");
        }
        assert!(shown.contains('\n') && shown.contains('\t') && !printable_line(&every).contains(['\n', '\t']));
        assert_eq!(printable_line("a\u{1b}[2Jb\nc"), "a\u{FFFD}[2Jb\u{FFFD}c");
    }

    #[test]
    fn of_a_long_text_the_beginning_is_quoted() {
        assert_eq!(shortened("Nf3"), "Nf3");
        assert_eq!(shortened(&"é".repeat(QUOTED)), "é".repeat(QUOTED));
        assert_eq!(shortened(&"é".repeat(QUOTED + 1)), "é".repeat(QUOTED) + "...");
        assert_eq!(shortened_to("\u{1b}[2J\nand more", 5), "\u{FFFD}[2J\u{FFFD}...");
        assert_eq!(shortened_to("", 0), "");
    }

    #[test]
    fn other_texts_stay_as_they_are() {
        for text in ["Nf3", "王 กษัตริย์ ♞", "שלום, سلام", "👩\u{200d}🚀", "a\tb\nc", ""]
        {
            assert!(matches!(printable(text), Cow::Borrowed(same) if same == text));
        }
    }
}
