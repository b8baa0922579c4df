#!/usr/bin/env python3
"""Has clients that others wrote talk to `wazir engine`: python-chess over UCI and CECP, cshogi and python-shogi over USI, pyffish, XBoard under a virtual display, and uci2wb.

    sudo apt-get install xboard xvfb uci2wb      # what is missing is SKIPPED, and said
    cargo build --release
    scripts/clients.py --install                 # puts the Python packages into target/clients, once
    scripts/clients.py --only cshogi --wazir target/ci/wazir

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
# The Python packages, and the versions that docs/protocols.md tells of.
PACKAGES = ["chess==1.11.2", "pyffish==0.0.90", "python-shogi==1.1.1", "cshogi==1.1.0"]
VENV = ROOT / "target/clients"


def install():
    """Puts the packages into an environment of their own, and goes on in it."""
    python = VENV / "bin/python"
    if Path(sys.prefix).resolve() == VENV.resolve():
        return
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(VENV)], check=True)
    # What cannot be had is skipped by those who need it.
    for package in PACKAGES:
        done = subprocess.run([str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", package], check=False)
        if done.returncode != 0:
            print(f"SKIPPED {package}: it cannot be installed", flush=True)
    os.execv(python, [str(python), *sys.argv])


def script_for(wazir, folder, *arguments):
    """A program without arguments that is the engine: some clients take nothing else."""
    script = Path(folder, "wazir-engine")
    script.write_text(f"#!/bin/sh\nexec {wazir} engine {' '.join(arguments)}\n")
    script.chmod(0o755)
    return script


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
        print("SKIPPED python-chess: it is not installed (--install)")
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
                more_of_uci(chess, engine)


def more_of_uci(chess, engine):
    """Mates, chosen moves, wins and draws, moves that are looked at, and castling rights in a game without castling."""
    problem = chess.Board("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1")
    info = engine.analyse(problem, chess.engine.Limit(mate=2))
    check("UCI: Morphy's mate in two", info["score"].relative == chess.engine.Mate(2), f"{info['score']} after {info.get('nodes')} nodes")
    line = problem.copy()
    for move in info["pv"]:
        line.push(move)
    check("UCI: its line mates", line.is_checkmate(), problem.variation_san(info["pv"]))
    board = chess.Board()
    chosen = [chess.Move.from_uci("a2a3"), chess.Move.from_uci("h2h3")]
    result = engine.play(board, chess.engine.Limit(depth=4), root_moves=chosen)
    check("UCI: only moves that are asked for", result.move in chosen, str(result.move))
    engine.configure({"UCI_ShowWDL": True})
    info = engine.analyse(board, chess.engine.Limit(depth=6))
    wdl = info.get("wdl")
    check("UCI: UCI_ShowWDL", wdl is not None and sum(wdl.relative) == 1000, str(wdl))
    ahead = engine.analyse(chess.Board("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), chess.engine.Limit(depth=6))
    check("UCI: a queen ahead wins nearly always", "wdl" in ahead and ahead["wdl"].relative.wins > 900, str(ahead.get("wdl")))
    engine.configure({"UCI_ShowWDL": False})
    seen = set()
    with engine.analysis(board) as analysis:
        until = time.monotonic() + 1.5
        for info in analysis:
            if "currmove" in info:
                seen.add((info["currmove"], info["currmovenumber"]))
            if time.monotonic() > until:
                break
        analysis.stop()
    check("UCI: the moves that are looked at", len(seen) > 1 and all(move in board.legal_moves for move, _ in seen), f"{len(seen)} told")
    # python-chess writes castling rights that this game has no use for.
    suicide = chess.variant.SuicideBoard("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
    result = engine.play(suicide, chess.engine.Limit(depth=2))
    check("UCI: castling rights where nothing castles", result.move in suicide.legal_moves, str(result.move))


# Tsume problems with the number of their plies, without the attacker's king; and one that is none.
TSUME = [("8k/9/7G1/9/9/9/9/9/9 b G2r2b2g4s4n4l18p 1", 1), ("8k/9/6R2/9/9/9/9/9/9 b Gr2b3g4s4n4l18p 1", 3),
         ("4R2nl/6sk1/6pp1/8p/9/9/9/9/9 b BGLrb3g3s3n2l15p 1", 5), ("6s2/6l2/9/6BBk/9/9/9/9/9 b RPr4g3s4n3l17p 1", 9),
         ("4k4/9/9/9/9/9/9/9/9 b P2r2b4g4s4n4l17p 1", None)]


def cshogi_client(wazir):
    try:
        import cshogi
        from cshogi.usi import Engine
    except ImportError:
        print("SKIPPED cshogi: it is not installed (--install)")
        return
    with tempfile.TemporaryDirectory() as folder:
        engine = Engine(str(script_for(wazir, folder, "shogi")))
        try:
            engine.usi()
            engine.setoption("USI_Hash", 64)
            engine.isready()
            engine.usinewgame()
            board, moves = cshogi.Board(), []
            while not board.is_game_over() and len(moves) < 80:
                engine.position(moves=moves)
                best, _ = engine.go(byoyomi=30)
                if best in ("resign", "win"):
                    break
                move = board.move_from_usi(best)
                if not board.is_legal(move):
                    check("cshogi: a game of shogi", False, f"{best} is illegal in {board.sfen()}")
                    break
                board.push(move)
                moves.append(best)
            check("cshogi: a game of shogi", len(moves) > 20, f"{len(moves)} plies")
            for sfen, plies in TSUME:
                board.set_sfen(sfen)
                engine.position(sfen=f"sfen {sfen}")
                answer = engine.go_mate(byoyomi=60000).split()
                if plies is None:
                    check("cshogi: no mate, and none is found", answer == ["nomate"], " ".join(answer))
                    continue
                for text in answer:
                    move = board.move_from_usi(text)
                    if not board.is_legal(move):
                        break
                    board.push(move)
                mated = board.is_check() and not list(board.legal_moves)
                check(f"cshogi: tsume in {plies}", mated and len(answer) == plies, " ".join(answer))
                # By cshogi's own search there is none that is shorter, and one of that length.
                board.set_sfen(sfen)
                shorter = plies > 3 and board.mate_move(plies - 2)
                check(f"cshogi: its own search agrees on {plies}", not shorter and (plies < 3 or board.mate_move(plies)))
        finally:
            engine.quit()


def python_shogi(wazir):
    try:
        import shogi
    except ImportError:
        print("SKIPPED python-shogi: it is not installed (--install)")
        return
    process = subprocess.Popen([wazir, "engine", "shogi"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(lines, until):
        process.stdin.write(lines + "\n")
        process.stdin.flush()
        for line in process.stdout:
            if line.startswith(until):
                return line.split()

    ask("usi", "usiok")
    board, chosen = shogi.Board(), random.Random(2)
    while not board.is_game_over() and len(board.move_stack) < 80:
        if len(board.move_stack) % 2:
            board.push(chosen.choice(list(board.legal_moves)))
            continue
        # A position as python-shogi writes it, and every legal move of it.
        answer = ask(f"position sfen {board.sfen()}\ngo depth 1", "bestmove")
        move = shogi.Move.from_usi(answer[1])
        if move not in board.legal_moves:
            check("python-shogi: a game of shogi", False, f"{move.usi()} in {board.sfen()}")
            break
        process.stdin.write(f"position sfen {board.sfen()}\ngo perft 1\n")
        process.stdin.flush()
        ours = set()
        for line in process.stdout:
            if line.startswith("Nodes"):
                break
            if ": " in line and not line.startswith("info"):
                ours.add(line.split(":")[0])
        theirs = {move.usi() for move in board.legal_moves}
        if ours != theirs:
            check("python-shogi: the same legal moves", False, f"{sorted(ours ^ theirs)} in {board.sfen()}")
            break
        board.push(move)
    else:
        check("python-shogi: a game of shogi, with the same legal moves", True, f"{len(board.move_stack)} plies")
    process.stdin.write("quit\n")
    process.stdin.flush()
    process.wait(timeout=10)


# Games of every family; scripts/agree_pyffish.py alone compares all of them.
WRITTEN = ["chess", "seirawan", "sittuyin", "shogi", "xiangqi", "janggi", "makruk", "crazyhouse", "capablanca", "duck", "grand", "ataxx"]


def pyffish(wazir):
    try:
        import pyffish as _
    except ImportError:
        print("SKIPPED pyffish: it is not installed (--install)")
        return
    command = [sys.executable, str(ROOT / "scripts/agree_pyffish.py"), "--program", wazir, "--positions", "12", *WRITTEN]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    for line in done.stdout.splitlines():
        print(f"    {line}")
    check(f"pyffish: moves of {len(WRITTEN)} games are written alike", done.returncode == 0)


def mates_in(board, moves):
    """Whether the side to move mates in so many moves, by looking at everything."""
    for move in list(board.legal_moves):
        board.push(move)
        if moves == 1:
            mates = board.is_checkmate()
        else:
            answers = list(board.legal_moves)
            mates = bool(answers) or board.is_checkmate()
            for answer in answers:
                board.push(answer)
                mates = mates_in(board, moves - 1)
                board.pop()
                if not mates:
                    break
        board.pop()
        if mates:
            return True
    return False


def problems(_):
    """The mate problems of the tests, looked at by others: those in two moves with python-chess, everything tried; tsume up to seven plies with cshogi's search."""
    rows = [row.split("\t") for row in (ROOT / "cli/tests/program/data/mates.tsv").read_text().splitlines() if not row.startswith("#")]
    try:
        import chess
    except ImportError:
        print("SKIPPED problems of chess: python-chess is not installed (--install)")
    else:
        short = [(int(moves), position.removeprefix("fen ")) for game, moves, position, *_ in rows if game == "chess" and int(moves) == 2]
        wrong = [fen for moves, fen in short if mates_in(chess.Board(fen), moves - 1) or not mates_in(chess.Board(fen), moves)]
        check("problems: mates in two, by looking at everything", short and not wrong, f"{len(short)}" + "".join(f"; not {fen}" for fen in wrong))
    try:
        import cshogi
    except ImportError:
        print("SKIPPED problems of shogi: cshogi is not installed (--install)")
        return
    board, wrong, count = cshogi.Board(), [], 0
    for game, moves, position, *_ in rows:
        plies = 2 * int(moves) - 1
        if game != "shogi" or plies > 7:
            continue
        count += 1
        board.set_sfen(position.removeprefix("sfen "))
        if plies > 3 and board.mate_move(plies - 2) or not board.mate_move(plies):
            wrong.append(position)
    check("problems: tsume up to seven plies, by cshogi", count and not wrong, f"{count}" + "".join(f"; not {position}" for position in wrong))


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
        print("SKIPPED xboard: it is not installed (apt-get install xboard xvfb)")
        return
    for variant in XBOARD_GAMES:
        name = f"xboard: {variant}"
        judge(name, *xboard_match(name, f"{wazir} engine", f"{wazir} engine", variant, 40))


# What uci2wb translates: its flag, the game, a first move as XBoard writes it.
ADAPTED = [("UCI", None, "normal", "e2e4"), ("USI", "-s", "shogi", "c3c4"), ("UCCI", "-x", "xiangqi", "h2e2"), ("UCI-cyclone", "-c", "xiangqi", "h2e2")]


def uci2wb(wazir):
    if not shutil.which("uci2wb"):
        print("SKIPPED uci2wb: it is not installed (apt-get install uci2wb)")
        return
    with tempfile.TemporaryDirectory() as folder:
        script = script_for(wazir, folder)
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


CLIENTS = [("python-chess", python_chess), ("cshogi", cshogi_client), ("python-shogi", python_shogi), ("pyffish", pyffish), ("problems", problems), ("xboard", xboard), ("uci2wb", uci2wb)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--wazir", default=str(ROOT / "target/release/wazir"))
    parser.add_argument("--only", choices=["none", *(name for name, _ in CLIENTS)], action="append", help="may be repeated; none: only install")
    parser.add_argument("--quick", action="store_true", help="XBoard plays two games instead of nine")
    parser.add_argument("--install", action="store_true", help="put the Python packages into target/clients first")
    args = parser.parse_args()
    if args.install:
        install()
    if args.quick:
        del XBOARD_GAMES[2:]
    wazir = str(Path(args.wazir).resolve())
    if not Path(wazir).exists():
        raise SystemExit(f"{wazir} is not there; cargo build --release")
    for name, run in CLIENTS:
        if not args.only or name in args.only:
            run(wazir)
    print(f"{len(FAILURES)} failures" + (": " + ", ".join(FAILURES) if FAILURES else ""))
    return 1 if FAILURES else 0


if __name__ == "__main__":
    sys.exit(main())
