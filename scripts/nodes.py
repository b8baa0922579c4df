#!/usr/bin/env python3
"""How many nodes a second engines search: positions of games that Wazir plays against itself, each searched by all of them in turns, several times.

    scripts/nodes.py 'target/release/wazir engine' ./stockfish --games chess,shogi
    scripts/nodes.py 'target/release/wazir engine' './wazir-before engine' --games capablanca --positions 20 --json

Engines speak UCI. Of each position the quickest of `--rounds` counts, by the clock, so that what else the machine does matters little. Behind the nodes a second of each engine but the
first stands how many times as many the first one searches.
"""

import argparse
import json
import pathlib
import re
import sys
import tempfile
import time

import matches
from uci import Engine, positions


def played(options, game):
    """Positions of the game, one from each of as many games."""
    with tempfile.TemporaryDirectory() as folder:
        result = pathlib.Path(folder) / "games.json"
        status, told = matches.play(options.wazir, "wazir", "wazir", game, result, "--games", options.positions, "--nodes", 1000, "--max-plies", 300, "--seed", options.seed)
        if told is None:
            sys.exit(f"{game}: the games could not be played (exit status {status})")
        return positions([result.with_suffix(".journal")], options.positions, 1, options.seed)


def nodes_and_seconds(engine, position, nodes):
    """What a search of so many nodes has looked at, and how long it took, with an empty table."""
    engine.say("ucinewgame")
    engine.say(position)
    engine.ready()
    began = time.perf_counter()
    said = engine.go(nodes)
    seconds = time.perf_counter() - began
    told = re.findall(r"^info.* nodes (\d+)", "".join(said), re.MULTILINE)
    return int(told[-1]) if told else 0, seconds


def speeds(options, game):
    """Nodes a second of each engine, and how many positions they were found in."""
    engines = [Engine(command, game) for command in options.engines]
    pool = played(options, game)
    totals = [[0, 0.0] for _ in engines]
    for number, position in enumerate(pool, 1):
        searches = [[nodes_and_seconds(engine, position, options.nodes) for engine in engines] for _ in range(options.rounds)]
        for total, each in zip(totals, zip(*searches)):
            nodes, seconds = max(each, key=lambda found: found[0] / found[1])
            total[0] += nodes
            total[1] += seconds
        if sys.stderr.isatty():
            print(f"\r{game}: {number}/{len(pool)} positions", end="", file=sys.stderr, flush=True)
    if sys.stderr.isatty():
        print("\r" + " " * 60 + "\r", end="", file=sys.stderr)
    for engine in engines:
        engine.end()
    return [nodes / seconds for nodes, seconds in totals], len(pool)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engines", nargs="+", metavar="COMMAND", help="engines, each as a shell runs it")
    parser.add_argument("--wazir", default="target/release/wazir", help="the program that plays the games")
    parser.add_argument("--games", type=lambda text: text.split(","), default=["chess", "shogi"], help="which games")
    parser.add_argument("--positions", type=int, default=12, help="positions of each game")
    parser.add_argument("--nodes", type=int, default=200_000, help="nodes of each search")
    parser.add_argument("--rounds", type=int, default=3, help="how often each position is searched by each engine")
    parser.add_argument("--seed", type=int, default=1, help="which games and positions")
    parser.add_argument("--json", action="store_true", help="one JSON object a game instead of lines")
    options = parser.parse_args()
    for game in options.games:
        found, count = speeds(options, game)
        if options.json:
            print(json.dumps({"game": game, "positions": count, "nodes": options.nodes, "engines": dict(zip(options.engines, map(round, found)))}), flush=True)
            continue
        told = [f"{command} {speed:,.0f}" + (f" ({found[0] / speed:.2f})" if index else "") for index, (command, speed) in enumerate(zip(options.engines, found))]
        print(f"{game}, {count} positions: {'; '.join(told)}", flush=True)


if __name__ == "__main__":
    try:
        main()
    except RuntimeError as failure:
        sys.exit(str(failure))
    except KeyboardInterrupt:
        sys.exit("interrupted")
