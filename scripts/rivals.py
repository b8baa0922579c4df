#!/usr/bin/env python3
"""How the engine stands against another one, game by game: plays a match in each of many games and prints the table, the mean, and which games are lost badly.

    scripts/rivals.py --rival uci:/usr/games/fairy-stockfish
    scripts/rivals.py --rival uci:./stockfish --games chess,shogi --count 100 --tc 1+0.01
    scripts/rivals.py --rival uci:./stockfish --print --markdown

Everything is kept in the folder `--into`: a journal while a match is played, its result (GAME.json) and its games (GAME.pgn) afterwards. The same command goes on after an
interruption and plays no match again; matches that were played under other conditions are refused, not mixed in.
"""

import argparse
import json
import pathlib
import sys

import matches

# Games of all families that Fairy-Stockfish plays as well.
GAMES = """3check amazons antichess ataxx atomic berolina breakthrough capablanca chancellor chess clobber courier crazyhouse dobutsu duck euroshogi extinction
flipello gorogoro gothic grand grasshopper hoppelpoppel horde janggi kingofthehill knightmate kyotoshogi losalamos makruk minixiangqi nightrider placement racingkings
seirawan shako shatranj shogi sittuyin spartan torishogi xiangqi""".split()


def conditions(options):
    """What makes two matches comparable."""
    return {"a": options.ours, "b": options.rival, "control": f"nodes {options.nodes}" if options.nodes else options.tc, "count": options.count, "seed": options.seed}


def kept(options, game):
    """The result of a match that was played, or None."""
    path = pathlib.Path(options.into) / f"{game}.json"
    if not path.exists():
        return None
    result = json.loads(path.read_text())
    if result["conditions"] != conditions(options):
        sys.exit(f"{path} was played with {result['conditions']}, not with {conditions(options)}: name another folder with --into, or move it away")
    return result


def play(options, game):
    """Plays a match, or what is left of it; its result."""
    into = pathlib.Path(options.into)
    limit = ["--nodes", options.nodes] if options.nodes else ["--tc", options.tc]
    status, result = matches.play(options.wazir, options.ours, options.rival, game, into / f"{game}.json", "--games", options.count, "--seed", options.seed,
                                  "--concurrency", options.concurrency, "--pgn", into / f"{game}.pgn", *limit, game=game, conditions=conditions(options))
    if status == matches.INTERRUPTED:
        sys.exit("interrupted; the same command goes on")
    if result is None:
        print(f"{game}: the match failed (exit status {status})", file=sys.stderr)
    return result


def table(options, results):
    """The results, best first, and what they come to."""
    results = sorted(results, key=lambda result: -result["score"])
    if options.json:
        for result in results:
            print(json.dumps(result))
        return
    rows = [(result["game"], f"+{result['wins']} ={result['draws']} -{result['losses']}", f"{100 * result['score']:.1f} %", matches.elo(result)) for result in results]
    if options.markdown:
        print("| game | games | score | Elo (95 %) |\n|---|---|--:|---|")
        for row in rows:
            print("| " + " | ".join(row) + " |")
    else:
        for game, score, percent, difference in rows:
            print(f"{game:16} {score:16} {percent:>7}  {difference}")
    if results:
        mean = sum(result["score"] for result in results) / len(results)
        print(f"\nmean of {len(results)} games: {100 * mean:.1f} %; below 25 %: {', '.join(result['game'] for result in results if result['score'] < 0.25) or 'none'}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wazir", default="target/release/wazir", help="the program")
    parser.add_argument("--ours", default="wazir", help="the engine, as `wazir match` takes it")
    parser.add_argument("--rival", required=True, help="the other one")
    parser.add_argument("--games", type=lambda text: text.split(","), default=GAMES, help="in which games; by default 42 of all families")
    parser.add_argument("--count", type=int, default=30, help="games of a match")
    parser.add_argument("--tc", default="0.6+0.006", help="the clock, in seconds")
    parser.add_argument("--nodes", type=int, help="nodes a move, instead of a clock")
    parser.add_argument("--seed", type=int, default=1, help="which openings")
    parser.add_argument("--concurrency", type=int, default=1, help="games at the same time; no more than half the cores where there is a clock")
    parser.add_argument("--into", default="rivals", help="folder of journals, results and games")
    parser.add_argument("--print", action="store_true", help="play nothing, print what there is")
    parser.add_argument("--markdown", action="store_true", help="the table as Markdown")
    parser.add_argument("--json", action="store_true", help="one JSON object a game instead of the table")
    options = parser.parse_args()
    pathlib.Path(options.into).mkdir(parents=True, exist_ok=True)
    results = []
    for number, game in enumerate(options.games, 1):
        result = kept(options, game)
        if result is None and not options.print:
            result = play(options, game)
            if result is not None:
                print(f"{number}/{len(options.games)} {game}: +{result['wins']} ={result['draws']} -{result['losses']}", file=sys.stderr, flush=True)
        if result is not None:
            results.append(result)
    table(options, results)
    if len(results) < len(options.games):
        print(f"{len(options.games) - len(results)} games have no result", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit("interrupted; the same command goes on")
