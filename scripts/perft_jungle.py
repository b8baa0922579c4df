"""Perft of jungle, written apart from Wazir: the source of the rows of conformance/data/perft.tsv called "independent script".

    python3 scripts/perft_jungle.py            the start position, depths 1 to 5
    python3 scripts/perft_jungle.py FEN DEPTH
"""
import sys
RANK = {c: i for i,c in enumerate('RCDWPTLE', 1)}
WATER = {(f, r) for f in (1,2,4,5) for r in (3,4,5)}
DEN=[(3,0),(3,8)]; TR=[{(2,0),(4,0),(3,1)},{(2,8),(4,8),(3,7)}]
def start():
    b={}
    rows="l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L".split('/')
    for i,row in enumerate(rows):
        f=0
        for c in row:
            if c.isdigit(): f+=int(c)
            else: b[(f,8-i)]=(0 if c.isupper() else 1,c.upper()); f+=1
    return b
def moves(b,s):
    for sq,(o,p) in list(b.items()):
        if o!=s: continue
        for dx,dy in ((0,1),(1,0),(0,-1),(-1,0)):
            t=(sq[0]+dx,sq[1]+dy); jumped=False
            if p in 'LT' and t in WATER:
                blocked=False
                while t in WATER:
                    if t in b: blocked=True
                    t=(t[0]+dx,t[1]+dy)
                if blocked: continue
            if not(0<=t[0]<7 and 0<=t[1]<9) or t==DEN[s]: continue
            if t in WATER and p!='R': continue
            if t in b:
                o2,q=b[t]
                if o2==s: continue
                if p=='R' and ((sq in WATER)!=(t in WATER)): continue
                ok = t in TR[s] or (p=='R' and q in 'RE') or (p!='R' and RANK[q] <= RANK[p] and not(p=='E' and q=='R'))
                if p=='R' and sq in WATER and q=='E': ok=False
                if not ok: continue
            yield sq,t
def over(b,s):
    return any(b.get(DEN[1-o],(9,0))[0]==o for o in (0,1)) or not any(o==s for o,_ in b.values())
def perft(b,s,d):
    if over(b,s): return 0
    ms=list(moves(b,s))
    if d==1: return len(ms)
    n=0
    for a,t in ms:
        c=dict(b); c[t]=c.pop(a); n+=perft(c,1-s,d-1)
    return n
def fromfen(fen):
    b={}; parts=fen.split()
    for i,row in enumerate(parts[0].split('/')):
        f=0
        for c in row:
            if c.isdigit(): f+=int(c)
            else: b[(f,8-i)]=(0 if c.isupper() else 1,c.upper()); f+=1
    return b,(0 if parts[1]=='w' else 1)


if __name__ == "__main__":
    if len(sys.argv) == 3:
        board, side = fromfen(sys.argv[1])
        print(perft(board, side, int(sys.argv[2])))
    else:
        for depth in range(1, 6):
            print(depth, perft(start(), 0, depth), flush=True)
