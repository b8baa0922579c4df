#!/usr/bin/env python3
"""Counts positions of chess on joined and hexagonal boards by a brute force of its own, written from the rules of the games.

It shares nothing with Wazir: cells are tuples, hexagons have cube coordinates, every move is made on a dictionary and tested. Its figures stand in
`conformance/data/perft.tsv`. Usage: `python3 scripts/shapes.py cylinder|toroidal|glinski DEPTH`.
"""

import sys


class Squares:
    """Chess on eight by eight squares; `wrap_files` and `wrap_ranks` join edges. Cells are (file, rank)."""

    ORTHOGONAL = [(0, 1), (1, 0), (0, -1), (-1, 0)]
    DIAGONAL = [(1, 1), (1, -1), (-1, -1), (-1, 1)]
    KNIGHT = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]

    def __init__(self, wrap_files, wrap_ranks, rows, castles, longest_of_pawns):
        self.wrap = (wrap_files, wrap_ranks)
        self.castles = castles
        self.longest = longest_of_pawns
        self.board = {}
        for rank, row in zip(range(7, -1, -1), rows.split("/")):
            for file, letter in enumerate(row):
                if letter != ".":
                    self.board[file, rank] = (letter.isupper(), letter.upper())

    def step(self, cell, step):
        at = [cell[i] + step[i] for i in (0, 1)]
        at = [at[i] % 8 if self.wrap[i] else at[i] for i in (0, 1)]
        return tuple(at) if 0 <= at[0] < 8 and 0 <= at[1] < 8 else None

    def forward(self, white):
        return (0, 1 if white else -1)

    def pawn_takes(self, white):
        return [(-1, 1 if white else -1), (1, 1 if white else -1)]

    def first_steps(self, cell, white):
        """How far a pawn may go from here at most."""
        return self.longest.get(cell[1] if white else 7 - cell[1], 1)

    def promotes(self, cell, white):
        return cell[1] == (7 if white else 0)


class Hexagons:
    """Glinski's board: cube coordinates (q, r, s) with q + r + s = 0 and none beyond 5. Forward is -r, towards f11."""

    ORTHOGONAL = [(1, -1, 0), (1, 0, -1), (0, 1, -1), (-1, 1, 0), (-1, 0, 1), (0, -1, 1)]
    DIAGONAL = [(2, -1, -1), (1, 1, -2), (-1, 2, -1), (-2, 1, 1), (-1, -1, 2), (1, -2, 1)]
    KNIGHT = [
        (q, r, -q - r)
        for q in range(-3, 4)
        for r in range(-3, 4)
        if sorted(map(abs, (q, r, -q - r))) == [1, 2, 3]
    ]
    FILES = "abcdefghikl"
    castles = False

    def __init__(self, men):
        self.board = {}
        for white, text in men.items():
            for man in text.split():
                letter, place = (man[0], man[1:]) if man[0].isupper() else ("P", man)
                self.board[self.cell(place)] = (white, letter)
        self.starts = {white: {c for c, man in self.board.items() if man == (white, "P")} for white in (True, False)}

    def cell(self, name):
        """Each file is counted from its lowest cell."""
        q = self.FILES.index(name[0]) - 5
        lowest = min(5, 5 - q)
        r = lowest - (int(name[1:]) - 1)
        return (q, r, -q - r)

    def step(self, cell, step):
        at = tuple(a + b for a, b in zip(cell, step))
        return at if max(map(abs, at)) <= 5 else None

    def forward(self, white):
        return (0, -1, 1) if white else (0, 1, -1)

    def pawn_takes(self, white):
        return [(1, -1, 0), (-1, 0, 1)] if white else [(-1, 1, 0), (1, 0, -1)]

    def first_steps(self, cell, white):
        return 2 if cell in self.starts[white] else 1

    def promotes(self, cell, white):
        return self.step(cell, self.forward(white)) is None


class Game:
    def __init__(self, shape):
        self.shape = shape
        self.sliders = {"R": shape.ORTHOGONAL, "B": shape.DIAGONAL, "Q": shape.ORTHOGONAL + shape.DIAGONAL}
        self.leapers = {"N": shape.KNIGHT, "K": shape.ORTHOGONAL + shape.DIAGONAL}

    def reach(self, board, cell, letter):
        """Where a piece other than a pawn gets, up to what stands in its way."""
        found = set()
        for step in self.leapers.get(letter, []):
            found.add(self.shape.step(cell, step))
        for step in self.sliders.get(letter, []):
            at = self.shape.step(cell, step)
            while at is not None and at != cell:
                found.add(at)
                if at in board:
                    break
                at = self.shape.step(at, step)
        return found - {None, cell}

    def attacked(self, board, cell, by):
        for at, (white, letter) in board.items():
            if white != by:
                continue
            if letter == "P":
                if cell in [self.shape.step(at, step) for step in self.shape.pawn_takes(by)]:
                    return True
            elif cell in self.reach(board, at, letter):
                return True
        return False

    def in_check(self, board, white):
        king = next(cell for cell, man in board.items() if man == (white, "K"))
        return self.attacked(board, king, not white)

    def children(self, state):
        board, white, passed, rights = state
        for cell, (owner, letter) in list(board.items()):
            if owner != white:
                continue
            if letter == "P":
                yield from self.pawn(state, cell)
                continue
            for to in self.reach(board, cell, letter):
                if to not in board or board[to][0] != white:
                    yield self.moved(state, cell, to, letter, None, None)
            if letter == "K" and rights:
                yield from self.castlings(state, cell)

    def pawn(self, state, cell):
        board, white, passed, _ = state
        over, at = [], cell
        for _ in range(self.shape.first_steps(cell, white)):
            at = self.shape.step(at, self.shape.forward(white))
            if at is None or at in board:
                break
            yield from self.arrives(state, cell, at, (set(over), at) if over else None, None)
            over.append(at)
        for to in {self.shape.step(cell, step) for step in self.shape.pawn_takes(white)} - {None}:
            if to in board and board[to][0] != white:
                yield from self.arrives(state, cell, to, None, None)
            elif passed and to in passed[0]:
                yield from self.arrives(state, cell, to, None, passed[1])

    def arrives(self, state, cell, to, passed, victim):
        for letter in "QRBN" if self.shape.promotes(to, state[1]) and victim is None else "P":
            yield self.moved(state, cell, to, letter, passed, victim)

    def moved(self, state, cell, to, letter, passed, victim):
        board, white, _, rights = state
        board = dict(board)
        del board[cell]
        if victim is not None:
            del board[victim]
        board[to] = (white, letter)
        return board, not white, passed, frozenset(right for right in rights if not {cell, to} & set(right))

    def castlings(self, state, king):
        board, white, _, rights = state
        for right in rights:
            if right[0] != king:
                continue
            rook, rank = right[1], king[1]
            wing = 1 if rook[0] > king[0] else -1
            between = [(file, rank) for file in range(min(king[0], rook[0]) + 1, max(king[0], rook[0]))]
            way = [(king[0] + n * wing, rank) for n in (0, 1, 2)]
            if any(cell in board for cell in between) or any(self.attacked(board, cell, not white) for cell in way):
                continue
            child, turn, _, left = self.moved(state, king, way[2], "K", None, None)
            del child[rook]
            child[way[1]] = (white, "R")
            yield child, turn, None, left

    def perft(self, state, depth):
        total = 0
        for child in self.children(state):
            if not self.in_check(child[0], state[1]):
                total += self.perft(child, depth - 1) if depth > 1 else 1
        return total


def main():
    name, depth = sys.argv[1], int(sys.argv[2])
    orthodox = "rnbqkbnr/pppppppp/......../......../......../......../PPPPPPPP/RNBQKBNR"
    torus = "pppppppp/rnbqkbnr/pppppppp/......../......../PPPPPPPP/RNBQKBNR/PPPPPPPP"
    shape = {
        "chess": lambda: Squares(False, False, orthodox, True, {1: 2}),
        "cylinder": lambda: Squares(True, False, orthodox, True, {1: 2}),
        "toroidal": lambda: Squares(True, True, torus, False, {0: 3}),
        "glinski": lambda: Hexagons({
            True: "b1 c2 d3 e4 f5 g4 h3 i2 k1 Bf1 Bf2 Bf3 Rc1 Ri1 Nd1 Nh1 Qe1 Kg1",
            False: "b7 c7 d7 e7 f7 g7 h7 i7 k7 Bf9 Bf10 Bf11 Rc8 Ri8 Nd9 Nh9 Qe10 Kg10",
        }),
    }[name]()
    game = Game(shape)
    rights = frozenset(((4, rank), (file, rank)) for rank in (0, 7) for file in (0, 7)) if shape.castles else frozenset()
    for n in range(1, depth + 1):
        print(name, n, game.perft((shape.board, True, None, rights), n), flush=True)


main()
