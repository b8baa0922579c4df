#!/usr/bin/env python3
"""Hostile rule files within the limits of docs/limits.md, and some above: what `wazir check` takes for each.

    scripts/limits.py [--program target/release/wazir] [--seconds 1] [--mebibytes 200] [NAME ...]

Prints a line for each file: the processor's seconds, the most memory, the exit status, and the first line that was said. Ends with status 1 where a file
takes more than the given seconds (of the processor, so that a busy machine does not matter) or memory, or where the program does not end by itself.
"""

import argparse
import os
import re
import string
import subprocess
import sys
import tempfile
from pathlib import Path

LIMITS = Path(__file__).parent.parent / "variant-spec/src/limits.rs"
CONSTANTS = {name: eval(value.replace("_", "")) for name, value in re.findall(r"pub const (\w+): \w+ = ([^;]+);", LIMITS.read_text())}
L = type("Limits", (), CONSTANTS)

SYMBOLS = [prefix + letter + mark for mark in ["", "'", "!", "''", "'!", "!'", "!!"] for prefix in ["", "+"] for letter in string.ascii_uppercase]
SYMBOLS.remove("K")


def quoted(text):
    return f'"{text}"'


def start(files, ranks, pieces="K"):
    """Both kings in opposite corners, and others in the first ranks."""
    def row(letters):
        return letters + (str(files - len(re.findall("[A-Za-z]", letters))) if len(letters) < files else "")

    first, last = row(pieces), row("k")
    return "/".join([last] + [str(files)] * (ranks - 2) + [first]) + " w - - 0 1"


def game(moves='"W"', piece="", pieces="", board=(8, 8), end="(if: Checkmated, then: Loses), (if: Stalemated, then: Draw)", top="", fen=None):
    """A game with a king and a piece A."""
    files, ranks = board
    return f"""(name: "X", board: (files: {files}, ranks: {ranks}), {top}
 pieces: {{"K": (name: "King", moves: "K", royal: true), "A": (name: "A", moves: {moves}, {piece}), {pieces}}},
 start: "{fen or start(files, ranks, 'KA')}", end: [{end}])"""


def betza(atom):
    """As many of these as one text holds."""
    return quoted(atom * (L.BETZA_BYTES // len(atom)))


def betzas(atom, texts):
    return "[" + ", ".join([betza(atom)] * texts) + "]"


def many(moves, more="", number=None, piece_moves=quoted("W"), **others):
    """A game with as many types of pieces as there may be."""
    symbols = [symbol for symbol in SYMBOLS if symbol != "A"][: (number or L.PIECES) - 2]
    return game(piece_moves, pieces=", ".join(f'"{symbol}": (name: "n{i}", moves: {moves}{more})' for i, symbol in enumerate(symbols)), **others)


def turns(moves, board):
    """Turns that are looked through, where neither side's many queens reach the other's king, which a row of holes keeps apart."""
    files, ranks = board
    rows = ["k" + "q" * (files // 2) + str(files - 1 - files // 2)] + [str(files)] * (ranks // 2 - 1) + ["_" * files] + [str(files)] * (ranks - ranks // 2 - 2) + ["K" + "A" * (files // 2) + str(files - 1 - files // 2)]
    fen = "/".join(rows).replace("q", "a") + " w - - 0 1"
    text = game('"Q"', board=board, top=f"turn: (moves: {moves}, attacks: InOneTurn),", fen=fen)
    return text.replace(f"ranks: {ranks}", f'ranks: {ranks}, holes: "rank {ranks - ranks // 2}"', 1)


def padded(text, size):
    return text + "/" * 2 + " " * (size - len(text) - 3) + "\n" if size > len(text) else text


def files():
    """Name to the texts of a rule file and of those that it extends."""
    found = {
        # At the edges of the text.
        "largest": padded(game(), L.FILE_BYTES),
        "comments": "/*" * (L.FILE_BYTES // 5) + "*/" * (L.FILE_BYTES // 5) + game(),
        "open comments": "/*" * (L.FILE_BYTES // 2),
        "deep": "(a:" * (L.NESTING - 1) + "1" + ")" * (L.NESTING - 1),
        "open parentheses": "(" * L.FILE_BYTES,
        "open brackets": "[" * L.FILE_BYTES,
        "open words": "A(" * (L.FILE_BYTES // 2),
        "open maps": '{"a":' * (L.FILE_BYTES // 5),
        "quotes": '"' * L.FILE_BYTES,
        "escapes": '"' + "\\q" * (L.FILE_BYTES // 2 - 1) + '"',
        "torus": many(betza("NR"), board=(32, 31)).replace("ranks: 31", "ranks: 31, joined: [Files, Ranks]"),
        "exact ranges": many(quoted("N02W031F015"), board=(32, 32)),
        "journeys on a torus": many(quoted("cacaQ"), board=(32, 31), number=40).replace("ranks: 31", "ranks: 31, joined: [Files, Ranks]"),
        "one text": '"' + "x" * (L.FILE_BYTES - 2) + '"',
        "one word": "(" + "x" * (L.FILE_BYTES - 6) + ": 1)",
        "unknown fields": "(" + ",".join(f"{'x' * 90}{i}: 1" for i in range(L.ITEMS)) + ")",
        "equal fields": "(" + ",".join(["name: 1"] * L.ITEMS) + ")",
        "unknown fields of many": game(pieces=",".join(f'"{s}": (' + ",".join(f"f{i}: 1" for i in range(75)) + ")" for s in SYMBOLS[1:240])),
        "values": game(top="points: [" + ",".join(["[" + ",".join(["1"] * 100) + "]"] * 190) + "],"),
        "punctuation": "(" + ",;" * (L.FILE_BYTES // 2 - 1),
        "colons": "(" + ":" * (L.FILE_BYTES - 2),
        # Betza.
        "opened groups": game(betza("(")),
        "nested groups": game(quoted("(" * 450 + ")" * 450 + "N")),
        "opened brackets": game(betza("[N-")),
        "queens": game(betzas("Q", L.ITEMS)),
        "queens of many": many(betzas("Q", 2)),
        "knights of many": many(betza("N")),
        "pawns of many": many(betza("fmWfceFifmnD")),
        "legs": game(quoted("a" * (L.BETZA_LEGS - 1) + "W")),
        "free legs": game(betza("aaK")),
        "crooked": game(betzas("(az)N", 20)),
        "crooked of many": many(betza("(az)N")),
        "circular": many(betza("qN")),
        "roses": many(quoted("qN")),
        "cacaQ": game(betzas("cacaQ", 10)),
        "cacaQ on 32x32": game(betzas("cacaQ", 10), board=(32, 32)),
        "cacaQ of many on 32x32": many(quoted("cacaQ"), board=(32, 32)),
        "mpampaQ on 32x32": many(quoted("mpampaQ"), board=(32, 32)),
        "legs of any length": game(quoted("(aq)B2"), fen="k7/8/8/8/8/8/8/KA6 w - - 0 1"),
        "legs of two lengths": many(quoted("[" + "-".join(["fR2"] * 7) + "]"), board=(32, 32)),
        "hook movers": many(quoted("RmasR"), number=90, board=(32, 32)),
        "three slides": many(quoted("mamasR"), number=9, board=(32, 32)),
        "turns of three": turns(3, (8, 8)),
        "turns of two on 32x32": turns(2, (32, 32)),
        "journeys that promote": many(quoted("cacaQ"), ', promotes: "A"', number=12, board=(32, 32)),
        "steps that promote": many(quoted("mamamaK"), ', promotes: "A"', number=40, board=(32, 32)),
        "hoppers": many(quoted("gpQ")),
        "ranges": many(quoted("mpafsgR31"), board=(32, 32)),
        "long path": game(quoted("[" + "-".join(["fW"] * L.BETZA_LEGS) + "]"), board=(32, 32)),
        "optional path": game(quoted("[" + "?".join(["W"] * L.BETZA_LEGS) + "]"), board=(32, 32)),
        "universal": game(betzas("U", 1), board=(32, 32)),
        "universal of many": many(quoted("U"), board=(16, 16)),
        "universal of many on 32x32": many(quoted("U"), number=60, board=(32, 32)),
        "letters": game(betzas("$", 1000)),
        "letters of many": many(betzas("$", 4)),
        "loans": many(quoted("xK" * 20 + "N")),
        "lent": many(quoted("xaN" * 20 + "N")),
        "imitators": many(quoted("NWDI")),
        "imitated journeys": many(quoted("I"), piece_moves=quoted("cacaQ"), board=(32, 32)),
        "few imitated journeys": many(quoted("I"), number=12, piece_moves=quoted("[K?fsK?fsK?fsK?fsK?fsK]"), board=(32, 32)),
        "imitated by each part": game("[" + ",".join([quoted("I" * 400)] * 20) + "]", pieces='"B": (name: "B", moves: "fWfFN")'),
        "imitated flipped": many(quoted("bI"), number=12, piece_moves=quoted("zB3"), board=(32, 32)),
        "imitated U": many(quoted("I"), piece_moves=quoted("U"), board=(32, 32)),
        "borrowed journeys": many(quoted("xQ"), piece_moves=quoted("cacaQ"), board=(32, 32)),
        "borrowed U": many(quoted("xQ"), piece_moves=quoted("U"), board=(32, 32)),
        "lent journeys": many(quoted("W"), piece_moves=quoted("xcacaQ"), board=(32, 32)),
        "optional legs": many(quoted("[K?fsK?fsK?fsK?fsK?fsK?fsK]"), number=4, board=(32, 32)),
        # Regions.
        "regions": game(top="regions: {" + ",".join(f'"z{i}": "a1-h8"' for i in range(L.REGIONS)) + "},"),
        "doubled regions": game(top="regions: {" + ",".join(f'"z{i}": "z{i + 1} z{i + 1}"' for i in range(L.REGION_NESTING - 1)) + f', "z{L.REGION_NESTING - 1}": "a1"}},'),
        "long regions": game(board=(32, 32), top="regions: {" + ",".join(f'"zone {i}": "{"a1-af32 " * 900}"' for i in range(120)) + "},"),
        "wrong regions": game(top="regions: {" + ",".join(f'"zone {i}": "{"a99 " * 2000}"' for i in range(120)) + "},"),
        "region parts": game("[" + ",".join('(moves: "W", from: "rank 1-8 1-8 1-8", to: "board")' for _ in range(900)) + "]"),
        # Promotions, hands, ends.
        "promotions": many(quoted("QN"), ', promotes: (to: All, on: "board")'),
        "promotions on 32x32": many(quoted("QN"), ', promotes: (to: AllBut(["K"]), on: "board")', board=(32, 32)),
        "promotions of U": many(quoted("U"), ', promotes: (to: AllBut(["K"]), on: "far half")', board=(16, 16)),
        "drops": many(quoted("QN"), ", drops: ()", top="captured: ToHand,"),
        "hands": many(quoted("W"), top="captured: ToHand, drops: (),", fen="k7/8/8/8/8/8/8/K6A[" + "A" * 8000 + "] w - - 0 1"),
        "ends": game(end=",".join(f"(if: QuietMoves(plies: {i + 1}), then: Draw)" for i in range(L.ENDS))),
        "equal ends": game(end=",".join(["(if: Checkmated, then: Loses)"] * L.ENDS)),
        "ends by regions": game(end=",".join(f'(if: Reached(pieces: ["A"], at: "a{i % 8 + 1}", times: {i + 1}), then: Wins)' for i in range(L.ENDS))),
        "ends by lines": game(board=(32, 32), end=",".join(f'(if: Connected(pieces: ["A"], from: "rank {i % 31 + 1}", to: "rank 32"), then: Wins)' for i in range(L.ENDS))),
        "extinct": many(quoted("W"), end=",".join(["(if: Extinct(pieces: All), then: Loses)"] * L.ENDS)),
        "blasts": many(quoted("W"), top='on_capture: [' + ",".join(['(blast: "K")'] * 300) + "],"),
        "long FEN": game(fen="k7/" * 2000),
        "spaces in FEN": game(fen="k7/8/8/8/8/8/8/KA6 w - - 0 1" + " " * 8000),
        "four sides": game(top="sides: [" + ",".join(f'(name: "S{c}", letter: "{c}", forward: {d})' for c, d in zip("rbyg", ["Up", "Right", "Down", "Left"])) + "],", board=(32, 32)),
        "four sides of many": many(quoted("QNCZ"), board=(32, 32), top="sides: [" + ",".join(f'(name: "S{c}", letter: "{c}", forward: {d})' for c, d in zip("rbyg", ["Up", "Right", "Down", "Left"])) + "],"),
        # Inheritance.
        "chain": [f'(extends: "f{i + 1}")' for i in range(L.PARENTS)] + [game()],
        "large parents": [padded(f'(extends: "f{i + 1}", end: [Inherited, (if: QuietMoves(plies: {i + 10}), then: Draw)])', L.FILE_BYTES) for i in range(L.PARENTS)] + [padded(game(), L.FILE_BYTES)],
        "doubled lists": [f'(extends: "f{i + 1}", end: [Inherited, Inherited])' for i in range(L.PARENTS)] + [game()],
        "doubled parts": [f'(extends: "f{i + 1}", pieces: {{"A": (moves: [Inherited, Inherited])}})' for i in range(L.PARENTS)] + [game("[" + ",".join(["(moves: [\"W\"])"] * 10) + "]")],
        "by side": [f'(extends: "f{i + 1}", pieces: (White: {{"A": (moves: (White: "W", Black: "F"))}}))' for i in range(L.PARENTS)] + [many(quoted("Q"))],
    }
    return {name: texts if isinstance(texts, list) else [texts] for name, texts in found.items()}


def measure(program, path, seconds):
    """Seconds of the processor, MiB, status and first line of `wazir check`."""
    with open(os.devnull) as nothing, tempfile.TemporaryFile() as said:
        limited = ["sh", "-c", f'ulimit -t {seconds}; exec "$@"', "sh", program, "check", path]
        process = subprocess.Popen(limited, stdin=nothing, stdout=said, stderr=said)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        said.seek(0)
        lines = said.read().decode(errors="replace").splitlines() or [""]
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, process.returncode, lines


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these files")
    parser.add_argument("--program", default="target/release/wazir")
    parser.add_argument("--seconds", type=float, default=1)
    parser.add_argument("--mebibytes", type=float, default=200)
    parser.add_argument("--keep", metavar="FOLDER", help="write the files there, and leave them")
    args = parser.parse_args()
    bad = []
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(args.keep or folder)
        for name, texts in files().items():
            if args.names and name not in args.names:
                continue
            folder.mkdir(exist_ok=True)
            own = folder / name.replace(" ", "-")
            own.mkdir(exist_ok=True)
            for number, text in enumerate(texts):
                (own / f"f{number}.ron").write_text(text)
            seconds, mebibytes, status, lines = measure(args.program, own / "f0.ron", int(20 * args.seconds))
            size = sum(len(text) for text in texts)
            is_bad = seconds > args.seconds or mebibytes > args.mebibytes or status not in (0, 1)
            bad += [name] * is_bad
            mark = "BAD" if is_bad else "ok"
            print(f"{mark:4}{name:32}{size:9} bytes{seconds:7.2f} s{mebibytes:7.0f} MiB  {status:3} {len(lines):5} lines  {lines[0][:110]}", flush=True)
    print(f"{len(bad)} above {args.seconds} s or {args.mebibytes} MiB" + (": " + ", ".join(bad) if bad else ""))
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
