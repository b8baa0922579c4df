#!/usr/bin/env python3
"""Random games by pyffish (Fairy-Stockfish's library): plays for so long and prints what it played.

    python3 -m venv venv && venv/bin/pip install pyffish
    venv/bin/python bench/pyffish_games.py chess 2

One JSON object: games, plies, choices (legal moves of all positions), seconds (of the processor). The library has no position that moves are made in: whoever uses it hands over the FEN, gets the
moves, and asks for the next FEN. Repetition is counted here, by the fields of the FEN without its counters, since the library would play the game from the start for each question. Exit status 3: the
game is not known.
"""

import argparse
import json
import random
import sys
import time

import pyffish

# A game that has not ended after so many plies is given up, as by the other players.
PLIES = 1000


def play(game, start, repetitions):
    """One game: its plies, and the legal moves of all its positions."""
    fen, seen, choices = start, {}, 0
    for ply in range(PLIES + 1):
        moves = pyffish.legal_moves(game, fen, [])
        choices += len(moves)
        place = " ".join(fen.split()[:4])
        seen[place] = seen.get(place, 0) + 1
        if not moves or ply == PLIES or seen[place] >= repetitions or pyffish.is_immediate_game_end(game, fen, [])[0] or pyffish.is_optional_game_end(game, fen, [])[0]:
            return ply, choices
        fen = pyffish.get_fen(game, fen, [random.choice(moves)])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("seconds", type=float, help="of the processor; one game at least")
    parser.add_argument("--seed", type=int, default=1, help="which games")
    options = parser.parse_args()
    if options.game not in pyffish.variants():
        sys.exit(3)
    random.seed(options.seed)
    start = pyffish.start_fen(options.game)
    # Shogi ends with the fourth, as the others count.
    repetitions = 4 if "shogi" in options.game else 3
    games = plies = choices = 0
    began = time.process_time()
    while True:
        played = play(options.game, start, repetitions)
        games, plies, choices = games + 1, plies + played[0], choices + played[1]
        seconds = time.process_time() - began
        if seconds >= options.seconds:
            break
    print(json.dumps({"games": games, "plies": plies, "choices": choices, "seconds": seconds}))


if __name__ == "__main__":
    main()
