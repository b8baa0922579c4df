#!/usr/bin/env python3
"""Plays in the terminal for real: `wazir play`, `host` and `join` in a tmux window, driven by keys, judged by what is on the screen.

    cargo build --release && scripts/tui_tmux.py [--wazir target/release/wazir] [--only PART] [--show]

Needs tmux (Debian: `apt-get install tmux`). Everything the program keeps goes to a folder of its own. Exit status: 0 all was as expected, 1 something was
not (the screen is printed), 2 no tmux or no program.
"""

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

PATIENCE = 60.0  # seconds until something has to be on the screen


class Unexpected(Exception):
    pass


class Window:
    """A window of tmux with one command in it."""

    def __init__(self, server, name, command, size=(100, 32)):
        self.server, self.name = server, name
        self.tmux("new-session", "-d", "-s", name, "-x", str(size[0]), "-y", str(size[1]), command)

    def tmux(self, *args):
        done = subprocess.run(["tmux", "-L", self.server, *args], capture_output=True, text=True)
        return done.stdout

    def screen(self):
        return self.tmux("capture-pane", "-p", "-t", self.name)

    def keys(self, *keys):
        for key in keys:
            self.tmux("send-keys", "-t", self.name, key)
            time.sleep(0.05)

    def type(self, text):
        self.tmux("send-keys", "-l", "-t", self.name, text)

    def play(self, move):
        self.keys(":")
        self.sees("Move")
        self.type(move)
        self.keys("Enter")

    def sees(self, pattern, patience=PATIENCE):
        """Waits until something is on the screen."""
        until = time.time() + patience
        while time.time() < until:
            screen = self.screen()
            found = re.search(pattern, screen)
            if found:
                return found
            time.sleep(0.1)
        raise Unexpected(f"{self.name}: `{pattern}` is not on the screen:\n{self.screen()}")

    def pane(self, what):
        return self.tmux("list-panes", "-t", self.name, "-F", f"#{{{what}}}").strip()

    def program(self):
        """The number of the process that plays."""
        of_shell = ["ps", "--ppid", self.pane("pane_pid"), "-o", "pid="]
        return int(subprocess.run(of_shell, capture_output=True, text=True).stdout.split()[0])

    def terminal(self):
        return self.pane("pane_tty")

    def resize(self, columns, rows):
        self.tmux("resize-window", "-t", self.name, "-x", str(columns), "-y", str(rows))

    def ends(self):
        """Waits until the program has ended and its shell's word after it is shown."""
        self.sees(r"ended with \d+")
        return int(re.search(r"ended with (\d+)", self.screen())[1])


def fools_mate(open_window):
    w = open_window("chess", "play chess --friend")
    w.sees("White to move")
    for move, shown in [("f3", r"1\.\s+f3"), ("e5", r"f3\s+e5"), ("g4", r"g4"), ("Qh4", r"Black wins: checkmate")]:
        w.play(move)
        w.sees(shown)
    w.keys("Escape")
    w.sees("Qh4#")
    w.keys("q")
    w.sees("New game")
    w.keys("q", "q")


def with_the_cursor(open_window):
    w = open_window("cursor", "play chess --friend")
    w.sees("e1")
    w.keys("k", "Enter")
    w.sees(r"\[")
    w.keys("k", "k", "Enter")
    w.sees(r"1\.\s+e4")
    w.resize(30, 8)
    w.sees("too small")
    w.resize(100, 32)
    w.sees("Black to move")
    w.keys("C-c")
    if w.ends() != 0:
        raise Unexpected("Ctrl-C is a way to leave")


def against_the_engine(open_window):
    w = open_window("engine", "play chess --level 1 --side white")
    w.sees("White to move")
    w.play("e4")
    w.sees(r"1\.\s+e4 \S+")
    w.keys("u")
    w.sees("after 0 moves")
    w.keys("r")
    w.sees(r"1\.\s+e4 \S+")


def engines(open_window):
    # Weaker ones play faster than anybody can look.
    w = open_window("engines", "play chess --watch --level 8")
    w.sees(r"\n\s+([3-9]|\d\d+)\. ")
    w.keys("p")
    w.sees("the engine waits")
    w.keys("p")
    # One of them may be mated soon.
    w.sees(r"\n\s+\d\d+\. |: checkmate|draw: ")


def shogi(open_window):
    w = open_window("shogi", "play shogi --friend --pieces kanji")
    w.sees("Sente to move")
    w.play("c3c4")
    w.sees("Gote to move")
    w.play("g7g6")
    w.sees("Sente to move")
    w.play("b2h8+")  # takes the bishop and promotes
    w.sees("角")
    w.play("g9h8")
    w.sees(r"2\.")
    w.keys("d")  # the bishop is the only piece in hand: it is taken up at once
    w.keys("k", "k", "k", "Enter")  # from the king, on e1, to e4
    w.sees(r"B\*5f")


def duck(open_window):
    w = open_window("duck", "play duck --friend")
    w.sees("White to move")
    w.keys("l", "l", "l", "l")  # nothing is royal there: the cursor begins on a1
    w.keys("k", "Enter", "k", "k", "Enter")
    w.sees("now choose the square that is closed")
    w.keys("k", "k", "Enter")
    w.sees("Black to move")
    w.sees(r"e4,e6")


def network(open_window):
    host = open_window("host", "host chess --bind 127.0.0.1:0 --clock 5+3 --name Ada")
    address = host.sees(r"wazir join (\S+)")[1]
    guest = open_window("guest", f"join {address} --name Grace")
    host.sees("you play against Grace")
    guest.sees("you play against Ada")
    host.play("e4")
    guest.sees(r"1\.\s+e4")
    host.keys("u")
    guest.sees("Ada wants to take the last move back")
    guest.keys("Enter")
    host.sees("after 0 moves")
    for window, move, shown in [
        (host, "f3", r"1\.\s+f3"),
        (guest, "e5", r"f3\s+e5"),
        (host, "g4", r"2\.\s+g4"),
        (guest, "Qh4", r"Black wins: checkmate"),
    ]:
        window.play(move)
        for w in (host, guest):
            w.sees(shown)
    guest.keys("j", "Enter")
    host.sees("Grace wants to play again")
    host.keys("Enter")
    for w in (host, guest):
        w.sees("White to move|played again")
    guest.play("d4")  # the guest has White now
    host.sees(r"1\.\s+d4")
    guest.keys("Escape", "c")
    guest.sees("Say")
    guest.type("good game")
    guest.keys("Enter")
    host.keys("Escape")
    host.sees("Grace: good game")
    guest.keys("C-c")
    host.sees("(?i)the connection has ended")


def crash(open_window):
    w = open_window("crash", "play chess --friend")
    w.sees("White to move")
    w.play("d4")
    w.sees("Black to move")
    killed(w)
    again = open_window("again", "play")
    again.sees("Resume the last game")
    again.keys("Enter")
    again.sees("the game goes on where it was left")
    again.sees(r"1\.\s+d4")


def killed(window):
    """Ends the program of a window at once, and says nothing to it."""
    program = window.program()
    os.kill(program, signal.SIGKILL)
    until = time.time() + PATIENCE
    while subprocess.run(["ps", "-p", str(program)], capture_output=True).returncode == 0:
        if time.time() > until:
            raise Unexpected(f"{window.name}: its program does not end")
        time.sleep(0.1)


def guest_is_killed(open_window):
    host = open_window("host", "host chess --port 0 --name Ada")
    address = host.sees(r"wazir join (\S+)")[1]
    guest = open_window("guest", f"join {address} --name Grace")
    code = guest.sees(r"code of your seat: ([0-9a-f-]{35})")[1]
    host.play("e4")
    guest.sees(r"1\.\s+e4")
    killed(guest)
    host.sees(r"Grace is away: 1[67]\d s to come back")
    host.sees(r"Grace is away: 1[67][0-6] s to come back")
    stranger = open_window("stranger", f"join {address} --name Eve", person="eve")
    stranger.sees("the seat is taken")
    guess = open_window("guess", f"join {address} --name Eve --code {'0' * 32}", person="eve")
    guess.sees("that is not the code of the seat")
    back = open_window("back", f"join {address} --name Grace --code {code}", person="elsewhere")
    back.sees(r"1\.\s+e4")
    host.sees("the connection is there again")
    back.play("e5")
    host.sees(r"e4\s+e5")
    # Without the code at hand: `join` on the same machine finds it, and so does the journal.
    killed(back)
    same = open_window("same", f"join {address} --name Grace", person="elsewhere")
    same.sees(r"e4\s+e5")
    killed(same)
    again = open_window("again", "play", person="elsewhere")
    again.sees("Resume the last game")
    again.keys("Enter")
    again.sees(r"e4\s+e5")
    host.sees("the connection is there again")
    # And a host that is gone is gone, with a game that stays.
    killed(host)
    again.sees(r"connection lost: 1\d\d s to come back")


def signals(open_window):
    for name, status in [("TERM", 143), ("HUP", 129), ("INT", 130)]:
        w = open_window(f"by-{name}", "play chess --friend")
        w.sees("White to move")
        w.play("d4")
        w.sees("Black to move")
        os.kill(w.program(), getattr(signal, f"SIG{name}"))
        w.sees(f"ended with {status}")
        if "Black to move" in w.screen():
            raise Unexpected("the game is still on the screen")
        modes = subprocess.run(["stty", "-F", w.terminal(), "-a"], capture_output=True, text=True).stdout
        if " icanon" not in modes or " echo " not in modes:
            raise Unexpected(f"the terminal is not what it was: {modes}")
    # A window that is closed: the program ends, and the game is kept.
    w = open_window("closed", "play chess --friend")
    w.sees("White to move")
    w.play("c4")
    w.sees("Black to move")
    program = w.program()
    w.tmux("kill-window", "-t", "closed")
    deadline = time.time() + PATIENCE
    while os.path.exists(f"/proc/{program}"):
        if time.time() > deadline:
            raise Unexpected("the program goes on without its terminal")
        time.sleep(0.05)
    again = open_window("again", "play")
    again.sees("Resume the last game")
    again.keys("Enter")
    again.sees(r"1\.\s+c4")


def full_disk(open_window):
    w = open_window("full", "play chess --friend", before="ulimit -f 1; ")
    w.sees("not kept for a crash")
    w.play("d4")
    w.sees("Black to move|not kept")
    w.keys("C-c")
    w.sees("that was left after 1 moves is not kept: File too large")


PARTS = [fools_mate, with_the_cursor, against_the_engine, engines, shogi, duck, network, guest_is_killed, crash, signals, full_disk]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wazir", default="target/release/wazir")
    parser.add_argument("--only", choices=[part.__name__ for part in PARTS], metavar="PART",
                        help="one part: " + ", ".join(part.__name__ for part in PARTS))
    parser.add_argument("--show", action="store_true", help="print the last screen of each window")
    args = parser.parse_args()
    if not shutil.which("tmux"):
        print("no tmux: apt-get install tmux", file=sys.stderr)
        return 2
    program = os.path.abspath(args.wazir)
    if not os.path.exists(program):
        print(f"no {program}: cargo build --release", file=sys.stderr)
        return 2
    failed = 0
    for part in PARTS:
        if args.only and part.__name__ != args.only:
            continue
        folder = tempfile.mkdtemp(prefix="wazir-tui-")
        server = f"wazir-{os.getpid()}-{part.__name__}"
        windows = []

        # `person`: somebody else, with folders of their own.
        def open_window(name, command, before="", person=""):
            home = f"{folder}/{person}"
            env = f"env HOME={home} XDG_CONFIG_HOME={home}/c XDG_STATE_HOME={home}/s XDG_DATA_HOME={home}/d LANG=C.UTF-8"
            line = f"{before}{env} {program} {command}; echo ended with $?; sleep 600"
            windows.append(Window(server, name, line))
            return windows[-1]

        begun = time.time()
        try:
            part(open_window)
            print(f"ok    {part.__name__}  {time.time() - begun:.1f} s")
            if args.show:
                for window in windows:
                    print(window.screen())
        except Unexpected as error:
            failed += 1
            print(f"WRONG {part.__name__}: {error}")
        finally:
            subprocess.run(["tmux", "-L", server, "kill-server"], capture_output=True)
            shutil.rmtree(folder, ignore_errors=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
