//! What a room does when somebody says something.

use super::{Effects, Room, Spoken};
use crate::{
    Moment, limits,
    message::{Event, Said, Told},
    record::{Actor, Did, Offered, Over},
};
use std::collections::{BTreeMap, VecDeque};
use wazir_runtime::SideId;
use wazir_session::session::side_name;

/// Why something is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Refusal {
    pub(super) why: String,
    /// The browser has another position before it than there is.
    pub(super) stale: bool,
}

impl<T: Into<String>> From<T> for Refusal {
    fn from(why: T) -> Refusal {
        Refusal { why: why.into(), stale: false }
    }
}

/// How messages were answered: what comes again is answered so again, and does nothing.
#[derive(Debug, Default)]
pub(super) struct Answers(BTreeMap<Actor, VecDeque<(String, Option<Refusal>)>>);

impl Answers {
    pub(super) fn find(&self, actors: &[Actor], id: &str) -> Option<&Option<Refusal>> {
        let mut all = actors.iter().filter_map(|actor| self.0.get(actor)).flatten();
        all.find(|(known, _)| known == id).map(|(_, answer)| answer)
    }

    pub(super) fn keep(&mut self, actor: Actor, id: String, answer: Option<Refusal>) {
        let kept = self.0.entry(actor).or_default();
        if kept.len() >= limits::KEPT_ANSWERS {
            kept.pop_front();
        }
        kept.push_back((id, answer));
    }

    /// A watcher has gone.
    pub(super) fn forget(&mut self, number: u64) {
        self.0.remove(&Actor::Watcher(number));
    }
}

impl Room {
    /// A connection says something.
    pub fn hear(&mut self, number: u64, said: &Said, now: Moment) -> Effects {
        let mut effects = self.passed(now);
        if self.connections.contains_key(&number) {
            match said {
                Said::Hello { secrets, v } => self.hello(number, secrets, *v, &mut effects, now),
                Said::Ping { n, lag } => self.ping(number, *n, *lag, &mut effects),
                said => self.answer(number, said, &mut effects, now),
            }
        }
        self.finish(effects, now)
    }

    fn answer(&mut self, number: u64, said: &Said, effects: &mut Effects, now: Moment) {
        let id = said.id().unwrap_or_default();
        if id.is_empty() || id.len() > limits::MOST_ID {
            let id: String = id.chars().take(limits::MOST_ID).collect();
            let why = format!("the `id` of a message has 1 to {} bytes", limits::MOST_ID);
            return effects.tell(number, &Told::Refused { id: &id, why: &why, position: None });
        }
        let sides = self.sides_of(number).to_vec();
        let mut actors: Vec<Actor> = sides.iter().map(|&side| Actor::Side(side)).collect();
        actors.push(Actor::Watcher(number));
        if let Some(answer) = self.answers.find(&actors, id).cloned() {
            return self.tell_answer(number, id, answer.as_ref(), effects);
        }
        // Whose part is taken: that of the side that is named, of a move that of the side to move; else that of the first seat.
        let turn = self.session.turn();
        let side = match said {
            Said::Move { .. } if sides.contains(&turn) => Some(turn),
            said => said.side().filter(|side| sides.contains(side)).or(sides.first().copied()),
        };
        let actor = side.map_or(Actor::Watcher(number), Actor::Side);
        effects.asked = Some((actor, id.to_string()));
        let refusal = self.act(number, &sides, said, effects, now).err();
        effects.asked = None;
        self.answers.keep(actor, id.to_string(), refusal.clone());
        self.tell_answer(number, id, refusal.as_ref(), effects);
    }

    fn tell_answer(&mut self, number: u64, id: &str, refusal: Option<&Refusal>, effects: &mut Effects) {
        match refusal {
            None => effects.tell(number, &Told::Ack { id }),
            Some(Refusal { why, stale }) => {
                let position = stale.then(|| self.position());
                effects.tell(number, &Told::Refused { id, why, position: position.as_ref() });
            }
        }
    }

    fn act(
        &mut self,
        number: u64,
        sides: &[SideId],
        said: &Said,
        effects: &mut Effects,
        now: Moment,
    ) -> Result<(), Refusal> {
        if let Some(side) = said.side().filter(|side| !sides.contains(side)) {
            let name = side_name(self.session.info(), side);
            return Err(
                format!("You do not play {name} here: its seat belongs to another browser, or to nobody.").into()
            );
        }
        match said {
            Said::Hello { .. } | Said::Ping { .. } => Ok(()),
            Said::Move { u, ply, .. } => self.hear_move(sides, u, *ply, effects, now),
            Said::Resign { side, .. } => {
                self.goes_on()?;
                self.end(Over::Resigned(*side), effects, now);
                Ok(())
            }
            Said::Draw { side, .. } => self.offer_draw(*side, effects, now),
            Said::Undraw { side, .. } => self.withdraw(Offered::Draw, *side, effects, now),
            Said::Takeback { side, .. } => self.ask_back(sides, *side, effects, now),
            Said::Rematch { side, .. } => self.offer_rematch(sides, *side, effects, now),
            Said::Claim { side, .. } => self.claim(*side, effects, now),
            Said::Accept { what, side, .. } => self.accept(*what, *side, effects, now),
            Said::Decline { what, side, .. } => self.decline(*what, *side, effects, now),
            Said::Chat { text, .. } => self.hear_chat(number, sides, text, effects, now),
        }
    }

    pub(super) fn goes_on(&self) -> Result<(), Refusal> {
        match self.session.ending() {
            Some(ending) => Err(format!("The game is over: {}.", ending.text(self.session.info())).into()),
            None => Ok(()),
        }
    }

    fn hear_move(
        &mut self,
        sides: &[SideId],
        text: &str,
        ply: usize,
        effects: &mut Effects,
        now: Moment,
    ) -> Result<(), Refusal> {
        let stale = |why: String| Refusal { why, stale: true };
        if sides.is_empty() {
            return Err("You are watching: moves are made by those who have a seat.".into());
        }
        self.goes_on().map_err(|refusal| stale(refusal.why))?;
        let (info, turn) = (self.session.info(), self.session.turn());
        if ply != self.ucis.len() {
            let plies = self.ucis.len();
            return Err(stale(format!("This move was chosen after {ply} half-moves; there have been {plies}.")));
        }
        if !sides.contains(&turn) {
            return Err(stale(format!("It is the turn of {}.", side_name(info, turn))));
        }
        if self.ucis.len() >= limits::MOST_PLIES {
            let most = limits::MOST_PLIES;
            return Err(format!("A game has at most {most} half-moves here. Agree to a draw, or resign.").into());
        }
        let shown: String = text.chars().take(40).collect();
        if text.len() > limits::MOST_MOVE {
            return Err(stale(format!("`{shown}…` is too long for a move.")));
        }
        let mv = self.session.parse_exactly(text).map_err(|_| stale(format!("`{shown}` is no legal move here.")))?;
        self.play(mv, effects, now);
        Ok(())
    }

    fn claim(&mut self, side: SideId, effects: &mut Effects, now: Moment) -> Result<(), Refusal> {
        self.goes_on()?;
        let info = self.session.info();
        let against: Vec<SideId> =
            (0..info.sides.len() as SideId).filter(|&other| !info.are_allied(other, side)).collect();
        if let Some(&gone) = against.first().filter(|_| against.iter().all(|&other| self.is_gone(other, now))) {
            self.end(Over::Left(gone), effects, now);
            return Ok(());
        }
        let claims = self.session.claims();
        if let Some(mv) = claims.drawing.filter(|_| self.session.turn() == side) {
            self.play(mv, effects, now);
            return Ok(());
        }
        let times = match claims.allowed {
            Some(allowed) => format!("This position has occurred {} of {allowed} times; ", claims.occurrences),
            None => String::new(),
        };
        let quiet = claims.quiet;
        Err(format!(
            "There is nothing to claim. {times}{quiet} half-moves have gone by without one that cannot be undone."
        )
        .into())
    }

    fn hear_chat(
        &mut self,
        number: u64,
        sides: &[SideId],
        text: &str,
        effects: &mut Effects,
        now: Moment,
    ) -> Result<(), Refusal> {
        let text = line(text, limits::MOST_CHAT + 1);
        if text.is_empty() {
            return Err("There is nothing in it.".into());
        }
        if text.chars().count() > limits::MOST_CHAT {
            return Err(format!("What is said has at most {} characters.", limits::MOST_CHAT).into());
        }
        if self.said >= limits::MOST_CHAT_LINES {
            return Err("Enough has been said in this game.".into());
        }
        let side = sides.first().copied();
        let bucket = match side.and_then(|side| self.seats.get_mut(side as usize)) {
            Some(seat) => &mut seat.talk,
            None => &mut self.watchers,
        };
        if !self.connections.get(&number).is_some_and(|connection| connection.greeted) || !bucket.take(now) {
            return Err("Not so fast: say it again in a moment.".into());
        }
        self.record(Did::Chat { side, text: text.clone() }, effects, now);
        let from = self.called(side).to_string();
        self.tell(effects, &Event::Chat { from: &from, text: &text });
        Ok(())
    }

    pub(super) fn add_chat(&mut self, side: Option<SideId>, text: &str) {
        self.said += 1;
        if self.chat.len() >= limits::KEPT_CHAT {
            self.chat.pop_front();
        }
        self.chat.push_back(Spoken { side, text: text.to_string() });
    }
}

/// A text of somebody far away as one line of at most so many characters, without what does something instead of being shown.
pub(super) fn line(text: &str, most: usize) -> String {
    let shown: String =
        text.chars().take(4 * most).filter(|&c| !wazir_runtime::is_command(c) || c.is_whitespace()).collect();
    let words: Vec<&str> = shown.split_whitespace().collect();
    words.join(" ").chars().take(most).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_become_harmless_lines() {
        assert_eq!(line("  a\u{1b}[2J\u{202e} b\n\tc ", 10), "a[2J b c");
        assert_eq!(line("\u{0}\r\n", 10), "");
        assert_eq!(line("äöü王", 3), "äöü");
        assert_eq!(line("<b>&amp;</b>", 40), "<b>&amp;</b>", "whoever shows it sees to that");
    }
}
