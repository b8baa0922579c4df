//! Saving a game to a PGN file, and loading one.

use crate::{
    app::{Act, App, FormKind, Popup, Screen, menus::LineFor},
    form::{Form, List, Row},
    loaded::Loaded,
    session::{Ending, Session},
    table::{Player, Table},
};
use std::{
    fs::{self, File},
    io::{self, BufReader},
    path::{Path, PathBuf},
    time::{SystemTime, UNIX_EPOCH},
};
use wazir_engine::Opened;
use wazir_notation::{
    names,
    pgn::{Fault, Layout, Line, Play, Reader, Record, Scores, Tags, Text},
};
use wazir_runtime::{Info, Move, SideId};

/// The row of a form about a file.
const FILE: &str = "File";
/// Ours among the tags of PGN: the path of the rule file, of a game that is not among those of the program.
const RULE_FILE: &str = "RuleFile";
/// How a game ended, in words.
const TERMINATION: &str = "Termination";
/// No more games of one file are offered.
const MOST_GAMES: usize = 2000;

impl App {
    /// Asks in which file the game is to be saved.
    pub(super) fn ask_where_to_save(&mut self) {
        let Some(table) = self.table.as_ref() else { return };
        let folder = self.store.as_ref().map_or(PathBuf::new(), |store| store.games.clone());
        let file = folder.join(format!("{}.pgn", table.session.info().id));
        let form = Form::new("Save the game (behind those in the file)", vec![Row::text(FILE, shown(&file), &[])]);
        self.popup = Some(Popup::Line(form, LineFor::Save));
    }

    /// Saves the game behind those that are in the file; says where.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(super) fn save(&mut self, file: &str) -> Result<String, String> {
        let table = self.table.as_ref().ok_or("there is no game")?;
        if file.is_empty() {
            return Err("the path of a file is needed".to_string());
        }
        let is_known = self.games.names().iter().any(|name| *name == table.session.info().id);
        let text = record(table, &self.settings.name, is_known)
            .write(&*table.session.opened().variant, &Layout::default())
            .map_err(|error| error.to_string())?;
        append(Path::new(file), &text).map_err(|error| format!("cannot write {file}: {error}"))?;
        Ok(format!("saved in {file}"))
    }

    /// Asks which file to load.
    pub(super) fn show_load(&mut self) {
        let folders = self.store.as_ref().map(|store| store.games.clone()).into_iter().chain([PathBuf::from(".")]);
        let files: Vec<String> = folders.flat_map(|folder| pgn_files(&folder)).map(|file| shown(&file)).collect();
        let usual: Vec<&str> = files.iter().map(String::as_str).collect();
        let first = files.first().cloned().unwrap_or_default();
        let form = Form::new("Load a game", vec![Row::text(FILE, first, &usual)]);
        self.screen = Screen::Form(form, FormKind::Load);
    }

    /// Loads the game of a file; where there are several, asks which.
    ///
    /// # Errors
    /// When the file cannot be read, or there is no game in it.
    pub(super) fn load_from_form(&mut self, form: &mut Form) {
        form.error = self.load(Path::new(form.text(FILE)), None).err();
    }

    /// Loads the game of this number, from 1; without a number the only one, or asks which.
    ///
    /// # Errors
    /// When the file cannot be read, or there is no such game in it, or it cannot be played here.
    pub fn load(&mut self, file: &Path, number: Option<usize>) -> Result<(), String> {
        let opened = File::open(file).map_err(|error| format!("cannot read `{}`: {error}", file.display()))?;
        let mut found = Vec::new();
        for (index, text) in Reader::new(BufReader::new(opened)).take(MOST_GAMES).enumerate() {
            let text = text.map_err(|error| format!("cannot read `{}`: {error}", file.display()))?;
            if number.is_none_or(|number| number == index + 1) {
                found.push((index + 1, text));
            }
        }
        match (found.len(), found.pop()) {
            (_, None) => Err(match number {
                Some(number) => format!("there is no game {number} in `{}`", file.display()),
                None => format!("there is no game in `{}`", file.display()),
            }),
            (1, Some((_, text))) => self.open_text(&text.map_err(|fault| fault.to_string())?),
            (_, Some(last)) => {
                found.push(last);
                let item = |(number, text): (usize, Result<Text, Fault>)| {
                    let what = text.map_or_else(|fault| fault.to_string(), |text| title(&text.tags));
                    (format!("{number}. {what}"), Act::Load(file.to_path_buf(), number))
                };
                self.popup = Some(Popup::List(List::new("Which game?", found.into_iter().map(item).collect())));
                Ok(())
            }
        }
    }

    /// Sets up the game of a text.
    fn open_text(&mut self, text: &Text) -> Result<(), String> {
        let (name, opened) = self.game_of(&text.tags)?;
        let played = text.make(&*opened.variant).map_err(|fault| fault.to_string())?;
        let remark = played.remarks.first().map(ToString::to_string);
        let record = played.record;
        let start = opened.variant.start().at(&record.start).map_err(|error| error.to_string())?;
        let fen = start.fen(Default::default());
        let mut session = Session::set_up::<&str>(opened, Some(&fen), &[]).map_err(|error| error.to_string())?;
        for play in &record.line.plays {
            session.play(play.mv).map_err(|error| format!("after {} moves: {error}", session.ply()))?;
        }
        let said_scores = record.scores.clone();
        let loaded = Loaded::new(record, &*session.opened().variant)?;
        let sides = session.info().sides.len();
        let said = said_scores.filter(|_| session.ending().is_none()).map(|scores| {
            let why = text.tags.get(TERMINATION).map_or(String::new(), |why| format!(" ({why})"));
            format!("the file says {scores}{why}; it can be played on from here")
        });
        let journal = self.journal();
        self.sit_down(session, vec![Player::Human; sides], None, name, journal);
        if let Some(table) = self.table.as_mut() {
            table.set_loaded(loaded);
            table.note(said.unwrap_or_else(|| title(&text.tags)));
        }
        if let Some(remark) = remark {
            self.tell("The game was loaded", remark);
        }
        Ok(())
    }

    /// The game that tags speak of.
    fn game_of(&self, tags: &Tags) -> Result<(String, Opened), String> {
        let names = self.games.names();
        let standard = || names.iter().find(|name| names::to_pgn(name).eq_ignore_ascii_case("chess")).cloned();
        let variant = match tags.get("Variant") {
            // PGN without a variant is about what it was made for.
            None => standard().unwrap_or_else(|| "chess".to_string()),
            Some(variant) => names::from_pgn(variant).map_or_else(|| variant.to_string(), str::to_string),
        };
        let tried = [Some(variant.as_str()), tags.get(RULE_FILE)];
        let mut trouble = String::new();
        for name in tried.into_iter().flatten() {
            match self.games.open(name) {
                Ok(opened) => return Ok((name.to_string(), opened)),
                Err(error) => trouble = error,
            }
        }
        Err(format!("the game `{variant}` cannot be opened: {trouble}"))
    }
}

/// A path as it is shown and typed.
fn shown(file: &Path) -> String {
    file.display().to_string()
}

/// The PGN files of a folder, by name; none where there is no such folder.
fn pgn_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut files: Vec<PathBuf> = entries.filter(|file| file.extension().is_some_and(|ext| ext == "pgn")).collect();
    files.sort();
    files
}

/// Adds text at the end of a file, which is made where there is none: all of it, or nothing.
fn append(file: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    wazir_files::Log::open(file)?.add(text)
}

/// Players, result and game, in a line.
fn title(tags: &Tags) -> String {
    let tag = |name| tags.get(name).unwrap_or("?");
    format!("{} - {}, {}, {}", tag("White"), tag("Black"), tag("Result"), tags.get("Variant").unwrap_or("chess"))
}

/// The game on the table, with what is known about it.
fn record(table: &Table, own_name: &str, is_known: bool) -> Record {
    let session = &table.session;
    let info = session.info();
    // What a file has said about a game is still true of it, but for its end.
    let loaded = table.loaded().map(Loaded::record);
    let mut tags = loaded.map_or_else(Tags::new, |loaded| loaded.tags.clone());
    let is_new = loaded.is_none();
    if is_new {
        tags.set("Event", "Game in the terminal");
        tags.set("Date", today());
        for (side, player) in table.players.iter().enumerate() {
            tags.set(&side_tag(info, side as SideId), player_name(*player, own_name));
        }
    }
    if let Some(clocks) = &table.clocks {
        tags.set("TimeControl", clocks.control().pgn());
    }
    if !is_known {
        tags.set(RULE_FILE, table.name());
    }
    let mut line = match loaded {
        Some(loaded) => merged(&loaded.line, session.played()),
        None => Line { comments: Vec::new(), plays: session.played().iter().map(|&mv| Play::new(mv)).collect() },
    };
    for (ply, play) in (1..).zip(&mut line.plays) {
        if let Some(left) = table.clock_at(ply) {
            play.set_clock(left);
        }
    }
    let scores = match session.ending() {
        Some(ending) => {
            tags.set(TERMINATION, ending.text(info));
            match ending {
                Ending::Rules(outcome) => Some(Scores::of(info, outcome)),
                Ending::Resigned(side) | Ending::Timeout(side) | Ending::Left(side) => {
                    Some(Scores::lost_by(info, side))
                }
                Ending::Agreed => Some(Scores::drawn(info)),
                Ending::Stuck(_) => None,
            }
        }
        None => {
            // The end that the file tells of is that of its last move.
            let same = loaded
                .filter(|loaded| loaded.line.plays.iter().map(|play| play.mv).eq(session.played().iter().copied()));
            if same.is_none() {
                tags.remove(TERMINATION);
            }
            same.and_then(|loaded| loaded.scores.clone())
        }
    };
    Record { tags, start: session.line().start, line, scores }
}

/// The moves that were played, with all that a file has said about those it has as well. What it goes on with where another move was made is a variation of
/// that move.
fn merged(loaded: &Line<Move>, played: &[Move]) -> Line<Move> {
    let common = loaded.plays.iter().zip(played).take_while(|(play, mv)| play.mv == **mv).count();
    let mut plays: Vec<Play<Move>> = loaded.plays.iter().take(common).cloned().collect();
    plays.extend(played.iter().skip(common).map(|&mv| Play::new(mv)));
    let rest: Vec<Play<Move>> = loaded.plays.iter().skip(common).cloned().collect();
    if let Some(play) = plays.get_mut(common).filter(|_| !rest.is_empty()) {
        play.variations.push(Line { comments: Vec::new(), plays: rest });
    }
    Line { comments: loaded.comments.clone(), plays }
}

/// The tag for a side: PGN's own for two, the side's name where there are more.
fn side_tag(info: &Info, side: SideId) -> String {
    match (info.has_many_sides(), side) {
        (false, 0) => "White".to_string(),
        (false, _) => "Black".to_string(),
        (true, _) => crate::session::side_name(info, side).to_string(),
    }
}

fn player_name(player: Player, own_name: &str) -> String {
    match player {
        Player::Human => own_name.to_string(),
        Player::Engine(level) => format!("Wazir, level {level}"),
        Player::Remote => "somebody far away".to_string(),
    }
}

/// The date in Greenwich, as PGN writes it.
fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let (year, month, day) = civil(seconds / 86_400);
    format!("{year}.{month:02}.{day:02}")
}

/// Year, month and day of a number of days since 1970 (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", civil_from_days).
fn civil(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    (year_of_era + era * 400 + u64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_dates() {
        assert_eq!(
            [civil(0), civil(59), civil(11_016), civil(20_779)],
            [(1970, 1, 1), (1970, 3, 1), (2000, 2, 29), (2026, 11, 22)]
        );
    }
}
