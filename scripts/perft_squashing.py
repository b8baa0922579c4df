"""Perft of Squashing Chess, written apart from Wazir: the source of the rows of conformance/data/perft.tsv called "independent script".

    python3 scripts/perft_squashing.py             the start position, depths 1 to 3
    python3 scripts/perft_squashing.py FEN DEPTH

Repetitions, which are illegal in a game, are not looked at.
"""
import sys

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
STRAIGHT = [(0, 1), (1, 0), (0, -1), (-1, 0)]
DIAGONAL = [(1, 1), (1, -1), (-1, -1), (-1, 1)]
KNIGHT = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]


def read(fen):
    placement, turn, rights = fen.split()[:3]
    board = {}
    for down, row in enumerate(placement.split("/")):
        file = 0
        for c in row:
            if c.isdigit():
                file += int(c)
            else:
                board[file, 7 - down] = c
                file += 1
    return board, turn == "w", frozenset(rights) - {"-"}


def on(square):
    return 0 <= square[0] < 8 and 0 <= square[1] < 8


def attempts(board, white, square):
    """Squares an attacker walks onto by a move that captures or pushes, with the direction; whatever stands there."""
    kind = board[square].upper()
    steps = {"P": [(1, 1 if white else -1), (-1, 1 if white else -1)], "B": DIAGONAL, "R": STRAIGHT}
    for dx, dy in steps.get(kind, DIAGONAL + STRAIGHT if kind in "QK" else []):
        at = square[0] + dx, square[1] + dy
        while on(at):
            if at in board:
                yield at, (dx, dy)
                break
            if kind in "PK":
                break
            at = at[0] + dx, at[1] + dy


def enemies(board, white):
    return [s for s, c in board.items() if c.isupper() != white]


def squashed_by(board, white, target):
    """Could the side squash what stands on the target?"""
    for square in [s for s, c in board.items() if c.isupper() == white]:
        for at, (dx, dy) in attempts(board, white, square):
            behind = at[0] + dx, at[1] + dy
            if at == target and (not on(behind) or behind in board):
                return True
    return False


def in_check(board, white):
    king = next(s for s, c in board.items() if c == ("K" if white else "k"))
    return squashed_by(board, not white, king)


def walks(board, white, square):
    """Plain moves to empty squares."""
    kind = board[square].upper()
    x, y = square
    if kind == "P":
        up = 1 if white else -1
        if on((x, y + up)) and (x, y + up) not in board:
            yield x, y + up
            if y == (1 if white else 6) and (x, y + 2 * up) not in board:
                yield x, y + 2 * up
        return
    steps = {"N": KNIGHT, "B": DIAGONAL, "R": STRAIGHT}.get(kind, DIAGONAL + STRAIGHT)
    for dx, dy in steps:
        at = x + dx, y + dy
        while on(at) and at not in board:
            yield at
            if kind in "NK":
                break
            at = at[0] + dx, at[1] + dy


def arrive(board, white, start, end):
    """The boards after a piece has come to its square, with each promotion."""
    piece = board.pop(start)
    last = 7 if white else 0
    for into in "QRBN" if piece.upper() == "P" and end[1] == last else [piece]:
        yield {**board, end: into.upper() if white else into.lower()}


def castlings(board, white, rights):
    rank = 0 if white else 7
    for letter, rook, between, way, ends in [
        ("K", 7, [5, 6], [4, 5], (6, 5)),
        ("Q", 0, [1, 2, 3], [4, 3], (2, 3)),
    ]:
        letter = letter if white else letter.lower()
        king = "K" if white else "k"
        if letter not in rights or any((file, rank) in board for file in between):
            continue
        bare = {s: c for s, c in board.items() if s != (4, rank)}
        if any(squashed_by({**bare, (file, rank): king}, not white, (file, rank)) for file in way):
            continue
        after = {s: c for s, c in bare.items() if s != (rook, rank)}
        yield {**after, (ends[0], rank): king, (ends[1], rank): "R" if white else "r"}


def kept(rights, touched):
    homes = {"K": {(4, 0), (7, 0)}, "Q": {(4, 0), (0, 0)}, "k": {(4, 7), (7, 7)}, "q": {(4, 7), (0, 7)}}
    return frozenset(letter for letter in rights if not homes[letter] & touched)


def children(board, white, rights):
    for square in [s for s, c in board.items() if c.isupper() == white]:
        for end in walks(board, white, square):
            for after in arrive(dict(board), white, square, end):
                yield after, kept(rights, {square, end})
        for at, (dx, dy) in attempts(board, white, square):
            if board[at].isupper() == white:
                continue
            behind = at[0] + dx, at[1] + dy
            after = dict(board)
            pushed = after.pop(at)
            if on(behind) and behind not in board:
                # A push is no capture: nobody promotes (none arrives on the last rank by one).
                after[behind] = pushed
                after[at] = after.pop(square)
                yield after, kept(rights, {square, at, behind})
            elif pushed.upper() != "N":
                for final in arrive(after, white, square, at):
                    yield final, kept(rights, {square, at})
    for after in castlings(board, white, rights):
        yield after, kept(rights, {(4, 0 if white else 7)})


def perft(board, white, rights, depth):
    nodes = 0
    for after, left in children(board, white, rights):
        if not in_check(after, white):
            nodes += 1 if depth == 1 else perft(after, not white, left, depth - 1)
    return nodes


if __name__ == "__main__":
    if len(sys.argv) > 2:
        print(perft(*read(sys.argv[1]), int(sys.argv[2])))
    else:
        for depth in range(1, 4):
            print(depth, perft(*read(START), depth))
