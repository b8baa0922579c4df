#!/usr/bin/env python3
"""Plays random games of chu or dai shogi and compares, in every position, where each piece can go with what HaChu (Debian's `hachu`) says.

    sudo apt-get install hachu
    cargo build --release
    scripts/hachu.py [--game chu|dai] [--games 5] [--plies 200] [--seed 1]

HaChu is asked as XBoard asks it when a piece is picked up (`lift`): it answers with the squares to highlight. Moves on which
something is captured on the way are compared by where they end only, and not played; promotions are played. Exit status: 0 without differences, 1 with some.
"""

import argparse
import json
import random
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


class HaChu:
    """The engine, asked over the XBoard protocol."""

    def __init__(self, program, game):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen([program], stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True)
        # Without memory it knows no moves.
        self.say("xboard", "protover 2", "memory 64", "new", f"variant {game}", "option Allow repeats=1", "force")

    def say(self, *lines):
        for line in lines:
            self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def targets(self, square):
        """The squares it highlights for the piece on `square`."""
        self.say(f"lift {square}", "ping 1")
        found = set()
        for line in self.process.stdout:
            if line.startswith("highlight "):
                found = highlighted(line.split()[1])
            if line.startswith("pong"):
                return found
        raise SystemExit("HaChu has gone")

    def plays(self, move):
        """Makes a move. Returns whether it finds it legal."""
        self.say(f"usermove {move}", "ping 2")
        legal = True
        for line in self.process.stdout:
            legal &= "Illegal" not in line
            if line.startswith("pong"):
                return legal
        raise SystemExit("HaChu has gone")


def highlighted(board):
    """The squares of a FEN-like board that hold a letter."""
    found = set()
    rows = board.split("/")
    for rank, row in zip(range(len(rows), 0, -1), rows):
        file = 0
        number = ""
        for letter in row + " ":
            if letter.isdigit():
                number += letter
                continue
            file += int(number or 0)
            number = ""
            if letter.isalpha():
                found.add("abcdefghijklmno"[file] + str(rank))
                file += 1
    return found


def ask(wazir, game, played):
    command = [wazir, "moves", str(ROOT / "variants" / f"{game}.ron"), "--json", "--color", "never"]
    if played:
        command += ["--moves", " ".join(played)]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--wazir", default=str(ROOT / "target" / "release" / "wazir"))
    parser.add_argument("--hachu", default="/usr/games/hachu")
    parser.add_argument("--game", choices=["chu", "dai"], default="chu")
    parser.add_argument("--games", type=int, default=5)
    parser.add_argument("--plies", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    compared = different = 0
    for _ in range(options.games):
        peer = HaChu(options.hachu, options.game)
        played = []
        for _ in range(options.plies):
            position = ask(options.wazir, options.game, played)
            if not position["moves"]:
                break
            ours = {}
            for move in position["moves"]:
                if move["from"] != move["to"]:
                    ours.setdefault(move["from"], set()).add(move["to"])
            for square, targets in sorted(ours.items()):
                theirs = peer.targets(square) - {square}
                compared += 1
                if theirs != targets:
                    different += 1
                    missing, more = sorted(theirs - targets), sorted(targets - theirs)
                    print(f"{position['fen']}: {square}: only HaChu {missing}, only Wazir {more}")
            # Moves of several legs are written in another way there.
            simple = [move["uci"] for move in position["moves"] if move["kind"] != "journey"]
            played.append(chance.choice(simple))
            if not peer.plays(played[-1]):
                different += 1
                print(f"{position['fen']}: HaChu does not know {played[-1]}")
                break
    print(f"{compared} pieces compared, {different} differences")
    raise SystemExit(1 if different or not compared else 0)


if __name__ == "__main__":
    main()
