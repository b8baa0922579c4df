//! `sides: [(name: "White", letter: "w", forward: Up), ...]` and `teams: [["Red", "Yellow"], ["Blue", "Green"]]`.

use super::*;

/// The sides in the order of their turns.
pub(super) fn sides(context: &mut Context, root: &Fields<'_>) -> Vec<Side> {
    let default = default_sides();
    let Some(node) = root.value("sides") else { return default };
    let Kind::List(items) = &node.kind else {
        context.wrong_type(node, "a list of sides, as in `[(name: \"Sente\"), (name: \"Gote\")]`");
        return default;
    };
    if !(2..=MOST_SIDES).contains(&items.len()) {
        let message = format!("{} sides: a game has 2 to {MOST_SIDES}", items.len());
        context.error(node.span, "number-of-sides", message);
        return default;
    }
    let mut sides: Vec<Side> = default.clone();
    while sides.len() < items.len() {
        sides.push(Side {
            name: String::new(),
            letter: ' ',
            orientation: Orientation::Upward,
            team: sides.len() as u8,
        });
    }
    for (index, (side, item)) in sides.iter_mut().zip(items).enumerate() {
        if !read_side(context, item, side, items.len() > 2) && index >= 2 {
            return default;
        }
    }
    let twins = |a: &Side, b: &Side| a.name == b.name || a.letter == b.letter;
    if (1..sides.len()).any(|i| sides[..i].iter().any(|earlier| twins(earlier, &sides[i]))) {
        context.error(node.span, "duplicate", "two sides have the same name or letter");
        return default;
    }
    sides
}

fn default_sides() -> Vec<Side> {
    let names = default_side_names();
    let side =
        |index: usize, letter, orientation| Side { name: names[index].clone(), letter, orientation, team: index as u8 };
    vec![side(0, 'w', Orientation::Upward), side(1, 'b', Orientation::Downward)]
}

/// Reads one side over its defaults. Whether it has a name and a letter; of more than two sides each has to give its own.
fn read_side(context: &mut Context, item: &Node, side: &mut Side, of_many: bool) -> bool {
    let Some(fields) = context.fields(item, "a side", &["name", "letter", "forward"], None) else { return false };
    let mut complete = true;
    for (field, example) in [("name", "Red"), ("letter", "r"), ("forward", "Up")] {
        if of_many && fields.value(field).is_none() {
            let message = format!("of more than two sides, each has to give its `{field}`");
            context.error(item.span, "missing-field", message).help = Some(format!(
                "as in `{field}: {}`",
                if field == "forward" { example.into() } else { format!("\"{example}\"") }
            ));
            complete = false;
        }
    }
    if let Some(node) = fields.value("name")
        && let Some(text) = context.name(node, "a name")
    {
        let name = &text.value;
        let word = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if word && name.starts_with(|c: char| c.is_ascii_uppercase()) {
            side.name = name.clone();
        } else {
            let message = "a side's name is one word that starts with a capital";
            context.error(node.span, "bad-name", message).help = Some("as in `name: \"White\"`".to_string());
            complete = false;
        }
    }
    if let Some(node) = fields.value("letter")
        && let Some(text) = context.text(node, "a letter")
    {
        match text.value.chars().collect::<Vec<_>>()[..] {
            ['x'] if of_many => {
                let message = "`x` is no letter of one of many sides: in a FEN it stands before those that are out";
                context.error(node.span, "bad-name", message);
                complete = false;
            }
            [letter] if letter.is_ascii_lowercase() => side.letter = letter,
            _ => {
                context.error(node.span, "bad-name", "a side's letter is one lower-case letter, as in `w`");
                complete = false;
            }
        }
    }
    if let Some(node) = fields.value("forward") {
        match context.plain_word(node, &["Up", "Down", "Right", "Left"]) {
            Some("Down") => side.orientation = Orientation::Downward,
            Some("Right") => side.orientation = Orientation::Rightward,
            Some("Left") => side.orientation = Orientation::Leftward,
            Some(_) => side.orientation = Orientation::Upward,
            None => {}
        }
    }
    complete
}

/// Sets the teams of the sides.
pub(super) fn teams(context: &mut Context, root: &Fields<'_>, sides: &mut [Side]) {
    let Some(node) = root.value("teams") else { return };
    let example = "`[[\"Red\", \"Yellow\"], [\"Blue\", \"Green\"]]`";
    let Kind::List(list) = &node.kind else {
        return context.wrong_type(node, &format!("a list of teams, as in {example}"));
    };
    if sides.len() < 3 {
        let message = "`teams` means nothing here: two sides are opponents";
        context.error(node.span, "impossible-teams", message).help =
            Some("name more sides, as in `sides: [(name: \"Red\", letter: \"r\", forward: Up), ...]`".to_string());
        return;
    }
    let mut placed = vec![false; sides.len()];
    for (team, members) in list.iter().enumerate() {
        for member in items(members) {
            let Some(text) = context.text(member, "the name of a side") else { continue };
            let Some(index) = sides.iter().position(|side| side.name == text.value) else {
                let known: Vec<&str> = sides.iter().map(|side| side.name.as_str()).collect();
                let help = suggestion(&text.value, &known);
                let message = format!("there is no side `{}`", text.value);
                context.error(member.span, "unknown-side", message).help = Some(help);
                continue;
            };
            if placed[index] {
                context.error(member.span, "duplicate", format!("{} is in two teams", text.value));
            }
            placed[index] = true;
            sides[index].team = team as u8;
        }
    }
    if context.has_errors() {
        return;
    }
    if let Some(index) = placed.iter().position(|placed| !placed) {
        let message = format!("{} is in no team", sides[index].name);
        context.error(node.span, "impossible-teams", message).help = Some(format!("name every side, as in {example}"));
    } else if sides.iter().all(|side| side.team == sides[0].team) {
        context.error(node.span, "impossible-teams", "all sides are allies: nobody plays against anybody");
    }
}
