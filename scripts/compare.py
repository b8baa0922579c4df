#!/usr/bin/env python3
"""Plays random games with `wazir` and independent programs side by side and reports where they disagree.

    pip install pyffish chess            # the rules of Fairy-Stockfish and of python-chess
    cargo build --release
    scripts/compare.py                   # every game that a peer knows as well
    scripts/compare.py --games 20 shogi xiangqi

In every position of a random game the sorted legal moves (UCI) are compared, and after every move the FEN: board,
hands, side to move, castling rights and check counters. Whether a game is over by its position counts as "no moves".

One difference is intended and only counted: Wazir forbids a pawn drop that mates, Fairy-Stockfish lists it as a move
that loses. Exit status: 0 without differences, 1 with some, 2 when nothing could be compared.
"""

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


class Failure(Exception):
    """Something that stops the comparison, in words for the user."""


class Wazir:
    """The program under test: one process a position."""

    def __init__(self, program, backend):
        self.program = program
        self.backend = ["--backend", backend] if backend else []

    def run(self, *arguments):
        done = subprocess.run([self.program, *arguments], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise Failure(f"wazir {' '.join(arguments)}\n{done.stderr.strip()}")
        return json.loads(done.stdout)

    def names(self):
        listed = self.run("list", "--json")
        games = listed.get("games", listed.get("variants")) if isinstance(listed, dict) else listed
        return [game if isinstance(game, str) else game.get("id") or game["name"] for game in games]

    def position(self, game, fen=None, move=None):
        """FEN and sorted legal moves after `move` in `fen` (by default: at the start)."""
        arguments = ["moves", game, "--json", *self.backend]
        if fen is not None:
            arguments += ["--fen", fen]
        if move is not None:
            arguments += ["--moves", move]
        answer = self.run(*arguments)
        return answer["fen"], sorted(one["uci"] for one in answer["moves"])


class Pyffish:
    """Fairy-Stockfish's rules."""

    name = "pyffish"

    def __init__(self):
        import pyffish

        self.lib = pyffish
        # It reports on each FEN it doubts on standard output.
        self.known = set(pyffish.variants())

    def variant(self, game):
        """Its name for a game, or None."""
        return game if game in self.known else None

    def start_fen(self, game):
        return self.lib.start_fen(game)

    def moves(self, game, fen):
        if self.lib.is_immediate_game_end(game, fen, [])[0]:
            return []
        return sorted(self.lib.legal_moves(game, fen, [], game == "fischerandom"))

    def after(self, game, fen, move):
        return self.lib.get_fen(game, fen, [move], game == "fischerandom")

    def is_mating_drop(self, game, fen, move):
        return (
            "@" in move
            and not self.lib.legal_moves(game, fen, [move])
            and self.lib.gives_check(game, fen, [move])
        )


class PythonChess:
    """python-chess's rules, for the games of lichess."""

    name = "python-chess"

    def __init__(self):
        import chess
        import chess.variant

        variant = chess.variant
        self.boards = {
            "chess": chess.Board,
            "fischerandom": chess.Board,
            "atomic": variant.AtomicBoard,
            "antichess": variant.AntichessBoard,
            "crazyhouse": variant.CrazyhouseBoard,
            "kingofthehill": variant.KingOfTheHillBoard,
            "3check": variant.ThreeCheckBoard,
            "horde": variant.HordeBoard,
            "racingkings": variant.RacingKingsBoard,
        }

    def variant(self, game):
        return game if game in self.boards else None

    def start_fen(self, _game):
        return None  # It has the start positions of lichess, some of which differ in their counters.

    def board(self, game, fen):
        return self.boards[game](fen, chess960=game == "fischerandom")

    def moves(self, game, fen):
        board = self.board(game, fen)
        if board.is_variant_end():
            return []
        return sorted(move.uci() for move in board.legal_moves)

    def after(self, game, fen, move):
        board = self.board(game, fen)
        board.push_uci(move)
        return board.fen(shredder=game == "fischerandom")

    def is_mating_drop(self, _game, _fen, _move):
        return False


def placement(fen):
    """What is compared of a FEN: ranks, hand, side, castling rights, check counters."""
    fields = fen.split()
    board, _, hand = fields[0].partition("[")
    side = fields[1] if len(fields) > 1 else "w"
    rights = fields[2] if len(fields) > 2 and not fields[2].isdigit() else "-"
    checks = [field for field in fields[3:] if "+" in field]
    return {
        "board": board,
        "hand": "".join(sorted(hand.rstrip("]").strip("-"))),
        "side": side,
        "castling rights": "".join(sorted(rights)),
        "checks": checks,
    }


def compare_position(peer, game, fen, ours):
    """Differences between the legal moves, and the number of intended ones."""
    theirs = peer.moves(game, fen)
    missing = [move for move in theirs if move not in set(ours)]
    extra = [move for move in ours if move not in set(theirs)]
    real = [move for move in missing if not peer.is_mating_drop(game, fen, move)]
    intended = len(missing) - len(real)
    if not real and not extra:
        return None, intended
    return f"moves: wazir lacks {real or 'none'}, wazir alone has {extra or 'none'}", intended


def compare_fen(peer, game, fen, move, ours):
    """How the positions after a move differ, or None."""
    theirs = peer.after(game, fen, move)
    mine, other = placement(ours), placement(theirs)
    wrong = [part for part in mine if mine[part] != other[part]]
    if not wrong:
        return None
    return f"FEN after {move}: {', '.join(wrong)} differ\n    wazir        {ours}\n    {peer.name:<12} {theirs}"


def random_start(game, rng):
    """Where a random game starts: None for the game's own start position."""
    if game != "fischerandom":
        return None
    # Bishops on opposite colours, the king between the rooks.
    row = [""] * 8
    row[rng.randrange(0, 8, 2)] = row[rng.randrange(1, 8, 2)] = "b"
    for piece in rng.sample("qnn", 3):
        row[rng.choice([i for i in range(8) if not row[i]])] = piece
    for i, piece in zip([i for i in range(8) if not row[i]], "rkr"):
        row[i] = piece
    back = "".join(row)
    rights = "".join("abcdefgh"[i] for i in (back.rindex("r"), back.index("r")))
    return f"{back}/pppppppp/8/8/8/8/PPPPPPPP/{back.upper()} w {rights.upper()}{rights} - 0 1"


def play(wazir, peers, game, plies, rng, report):
    """One random game; returns positions compared, differences, intended differences."""
    fen, moves = wazir.position(game, random_start(game, rng))
    positions = differences = intended = 0
    for _ in range(plies):
        positions += 1
        broken = False
        for peer in peers:
            text, allowed = compare_position(peer, game, fen, moves)
            intended += allowed
            if text:
                report(peer, game, fen, text)
                differences += 1
                broken = True
        if broken or not moves:
            break
        move = rng.choice(moves)
        after, moves = wazir.position(game, fen, move)
        for peer in peers:
            text = compare_fen(peer, game, fen, move, after)
            if text:
                report(peer, game, fen, text)
                differences += 1
        fen = after
    return positions, differences, intended


def load(names):
    """The peers that are installed."""
    peers = []
    for kind in (Pyffish, PythonChess):
        if names and kind.name not in names:
            continue
        try:
            peers.append(kind())
        except ImportError:
            print(f"note: {kind.name} is not installed", file=sys.stderr)
    return peers


def find_program(path):
    """The `wazir` program: as asked, else the newest build, else the one in PATH."""
    if path:
        return path
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    built = [p for p in (target / "release" / "wazir", target / "debug" / "wazir") if p.exists()]
    program = max(built, key=lambda p: p.stat().st_mtime, default=None) or shutil.which("wazir")
    if program is None:
        raise Failure("no `wazir` program: run `cargo build --release`, or give its path with --wazir")
    return str(program)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*", help="games to compare (default: all that a peer knows)")
    parser.add_argument("--games", type=int, default=5, metavar="N", help="random games for each game (default 5)")
    parser.add_argument("--plies", type=int, default=120, metavar="N", help="most moves in a game (default 120)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the random play (default 1)")
    parser.add_argument("--wazir", metavar="PATH", help="the program (default: the newest build)")
    parser.add_argument("--backend", choices=["compiled", "interpreted"], help="who plays in wazir")
    parser.add_argument("--with", dest="peers", action="append", choices=["pyffish", "python-chess"],
                        help="compare with this one only (may be repeated)")
    parser.add_argument("--variants", metavar="DIR", help="take DIR/GAME.ron instead of the games built in")
    parser.add_argument("--most", type=int, default=3, metavar="N", help="differences shown for each game (default 3)")
    options = parser.parse_args()

    peers = load(options.peers)
    if not peers:
        raise Failure("nothing to compare with: pip install pyffish chess")
    wazir = Wazir(find_program(options.wazir), options.backend)
    if options.variants:
        known = sorted(path.stem for path in Path(options.variants).glob("*.ron"))
    else:
        known = wazir.names()
    failed = compared = 0
    for game in options.game or known:
        mine = [peer for peer in peers if peer.variant(game)]
        if not mine:
            print(f"{game:<16} no peer knows it")
            continue
        shown = 0

        def report(peer, game, fen, text):
            nonlocal shown
            shown += 1
            if shown <= options.most:
                print(f"DIFFERENCE in {game} with {peer.name}\n  fen {fen}\n  {text}")

        name = str(Path(options.variants) / f"{game}.ron") if options.variants else game
        one = Named(wazir, name)
        start, _ = one.position(game)
        for peer in mine:
            fen = peer.start_fen(game)
            if fen and placement(fen)["board"] != placement(start)["board"]:
                print(f"note: {game} starts elsewhere in {peer.name}\n  wazir {start}\n  {peer.name} {fen}")
        totals = [0, 0, 0]
        for number in range(options.games):
            rng = random.Random(f"{options.seed} {game} {number}")
            totals = [a + b for a, b in zip(totals, play(one, mine, game, options.plies, rng, report))]
        positions, differences, intended = totals
        compared += positions
        failed += differences
        verdict = "agree" if differences == 0 else f"{differences} DIFFERENCES"
        mates = f", {intended} mating drops left out" if intended else ""
        print(f"{game:<16} {positions:>6} positions with {', '.join(p.name for p in mine)}: {verdict}{mates}", flush=True)
    if compared == 0:
        raise Failure("no game to compare")
    return 1 if failed else 0


class Named:
    """`wazir` for one game, which it may know by the path of its file."""

    def __init__(self, wazir, name):
        self.wazir, self.name = wazir, name

    def position(self, _game, fen=None, move=None):
        return self.wazir.position(self.name, fen, move)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Failure as failure:
        print(f"error: {failure}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)
