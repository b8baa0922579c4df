#!/usr/bin/env python3
"""Compares how moves are written with Fairy-Stockfish (its Python module pyffish), in random positions of every game that both know.

    pip install pyffish
    cargo build --release
    scripts/agree_pyffish.py                          # every game
    scripts/agree_pyffish.py --positions 200 shogi    # one, more thoroughly

Of each position some legal moves are written by both: in SAN and LAN, games of shogi also in Hodges's (with letters and numbers for ranks) and Hosking's notation, games of
xiangqi in WXF, janggi and makruk in their own ones.

Pieces may have other letters there: pyffish writes H for the horse that its own FEN calls n, and D for a promoted rook (+R). Which letter stands for which is learnt at first
sight and has to stay so. Six differences are intended, and counted apart:
  promoted   pyffish takes a promoted piece and the piece it moves like for one type (G for gold and promoted pawn), and tells them apart by their squares; or does
             not tell them apart at all (`G@c3`)
  check      pyffish marks no check where a lost king ends the game by another rule than check, as in atomic (python-chess marks it)
  pair       of two pieces on a file, pyffish names the file in WXF where the other one could not go the same way (C6-1), Wazir says + or - always
  wxf        where two moves of a position have one text in WXF (a silver's S2+1), Wazir writes the squares instead
  alike      pyffish writes another legal move in the same way (its SAN knows nothing of leaps that are a piece's first move: cambodian), Wazir tells the two apart
  thai       pyffish writes what a piece is promoted to in the letter of FEN, Wazir in Thai as everything else
Exit status: 0 without other differences, 1 with some, 2 when nothing could be compared.
"""

import argparse
import json
import os
import random
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pyffish

ROOT = Path(__file__).resolve().parent.parent
ALL = {"san": pyffish.NOTATION_SAN, "lan": pyffish.NOTATION_LAN}
BY_FAMILY = {
    "Shogi": {
        "hodges": pyffish.NOTATION_SHOGI_HODGES,
        "hodges-numbers": pyffish.NOTATION_SHOGI_HODGES_NUMBER,
        "hosking": pyffish.NOTATION_SHOGI_HOSKING,
    },
    "Xiangqi": {"wxf": pyffish.NOTATION_XIANGQI_WXF},
}
# Notations of some games only.
BY_GAME = {
    "janggi": {"janggi": pyffish.NOTATION_JANGGI},
    "janggicasual": {"janggi": pyffish.NOTATION_JANGGI},
    "janggimodern": {"janggi": pyffish.NOTATION_JANGGI},
    "janggitraditional": {"janggi": pyffish.NOTATION_JANGGI},
    "makruk": {"thai": pyffish.NOTATION_THAI_SAN},
    "makpong": {"thai": pyffish.NOTATION_THAI_SAN},
    "sittuyin": {"thai": pyffish.NOTATION_THAI_SAN},
}
# Games in which pyffish knows no check, but a king that must not be lost.
NO_CHECKS = {"atomic", "coregal", "petrified", "spartan"}
SYMBOL = r"\+?[A-Z]['!]{0,2}"


class Letters:
    """Which letter of theirs stands for each symbol of ours."""

    def __init__(self):
        self.known = {}

    def translated(self, ours, theirs):
        """Our text with their letters, as far as they are known or can be learnt from their text."""
        parts = re.compile(rf"^({SYMBOL})(?!-O)|([=/])({SYMBOL})")
        mine, other = list(parts.finditer(ours)), list(parts.finditer(theirs))
        if len(mine) == len(other):
            for one, two in zip(mine, other):
                self.known.setdefault(one.group(1) or one.group(3), two.group(1) or two.group(3))

        def letter(match):
            symbol = match.group(1) or match.group(3)
            return (match.group(2) or "") + self.known.get(symbol, symbol)

        return parts.sub(letter, ours)

    def others(self):
        return {ours: theirs for ours, theirs in sorted(self.known.items()) if ours != theirs}


def wazir(program, *arguments):
    done = subprocess.run([program, *arguments], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"wazir {' '.join(arguments)}\n{done.stderr.strip()}")
    return json.loads(done.stdout)


def is_intended(game, notation, move, ours, theirs):
    if game in NO_CHECKS and ours.rstrip("+#") == theirs:
        return "check"
    if notation == "wxf" and re.fullmatch(r"[A-Z][+-][+=-]\d", ours) and re.fullmatch(r"[A-Z]\d[+=-]\d", theirs) and ours[2:] == theirs[2:]:
        return "pair"
    promoted = move["symbol"].startswith("+") or "promotion" in move or "+" in ours[:1] or theirs[:1] == "G"
    if notation in ("san", "lan") and promoted:
        return "promoted"
    if notation == "thai" and "=" in ours and ours.split("=")[0] == theirs.split("=")[0]:
        return "thai"
    if notation == "wxf" and re.fullmatch(r"[A-Z]\d-[A-Z]\d", ours):
        return "wxf"
    return None


def compare(game, family, options):
    chess960 = game == "fischerandom"
    wide = re.search(r"\d\d", pyffish.start_fen(game).split(" ")[0]) is not None
    # Numbers for ranks are for boards of at most nine files.
    special = {name: number for name, number in BY_FAMILY.get(family, {}).items() if not wide or name == "hodges"}
    notations = ALL | special | BY_GAME.get(game, {})
    letters = {notation: Letters() for notation in notations}
    count, intended, differences = Counter(), Counter(), []
    source = random.Random(options.seed)
    fen = pyffish.start_fen(game)
    plies = 0
    while count["positions"] < options.positions:
        legal = pyffish.legal_moves(game, fen, [], chess960)
        if not legal or plies >= options.plies or pyffish.is_immediate_game_end(game, fen, [])[0]:
            if plies == 0:
                break
            fen, plies = pyffish.start_fen(game), 0
            continue
        answer = wazir(options.program, "moves", game, "--json", "--fen", fen, "--notation", ",".join(notations), *(["--chess960"] if chess960 else []))
        known = [move for move in answer["moves"] if move["uci"] in legal]
        count["positions"] += 1
        count["unknown"] += len(answer["moves"]) - len(known)
        for move in source.sample(known, min(options.moves, len(known))):
            count["moves"] += 1
            for notation, number in notations.items():
                theirs = pyffish.get_san(game, fen, move["uci"], chess960, number)
                ours = letters[notation].translated(move[notation], theirs)
                count["texts"] += 1
                if ours == theirs:
                    continue
                reason = is_intended(game, notation, move, move[notation], theirs)
                told_apart = (other["uci"] for other in known if other[notation] != move[notation])
                if not reason and any(pyffish.get_san(game, fen, other, chess960, number) == theirs for other in told_apart):
                    reason = "alike"
                if reason:
                    intended[reason] += 1
                else:
                    differences.append(f"{notation} {move['uci']}: ours {move[notation]}, theirs {theirs}  in {fen}")
        fen = pyffish.get_fen(game, fen, [source.choice(legal)], chess960)
        plies += 1
    others = {}
    for one in letters.values():
        others |= one.others()
    return count, intended, others, differences


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("games", nargs="*", help="games to compare; all that both know by default")
    parser.add_argument("--program", default=ROOT / "target/release/wazir", help="the program under test")
    parser.add_argument("--positions", type=int, default=40, help="positions of each game")
    parser.add_argument("--moves", type=int, default=10, help="moves of each position")
    parser.add_argument("--plies", type=int, default=80, help="length of a game")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    # pyffish reports what it doubts on standard output and error; nobody reads that here.
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    listed = wazir(options.program, "list", "--json")
    listed = listed["games"] if isinstance(listed, dict) else listed
    families = {game.get("id") or game["name"]: game.get("family", "") for game in listed}
    names = options.games or sorted(set(families) & set(pyffish.variants()))
    total, reasons, wrong = Counter(), Counter(), 0
    for game in names:
        try:
            count, intended, others, differences = compare(game, families.get(game, ""), options)
        except RuntimeError as error:
            print(f"{game}: {error}", flush=True)
            wrong += 1
            continue
        total += count
        reasons += intended
        wrong += len(differences)
        notes = [f"{number} intended ({reason})" for reason, number in intended.items()]
        if others:
            notes.append("letters " + " ".join(f"{ours}:{theirs}" for ours, theirs in others.items()))
        print(f"{game}: {count['positions']} positions, {count['moves']} moves, {count['texts']} texts, {len(differences)} differ", *notes, sep="; ", flush=True)
        for difference in differences[:4]:
            print(f"    {difference}")
    print(f"\n{len(names)} games, {total['positions']} positions, {total['moves']} moves, {total['texts']} texts: {wrong} differ; intended: {dict(reasons)}")
    return 2 if total["texts"] == 0 else int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
