//! Random games whose moves are generated twice: to be counted, and to find the chosen one.

use super::Handle;
use crate::choice::{Arrival, Arrivals, NO_MOVES};
use crate::ongoing::played;
use crate::playout::RandomGame;
use crate::{Cpu, Ending, GameInProgress, Move, MoveKind, Ongoing, Position, Task, perform, visitors};

/// [`GameInProgress::play_out`] of games that [`Position::REGENERATES`].
pub(crate) fn play_out<P: Position>(game: &mut Ongoing<Handle<P>>, random_game: RandomGame<'_>) -> Option<Ending> {
    if game.allowed.is_some() {
        return played::play_out(game, random_game);
    }
    if const { P::USUAL_DIGITS == 2 } {
        perform(game.cpu, PlayOut::<P, 2> { game, random_game })
    } else if const { P::USUAL_DIGITS == 4 } {
        perform(game.cpu, PlayOut::<P, 4> { game, random_game })
    } else {
        perform(game.cpu, PlayOut::<P, 3> { game, random_game })
    }
}

/// The move that a number stands for where it is one of very many to its target.
#[cold]
fn nth_busy<P: Position>(game: &mut Ongoing<Handle<P>>, number: u64) -> Option<Move> {
    game.look();
    game.nth(number)
}

struct PlayOut<'g, P: Position, const DIGITS: usize> {
    game: &'g mut Ongoing<Handle<P>>,
    random_game: RandomGame<'g>,
}

impl<P: Position, const DIGITS: usize> Task for PlayOut<'_, P, DIGITS> {
    type Output = Option<Ending>;
    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> Option<Ending> {
        let PlayOut { game, random_game } = self;
        if const { visitors::in_one::<P, C>() } {
            return played::PlayOut { game, random_game }.run(cpu);
        }
        let mut room = NO_MOVES;
        let ending = random_game.run(
            &mut *game,
            // Counted where it is asked for, not where the move before is made: what is in registers then need not be written down.
            #[inline(always)]
            |game| {
                let Handle(position) = game.line.last();
                let mut tally = game.many.tally::<DIGITS>();
                position.visit(cpu, &mut tally);
                let usual = tally.finish();
                game.judge(game.many.total(&usual));
                usual
            },
            #[inline(always)]
            |game, usual, number| {
                let place = game.many.find(&usual, cpu, number);
                let Handle(position) = game.line.last();
                let mv = if const { P::IN_ORDER } {
                    let mut arrival = Arrival::at(place);
                    position.visit(cpu, &mut arrival);
                    arrival.found()
                } else if let Some(mut arrivals) = Arrivals::at(place, &mut room) {
                    position.visit(cpu, &mut arrivals);
                    arrivals.chosen(|mv| {
                        if const { P::KINDS_OF_MOVES.has(MoveKind::Passing) } { mv.order() } else { mv.bits() }
                    })
                } else {
                    nth_busy(game, number)?
                };
                game.line.play_by(
                    mv,
                    #[inline(always)]
                    |Handle(position), mv, Handle(child)| {
                        let mut next = *position;
                        position.play_into_inlined(cpu, mv, &mut next);
                        *child = next;
                    },
                );
                game.note();
                Some(mv)
            },
        );
        // The moves, for whoever asks next.
        game.look_in(cpu);
        ending
    }
}
