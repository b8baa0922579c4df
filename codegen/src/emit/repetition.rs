//! What repeated positions mean, as constants of the game's description.

use super::*;
use wazir_runtime::{AllAlong, Prey, RepetitionRule, RepetitionVerdict};

/// A rule about repeated positions.
pub(super) fn repetition(rule: &RepetitionRule) -> TokenStream {
    let RepetitionRule { times, all_along, of, verdict } = rule;
    let all_along = match all_along {
        AllAlong::Anything => quote!(Anything),
        AllAlong::Checking => quote!(Checking),
        AllAlong::Chasing(chase) => {
            let (hunters, prey) = (chase.hunters.iter(), chase.prey.iter().map(prey));
            quote!(Chasing(Chase { hunters: Cow::Borrowed(&[#(#hunters),*]), prey: Cow::Borrowed(&[#(#prey),*]) }))
        }
    };
    let verdict = match verdict {
        RepetitionVerdict::Wins => quote!(Wins),
        RepetitionVerdict::Loses => quote!(Loses),
        RepetitionVerdict::Draw => quote!(Draw),
        RepetitionVerdict::WinFor(side) => quote!(WinFor(#side)),
        RepetitionVerdict::MorePieces => quote!(MorePieces),
        RepetitionVerdict::FewerPieces => quote!(FewerPieces),
        RepetitionVerdict::MorePoints => quote!(MorePoints),
        RepetitionVerdict::Illegal => quote!(Illegal),
    };
    let of = match of {
        Some(side) => quote!(Some(#side)),
        None => quote!(None),
    };
    quote!(RepetitionRule {
        times: #times,
        all_along: AllAlong::#all_along,
        of: #of,
        verdict: RepetitionVerdict::#verdict
    })
}

fn prey(prey: &Prey) -> TokenStream {
    let Prey { side, piece, squares, although_protected } = prey;
    let squares = match squares {
        Some(squares) => {
            let squares = squares.iter();
            quote!(Some(Cow::Borrowed(&[#(#squares),*])))
        }
        None => quote!(None),
    };
    let by = although_protected.iter();
    quote!(Prey { side: #side, piece: #piece, squares: #squares, although_protected: Cow::Borrowed(&[#(#by),*]) })
}
