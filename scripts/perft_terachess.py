#!/usr/bin/env python3
"""Counts moves of Terachess, written from the rules of the game alone: an independent check of `variants/terachess.ron`.

Usage: perft_terachess.py DEPTH [FEN]. The FEN's rights field says which kings have not moved, by their files."""

import sys

SIZE = 16
START = ("sjyhxfdoodfxhyjs/cmztuvlkalvutzmc/ernbwigqqgiwbnre/pppppppppppppppp/16/16/16/16/16/16/16/16/"
         "PPPPPPPPPPPPPPPP/ERNBWIGQQGIWBNRE/CMZTUVLKALVUTZMC/SJYHXFDOODFXHYJS w Hh - 0 1")


def leaps(*atoms):
    return [(x * sx, y * sy) for a, b in atoms for x, y in {(a, b), (b, a)} for sx in ({1, -1} if x else {1})
            for sy in ({1, -1} if y else {1})]


W, F, D, N, A, H, C, Z, G = (1, 0), (1, 1), (2, 0), (2, 1), (2, 2), (3, 0), (3, 1), (3, 2), (3, 3)
ROOK, BISHOP = leaps(W), leaps(F)
QUEEN = ROOK + BISHOP
LEAPS = {
    "T": leaps(G, H), "I": QUEEN, "Z": leaps(Z), "M": leaps(C), "N": leaps(N), "E": leaps(F, A), "W": leaps(W, D),
    "J": QUEEN + leaps(N), "Y": ROOK, "S": BISHOP, "X": leaps(N), "H": leaps(N), "D": QUEEN + leaps(A, D, G, H),
    "L": QUEEN + leaps(N, A, D), "F": leaps(N, C, Z), "A": leaps(N), "K": QUEEN,
}
SLIDES = {"B": BISHOP, "Y": BISHOP, "R": ROOK, "S": ROOK, "X": BISHOP, "H": ROOK, "Q": QUEEN, "A": QUEEN}
# Slide when they do not capture, and capture by jumping over a piece.
HOPPERS = {"C": ROOK, "V": BISHOP, "O": QUEEN}
# First a step, then a slide outward: by which steps.
BENT = {"G": BISHOP, "U": ROOK}
PROMOTION = {"P": "Q", "I": "A", "T": "Q", "N": "F", "M": "F", "Z": "F", "E": "L", "W": "L", "J": "L"}


class Position:
    def __init__(self, board, turn, unmoved, passed):
        # `passed`: the square an enemy has just passed, and where that piece stands.
        self.board, self.turn, self.unmoved, self.passed = board, turn, unmoved, passed

    def side_of(self, square):
        piece = self.board.get(square)
        return None if piece is None else 0 if piece.isupper() else 1

    def slide(self, start, step):
        """The squares from `start` on, up to the first occupied one."""
        x, y = start[0] + step[0], start[1] + step[1]
        while 0 <= x < SIZE and 0 <= y < SIZE:
            yield x, y
            if (x, y) in self.board:
                return
            x, y = x + step[0], y + step[1]

    def hop(self, start, step):
        """Where a piece would capture by jumping over one."""
        jumped = [s for s in self.slide(start, step) if s in self.board]
        return [s for s in self.slide(jumped[0], step) if s in self.board] if jumped else []

    def outward(self, step):
        """The two ways in which a step goes on when it turns by 45 degrees."""
        x, y = step
        return [(x, 0), (0, y)] if x and y else [(x, 1), (x, -1)] if x else [(1, y), (-1, y)]

    def attacked_squares(self, start):
        """What the piece on `start` can capture."""
        piece = self.board[start]
        kind, up = piece.upper(), 1 if piece.isupper() else -1
        for x, y in LEAPS.get(kind, []) + ([(1, up), (-1, up)] if kind in "PT" else []):
            to = start[0] + x, start[1] + y
            if 0 <= to[0] < SIZE and 0 <= to[1] < SIZE:
                yield to
        for step in SLIDES.get(kind, []):
            yield from self.slide(start, step)
        for step in HOPPERS.get(kind, []):
            yield from self.hop(start, step)
        for step in BENT.get(kind, []):
            first = start[0] + step[0], start[1] + step[1]
            if 0 <= first[0] < SIZE and 0 <= first[1] < SIZE:
                yield first
                if first not in self.board:
                    for onward in self.outward(step):
                        yield from self.slide(first, onward)

    def is_attacked(self, square, by):
        return any(self.side_of(s) == by and square in self.attacked_squares(s) for s in list(self.board))

    def king(self, side):
        return next(s for s, p in self.board.items() if p == "Kk"[side])

    def moves(self):
        """Pseudo-moves: from, to, the piece's new kind, the victim's square, the square that was passed."""
        me = self.turn
        up, last = (1, SIZE - 1) if me == 0 else (-1, 0)
        for start in list(self.board):
            if self.side_of(start) != me:
                continue
            kind = self.board[start].upper()
            pawnlike = set()
            targets = set()
            ahead = start[0], start[1] + up
            for to in self.attacked_squares(start):
                if kind in "PT" and to in [(start[0] - 1, ahead[1]), (start[0] + 1, ahead[1])]:
                    if self.side_of(to) == 1 - me:
                        pawnlike.add(to)
                    elif kind == "P" and self.passed and self.passed[0] == to:
                        yield start, to, kind, self.passed[1], None
                elif self.side_of(to) != me and (kind not in HOPPERS or to in self.board):
                    targets.add(to)
            for step in HOPPERS.get(kind, []):
                targets |= {s for s in self.slide(start, step) if s not in self.board}
            if kind in "PT" and 0 <= ahead[1] < SIZE and ahead not in self.board:
                pawnlike.add(ahead)
            if kind in "PI" and 0 <= ahead[1] < SIZE and ahead not in self.board:
                beyond = start[0], ahead[1] + up
                if 0 <= beyond[1] < SIZE and beyond not in self.board:
                    into = PROMOTION[kind] if beyond[1] == last else kind
                    yield start, beyond, into, beyond, None if into != kind else ahead
            if kind == "K" and start in self.unmoved and not self.is_attacked(start, 1 - me):
                for x, y in leaps(D, A, N):
                    to = start[0] + x, start[1] + y
                    if 0 <= to[0] < SIZE and 0 <= to[1] < SIZE and to not in self.board:
                        halves = {(start[0] + a, start[1] + b) for a in {x // 2, -(-x // 2)} for b in {y // 2, -(-y // 2)}}
                        if any(self.is_safe_for_king(start, s) for s in halves if s != start):
                            targets.add(to)
            for to in targets | pawnlike:
                promotes = to[1] == last and kind in PROMOTION and (kind != "T" or to in pawnlike)
                yield start, to, PROMOTION[kind] if promotes else kind, to, None

    def is_safe_for_king(self, king, square):
        there = dict(self.board)
        there[square] = there.pop(king)
        return not Position(there, self.turn, set(), None).is_attacked(square, 1 - self.turn)

    def after(self, move):
        start, to, kind, victim, passed = move
        board = dict(self.board)
        del board[start]
        board.pop(victim, None)
        board[to] = kind if self.turn == 0 else kind.lower()
        return Position(board, 1 - self.turn, self.unmoved - {start, victim, to}, (passed, to) if passed else None)

    def legal(self):
        for move in self.moves():
            after = self.after(move)
            if not after.is_attacked(after.king(self.turn), 1 - self.turn):
                yield after


def perft(position, depth):
    if depth == 0:
        return 1
    if depth == 1:
        return sum(1 for _ in position.legal())
    return sum(perft(after, depth - 1) for after in position.legal())


def read(fen):
    rows, turn, rights, passed = fen.split()[:4]
    board = {}
    for rank, row in zip(range(SIZE - 1, -1, -1), rows.split("/")):
        file, number = 0, ""
        for c in row + " ":
            if c.isdigit():
                number += c
                continue
            file += int(number or 0)
            number = ""
            if c != " ":
                board[file, rank] = c
                file += 1
    kings = {(s, "K" if p == "K" else "k") for s, p in board.items() if p in "Kk"}
    unmoved = {s for s, p in kings if chr(ord("A" if p == "K" else "a") + s[0]) in rights}
    state = None
    if passed != "-":
        square = ord(passed[0]) - ord("a"), int("".join(c for c in passed[1:3] if c.isdigit())) - 1
        up = 1 if turn == "b" else -1
        state = square, (square[0], square[1] + up)
    return Position(board, 0 if turn == "w" else 1, unmoved, state)


if __name__ == "__main__":
    print(perft(read(" ".join(sys.argv[2:]) or START), int(sys.argv[1])))
