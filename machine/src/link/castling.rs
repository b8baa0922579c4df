//! Castlings: what they ask of the squares between king and partner.

use super::*;

#[derive(Debug)]
pub(crate) struct Castling<W> {
    pub(crate) rule: wazir_variant_spec::rules::Castling,
    /// The line on which king and partner stand.
    pub(crate) on_line: W,
    pub(crate) partners: Kinds,
    /// By square: its place on the line; of a king, where its part of `ways` begins.
    partner_places: Vec<usize>,
    king_places: Vec<usize>,
    /// By places of king and partner: what they need to get past each other, if they can at all.
    ways: Vec<Option<CastlingWay<W>>>,
}

/// What a castling asks of the squares between.
#[derive(Debug)]
pub(crate) struct CastlingWay<W> {
    /// Squares that have to be empty.
    pub(crate) free: W,
    /// Squares from the king to where it arrives, both of them included.
    pub(crate) king: W,
}

impl<W: Bits> Castling<W> {
    pub(super) fn new(program: &Program, rule: &wazir_variant_spec::rules::Castling) -> Castling<W> {
        let board = &program.rules.board;
        let (all, line): (W, Vec<u16>) = (word(&board.all()), program.rules.castling_line(rule).collect());
        let mut partner_places = alloc::vec![0; board.squares() as usize];
        line.iter().enumerate().for_each(|(place, &at)| partner_places[at as usize] = place);
        let between = |a: u16, b: u16| {
            let squares = line.iter().filter(|&&at| (a.min(b)..=a.max(b)).contains(&at));
            squares.fold(W::EMPTY, |set, &at| set | W::single(at as usize))
        };
        let way = |king: u16, partner: u16| {
            let is_on_wing = if rule.towards > 0 { partner > king } else { partner < king };
            let (king_way, partner_way) = (between(king, rule.king_to), between(partner, rule.partner_to));
            let exists = ((king_way | partner_way) & !all).is_empty();
            let themselves = W::single(king as usize) | W::single(partner as usize);
            let free = (king_way | partner_way) & !themselves;
            (is_on_wing && exists).then_some(CastlingWay { free, king: king_way })
        };
        Castling {
            on_line: line.iter().fold(W::EMPTY, |set, &at| set | W::single(at as usize)),
            partners: kinds_of(rule.partners.iter().copied()),
            ways: line
                .iter()
                .flat_map(|&king| line.iter().map(move |&partner| (king, partner)))
                .map(|(king, partner)| way(king, partner))
                .collect(),
            king_places: partner_places.iter().map(|place| place * line.len()).collect(),
            partner_places,
            rule: rule.clone(),
        }
    }

    /// How king and partner, on squares of the line, get past each other, if nothing stands between.
    #[inline(always)]
    pub(crate) fn way(&self, king: usize, partner: usize) -> Option<&CastlingWay<W>> {
        self.ways[self.king_places[king] + self.partner_places[partner]].as_ref()
    }
}
