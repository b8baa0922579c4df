//! [`Queue`]: lines that wait until what was asked before them is answered.

use std::collections::VecDeque;

/// Lines that can wait for the end of a search.
pub const MOST_WAITING: usize = 256;
/// Bytes of all lines that wait.
pub const MOST_WAITING_BYTES: usize = 4 << 20;

/// Something that waits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Entry {
    Line(String),
    /// A line with a position that could not be kept, and why: what comes later is about none.
    LostPosition(String),
}

/// What waits, in the order in which it was said.
#[derive(Debug, Default)]
pub(super) struct Queue {
    entries: VecDeque<Entry>,
    bytes: usize,
    /// How many of the first entries were said before `stop`.
    stopped: usize,
}

impl Queue {
    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Puts a line at the end; false where there is no room for it.
    pub(super) fn push(&mut self, line: &str) -> bool {
        if self.entries.len() >= MOST_WAITING || self.bytes + line.len() > MOST_WAITING_BYTES {
            return false;
        }
        self.bytes += line.len();
        self.entries.push_back(Entry::Line(line.to_string()));
        true
    }

    /// A position that was told here is lost. For that there is always room: one after the other counts once.
    pub(super) fn lose_position(&mut self, why: String) {
        match self.entries.back_mut() {
            Some(Entry::LostPosition(last)) => *last = why,
            _ => self.entries.push_back(Entry::LostPosition(why)),
        }
    }

    /// `stop` was said: what waits now is not to go on for longer than it must.
    pub(super) fn stop(&mut self) {
        self.stopped = self.entries.len();
    }

    /// The first word of the line that is next.
    pub(super) fn next_word(&self) -> Option<&str> {
        match self.entries.front()? {
            Entry::Line(line) => line.split_whitespace().next(),
            Entry::LostPosition(_) => None,
        }
    }

    /// Takes what is next, and whether `stop` was said after it.
    pub(super) fn pop(&mut self) -> Option<(Entry, bool)> {
        let entry = self.entries.pop_front()?;
        if let Entry::Line(line) = &entry {
            self.bytes -= line.len();
        }
        let is_stopped = self.stopped > 0;
        self.stopped = self.stopped.saturating_sub(1);
        Some((entry, is_stopped))
    }

    pub(super) fn clear(&mut self) {
        *self = Queue::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_lost_and_what_is_stopped_keeps_its_place() {
        let mut queue = Queue::default();
        assert!(queue.push("position startpos") && queue.push("go infinite"));
        queue.stop();
        assert!(queue.push("go depth 3"));
        queue.lose_position("too long".to_string());
        queue.lose_position("longer".to_string());
        assert_eq!(queue.next_word(), Some("position"));
        let line = |text: &str, stopped| Some((Entry::Line(text.to_string()), stopped));
        assert_eq!(queue.pop(), line("position startpos", true));
        assert_eq!(queue.pop(), line("go infinite", true));
        assert_eq!(queue.pop(), line("go depth 3", false));
        assert_eq!(queue.pop(), Some((Entry::LostPosition("longer".to_string()), false)));
        assert_eq!(queue.pop(), None);
    }

    #[test]
    fn there_is_room_for_so_many_lines_and_bytes() {
        let mut queue = Queue::default();
        assert!((0..MOST_WAITING).all(|_| queue.push("go")) && !queue.push("go"));
        queue.lose_position("full".to_string());
        queue.lose_position("full".to_string());
        assert_eq!(queue.entries.len(), MOST_WAITING + 1);
        queue.clear();
        let half = "x".repeat(MOST_WAITING_BYTES / 2);
        assert!(queue.push(&half) && queue.push(&half) && !queue.push("x"));
        queue.pop();
        assert!(queue.push("x"));
    }
}
