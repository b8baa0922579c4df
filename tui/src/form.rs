//! [`Form`]: a few rows to fill in, and [`List`], one of several things to choose. Both know nothing of what they are about.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// Rows to fill in.
#[derive(Clone, Debug, PartialEq)]
pub struct Form {
    /// What it is about.
    pub title: String,
    /// The rows.
    pub rows: Vec<Row>,
    /// The row that is edited.
    pub at: usize,
    /// What is wrong with what was filled in.
    pub error: Option<String>,
}

/// A row of a form.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// What is asked.
    pub label: String,
    /// The answer.
    pub field: Field,
}

/// An answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Field {
    /// One of several.
    Choice {
        /// What there is to choose from; never empty.
        options: Vec<String>,
        /// The one that is chosen.
        at: usize,
    },
    /// A text, with some texts that can be had without typing.
    Text {
        /// The text.
        text: String,
        /// Usual texts.
        usual: Vec<String>,
    },
}

impl Row {
    /// A choice.
    pub fn choice(label: &str, options: Vec<String>, at: usize) -> Row {
        let at = at.min(options.len().saturating_sub(1));
        Row { label: label.to_string(), field: Field::Choice { options, at } }
    }
    /// A text.
    pub fn text(label: &str, text: impl Into<String>, usual: &[&str]) -> Row {
        let usual = usual.iter().map(|text| (*text).to_string()).collect();
        Row { label: label.to_string(), field: Field::Text { text: text.into(), usual } }
    }
}

/// What comes of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pressed {
    /// Nothing that the caller has to know.
    Taken,
    /// The form is filled in, or the thing at this index is chosen.
    Done(usize),
    /// It was left.
    Left,
    /// The key means nothing here.
    Unknown,
}

/// The longest text that can be typed into a row.
const LONGEST: usize = 1000;

impl Form {
    /// A form.
    pub fn new(title: impl Into<String>, rows: Vec<Row>) -> Form {
        Form { title: title.into(), rows, at: 0, error: None }
    }

    /// The index that is chosen in a row; 0 for texts.
    pub fn chosen(&self, label: &str) -> usize {
        match self.field(label) {
            Some(Field::Choice { at, .. }) => *at,
            _ => 0,
        }
    }

    /// The text of a row; of a choice, the chosen one.
    pub fn text(&self, label: &str) -> &str {
        match self.field(label) {
            Some(Field::Choice { at, options }) => options.get(*at).map_or("", String::as_str),
            Some(Field::Text { text, .. }) => text.trim(),
            None => "",
        }
    }

    fn field(&self, label: &str) -> Option<&Field> {
        self.rows.iter().find(|row| row.label == label).map(|row| &row.field)
    }

    /// Takes a key.
    pub fn key(&mut self, key: KeyEvent) -> Pressed {
        let rows = self.rows.len().max(1);
        let typed = match key.code {
            KeyCode::Char(c) if !key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) => Some(c),
            _ => None,
        };
        self.error = None;
        match (key.code, self.rows.get_mut(self.at).map(|row| &mut row.field)) {
            (KeyCode::Esc, _) => return Pressed::Left,
            (KeyCode::Enter, _) => return Pressed::Done(self.at),
            (KeyCode::Up | KeyCode::BackTab, _) => self.at = (self.at + rows - 1) % rows,
            (KeyCode::Down | KeyCode::Tab, _) => self.at = (self.at + 1) % rows,
            (KeyCode::Left, Some(field)) => field.turn(-1),
            (KeyCode::Right, Some(field)) => field.turn(1),
            (KeyCode::Backspace, Some(Field::Text { text, .. })) => {
                text.pop();
            }
            (_, Some(Field::Text { text, .. })) if typed.is_some() => {
                text.extend(typed.filter(|_| text.len() < LONGEST));
            }
            (KeyCode::Char(' '), Some(field @ Field::Choice { .. })) => field.turn(1),
            _ => return Pressed::Unknown,
        }
        Pressed::Taken
    }

    /// Takes a text that was pasted.
    pub fn paste(&mut self, pasted: &str) {
        if let Some(Field::Text { text, .. }) = self.rows.get_mut(self.at).map(|row| &mut row.field) {
            let free = LONGEST.saturating_sub(text.len());
            text.extend(pasted.chars().filter(|c| !c.is_control()).take(free));
        }
    }

    /// A row was clicked.
    pub fn click(&mut self, row: usize) {
        if self.at == row
            && let Some(Row { field: field @ Field::Choice { .. }, .. }) = self.rows.get_mut(row)
        {
            field.turn(1);
        }
        self.at = row.min(self.rows.len().saturating_sub(1));
    }
}

impl Field {
    /// The next answer, or the one before.
    fn turn(&mut self, by: isize) {
        let next = |at: usize, count: usize| (at as isize + by).rem_euclid(count.max(1) as isize) as usize;
        match self {
            Field::Choice { options, at } => *at = next(*at, options.len()),
            Field::Text { text, usual } => {
                let at = usual.iter().position(|other| other == text);
                let at = at.map_or(if by < 0 { usual.len().saturating_sub(1) } else { 0 }, |at| next(at, usual.len()));
                if let Some(chosen) = usual.get(at) {
                    *text = chosen.clone();
                }
            }
        }
    }

    /// What it shows.
    pub fn shown(&self) -> &str {
        match self {
            Field::Choice { options, at } => options.get(*at).map_or("", String::as_str),
            Field::Text { text, .. } => text,
        }
    }
}

/// Several things, one of which is to be chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct List<T> {
    /// What it is about.
    pub title: String,
    /// The things, with what they are called.
    pub items: Vec<(String, T)>,
    /// The one that is pointed at.
    pub at: usize,
}

impl<T> List<T> {
    /// A list.
    pub fn new(title: impl Into<String>, items: Vec<(String, T)>) -> List<T> {
        List { title: title.into(), items, at: 0 }
    }
    /// The thing that is pointed at.
    pub fn chosen(&self) -> Option<&T> {
        self.items.get(self.at).map(|item| &item.1)
    }
    /// Takes a key; digits choose at once.
    pub fn key(&mut self, key: KeyEvent) -> Pressed {
        let count = self.items.len().max(1);
        match key.code {
            KeyCode::Esc | KeyCode::Char('q') => return Pressed::Left,
            KeyCode::Enter | KeyCode::Char(' ') => return Pressed::Done(self.at),
            KeyCode::Up | KeyCode::Char('k') | KeyCode::BackTab => self.at = (self.at + count - 1) % count,
            KeyCode::Down | KeyCode::Char('j') | KeyCode::Tab => self.at = (self.at + 1) % count,
            KeyCode::Home => self.at = 0,
            KeyCode::End => self.at = count - 1,
            KeyCode::Char(digit @ '1'..='9') => {
                let index = digit as usize - '1' as usize;
                if index >= self.items.len() {
                    return Pressed::Unknown;
                }
                self.at = index;
                return Pressed::Done(index);
            }
            _ => return Pressed::Unknown,
        }
        Pressed::Taken
    }
}
