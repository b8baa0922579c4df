//! Changes of inputs, by a seed: what the plain test tries where libFuzzer is not at hand.

use wazir_runtime::Random;

/// Words that mean something in some input.
const WORDS: &[&str] = &[
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    "\"",
    "\\",
    "\n",
    " ",
    "-",
    "/",
    "0",
    "1",
    "9",
    "255",
    "256",
    "65536",
    "99999999999999999999",
    "-1",
    "None",
    "Inherited",
    "All",
    "royal: true",
    "extends: \"chess\"",
    "K",
    "p",
    "+",
    "~",
    "'",
    "!",
    "*",
    "@",
    "=",
    "x",
    "#",
    "e1",
    "a1",
    "z99",
    "w",
    "b",
    "KQkq",
    "fmW",
    "NN",
    "(1,1)",
    "a",
    "i",
    "o",
    "u",
    "\u{0}",
    "\u{7f}",
    "\u{1b}[2J",
    "\u{202e}",
    "\u{feff}",
    "é",
    "歩",
    "🙂",
    "true",
    "null",
    "{}",
    "[]",
    "\"type\"",
    "go",
    "position",
    "fen",
    "moves",
];

/// A changed copy of one of `inputs`, which are not empty.
pub fn changed(inputs: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let mut data = inputs[random.below(inputs.len())].clone();
    for _ in 0..=random.below(4) {
        change(&mut data, inputs, random);
    }
    data
}

fn change(data: &mut Vec<u8>, inputs: &[Vec<u8>], random: &mut Random) {
    let at = random.below(data.len() + 1);
    let end = (at + 1 + random.below(12)).min(data.len());
    match random.below(8) {
        0 => drop(data.drain(at..end)),
        1 => data.truncate(at),
        2 => {
            let copy = data[at..end].to_vec();
            let to = random.below(data.len() + 1);
            data.splice(to..to, copy);
        }
        3 if at < data.len() => data[at] = random.number() as u8,
        4 if at < data.len() => data[at] ^= 1 << random.below(8),
        5 => {
            let other = &inputs[random.below(inputs.len())];
            let from = random.below(other.len() + 1);
            data.truncate(at);
            data.extend(&other[from..]);
        }
        _ => {
            let word = WORDS[random.below(WORDS.len())].as_bytes().iter().copied();
            let replaced = if random.below(2) == 0 { at } else { end };
            data.splice(at..replaced.max(at), word);
        }
    }
}
