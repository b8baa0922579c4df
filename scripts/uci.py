"""Engines that speak UCI, and positions to ask them about, for scripts that compare engines without playing matches."""

import json
import pathlib
import random
import subprocess

# Plies of the opening, and of the end of a game, from which no positions are taken.
OPENING, END = 8, 4
# What a forced end counts as, in centipawns.
FORCED = 10_000


class Engine:
    """A program that speaks UCI."""

    def __init__(self, command, game):
        self.command = command
        self.process = subprocess.Popen(command, shell=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, bufsize=1)
        self.say("uci")
        offered = "".join(self.until("uciok"))
        # A rule file that is named in the command is the game.
        if "option name UCI_Variant " in offered and ".ron" not in command:
            self.say(f"setoption name UCI_Variant value {game}")
        self.say("setoption name Hash value 16")

    def say(self, line):
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            raise RuntimeError(f"`{self.command}` has gone") from None

    def until(self, word):
        lines = []
        while not lines or not lines[-1].startswith(word):
            line = self.process.stdout.readline()
            if not line:
                raise RuntimeError(f"`{self.command}` has gone without saying `{word}`")
            lines.append(line)
        return lines

    def ready(self):
        """Waits until it has done what it was told."""
        self.say("isready")
        self.until("readyok")

    def go(self, nodes):
        """What it says of a search of so many nodes, line by line."""
        self.say(f"go nodes {nodes}")
        return self.until("bestmove")

    def search(self, position, nodes, before=0):
        """The move it chooses, its score in centipawns (None if it says none), and its depth. So many of its moves before are searched first, as in a game."""
        self.say("ucinewgame")
        self.ready()
        start, _, moves = position.partition(" moves ")
        moves = moves.split()
        for back in range(2 * min(before, len(moves) // 2), 0, -2):
            self.say(f"{start} moves {' '.join(moves[: len(moves) - back])}")
            self.go(nodes)
        self.say(position)
        lines = self.go(nodes)
        score, depth = None, 0
        for words in (line.split() for line in lines):
            if words[0] == "info" and "score" in words and "depth" in words:
                kind, value = words[words.index("score") + 1 :][:2]
                score = int(value) if kind == "cp" else FORCED if int(value) > 0 else -FORCED
                depth = int(words[words.index("depth") + 1])
        return lines[-1].split()[1], score, depth

    def end(self):
        self.process.kill()


def positions(paths, count, each, seed):
    """Positions of the games in journals of `wazir match` and `wazir tune`, as UCI tells them without the last word: the same for the same seed."""
    chance, found = random.Random(seed), []
    for path in paths:
        for line in pathlib.Path(path).read_text().splitlines():
            try:
                game = json.loads(line)
            except ValueError:
                continue
            moves = game.get("moves", "").split()
            places = range(OPENING, len(moves) - END)
            start = f"fen {game['start']}" if "start" in game else "startpos"
            found += [f"position {start} moves {' '.join(moves[:ply])}" for ply in chance.sample(places, min(each, len(places)))]
    chance.shuffle(found)
    return found[:count]
