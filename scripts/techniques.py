#!/usr/bin/env python3
"""What each technique of the search gains: plays the engine with all of them against the engine without one, in some games, and prints the table of
docs/engine.md.

    scripts/techniques.py --wazir target/release/wazir --games chess,shogi --count 200 --nodes 3000

Every match is kept in a journal in the folder `--into`, so that the same command goes on after an interruption; matches that are there are not played again.
`--only null-move,futility` plays some of the techniques; `--print` only prints what there is.
"""

import argparse
import json
import pathlib
import subprocess
import sys

import matches

def techniques(wazir, game):
    """The names of all techniques, which the program tells whoever asks for one that there is not."""
    run = subprocess.run([wazir, "match", "wazir", "wazir:without=?", "--game", game], stderr=subprocess.PIPE, text=True)
    listed = run.stderr.partition("there are ")[2].strip()
    return listed.split(", ") if listed else sys.exit(f"`{wazir}` lists no techniques:\n{run.stderr}")


def play(options, game, technique):
    """Plays a match, or what is left of it; its result, or None where it was interrupted."""
    into = pathlib.Path(options.into)
    result = into / f"{pathlib.Path(game).stem}.{technique}.{options.nodes}.json"
    if result.exists():
        return json.loads(result.read_text())
    if options.print:
        return None
    status, told = matches.play(options.wazir, "wazir", f"wazir:without={technique}", game, result, "--nodes", options.nodes, "--games", options.count)
    if told is None:
        sys.exit(f"the match ended with status {status}; the same command goes on with it")
    return told


def cell(told):
    """A result as the table has it: Elo with its 95 % interval, else the score."""
    return "" if told is None else matches.elo(told) or f"{100 * told['score']:.0f} %"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wazir", default="target/release/wazir", help="the program")
    parser.add_argument("--games", default="chess,shogi,xiangqi,crazyhouse", help="in which games")
    parser.add_argument("--only", help="which techniques; by default all")
    parser.add_argument("--count", type=int, default=200, help="games of a match")
    parser.add_argument("--nodes", type=int, default=3000, help="nodes a move")
    parser.add_argument("--into", default="techniques", help="folder of journals and results")
    parser.add_argument("--print", action="store_true", help="play nothing, print the table")
    options = parser.parse_args()
    pathlib.Path(options.into).mkdir(parents=True, exist_ok=True)
    games = options.games.split(",")
    names = options.only.split(",") if options.only else techniques(options.wazir, games[0])
    rows = [(technique, [play(options, game, technique) for game in games]) for technique in names]
    print("| technique | " + " | ".join(pathlib.Path(game).stem for game in games) + " |")
    print("|---|" + "---|" * len(games))
    for technique, results in rows:
        if any(results):
            print(f"| `{technique}` | " + " | ".join(cell(told) for told in results) + " |")


if __name__ == "__main__":
    main()
