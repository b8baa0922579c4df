//! [`Tags`]: names and values, in order.

/// What is known about a game: pairs of a name and a value, each name once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags(Vec<(String, String)>);

/// The tags that every game has, in their order, with what they say where nothing is known.
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

impl Tags {
    /// No tags.
    pub fn new() -> Tags {
        Tags::default()
    }

    /// The value of a tag.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| &**value)
    }

    /// Sets a tag: in its place where there is one of this name, else behind all others. Signs that a name cannot have are left out of it.
    pub fn set(&mut self, name: &str, value: impl Into<String>) {
        let name: String = name.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
        let value = value.into();
        match self.0.iter_mut().find(|(known, _)| *known == name) {
            Some((_, old)) => *old = value,
            None if name.is_empty() => {}
            None => self.0.push((name, value)),
        }
    }

    /// Takes a tag away.
    pub fn remove(&mut self, name: &str) {
        self.0.retain(|(known, _)| known != name);
    }

    /// All tags in their order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (&**name, &**value))
    }

    /// No tags?
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All tags as the standard orders them: the seven that every game has first.
    pub(crate) fn ordered(&self) -> Vec<(&str, &str)> {
        let in_roster = |name: &str| ROSTER.iter().any(|(known, _)| *known == name);
        let first = ROSTER.iter().map(|&(name, unknown)| (name, self.get(name).unwrap_or(unknown)));
        first.chain(self.iter().filter(|(name, _)| !in_roster(name))).collect()
    }
}
