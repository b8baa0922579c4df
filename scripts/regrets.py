#!/usr/bin/env python3
"""How good the moves of engines are: all look at the same positions of games that were played, and a judge that looks longer says what the moves are worth that they choose.

    scripts/regrets.py --judge ./stockfish --journals rivals/chess.journal 'now=target/release/wazir engine' 'before=./wazir-before engine'
    scripts/regrets.py --judge ./stockfish --journals *.journal --game shogi 'a=target/release/wazir engine' 'twice@40000=target/release/wazir engine'
    scripts/regrets.py --judge 'node package/bin/stockfish-19-lite-single.js' --judge-nodes 20000 --journals *.journal 'new=./wazir engine' 'old=./wazir-before engine' --before 3
    scripts/regrets.py --judge ./stockfish --journals *.journal 'new=./wazir engine my/chess.ron' 'old=./wazir engine' --json

Engines and the judge speak UCI; `@` after a name gives it other nodes than the rest. A match of 400 games tells differences of 35 Elo. 2,000 positions tell smaller ones in less time, since all
engines are asked the same and since what the judge has said of a move is kept in `--memory`. A judge likes what it plays itself: take one that is neither of the engines (Stockfish with a network
does well at 20,000 nodes; `npm pack stockfish` has it for `node`). What matters is decided by matches.

What is printed: a move's worth is the chance to win that the judge's score stands for, in thousandths; for each engine the mean of its moves, how much that is above the first engine's (with its standard
error), how often it chose the same as that one, the depth it reached, and its blunders: moves worth 100 less than the best that was found.
"""

import argparse
import json
import math
import pathlib
import queue
import sys
import threading

from uci import Engine, positions


class Memory:
    """What the judge has said of positions, in a file to which every new score is added at once."""

    def __init__(self, path, terms):
        self.lock = threading.Lock()
        self.path = pathlib.Path(path)
        self.scores = {}
        lines = self.path.read_text().splitlines() if self.path.exists() else []
        if lines and json.loads(lines[0]) != terms:
            sys.exit(f"{path} is of {lines[0]}, not of {json.dumps(terms)}: name another file with --memory")
        for line in lines[1:]:
            try:
                key, score = json.loads(line)
            except ValueError:
                # Cut off in the middle of a line: it is asked again.
                continue
            self.scores[key] = score
        self.file = self.path.open("a")
        self.file.write("\n" if lines else json.dumps(terms) + "\n")

    def add(self, key, score):
        with self.lock:
            self.scores[key] = score
            self.file.write(json.dumps([key, score]) + "\n")
            self.file.flush()


def judged(options, engines, pool):
    """For every position that is still open by the judge: what each engine chose, what that is worth, and the depth it reached."""
    memory = Memory(options.memory, {"judge": options.judge, "nodes": options.judge_nodes, "game": options.game})
    work, rows, failures = queue.Queue(), {}, []
    for item in enumerate(pool):
        work.put(item)

    def look():
        started = []
        try:
            judge = Engine(options.judge, options.game)
            started.append(judge)
            players = [Engine(command, options.game) for _, command, _ in engines]
            started.extend(players)

            def score(position):
                if position not in memory.scores:
                    memory.add(position, judge.search(position, options.judge_nodes)[1])
                return memory.scores[position]

            while not failures:
                try:
                    number, position = work.get_nowait()
                except queue.Empty:
                    return
                now = score(position)
                if now is None or abs(now) > options.near:
                    continue
                row = []
                for player, (_, _, nodes) in zip(players, engines):
                    move, _, depth = player.search(position, nodes, options.before)
                    after = score(f"{position} {move}")
                    row.append((move, None if after is None else -after, depth))
                if all(worth is not None for _, worth, _ in row):
                    rows[number] = row
                if sys.stderr.isatty():
                    print(f"\r{len(pool) - work.qsize()}/{len(pool)} positions", end="", file=sys.stderr, flush=True)
        except Exception as failure:  # Told by the main thread.
            failures.append(failure)
        finally:
            for engine in started:
                engine.end()

    threads = [threading.Thread(target=look, daemon=True) for _ in range(options.concurrency)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if sys.stderr.isatty():
        print("\r" + " " * 40 + "\r", end="", file=sys.stderr)
    if failures:
        sys.exit(f"{failures[0]}")
    return [rows[number] for number in sorted(rows)]


def told(options, engines, rows):
    """What is said of each engine."""
    worth = lambda score: 1000 / (1 + math.exp(-score / options.scale))
    best = [max(worth(score) for _, score, _ in row) for row in rows]
    for index, (name, _, nodes) in enumerate(engines):
        own = [worth(row[index][1]) for row in rows]
        above = [mine - worth(row[0][1]) for mine, row in zip(own, rows)]
        mean = sum(above) / len(rows)
        yield {
            "engine": name,
            "nodes": nodes,
            "positions": len(rows),
            "worth": sum(own) / len(rows),
            "above_first": mean,
            "error": math.sqrt(sum((gain - mean) ** 2 for gain in above)) / len(rows),
            "same": sum(row[index][0] == row[0][0] for row in rows) / len(rows),
            "depth": sum(row[index][2] for row in rows) / len(rows),
            "blunders": sum(most - mine > 100 for most, mine in zip(best, own)),
        }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engines", nargs="+", metavar="NAME[@NODES]=COMMAND", help="the engines; the first is the one with which the others are compared")
    parser.add_argument("--judge", required=True, help="the engine that judges, stronger than these or with far more nodes")
    parser.add_argument("--journals", nargs="+", required=True, help="journals of matches or tunings, from whose games positions are taken")
    parser.add_argument("--game", default="chess", help="the game, as UCI_Variant names it")
    parser.add_argument("--positions", type=int, default=3500, help="how many are taken; those that are decided do not count")
    parser.add_argument("--each", type=int, default=8, help="positions of a game, at most")
    parser.add_argument("--nodes", type=int, default=20_000, help="nodes an engine has for a move")
    parser.add_argument("--before", type=int, default=0, help="so many of its side's moves before each position are searched first, as in a game: what an engine remembers helps it")
    parser.add_argument("--judge-nodes", type=int, default=100_000, help="nodes the judge has")
    parser.add_argument("--near", type=int, default=400, help="a position in which the judge says more centipawns for one side is decided")
    parser.add_argument("--scale", type=float, default=200, help="who is ahead by x of the judge's centipawns wins with probability 1 / (1 + exp(-x / SCALE))")
    parser.add_argument("--seed", type=int, default=1, help="which positions")
    parser.add_argument("--concurrency", type=int, default=2, help="positions at the same time")
    parser.add_argument("--memory", help="file of what the judge has said; by default GAME.judged")
    parser.add_argument("--json", action="store_true", help="one JSON object an engine instead of the table")
    options = parser.parse_args()
    options.memory = options.memory or f"{options.game}.judged"
    engines = []
    for text in options.engines:
        name, is_named, command = text.partition("=")
        name, _, nodes = name.partition("@")
        if not is_named or nodes and not nodes.isdigit():
            parser.error(f"`{text}` is no engine: expected NAME=COMMAND or NAME@NODES=COMMAND")
        engines.append((name, command, int(nodes or options.nodes)))
    pool = positions(options.journals, options.positions, options.each, options.seed)
    rows = judged(options, engines, pool)
    if not rows:
        sys.exit(f"none of {len(pool)} positions is open: more journals, or a larger --near, are needed")
    if not options.json:
        print(f"{len(rows)} positions of {options.game}\n{'engine':20} {'nodes':>8} {'worth':>7} {'above first':>14} {'same':>6} {'depth':>6} {'blunders':>8}")
    for row in told(options, engines, rows):
        if options.json:
            print(json.dumps(row))
        else:
            above = f"{row['above_first']:+.2f} ± {row['error']:.2f}"
            print(f"{row['engine']:20} {row['nodes']:8} {row['worth']:7.2f} {above:>14} {100 * row['same']:4.0f} % {row['depth']:6.2f} {row['blunders']:8}")


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("interrupted; what the judge has said is kept, and the same command goes on")
    except (OSError, RuntimeError) as error:
        sys.exit(str(error))
