#!/usr/bin/env python3
"""Counts moves of four-player chess on the 14x14 cross, written from the rules of the game alone: an independent check of
`variants/fourplayer.ron` and `variants/fourplayer-teams.ron`. Usage: four_player_perft.py fourplayer|fourplayer-teams DEPTH [FEN]"""

import sys

SIDES = "rbyg"
FORWARD = [(0, 1), (1, 0), (0, -1), (-1, 0)]
START = ("___yRyNyByKyQyByNyR___/___yPyPyPyPyPyPyPyP___/___8___/bRbP10gPgR/bNbP10gPgN/bBbP10gPgB/bKbP10gPgQ/bQbP10gPgK/"
         "bBbP10gPgB/bNbP10gPgN/bRbP10gPgR/___8___/___rPrPrPrPrPrPrPrP___/___rRrNrBrQrKrBrNrR___ r rKQbKQyKQgKQ - 0 1")
KNIGHT = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)]
ROOK, BISHOP = [(1, 0), (-1, 0), (0, 1), (0, -1)], [(1, 1), (1, -1), (-1, 1), (-1, -1)]


def exists(square):
    file, rank = square
    return 0 <= file < 14 and 0 <= rank < 14 and (3 <= file < 11 or 3 <= rank < 11)


def advanced(side, square):
    """How many squares from its own edge a square is."""
    return [square[1], square[0], 13 - square[1], 13 - square[0]][side]


class Position:
    def __init__(self, fen, teams):
        fields = fen.split()
        self.teams, self.board, self.out, self.passed = teams, {}, [], None
        for row, text in enumerate(fields[0].split("/")):
            file, at = 0, 0
            while at < len(text):
                if text[at].isdigit():
                    digits = at
                    while at < len(text) and text[at].isdigit():
                        at += 1
                    file += int(text[digits:at])
                elif text[at] == "_":
                    file, at = file + 1, at + 1
                else:
                    self.board[file, 13 - row] = (SIDES.index(text[at]), text[at + 1])
                    file, at = file + 1, at + 2
        self.turn = SIDES.index(fields[1])
        rest = fields[2:]
        if rest and rest[0].startswith("x"):
            self.out = [SIDES.index(c) for c in rest.pop(0)[1:]]
        self.rights = set()
        side = 0
        for c in rest[0] if rest else "-":
            if c in SIDES:
                side = SIDES.index(c)
            elif c in "KQ":
                king = next(s for s, p in self.board.items() if p == (side, "K"))
                # The rook of the wing K is three squares from the king, that of Q four.
                for rook, piece in self.board.items():
                    if piece == (side, "R") and abs(rook[0] - king[0]) + abs(rook[1] - king[1]) == (3 if c == "K" else 4):
                        if advanced(side, rook) == 0:
                            self.rights.add((side, rook))

    def copy(self):
        new = object.__new__(Position)
        new.teams, new.turn, new.passed = self.teams, self.turn, self.passed
        new.board, new.out, new.rights = dict(self.board), list(self.out), set(self.rights)
        return new

    def allied(self, a, b):
        return a == b or self.teams and (a - b) % 2 == 0

    def enemy(self, side, other):
        return other in self.out or not self.allied(side, other)

    def attacked(self, side, target):
        """By a side that is in and plays against `side`?"""
        for square, (owner, kind) in self.board.items():
            if owner in self.out or self.allied(side, owner):
                continue
            dx, dy = target[0] - square[0], target[1] - square[1]
            if kind == "P":
                fx, fy = FORWARD[owner]
                if (dx, dy) in [(fx + fy, fy + fx), (fx - fy, fy - fx)]:
                    return True
            elif kind == "N":
                if (dx, dy) in KNIGHT:
                    return True
            elif kind == "K":
                if max(abs(dx), abs(dy)) == 1:
                    return True
            else:
                straight, diagonal = dx == 0 or dy == 0, abs(dx) == abs(dy)
                if (straight and kind in "RQ") or (diagonal and kind in "BQ"):
                    step = ((dx > 0) - (dx < 0), (dy > 0) - (dy < 0))
                    at = (square[0] + step[0], square[1] + step[1])
                    while at != target and exists(at) and at not in self.board:
                        at = (at[0] + step[0], at[1] + step[1])
                    if at == target and step != (0, 0):
                        return True
        return False

    def in_check(self, side):
        return any(self.attacked(side, s) for s, p in list(self.board.items()) if p == (side, "K"))

    def pseudo(self):
        side = self.turn
        for square, (owner, kind) in list(self.board.items()):
            if owner != side:
                continue
            at = lambda step, n=1: (square[0] + n * step[0], square[1] + n * step[1])
            if kind == "P":
                forward = FORWARD[side]
                sideways = (forward[1], forward[0])
                targets = []
                one = at(forward)
                if exists(one) and one not in self.board:
                    targets.append((one, None))
                    two = at(forward, 2)
                    if advanced(side, square) == 1 and exists(two) and two not in self.board:
                        yield square, two, None, "double"
                for sign in (1, -1):
                    to = at((forward[0] + sign * sideways[0], forward[1] + sign * sideways[1]))
                    if to in self.board and self.enemy(side, self.board[to][0]):
                        targets.append((to, None))
                    elif self.passed and to == self.passed[0] and self.enemy(side, self.board[self.passed[1]][0]):
                        yield square, to, None, "passing"
                for to, _ in targets:
                    if advanced(side, to) == (10 if self.teams else 7):
                        for into in "QRBN":
                            yield square, to, into, None
                    else:
                        yield square, to, None, None
            else:
                steps = {"N": KNIGHT, "K": ROOK + BISHOP, "Q": ROOK + BISHOP, "R": ROOK, "B": BISHOP}[kind]
                for step in steps:
                    n = 1
                    while exists(at(step, n)):
                        to = at(step, n)
                        if to in self.board:
                            if self.enemy(side, self.board[to][0]):
                                yield square, to, None, None
                            break
                        yield square, to, None, None
                        if kind in "NK":
                            break
                        n += 1
                if kind == "K":
                    for owner, rook in self.rights:
                        if owner == side:
                            step = tuple((b > a) - (b < a) for a, b in zip(square, rook))
                            n = 1
                            while at(step, n) not in self.board:
                                n += 1
                            # The king goes two squares towards the rook, which jumps over it.
                            if at(step, n) == rook and not any(self.attacked(side, at(step, k)) for k in (0, 1)):
                                yield square, at(step, 2), None, ("castle", rook, at(step, 1))

    def made(self, move):
        square, to, into, special = move
        new, side = self.copy(), self.turn
        new.passed = None
        kind = new.board.pop(square)[1]
        new.rights = {r for r in new.rights if r[1] not in (square, to) and not (kind == "K" and r[0] == side)}
        if to in new.board and new.board[to][1] == "K":
            new.rights = {r for r in new.rights if r[0] != new.board[to][0]}
        new.board[to] = (side, into or kind)
        if special == "double":
            new.passed = (((square[0] + to[0]) // 2, (square[1] + to[1]) // 2), to)
        elif special == "passing":
            del new.board[self.passed[1]]
        elif special:
            _, rook, rook_to = special
            del new.board[rook]
            new.board[rook_to] = (side, "R")
        new.turn = new.following()
        return new

    def following(self):
        turn = (self.turn + 1) % 4
        while turn in self.out:
            turn = (turn + 1) % 4
        return turn

    def moves(self):
        for move in self.pseudo():
            made = self.made(move)
            if not made.in_check(self.turn):
                yield move, made

    def settle(self):
        """Sides go out; returns whether the game is over."""
        while True:
            loser = next((s for s in range(4) if s not in self.out and (s, "K") not in self.board.values()), None)
            if loser is None and next(self.moves(), None) is None:
                if self.teams:
                    return True  # Mate wins for the other team, stalemate draws.
                loser = self.turn
            if loser is None:
                return False
            if self.teams or len(self.out) == 2:
                return True
            self.out.append(loser)
            self.rights = {r for r in self.rights if r[0] != loser}
            self.passed = None
            if loser == self.turn:
                self.turn = self.following()

    def perft(self, depth):
        if depth == 0:
            return 1
        nodes = 0
        for _, made in self.moves():
            if depth == 1:
                nodes += 1
            elif not made.settle():
                nodes += made.perft(depth - 1)
        return nodes


if __name__ == "__main__":
    position = Position(sys.argv[3] if len(sys.argv) > 3 else START, sys.argv[1].endswith("teams"))
    print(position.perft(int(sys.argv[2])))
