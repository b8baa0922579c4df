//! The rules besides how pieces move, as sentences: promotion, drops, castling, captures, obligations, passing.

use super::{a, all_of, any_of, number, pieces, sentence, squares, turns::turns};
use wazir_variant_spec::rules::{
    Capturer, Castling, Condition, Converted, Defeated, Drop, EndRule, Forced, Grid, Guard, Obligation, Pass, Piece,
    PieceId, PieceRules, Play, Points, PromotedBy, Promotion, Rules, Side, SideId, Step, Supply, WallDuty, WallReach,
    Walling,
};

/// Promotions of a piece type, one sentence each.
pub fn promotions(rules: &Rules, piece: &Piece, side: SideId) -> Vec<String> {
    let own = piece.sides[side as usize].as_ref();
    own.map_or(&[][..], |own| &own.promotions).iter().map(|promotion| promotion_words(rules, promotion)).collect()
}

fn promotion_words(rules: &Rules, promotion: &Promotion) -> String {
    let zone = squares(&rules.board, &promotion.zone);
    let choices: Vec<String> = promotion
        .to
        .iter()
        .map(|target| {
            let name = rules.pieces[target.piece as usize].name.to_lowercase();
            let limit =
                target.while_fewer_than.map(|n| format!(" (while its side has fewer than {})", number(u64::from(n))));
            let ransom = target.ransom.map(|ransom| {
                let [taken, given] = [ransom.taken, ransom.given].map(|piece| a(&type_name(rules, piece)));
                format!(" (for {taken} in the opponent's hand, which gets {given} instead)")
            });
            name + &limit.unwrap_or_default() + &ransom.unwrap_or_default()
        })
        .collect();
    let when = match &promotion.by {
        PromotedBy::Moving { entering, within, leaving, only_capturing } => {
            let when = promoting_moves(&zone, *entering, *within, *leaving);
            if *only_capturing { format!("{when}, capturing,") } else { when }
        }
        PromotedBy::Apart { stays, movements } => {
            let steps = movements.iter().map(|movement| format!("by `{}`", movement.cause.text.trim_matches('"')));
            let ways: Vec<String> = stays.then(|| "where it stands".to_string()).into_iter().chain(steps).collect();
            format!("on {zone}, by a move of its own ({}),", any_of(&ways))
        }
    };
    let starts = squares(&rules.board, &promotion.from);
    let when = if promotion.from.len() < rules.board.all().len() { format!("{when} from {starts}") } else { when };
    let when = match promotion.while_at_most {
        Some(1) => format!("as the last of its side, {when}"),
        Some(most) => format!("while its side has at most {} of them, {when}", number(u64::from(most))),
        None => when,
    };
    let spared = match promotion.may_not_attack.len() {
        0 => None,
        n if n == rules.pieces.len() => Some("attacking no enemy".to_string()),
        _ => Some(format!("attacking no {}", any_of(&pieces(rules, &promotion.may_not_attack)))),
    };
    let quiet = promotion.may_not_check.then(|| "giving no check".to_string());
    let restraint: String = spared.into_iter().chain(quiet).map(|restraint| format!(", {restraint}")).collect();
    let leaving = matches!(promotion.by, PromotedBy::Moving { leaving: true, .. });
    let must = match &promotion.forced {
        Forced::Never => "may become".to_string(),
        Forced::Always => "becomes".to_string(),
        Forced::Onto(zone) if zone.is_empty() => "may become".to_string(),
        Forced::Onto(forced) if promotion.zone.minus(forced).is_empty() && !leaving => "becomes".to_string(),
        Forced::Onto(forced) => format!("may (on {}: must) become", squares(&rules.board, forced)),
    };
    let reverts = if promotion.reverts_when_captured { "; when captured, it reverts to what it was" } else { "" };
    format!("{when} it {must} {}{restraint}{reverts}", a(&any_of(&choices)))
}

/// The ordinary moves that have to do with a promotion zone.
fn promoting_moves(zone: &str, entering: bool, within: bool, leaving: bool) -> String {
    match (entering, within, leaving) {
        (_, true, _) if zone == "every square" => "moving anywhere".to_string(),
        (true, true, false) => format!("arriving on {zone}"),
        (true, false, false) => format!("entering {zone}"),
        (entering, within, leaving) => {
            let ways = [(entering, "into"), (within, "within"), (leaving, "out of")];
            let ways: Vec<String> = ways.iter().filter(|(on, _)| *on).map(|(_, way)| (*way).to_string()).collect();
            format!("moving {} {zone}", any_of(&ways))
        }
    }
}

/// The name of a type in a sentence.
fn type_name(rules: &Rules, piece: PieceId) -> String {
    rules.pieces.get(piece as usize).map_or(String::new(), |piece| piece.name.to_lowercase())
}

/// How a type is dropped.
pub fn drop(rules: &Rules, piece: &Piece, drop: &Drop) -> String {
    let mut text = match drop.supply {
        Supply::Hand(held) => {
            let held = &rules.pieces[held as usize];
            let form =
                if held == piece { String::new() } else { format!(", where it is {},", a(&held.name.to_lowercase())) };
            format!("dropped from the hand{form} on {} that is empty", each(rules, drop))
        }
        Supply::Endless => format!("put on {} that is empty, from an endless supply", each(rules, drop)),
    };
    if let Some(exchange) = &drop.exchange {
        let prices = exchange.prices.iter().map(|price| match price.paid == price.becomes {
            true => type_name(rules, price.paid),
            false => format!("{} (as {})", type_name(rules, price.paid), a(&type_name(rules, price.becomes))),
        });
        let prices: Vec<String> = prices.collect();
        let (taken, given) = (a(&type_name(rules, exchange.taken)), a(&any_of(&prices)));
        text += &format!(" (or at once in exchange for {taken} in the opponent's hand, which gets {given} instead)");
    }
    if let Some(most) = drop.per_file {
        text += &format!(", not on a file that already holds {} of its kind and side", number(u64::from(most)));
    }
    if let Some(most) = drop.per_colour {
        text += &format!(", not on a colour that already holds {} of its kind and side", number(u64::from(most)));
    }
    if !drop.beside.is_empty() {
        text += &format!(", {} a piece of its own side", offsets(&drop.beside));
    }
    if !drop.away_from.is_empty() {
        text += &format!(", not {} an enemy piece", offsets(&drop.away_from));
    }
    if !drop.pushed.is_empty() {
        text += &format!(", pushed in from {} as far as it goes", edges(&drop.pushed));
    }
    if !drop.opening.is_empty() {
        text += &format!(", first of all on {}", squares(&rules.board, &drop.opening));
    }
    if drop.must_convert {
        text += ", where it turns over something";
    }
    if drop.may_not_check {
        text += ", never giving check by it";
    }
    if drop.may_not_mate {
        text += ", never giving checkmate by it";
    }
    text
}

fn each(rules: &Rules, drop: &Drop) -> String {
    let zone = squares(&rules.board, &drop.zone);
    if zone == "every square" { "any square".to_string() } else { format!("a square of {zone}") }
}

/// The edges over which pieces are pushed in: `the last rank or the first file`.
fn edges(steps: &[Step]) -> String {
    let edge = |step: &Step| match (step.dx.signum(), step.dy.signum()) {
        (0, -1) => "the last rank".to_string(),
        (0, 1) => "the first rank".to_string(),
        (1, 0) => "the first file".to_string(),
        (-1, 0) => "the last file".to_string(),
        _ => format!("the edge in steps of ({:+},{:+})", step.dx, step.dy),
    };
    any_of(&steps.iter().map(edge).collect::<Vec<_>>())
}

/// A neighbourhood in words.
pub fn offsets(around: &[Step]) -> String {
    let near = |step: &Step| step.dx.abs() <= 1 && step.dy.abs() <= 1;
    let size = |step: &Step| (step.dx.abs().min(step.dy.abs()), step.dx.abs().max(step.dy.abs()));
    match around.len() {
        8 if around.iter().all(near) => "next to".to_string(),
        4 if around.iter().all(|s| near(s) && s.dx * s.dy == 0) => "orthogonally next to".to_string(),
        4 if around.iter().all(|s| near(s) && s.dx * s.dy != 0) => "diagonally next to".to_string(),
        8 if around.iter().all(|step| size(step) == (1, 2)) => "a knight's leap from".to_string(),
        _ => {
            let each: Vec<String> = around.iter().map(|s| format!("({:+},{:+})", s.dx, s.dy)).collect();
            format!("at {} from", any_of(&each))
        }
    }
}

/// What becomes of a captured piece of this type.
pub fn captured(rules: &Rules, own: &PieceRules, piece: &Piece) -> Option<String> {
    let kept = &rules.pieces[own.captured_as? as usize];
    Some(if kept.name == piece.name {
        "when captured it goes to the capturer's hand".to_string()
    } else {
        format!("when captured it goes to the capturer's hand as {}", a(&kept.name.to_lowercase()))
    })
}

/// What becomes of a piece of this type that captures, and what it cannot capture.
pub fn capturing(rules: &Rules, own: &PieceRules) -> Vec<String> {
    let fate = match own.capturer {
        Capturer::Arrives => None,
        Capturer::StaysBehind => Some("when it captures it stays where it was"),
        Capturer::ChangesSides => Some("when it captures it changes sides"),
        Capturer::TurnsToWall => Some("when it captures it turns into a wall"),
        Capturer::Removed => Some("when it captures it leaves the game as well"),
    };
    let immune: Vec<u8> = (0..rules.pieces.len() as u8).filter(|id| !own.victims.contains(id)).collect();
    let cannot = (!immune.is_empty()).then(|| format!("it cannot capture any {}", any_of(&pieces(rules, &immune))));
    let wary = own.wary.as_ref().map(|wary| {
        let near = if wary.near.is_empty() { "" } else { " at a distance" };
        let excuse = match &wary.trifles[..] {
            [] => ", unless it captures another piece on its way".to_string(),
            trifles => {
                format!(", unless it captures another piece on its way that is no {}", any_of(&pieces(rules, trifles)))
            }
        };
        format!(
            "it may not capture a {}{near} where it could be captured back{excuse}",
            any_of(&pieces(rules, &wary.of))
        )
    });
    fate.map(str::to_string).into_iter().chain(cannot).chain(wary).collect()
}

/// One castling.
pub fn castling(rules: &Rules, castling: &Castling) -> String {
    let side = &rules.sides[castling.side as usize].name;
    let king = rules.pieces[castling.king as usize].name.to_lowercase();
    let partners = any_of(&pieces(rules, &castling.partners));
    let name = |square| rules.board.name(square);
    let sideways = rules.sides[castling.side as usize].orientation.is_sideways();
    let (line, wing) = match (sideways, castling.towards > 0) {
        (false, right) => (format!("rank {}", castling.rank + 1), if right { "right" } else { "left" }),
        (true, up) => {
            (format!("file {}", wazir_runtime::file_name(castling.rank)), if up { "upper side" } else { "lower side" })
        }
    };
    let placed = castling.placed.map_or(String::new(), |placed| match placed.king {
        Some(king) => format!(" (having been dropped on {} and {})", name(king), name(placed.partner)),
        None => format!(" (or one dropped on {})", name(placed.partner)),
    });
    let letters: Vec<String> = castling.forfeits.iter().map(|letter| format!("`{letter}`")).collect();
    let forfeits = match &letters[..] {
        [] => String::new(),
        letters => format!("; the opponent's right to castle {} ends with it", any_of(letters)),
    };
    format!(
        "{side}'s {king} castles with an unmoved {partners} to its {wing} on {line}{placed}: the {king} goes to {}, the {partners} to {}{forfeits}",
        name(castling.king_to),
        name(castling.partner_to),
    )
}

/// Everything that holds for the game as a whole, one sentence each; what holds for one side only is told of that side.
pub fn general(rules: &Rules) -> Vec<String> {
    let of_sides: Vec<Vec<String>> = (0..rules.sides.len() as u8).map(|side| play(rules, side)).collect();
    let royals = |side: u8| -> Vec<u8> {
        let royal = |&id: &u8| rules.piece_rules(id, side).is_some_and(|own| own.royal);
        (0..rules.pieces.len() as u8).filter(royal).collect()
    };
    let with_royals: Vec<u8> = (0..rules.sides.len() as u8).filter(|&side| !royals(side).is_empty()).collect();
    let mut said = match with_royals[..] {
        [] => vec!["No piece is royal: there is no check".to_string()],
        [first, ..] => {
            let kept = rules.play(first).check.may_not_remain;
            if with_royals.iter().all(|&side| rules.play(side).check.may_not_remain == kept) {
                let mut all: Vec<u8> = with_royals.iter().flat_map(|&side| royals(side)).collect();
                all.sort_unstable();
                all.dedup();
                vec![sentence(&royalty(rules, &all, kept))]
            } else {
                let told = with_royals.iter().map(|&side| {
                    let kept = rules.play(side).check.may_not_remain;
                    format!("{}: {}", rules.sides[side as usize].name, royalty(rules, &royals(side), kept))
                });
                told.collect()
            }
        }
    };
    let team = |of: &Side| -> Vec<String> {
        rules.sides.iter().filter(|side| side.team == of.team).map(|side| side.name.clone()).collect()
    };
    let leads = |index: usize| rules.sides[..index].iter().all(|side| side.team != rules.sides[index].team);
    for side in (0..rules.sides.len()).filter(|&index| leads(index)).map(|index| &rules.sides[index]) {
        if team(side).len() > 1 {
            said.push(format!("{} are allies: they do not capture each other, and win together", all_of(&team(side))));
        }
    }
    let mut told: Vec<&String> = Vec::new();
    for text in of_sides.iter().flatten() {
        let sides: Vec<&str> = of_sides
            .iter()
            .zip(&rules.sides)
            .filter(|(texts, _)| texts.contains(text))
            .map(|(_, side)| side.name.as_str())
            .collect();
        if told.contains(&text) {
            continue;
        }
        told.push(text);
        said.push(if sides.len() == rules.sides.len() {
            sentence(text)
        } else {
            format!("{}: {text}", sides.join(" and "))
        });
    }
    if rules.counts_points() {
        said.extend((0..rules.sides.len()).map(|side| points(rules, side)));
    }
    if rules.board.walls {
        said.push("Squares may be walls, which stop every piece".to_string());
    }
    said.extend(match (rules.board.joined.files, rules.board.joined.ranks) {
        (false, false) => None,
        (true, false) => Some("The first file is next to the last".to_string()),
        (false, true) => Some("The first rank is next to the last".to_string()),
        (true, true) => Some("The first file is next to the last, and the first rank is next to the last".to_string()),
    });
    if !rules.board.holes.is_empty() && rules.board.grid == Grid::Squares {
        said.push(format!("The board has no {}", squares(&rules.board, &rules.board.holes)));
    }
    said
}

/// What the pieces of a side count: `White's points: queen 9, pawn 1; 1.5 besides`.
fn points(rules: &Rules, side: usize) -> String {
    let in_words = |hundredths: u32| match (hundredths / 100, hundredths % 100) {
        (whole, 0) => whole.to_string(),
        (whole, rest) => format!("{whole}.{rest:02}").trim_end_matches('0').to_string(),
    };
    let Points { pieces, bonus } = &rules.points[side];
    let counted = rules.pieces.iter().zip(pieces).filter(|(piece, points)| piece.sides[side].is_some() && **points > 0);
    let each: Vec<String> =
        counted.map(|(piece, &points)| format!("{} {}", piece.name.to_lowercase(), in_words(points))).collect();
    let besides = if *bonus > 0 { format!("; {} besides", in_words(*bonus)) } else { String::new() };
    format!("{}'s points: {}{besides}", rules.sides[side].name, each.join(", "))
}

/// `the king is royal; a move may not leave it attacked`
fn royalty(rules: &Rules, royal: &[u8], kept: bool) -> String {
    let names = all_of(&pieces(rules, royal));
    let verb = if royal.len() == 1 { "is" } else { "are" };
    let kept = match (kept, royal.len()) {
        (true, 1) => "; a move may not leave it attacked",
        (true, _) => "; a move may not leave one attacked",
        (false, _) => "; it may be left attacked and be captured",
    };
    format!("the {names} {verb} royal{kept}")
}

/// What the moves of one side do and have to respect, one sentence each, in lower case.
fn play(rules: &Rules, side: u8) -> Vec<String> {
    let Play { turn, capture, truce, arrival, walling, check, obligations, gating, pass, clock_resets: _, defeated } =
        rules.play(side);
    let mut said = turns(rules, turn);
    match check.guard {
        Guard::Each => {}
        Guard::Last => said.push("while a side has several royals, they may be attacked and captured".to_string()),
        Guard::All => said.push(
            "several royals are in check only when all are attacked at once; else they may be captured".to_string(),
        ),
    }
    if check.may_not_flee {
        said.push("a royal in check may not move, except to capture the only piece that gives it".to_string());
    }
    if check.may_not_be_given {
        said.push("a move may not give check".to_string());
    }
    if !check.may_not_mate.is_empty() {
        said.push(format!("{} may not checkmate by itself", a(&any_of(&pieces(rules, &check.may_not_mate)))));
    }
    if !check.facing.is_empty() {
        let lines = lines(&check.facing);
        said.push(if rules.play.iter().all(|play| play.check.facing == check.facing) {
            format!("royals may not face each other on {} with nothing between them", any_of(&lines))
        } else {
            format!("royals attack those of the opponent along {} with nothing between them", any_of(&lines))
        });
    }
    if let Some(blast) = &capture.blast {
        let spared = if blast.spares.is_empty() {
            String::new()
        } else {
            format!(" except any {}", any_of(&pieces(rules, &blast.spares)))
        };
        let capturer = if blast.capturers.len() == rules.pieces.len() {
            ", the capturing piece included".to_string()
        } else if blast.capturers.is_empty() {
            String::new()
        } else {
            format!(", the capturing piece included if it is {}", any_of(&pieces(rules, &blast.capturers)))
        };
        said.push(format!(
            "every capture explodes: all pieces {} the square of the capture are removed{spared}{capturer}",
            offsets(&blast.around)
        ));
        if !blast.petrifies.is_empty() {
            let kinds = any_of(&pieces(rules, &blast.petrifies));
            said.push(format!("{} that is blown up leaves a wall", a(&kinds)));
        }
        said.push(
            "a move may not blow up its own royal; blowing up the opponent's comes before everything else".to_string(),
        );
    }
    if let Some(truce) = truce {
        let of = any_of(&pieces(rules, &truce.of));
        let by = if truce.by.len() == rules.pieces.len() {
            String::new()
        } else if truce.by.len() * 2 > rules.pieces.len() {
            let others: Vec<u8> = (0..rules.pieces.len() as u8).filter(|piece| !truce.by.contains(piece)).collect();
            format!(" by anything but {}", a(&any_of(&pieces(rules, &others))))
        } else {
            format!(" by {}", a(&any_of(&pieces(rules, &truce.by))))
        };
        said.push(format!(
            "after a capture of {}{by}, the next move may not capture another so, except on the same square",
            a(&of)
        ));
    }
    for conversion in arrival {
        let by = match (conversion.by_moves, conversion.by_drops) {
            (true, false) => "moves to",
            (false, true) => "is dropped on",
            _ => "arrives on",
        };
        let beside = match &conversion.beside[..] {
            [] => String::new(),
            steps => format!(", if another piece of its side stands {} it", offsets(steps)),
        };
        let of = match &conversion.of {
            Converted::Around(steps) => format!("enemy pieces {} the square a piece {by} change sides", offsets(steps)),
            Converted::Enclosed(steps) => {
                let lines = match steps.len() {
                    8 => "on any line",
                    _ if steps.iter().all(|step| step.dx * step.dy == 0) => "on ranks and files",
                    _ => "on its lines",
                };
                format!(
                    "enemy pieces {lines} between the square a piece {by} and another of its side, without a gap, change sides"
                )
            }
        };
        said.push(of + &beside);
    }
    if let Some(walling) = walling {
        said.push(walls(rules, walling));
    }
    for obligation in obligations {
        match obligation {
            Obligation::EndFacing(facing) => said.push(format!(
                "a side whose royal faces one of the opponent on {} has to end it, or to pass",
                any_of(&lines(&facing.along))
            )),
            Obligation::Capture => said.push("a side that can capture has to capture".to_string()),
            Obligation::Drop { pieces: listed } => {
                let dropped = |id: &u8| rules.piece_rules(*id, side).is_some_and(|own| own.drop.is_some());
                let all = (0..rules.pieces.len() as u8).filter(dropped).all(|id| listed.contains(&id));
                let held = if all { "a piece".to_string() } else { a(&any_of(&pieces(rules, listed))) };
                said.push(format!("a side that has {held} in hand has to drop it"));
            }
        }
    }
    if rules.has_many_sides() {
        said.push(format!(
            "the pieces of a side that is out {}",
            match defeated {
                Defeated::Stay => "stay where they are, attack nothing, and can be captured by everybody",
                Defeated::Removed => "leave the board",
                Defeated::GoOver => "go over to the side that has just moved, except royals, which leave the board",
            }
        ));
    }
    if let Some(gating) = gating {
        let zones = || gating.zones.iter().filter(|zone| !zone.is_empty());
        let gated: Vec<u8> =
            (0..gating.zones.len() as u8).filter(|&id| !gating.zones[id as usize].is_empty()).collect();
        let everywhere = zones().all(|zone| rules.board.all().minus(zone).is_empty());
        let there = if everywhere { "" } else { ", where it may stand" };
        said.push(format!(
            "with the first move of a {} a {} from the hand may be put on the square it leaves{there}",
            any_of(&pieces(rules, &gating.with)),
            any_of(&pieces(rules, &gated)),
        ));
    }
    match pass {
        Pass::Never => {}
        Pass::WhenStuck => said.push("a side without any other move passes".to_string()),
        Pass::Always => {
            let accepts = |rule: &EndRule| matches!(rule.when, Condition::Facing { passes: 1.., .. });
            let also = if rules.end.iter().any(accepts) {
                "; in check too where royals face each other and the pass ends the game"
            } else {
                ""
            };
            said.push(format!("a side may pass, unless it is in check{also}"));
        }
    }
    said
}

/// Lines in words, by their directions: `a file`.
pub fn lines(along: &[Step]) -> Vec<String> {
    let line = |step: &Step| match (step.dx, step.dy) {
        (0, _) => "a file".to_string(),
        (_, 0) => "a rank".to_string(),
        _ => "a diagonal".to_string(),
    };
    along.iter().map(line).collect::<std::collections::BTreeSet<_>>().into_iter().collect()
}

/// The second part of a turn.
fn walls(rules: &Rules, walling: &Walling) -> String {
    let wall = if walling.moves_standing { "puts the one wall on another empty square" } else { "places a wall" };
    let reach = match &walling.reach {
        WallReach::Anywhere if walling.moves_standing => String::new(),
        WallReach::Anywhere => " on any empty square".to_string(),
        WallReach::Left => " on the square it has left".to_string(),
        WallReach::OwnMovement => " on an empty square to which the piece could move on".to_string(),
        WallReach::Rim(steps) => {
            let (one, beside) = if steps.len() == 1 { ("the", "neighbour") } else { ("one of the", "neighbours") };
            format!(
                " at the edge of the board as walls leave it: where {one} {} {beside} is no square or a wall",
                steps.len()
            )
        }
        WallReach::Along(movements) => {
            let betza: Vec<&str> = movements.iter().map(|movement| movement.cause.text.as_str()).collect();
            format!(" on an empty square that a `{}` reaches from where the piece has arrived", betza.join(" "))
        }
    };
    let onto = if walling.onto == rules.board.all() {
        String::new()
    } else {
        format!(", within {}", squares(&rules.board, &walling.onto))
    };
    match walling.duty {
        WallDuty::Always => format!("after each move a side {wall}{reach}{onto}"),
        WallDuty::Optional => format!("after each move a side may do this: it {wall}{reach}{onto}"),
        WallDuty::Instead => format!("instead of moving, a side {wall}{reach}{onto}"),
    }
}

/// The types whose moves set the halfmove clock back: `pawn`, or `White's pawn` where the sides differ.
pub fn clock_resets(rules: &Rules, name: impl Fn(&Piece) -> String) -> Vec<String> {
    let mut told = Vec::new();
    for (id, piece) in rules.pieces.iter().enumerate() {
        let owners = || (0..rules.sides.len()).filter(|&side| piece.sides[side].is_some());
        let resets: Vec<usize> = owners().filter(|&side| rules.play[side].clock_resets[id]).collect();
        if resets.len() == owners().count() && !resets.is_empty() {
            told.push(name(piece));
        } else {
            told.extend(resets.iter().map(|&side| format!("{}'s {}", rules.sides[side].name, name(piece))));
        }
    }
    told
}
