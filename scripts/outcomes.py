#!/usr/bin/env python3
"""Counts how games end by the score that the engine's searches find, for `UCI_ShowWDL`: plays games of the engine against itself, fits a curve, and puts it into the game's values.

    cargo build --release
    scripts/outcomes.py chess --games 600 --nodes 2000      # writes `outcomes: ...` into variants/chess.values
    scripts/outcomes.py chess --pgn games.pgn --dry         # of games that were played before; nothing is written

The chance to win with a score of S centipawns after N half-moves is 1 / (1 + exp((even - S) / spread)); `even` and `spread` are told for the start of a game and for
its half-moves 80 and 160, and change evenly between. The chance to lose is that of a win with -S, the rest are draws. The six numbers are those by which the results of all games are likeliest (every position with a score between -1500 and
1500 counts, each game as much as another). Tells also how many games of each tenth were won, and how many should have been.
"""

import argparse
import math
import re
import subprocess
import tempfile
from collections import Counter, defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MIDDLE, LATE = 80, 160
MOST = 1500
SCORE = re.compile(r"\{([+-]\d+\.\d+)/\d+[^}]*\}")
TOKEN = re.compile(r"\{[^}]*\}|\d+\.+|\S+")


def positions(text):
    """Of each game a list of (score, half-move, result): all as the side to move sees it, the result 1, 0 or -1."""
    for part in re.split(r"\n(?=\[Event )", text):
        result = re.search(r'\[Result "(1-0|0-1|1/2-1/2)"\]', part)
        if not result or '[Termination "normal"]' not in part:
            continue
        of_white = {"1-0": 1, "0-1": -1, "1/2-1/2": 0}[result.group(1)]
        body = part.split("\n\n", 1)[1] if "\n\n" in part else ""
        ply, found = 0, []
        for token in TOKEN.findall(body):
            score = SCORE.match(token)
            if score:
                value = round(100 * float(score.group(1)))
                mover = ply - 1
                if abs(value) <= MOST:
                    found.append((value, mover, of_white if mover % 2 == 0 else -of_white))
            elif not token.startswith("{") and not re.fullmatch(r"\d+\.+|1-0|0-1|1/2-1/2|\*", token):
                ply += 1
        if found:
            yield found


def cells(games):
    """How much weight each result has in each cell of scores and half-moves."""
    table = defaultdict(lambda: [0.0, 0.0, 0.0])
    for game in games:
        for score, ply, result in game:
            # Games count alike, however long they are.
            table[round(score / 10) * 10, min(ply, LATE) // 8 * 8 + 4][result + 1] += 1 / len(game)
    return [(score, ply, *weights) for (score, ply), weights in table.items()]


def share(score, ply, numbers):
    first, part = (0, ply / MIDDLE) if ply < MIDDLE else (1, (min(ply, LATE) - MIDDLE) / (LATE - MIDDLE))
    even = numbers[first] + part * (numbers[first + 1] - numbers[first])
    spread = max(1.0, numbers[first + 3] + part * (numbers[first + 4] - numbers[first + 3]))
    return 1 / (1 + math.exp(max(-50.0, min(50.0, (even - score) / spread))))


def loss(table, numbers):
    if min(numbers[3:]) < 1 or min(numbers[:3]) < 0 or max(numbers) > 5000:
        return math.inf
    total = 0.0
    for score, ply, lost, drawn, won in table:
        win, lose = share(score, ply, numbers), share(-score, ply, numbers)
        total -= won * math.log(max(win, 1e-9)) + lost * math.log(max(lose, 1e-9)) + drawn * math.log(max(1 - win - lose, 1e-9))
    return total


def fit(table):
    """The likeliest numbers, by the method of Nelder and Mead."""
    points = [[60.0, 120.0, 300.0, 150.0, 130.0, 120.0]]
    for index in range(6):
        points.append([value * (1.6 if index == at else 1.0) for at, value in enumerate(points[0])])
    valued = sorted((loss(table, point), point) for point in points)
    for _ in range(1500):
        if valued[-1][0] - valued[0][0] < 1e-5:
            break
        centre = [sum(point[index] for _, point in valued[:-1]) / 6 for index in range(6)]
        worst = valued[-1][1]
        toward = lambda by: [c + by * (c - w) for c, w in zip(centre, worst)]
        reflected = toward(1.0)
        value = loss(table, reflected)
        if value < valued[0][0]:
            further = toward(2.0)
            beyond = loss(table, further)
            valued[-1] = (beyond, further) if beyond < value else (value, reflected)
        elif value < valued[-2][0]:
            valued[-1] = (value, reflected)
        else:
            nearer = toward(-0.5)
            inside = loss(table, nearer)
            if inside < valued[-1][0]:
                valued[-1] = (inside, nearer)
            else:
                best = valued[0][1]
                valued = [valued[0]] + [(loss(table, half), half) for half in ([(b + p) / 2 for b, p in zip(best, point)] for _, point in valued[1:])]
        valued.sort()
    return [round(number) for number in valued[0][1]]


def play(options):
    with tempfile.TemporaryDirectory() as folder:
        pgn = Path(folder, "games.pgn")
        # Not quite alike, so that the two games of a pair differ.
        engines = [f"wazir:nodes={options.nodes + more}" for more in (0, options.nodes // 15)]
        command = [options.program, "match", *engines, "--game", options.game, "--games", str(options.games), "--seed", str(options.seed),
                   "--concurrency", str(options.concurrency), "--plies", "6", "--unequal", "300", "--tc", "100000", "--pgn", str(pgn)]
        subprocess.run(command, check=True, cwd=folder, stdout=subprocess.DEVNULL)
        return pgn.read_text()


def tell(table, numbers):
    """By tenths of what was to be won: how much was."""
    tenths = defaultdict(Counter)
    for score, ply, lost, drawn, won in table:
        expected = share(score, ply, numbers)
        tenth = tenths[min(9, int(10 * expected))]
        tenth["weight"] += lost + drawn + won
        tenth["won"] += won
        tenth["expected"] += expected * (lost + drawn + won)
    for tenth, sums in sorted(tenths.items()):
        if sums["weight"]:
            print(f"  wins expected {100 * sums['expected'] / sums['weight']:5.1f} %, counted {100 * sums['won'] / sums['weight']:5.1f} %  (weight {sums['weight']:.1f} games)")


def store(game, line, remark):
    path = ROOT / "variants" / f"{game}.values"
    text = path.read_text() if path.exists() else "(\n)\n"
    kept = [row for row in text.splitlines() if not row.startswith("    outcomes:") and not row.startswith("// outcomes:")]
    start, end = kept.index("("), len(kept) - 1 - kept[::-1].index(")")
    path.write_text("\n".join(kept[:start] + [f"// {remark}"] + kept[start:end] + [f"    {line}"] + kept[end:]) + "\n")
    print(f"written to {path.relative_to(ROOT)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("game")
    parser.add_argument("--program", default=str(ROOT / "target/release/wazir"))
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--nodes", type=int, default=2000, help="nodes a move")
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--concurrency", type=int, default=1)
    parser.add_argument("--pgn", help="games of `wazir match` that were played before, instead of new ones")
    parser.add_argument("--dry", action="store_true", help="write nothing")
    options = parser.parse_args()
    options.program = str(Path(options.program).resolve())
    # Games of a pair may be alike, move by move: that is one game.
    games = [list(game) for game in dict.fromkeys(tuple(game) for game in positions(Path(options.pgn).read_text() if options.pgn else play(options)))]
    if len(games) < 50:
        raise SystemExit(f"{len(games)} games with scores: too few to count anything")
    table = cells(games)
    numbers = fit(table)
    line = f"outcomes: (even: {numbers[:3]}, spread: {numbers[3:]}),"
    count = sum(len(game) for game in games)
    print(f"{len(games)} games, {count} positions, loss {loss(table, numbers) / len(games):.4f} a game: {line}")
    tell(table, numbers)
    if not options.dry:
        how = options.pgn or f"--games {options.games} --nodes {options.nodes} --seed {options.seed}"
        store(options.game, line, f"outcomes: counted by scripts/outcomes.py {options.game} {how}: {count} positions of {len(games)} games.")


if __name__ == "__main__":
    main()
