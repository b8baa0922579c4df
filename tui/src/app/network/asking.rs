//! What the other side is asked for and has to agree to: that moves are taken back, and that the game is played again.
//!
//! Whoever asks waits for the answer, and makes no move meanwhile. Which ply is gone back to is said in the question, so that both sides mean the same even
//! where another move
//! was on its way.

use crate::{
    app::{Act, App, Network, Popup},
    clock::Clocks,
    form::List,
    net::{Asked, Message},
    session::Session,
    table::{Happening, Player, Table},
};
use wazir_runtime::SideId;

impl App {
    /// Asks the other side whether the last move that was made here may be taken back.
    pub(in crate::app) fn ask_takeback(&mut self) {
        let Some(table) = self.table.as_mut() else { return };
        if table.session.ending().is_some() {
            table.complain("the game is over");
            return;
        }
        let is_own = |ply: &usize| table.plays(table.session.position(*ply).turn(), Player::Human);
        match (0..table.session.ply()).rev().find(is_own) {
            Some(ply) => self.ask(Asked::Takeback { ply }),
            None => table.complain("there is no move of yours to take back"),
        }
    }

    /// Asks the other side to play again.
    pub(in crate::app) fn ask_rematch(&mut self) {
        self.ask(Asked::Rematch);
    }

    fn ask(&mut self, asked: Asked) {
        let Some(table) = self.table.as_mut() else { return };
        let Some(network) = self.network.as_mut().filter(|network| network.connected) else {
            table.complain("nobody is there to be asked");
            return;
        };
        if network.to_answer == Some(Asked::Rematch) && asked == Asked::Rematch {
            // Both want to.
            self.agree(Asked::Rematch);
            return;
        }
        if network.asked.is_some() {
            table.complain(format!("{} has been asked already", network.peer));
            return;
        }
        network.asked = Some(asked);
        table.waits = true;
        table.note(format!("{} is asked to {}", network.peer, wish(asked)));
        network.link.say(Message::Ask { asked });
    }

    /// The other side asks for something.
    ///
    /// # Errors
    /// Why it cannot ask for that.
    pub(super) fn hear_question(&mut self, asked: Asked) -> Result<(), String> {
        let (Some(network), Some(table)) = (self.network.as_mut(), self.table.as_ref()) else { return Ok(()) };
        let over = table.session.ending().is_some();
        match asked {
            // The game has ended while the question was on its way.
            Asked::Takeback { .. } if over => {
                network.link.say(Message::Decline { asked });
                return Ok(());
            }
            Asked::Takeback { ply } => {
                let is_theirs = table.plays(table.session.position(ply).turn(), Player::Remote);
                if ply >= table.session.ply() || !is_theirs {
                    return Err("the other side wants to take back a move that it has not made".to_string());
                }
            }
            Asked::Rematch if !over => return Err("the other side wants to play again before the end".to_string()),
            Asked::Rematch if network.asked == Some(Asked::Rematch) => {
                // It has asked the same at the same time.
                self.begin_rematch();
                return Ok(());
            }
            Asked::Rematch => {}
        }
        network.to_answer = Some(asked);
        self.show_question();
        Ok(())
    }

    /// Shows what the other side asks for, until it is answered.
    pub(super) fn show_question(&mut self) {
        let Some((asked, peer)) = self.network.as_ref().and_then(|network| Some((network.to_answer?, &network.peer)))
        else {
            return;
        };
        let items = vec![("agree".to_string(), Act::Agree(asked)), ("no".to_string(), Act::Decline(asked))];
        self.popup = Some(Popup::List(List::new(format!("{peer} wants to {}", wish(asked)), items)));
    }

    /// Agrees to what the other side has asked for.
    pub(in crate::app) fn agree(&mut self, asked: Asked) {
        let Some(network) = self.network.as_mut().filter(|network| network.to_answer == Some(asked)) else { return };
        network.to_answer = None;
        network.link.say(Message::Agree { asked });
        self.fulfil(asked);
    }

    /// Does not.
    pub(in crate::app) fn decline(&mut self, asked: Asked) {
        let Some(network) = self.network.as_mut().filter(|network| network.to_answer == Some(asked)) else { return };
        network.to_answer = None;
        network.link.say(Message::Decline { asked });
    }

    /// The other side has answered.
    ///
    /// # Errors
    /// When it was not asked for that.
    pub(super) fn hear_answer(&mut self, asked: Asked, agrees: bool) -> Result<(), String> {
        let (Some(network), Some(table)) = (self.network.as_mut(), self.table.as_mut()) else { return Ok(()) };
        if network.asked != Some(asked) {
            return Err("the other side answers what it was not asked".to_string());
        }
        network.asked = None;
        table.waits = false;
        if !agrees {
            table.note(format!("{} does not agree", network.peer));
        } else if asked == Asked::Rematch || table.session.ending().is_none() {
            self.fulfil(asked);
        }
        Ok(())
    }

    /// Does what both have agreed on.
    fn fulfil(&mut self, asked: Asked) {
        match asked {
            Asked::Rematch => self.begin_rematch(),
            Asked::Takeback { ply } => {
                let (Some(network), Some(table)) = (self.network.as_mut(), self.table.as_mut()) else { return };
                table.rewind(ply);
                network.told = network.told.min(ply);
                network.epoch += 1;
                if let Some(clocks) = table.clocks.as_ref().filter(|_| network.hosted.is_some()) {
                    network.link.say(Message::Clocks { clocks: clocks.sides().to_vec() });
                }
            }
        }
    }

    /// The game from its start again, with sides changed.
    fn begin_rematch(&mut self) {
        let Some(table) = self.table.as_mut() else { return };
        let session = Session::set_up::<&str>(table.session.opened().clone(), Some(&table.session.start_fen()), &[]);
        let session = match session {
            Ok(session) => session,
            // It was played from there a moment ago.
            Err(error) => return self.break_off(error.to_string()),
        };
        let sides = session.info().sides.len();
        let players: Vec<Player> = table.players.iter().copied().map(other).collect();
        let clocks = table.clocks.as_ref().map(|clocks| Clocks::new(clocks.control(), sides));
        let (name, chat, elsewhere) =
            (table.name().to_string(), std::mem::take(&mut table.chat), table.clocks_elsewhere);
        let here = players.iter().position(|player| *player == Player::Human).unwrap_or(0) as SideId;
        let journal = self.journal();
        self.sit_down(session, players, clocks, name, journal);
        if let Some(table) = self.table.as_mut() {
            table.chat = chat;
            table.clocks_elsewhere = elsewhere;
            table.note("the game is played again, with sides changed");
        }
        if let Some(network) = self.network.as_mut() {
            network.next_game(here);
            network.link.next_game();
        }
        let over = self.table.as_ref().and_then(|table| table.session.ending()).map(Happening::Over);
        self.follow(over);
    }
}

impl Network {
    /// Another game is played from here on.
    fn next_game(&mut self, here: SideId) {
        (self.told, self.ended, self.asked, self.to_answer) = (0, false, None, None);
        self.epoch += 1;
        if let Some(hosted) = &mut self.hosted {
            hosted.side = Some(here);
        }
    }

    /// The connection is lost, and with it whatever was asked and not answered.
    pub(super) fn forget_questions(&mut self, table: Option<&mut Table>) {
        (self.asked, self.to_answer) = (None, None);
        if let Some(table) = table {
            table.waits = false;
        }
    }
}

/// Who plays in the next game what this one has played.
fn other(player: Player) -> Player {
    match player {
        Player::Human => Player::Remote,
        Player::Remote => Player::Human,
        Player::Engine(level) => Player::Engine(level),
    }
}

/// What is asked for, behind `wants to`.
fn wish(asked: Asked) -> &'static str {
    match asked {
        Asked::Takeback { .. } => "take the last move back",
        Asked::Rematch => "play again, with sides changed",
    }
}
