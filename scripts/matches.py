"""Matches for scripts that play many of them with `wazir match`: each is kept in a journal while it is played, and its result in a file of JSON afterwards."""

import json
import subprocess

# What `wazir match` exits with after Ctrl-C.
INTERRUPTED = 130


def play(wazir, a, b, game, result, /, *options, **more):
    """Plays a match, or what is left of it: the exit status, and what `--json` tells with the fields of `more`, which is kept in the file `result` (its journal beside it); None where
    the match has not come to its end, which the program has said why."""
    journal = result.with_suffix(".journal")
    command = [wazir, "match", a, b, "--game", game, "--journal", str(journal), "--json", *map(str, options)]
    if journal.exists():
        command.append("--resume")
    run = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if run.returncode != 0:
        return run.returncode, None
    told = {**more, **json.loads(run.stdout)}
    # Whole or not at all: a result that is there is not played again.
    unfinished = result.with_suffix(".json.new")
    unfinished.write_text(json.dumps(told) + "\n")
    unfinished.rename(result)
    return 0, told


def elo(told):
    """Elo with its 95 % interval, where the score has one; else nothing."""
    if None in (told["elo"], told["elo_low"], told["elo_high"]):
        return ""
    return f"{told['elo']:+.0f} ({told['elo_low']:+.0f} to {told['elo_high']:+.0f})"
