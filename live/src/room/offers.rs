//! What needs the consent of others: draws, taking back, another game.

use super::{Effects, Room, hear::Refusal};
use crate::{
    Moment, Write,
    message::Event,
    record::{Created, Did, Entry, Offered, Over, SeatRecord},
    secret,
};
use wazir_runtime::SideId;

/// Something that was offered and is not answered yet.
#[derive(Clone, Debug)]
pub(super) struct Offer {
    pub(super) what: Offered,
    pub(super) side: SideId,
    /// Those who have agreed, and whoever has offered it.
    pub(super) agreed: Vec<SideId>,
}

impl Room {
    fn offer(&self, what: Offered) -> Option<&Offer> {
        self.offers.iter().find(|offer| offer.what == what)
    }

    /// The people who have to agree to what a side wants, but for these sides.
    fn others(&self, but: &[SideId]) -> Vec<SideId> {
        let sides = 0..self.seats.len() as SideId;
        sides.filter(|side| !but.contains(side) && self.is_person(*side)).collect()
    }

    fn make(&mut self, what: Offered, side: SideId, effects: &mut Effects, now: Moment) {
        self.record(Did::Offer { what, side }, effects, now);
        self.tell(effects, &Event::Offer { what, side });
    }

    pub(super) fn offer_draw(&mut self, side: SideId, effects: &mut Effects, now: Moment) -> Result<(), Refusal> {
        self.goes_on()?;
        if self.has_open_seats() {
            return Err("Nobody sits at the other seat yet.".into());
        }
        if self.seats.iter().zip(0..).any(|(_, other)| self.is_engine(other)) {
            return Err("The engine plays on: it takes no draws but those of the rules.".into());
        }
        match self.offer(Offered::Draw) {
            // What both want they agree to.
            Some(offer) if offer.side != side => self.accept(Offered::Draw, side, effects, now),
            Some(_) => Ok(()),
            None => {
                if self.declined_at == Some((side, self.ucis.len())) {
                    return Err("Your offer was declined. Offer again after the next move.".into());
                }
                self.make(Offered::Draw, side, effects, now);
                Ok(())
            }
        }
    }

    pub(super) fn withdraw(
        &mut self,
        what: Offered,
        side: SideId,
        effects: &mut Effects,
        now: Moment,
    ) -> Result<(), Refusal> {
        if self.offer(what).is_some_and(|offer| offer.side == side) {
            self.record(Did::Declined { what, side }, effects, now);
            self.tell(effects, &Event::Undrawn { what, side });
        }
        // An offer that is not there any more is as good as withdrawn.
        Ok(())
    }

    /// How many moves are left when a side has its last one back.
    fn back_to(&self, sides: &[SideId], side: SideId) -> Option<usize> {
        let played = self.ucis.len();
        let least = self.created.moves.len().min(played);
        // Who plays all sides has the last move back.
        if self.others(sides).is_empty() && (0..self.seats.len() as SideId).all(|other| sides.contains(&other)) {
            return played.checked_sub(1).filter(|ply| *ply >= least);
        }
        (least..played).rev().find(|&ply| self.session.position(ply).turn() == side)
    }

    pub(super) fn ask_back(
        &mut self,
        sides: &[SideId],
        side: SideId,
        effects: &mut Effects,
        now: Moment,
    ) -> Result<(), Refusal> {
        self.goes_on()?;
        let Some(ply) = self.back_to(sides, side) else {
            return Err("You have not made a move that could be taken back.".into());
        };
        if self.others(sides).is_empty() {
            self.take_back(ply, effects, now);
            return Ok(());
        }
        match self.offer(Offered::Takeback) {
            Some(offer) if offer.side == side => Ok(()),
            Some(_) => Err("Answer first: another side wants a move back as well.".into()),
            None => {
                self.make(Offered::Takeback, side, effects, now);
                Ok(())
            }
        }
    }

    fn take_back(&mut self, ply: usize, effects: &mut Effects, now: Moment) {
        if let Some(clocks) = &mut self.clocks {
            clocks.settle(now);
        }
        self.record(Did::TakenBack { ply }, effects, now);
        let position = self.position();
        let clocks = self.clock_state(now);
        self.tell(effects, &Event::TakenBack { position: &position, clocks });
    }

    pub(super) fn offer_rematch(
        &mut self,
        sides: &[SideId],
        side: SideId,
        effects: &mut Effects,
        now: Moment,
    ) -> Result<(), Refusal> {
        if !self.is_over() {
            return Err("The game is not over yet.".into());
        }
        if self.next.is_some() {
            return Err("The next game has begun already.".into());
        }
        if self.has_open_seats() {
            return Err("Nobody has sat at the other seat.".into());
        }
        if self.others(sides).is_empty() {
            return self.begin_again(effects, now);
        }
        match self.offer(Offered::Rematch) {
            Some(offer) if offer.agreed.contains(&side) => Ok(()),
            Some(_) => self.accept(Offered::Rematch, side, effects, now),
            None => {
                self.make(Offered::Rematch, side, effects, now);
                Ok(())
            }
        }
    }

    pub(super) fn accept(
        &mut self,
        what: Offered,
        side: SideId,
        effects: &mut Effects,
        now: Moment,
    ) -> Result<(), Refusal> {
        let Some(offer) = self.offer(what) else { return Err("That is not offered any more.".into()) };
        if offer.side == side {
            return Err("That was offered by you: the others have to agree.".into());
        }
        let by = offer.side;
        if offer.agreed.contains(&side) {
            return Ok(());
        }
        let agreed: Vec<SideId> = offer.agreed.iter().copied().chain([side]).collect();
        if !self.others(&agreed).is_empty() {
            self.record(Did::Agreed { what, side }, effects, now);
            self.tell(effects, &Event::Agreed { what, side });
            return Ok(());
        }
        match what {
            Offered::Draw => self.end(Over::Agreed, effects, now),
            Offered::Takeback => match self.back_to(&[by], by) {
                Some(ply) => self.take_back(ply, effects, now),
                None => return Err("There is no move to be taken back.".into()),
            },
            Offered::Rematch => return self.begin_again(effects, now),
        }
        Ok(())
    }

    pub(super) fn decline(
        &mut self,
        what: Offered,
        side: SideId,
        effects: &mut Effects,
        now: Moment,
    ) -> Result<(), Refusal> {
        match self.offer(what) {
            Some(offer) if offer.side == side => self.withdraw(what, side, effects, now),
            Some(_) => {
                self.record(Did::Declined { what, side }, effects, now);
                self.tell(effects, &Event::Declined { what, side });
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// Begins another game with the same people, each one seat further.
    fn begin_again(&mut self, effects: &mut Effects, now: Moment) -> Result<(), Refusal> {
        let id = secret::game_id().map_err(|error| error.to_string())?;
        let count = self.seats.len();
        let sides: Vec<SideId> = (0..count).map(|side| ((side + 1) % count) as SideId).collect();
        let from = |new: usize| self.seats[(new + count - 1) % count].record();
        let seats: Vec<SeatRecord> = (0..count).map(from).collect();
        let created = Created {
            seats,
            fen: self.session.start_fen(),
            moves: Vec::new(),
            invited_until: now,
            host: None,
            ..self.created.clone()
        };
        let summary = crate::record::Summary { id: id.clone(), plies: 0, over: None, changed: now, ..self.summary() };
        let seats = created.seats.iter().map(|seat| crate::record::SeatSummary {
            sitter: seat.sitter,
            name: seat.name.clone(),
            owner: seat.owner.clone(),
        });
        let summary = crate::record::Summary { seats: seats.collect(), ..summary };
        let entry = Entry { at: now, by: None, id: None, clocks: None, did: Did::Created(Box::new(created)) };
        effects.write.push(Write::new(0, &[entry], summary));
        self.record(Did::Rematch { id: id.clone(), sides: sides.clone() }, effects, now);
        self.tell(effects, &Event::Rematch { id: &id, sides: &sides });
        Ok(())
    }
}
