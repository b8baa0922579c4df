#!/usr/bin/env python3
"""Has clients that others wrote talk to `wazir engine`: python-chess over UCI and CECP, XBoard under a virtual display, and uci2wb.

    sudo apt-get install python3-pip xboard xvfb uci2wb      # what is missing is left out, and said
    pip install chess
    cargo build --release
    scripts/clients.py [--wazir target/release/wazir] [--only python-chess|xboard|uci2wb]

Exit status: 0 when every check that could be made has passed, 1 when one has failed.
"""

import argparse
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Where Debian keeps games, which root has not in its path.
os.environ["PATH"] += ":/usr/games"
FAILURES = []


def check(name, passed, detail=""):
    print(f"{'ok  ' if passed else 'FAIL'} {name}{': ' + detail if detail else ''}", flush=True)
    if not passed:
        FAILURES.append(name)


def python_chess(wazir):
    try:
        import chess
        import chess.engine
        import chess.variant
    except ImportError:
        print("left out: python-chess (pip install chess)")
        return
    print(f"python-chess {chess.__version__}")
    boards = [chess.Board, chess.variant.CrazyhouseBoard, chess.variant.AtomicBoard, chess.variant.AntichessBoard,
              chess.variant.KingOfTheHillBoard, chess.variant.ThreeCheckBoard, chess.variant.HordeBoard,
              chess.variant.RacingKingsBoard]
    for protocol, popen in (("UCI", chess.engine.SimpleEngine.popen_uci), ("CECP", chess.engine.SimpleEngine.popen_xboard)):
        with popen([wazir, "engine"], timeout=30) as engine:
            check(f"{protocol}: it introduces itself", "name" in engine.id, engine.id.get("name", ""))
            engine.ping()
            for make in boards:
                board = make()
                name = type(board).uci_variant
                # Legal moves only, or python-chess raises an error. Every other move is random, so that strange positions are seen.
                limit = chess.engine.Limit(time=0.02)
                chosen = random.Random(1)
                while not board.is_game_over() and len(board.move_stack) < 60:
                    if len(board.move_stack) % 2:
                        board.push(chosen.choice(list(board.legal_moves)))
                    else:
                        result = engine.play(board, limit, info=chess.engine.INFO_BASIC)
                        board.push(result.move)
                check(f"{protocol}: a game of {name}", True, f"{len(board.move_stack)} plies, {board.result(claim_draw=True)}")
            board = chess.Board("4k3/8/8/8/8/8/8/R3K2R w HA - 0 1", chess960=True)
            result = engine.play(board, chess.engine.Limit(depth=3), root_moves=None)
            check(f"{protocol}: a position of Chess960", result.move in board.legal_moves, str(result.move))
            board = chess.Board()
            info = engine.analyse(board, chess.engine.Limit(time=0.2))
            info = info[0] if isinstance(info, list) else info
            check(f"{protocol}: analysis", info.get("depth", 0) >= 1 and "score" in info, f"depth {info.get('depth')}")
            mate = chess.Board("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
            result = engine.play(mate, chess.engine.Limit(time=0.2))
            check(f"{protocol}: it mates in one", result.move == chess.Move.from_uci("a1a8"), str(result.move))
            clock = chess.engine.Limit(white_clock=1, black_clock=1, white_inc=0.01, black_inc=0.01)
            check(f"{protocol}: a clock", engine.play(board, clock).move in board.legal_moves)
            if protocol == "UCI":
                infos = engine.analyse(board, chess.engine.Limit(depth=3), multipv=3)
                check("UCI: three lines", len(infos) == 3, ", ".join(str(info["pv"][0]) for info in infos))
                result = engine.play(board, chess.engine.Limit(time=0.05), ponder=True)
                board.push(result.move)
                if result.ponder:
                    board.push(result.ponder)
                result = engine.play(board, chess.engine.Limit(time=0.05), ponder=True)
                check("UCI: the move after a ponder hit", result.move in board.legal_moves, str(result.move))
                with engine.analysis(chess.Board()) as analysis:
                    for number, _ in enumerate(analysis):
                        if number > 2:
                            break
                    analysis.stop()
                check("UCI: endless analysis ends when told", True)


# What XBoard is given to play: games it knows by itself, and games that the engine has to tell it of.
XBOARD_GAMES = ["normal", "crazyhouse", "shogi", "xiangqi", "makruk", "capablanca", "amazon", "mini", "chancellor"]


def xboard_match(name, first, second, variant, plies):
    """A game between two engines in XBoard; the text of the PGN and of the debug file."""
    with tempfile.TemporaryDirectory() as folder:
        pgn, debug = Path(folder, "games.pgn"), Path(folder, "debug.txt")
        command = ["xvfb-run", "-a", "xboard", "-fcp", first, "-scp", second, "-variant", variant, "-mode", "twomachines",
                   "-matchGames", "1", "-st", "0:02", "-depth", "2", "-sgf", str(pgn), "-debugMode", "true", "-nameOfDebugFile",
                   str(debug), "-xexit", "-adjudicateDrawMoves", str(plies)]
        environment = dict(os.environ, HOME=folder)
        try:
            subprocess.run(command, timeout=240, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        except subprocess.TimeoutExpired:
            check(name, False, "no end within four minutes")
            return None, None
        read = lambda path: path.read_text(errors="replace") if path.exists() else ""
        return read(pgn), read(debug)


def judge(name, pgn, debug):
    """Whether XBoard has seen a game of legal moves to its end."""
    if pgn is None:
        return
    result = re.search(r'\[Result "(.*?)"\]', pgn)
    moves = re.findall(r"^\d+ <(?:first|second) *: move (.*)$", debug, re.M)
    # `black` and `white` are words that uci2wb does not know, of XBoard's first version.
    illegal = [line for line in debug.splitlines()
               if ("llegal move" in line or "Error (" in line or "forfeit" in line) and not line.endswith((": black", ": white"))]
    ending = re.findall(r"\{(.*?)\}", pgn)
    passed = bool(moves) and not illegal and result is not None and result.group(1) != "*"
    detail = f"{len(moves)} moves, {result.group(1) if result else 'no PGN'} {ending[-1] if ending else ''}"
    check(name, passed, detail + (f"; {illegal[0]}" if illegal else ""))


def xboard(wazir):
    if not shutil.which("xboard") or not shutil.which("xvfb-run"):
        print("left out: xboard (apt-get install xboard xvfb)")
        return
    for variant in XBOARD_GAMES:
        name = f"xboard: {variant}"
        judge(name, *xboard_match(name, f"{wazir} engine", f"{wazir} engine", variant, 40))


# What uci2wb translates: its flag, the game, a first move as XBoard writes it.
ADAPTED = [("UCI", None, "normal", "e2e4"), ("USI", "-s", "shogi", "c3c4"), ("UCCI", "-x", "xiangqi", "h2e2"), ("UCI-cyclone", "-c", "xiangqi", "h2e2")]


def uci2wb(wazir):
    if not shutil.which("uci2wb"):
        print("left out: uci2wb (apt-get install uci2wb)")
        return
    with tempfile.TemporaryDirectory() as folder:
        # It takes no arguments for the engine.
        script = Path(folder, "wazir-engine")
        script.write_text(f"#!/bin/sh\nexec {wazir} engine\n")
        script.chmod(0o755)
        for protocol, flag, variant, move in ADAPTED:
            command = ["uci2wb"] + ([flag] if flag else []) + [str(script)]
            process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)

            def say(*lines):
                for line in lines:
                    process.stdin.write(line + "\n")
                process.stdin.flush()

            # It reads without buffers between, so each step needs its time: a variant that comes with the move is not there yet when the move is.
            steps = [(["xboard", "protover 2"], 2), (["new"], 1)] + ([] if variant == "normal" else [([f"variant {variant}"], 1)])
            steps += [(["level 40 1 0", "sd 3", "post"], 1), ([f"usermove {move}"], 3), (["quit"], 1)]
            for lines, seconds in steps:
                say(*lines)
                time.sleep(seconds)
            process.kill()
            answers = [line for line in process.stdout.read().splitlines() if line.startswith("move ")]
            # The answer is a move of the other side, from its half of the board.
            rank = re.match(r"move [a-z](\d+)", answers[0]) if answers else None
            passed = len(answers) == 1 and rank is not None and int(rank.group(1)) > 4
            check(f"uci2wb: {protocol}, {variant}", passed, answers[0] if answers else "no move")
        if shutil.which("xboard") and shutil.which("xvfb-run"):
            name = "uci2wb: UCI in XBoard"
            judge(name, *xboard_match(name, f"uci2wb {script}", f"{wazir} engine", "normal", 40))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--wazir", default=str(ROOT / "target/release/wazir"))
    parser.add_argument("--only", choices=["python-chess", "xboard", "uci2wb"])
    args = parser.parse_args()
    wazir = str(Path(args.wazir).resolve())
    if not Path(wazir).exists():
        raise SystemExit(f"{wazir} is not there; cargo build --release")
    for name, run in (("python-chess", python_chess), ("xboard", xboard), ("uci2wb", uci2wb)):
        if args.only in (None, name):
            run(wazir)
    print(f"{len(FAILURES)} failures" + (": " + ", ".join(FAILURES) if FAILURES else ""))
    return 1 if FAILURES else 0


if __name__ == "__main__":
    sys.exit(main())
