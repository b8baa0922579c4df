#!/usr/bin/env python3
"""How many nodes a second engines search: positions from games that Wazir plays against itself, each searched by all of them in turns, several times.

    scripts/nodes.py target/release/wazir+engine ./stockfish --games chess,shogi

Engines speak UCI; words after the program are joined by `+`. Of each position the quickest of `--rounds` counts, by the clock, so that what else the machine does matters little. The
table has nodes a second and what the first engine has of each other one's.
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import time


def positions(options, game):
    """The commands that set up positions of the game, from a fifth to four fifths of the way through games that the first openings begin."""
    with tempfile.TemporaryDirectory() as folder:
        journal = pathlib.Path(folder) / "journal"
        # Each opening is played twice.
        subprocess.run([options.wazir, "match", "wazir", "wazir", "--game", game, "--games", str(2 * options.positions), "--nodes", "1000", "--max-plies", "300", "--seed",
                        str(options.seed), "--journal", str(journal)], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        games = [json.loads(line) for line in journal.read_text().splitlines()[1:]]
    games = sorted((game for game in games if "moves" in game), key=lambda game: game["number"])[::2][:options.positions]
    found = []
    for number, played in enumerate(games):
        moves = played["moves"].split()
        moves = moves[: len(moves) * (1 + number % 4) // 5]
        found.append(f"position fen {played['start']} moves {' '.join(moves)}")
    return found


class Engine:
    """An engine that speaks UCI."""

    def __init__(self, command, game):
        self.program = subprocess.Popen(command.split("+"), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.ask("uci", "uciok")
        self.tell(f"setoption name UCI_Variant value {game}")
        self.ask("isready", "readyok")

    def tell(self, line):
        print(line, file=self.program.stdin, flush=True)

    def ask(self, line, answer):
        """What it says until its answer begins with that word."""
        self.tell(line)
        said = []
        for heard in self.program.stdout:
            said.append(heard)
            if heard.startswith(answer):
                return said
        sys.exit(f"{self.program.args} ended without `{answer}`")

    def nodes_and_seconds(self, position, nodes):
        """What a search of so many nodes has looked at, and how long it took, with an empty table."""
        self.tell("ucinewgame")
        self.tell(position)
        self.ask("isready", "readyok")
        began = time.perf_counter()
        said = self.ask(f"go nodes {nodes}", "bestmove")
        seconds = time.perf_counter() - began
        told = re.findall(r"^info.* nodes (\d+)", "".join(said), re.MULTILINE)
        return int(told[-1]) if told else 0, seconds

    def end(self):
        self.tell("quit")
        self.program.wait()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engines", nargs="+", help="their commands")
    parser.add_argument("--wazir", default="target/release/wazir", help="the program that plays the games")
    parser.add_argument("--games", default="chess,shogi", help="which games")
    parser.add_argument("--positions", type=int, default=12, help="positions of each game")
    parser.add_argument("--nodes", type=int, default=200_000, help="nodes of each search")
    parser.add_argument("--rounds", type=int, default=3, help="how often each position is searched by each engine")
    parser.add_argument("--seed", type=int, default=1, help="which openings")
    parser.add_argument("--json", action="store_true", help="one JSON object a game instead of the table")
    options = parser.parse_args()
    for game in options.games.split(","):
        engines = [Engine(command, game) for command in options.engines]
        places = positions(options, game)
        totals = [[0, 0.0] for _ in engines]
        for number, place in enumerate(places, 1):
            best = [(0, float("inf"))] * len(engines)
            for _ in range(options.rounds):
                for index, engine in enumerate(engines):
                    best[index] = min(best[index], engine.nodes_and_seconds(place, options.nodes), key=lambda found: found[1] / max(found[0], 1))
            for total, (nodes, seconds) in zip(totals, best):
                total[0] += nodes
                total[1] += seconds
            print(f"\r{game}: {number}/{len(places)}", end="", file=sys.stderr, flush=True)
        print("\r", end="", file=sys.stderr)
        speeds = [nodes / seconds for nodes, seconds in totals]
        for engine in engines:
            engine.end()
        if options.json:
            print(json.dumps({"game": game, "positions": len(places), "nodes": options.nodes, "engines": options.engines, "nodes_a_second": [round(speed) for speed in speeds]}))
            continue
        told = [f"{command} {speed:,.0f}" + (f" ({speeds[0] / speed:.2f})" if index else "") for index, (command, speed) in enumerate(zip(options.engines, speeds))]
        print(f"{game}, {len(places)} positions: {', '.join(told)}", flush=True)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("interrupted")
