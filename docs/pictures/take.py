#!/usr/bin/env python3
"""Takes the pictures of this folder from the real programs, at a pseudo-terminal.

    pip install pyte pillow
    docs/pictures/take.py --binary foreword --claude claude --codex codex --anthropic URL --openai URL REPOSITORY

The programs run without the user's environment, in a home of their own, with keys that are none, and with mock models at the
two URLs (`/v1/messages`, `/v1/responses`), so that nothing leaves the machine. REPOSITORY is copied; what it holds is in the pictures.
"""

import argparse
import fcntl
import json
import os
import pathlib
import pty
import select
import shutil
import signal
import struct
import subprocess
import tempfile
import termios
import time

import pyte
from PIL import Image, ImageDraw, ImageFont

COLUMNS = 118
SIZE, PAD = 15, 14
FONTS = ["/usr/share/fonts/truetype/dejavu/DejaVuSansMono{}.ttf", "/Library/Fonts/DejaVuSansMono{}.ttf"]
COLOURS = {
    "default": "#d8dee9", "black": "#3b4252", "red": "#d9626c", "green": "#a3be8c", "brown": "#e5c07b", "blue": "#81a1c1",
    "magenta": "#b48ead", "cyan": "#88c0d0", "white": "#e5e9f0", "brightblack": "#6c7686",
}
BACKGROUND = "#1e222a"


class Terminal:
    """A program at a terminal, and what stands there."""

    def __init__(self, command, env, cwd, rows=22):
        self.screen = pyte.Screen(COLUMNS, rows)
        self.stream = pyte.ByteStream(self.screen)
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.chdir(cwd)
            os.execvpe(command[0], command, env)
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, COLUMNS, 0, 0))

    def read(self, seconds):
        """Whatever comes within some seconds; false when the program has ended."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if select.select([self.fd], [], [], left)[0]:
                try:
                    data = os.read(self.fd, 65536)
                except OSError:
                    return False
                if not data:
                    return False
                self.stream.feed(data)
                # Some programs ask the terminal where the cursor is before they go on.
                if b"\x1b[6n" in data:
                    os.write(self.fd, f"\x1b[{self.screen.cursor.y + 1};{self.screen.cursor.x + 1}R".encode())
                if b"\x1b[c" in data:
                    os.write(self.fd, b"\x1b[?62c")
        return True

    def wait_for(self, text, seconds=30):
        end = time.monotonic() + seconds
        while text not in "\n".join(self.screen.display):
            if time.monotonic() > end or not self.read(0.2):
                raise SystemExit(f"`{text}` did not come:\n" + "\n".join(line.rstrip() for line in self.screen.display))

    def type(self, text):
        os.write(self.fd, text.encode())

    def end(self):
        os.close(self.fd)  # The terminal is gone: whatever runs there is told.
        time.sleep(1)
        try:
            os.kill(self.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        os.waitpid(self.pid, 0)


def font(style=""):
    path = next(path.format(style) for path in FONTS if os.path.exists(path.format(style)))
    return ImageFont.truetype(path, SIZE)


def colour(name, otherwise):
    if name == "default":
        return otherwise
    return COLOURS.get(name, f"#{name}" if len(name) == 6 else otherwise)


def picture(screen, path):
    plain, bold = font(), font("-Bold")
    width = plain.getlength("m")
    height = SIZE + 5
    used = max((row for row in range(screen.lines) if screen.display[row].strip()), default=0) + 1
    image = Image.new("RGB", (int(COLUMNS * width) + 2 * PAD, used * height + 2 * PAD), BACKGROUND)
    draw = ImageDraw.Draw(image)
    for row in range(used):
        for column in range(COLUMNS):
            cell = screen.buffer[row][column]
            x, y = PAD + column * width, PAD + row * height
            front, back = colour(cell.fg, COLOURS["default"]), colour(cell.bg, BACKGROUND)
            if cell.reverse:
                front, back = back, front
            if back != BACKGROUND:
                draw.rectangle([x, y, x + width, y + height], fill=back)
            if cell.data.strip():
                draw.text((x, y), cell.data, font=bold if cell.bold else plain, fill=front)
    image.save(path, optimize=True)
    print(path)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("--binary", "--claude", "--codex", "--anthropic", "--openai"):
        parser.add_argument(name, required=True)
    parser.add_argument("repository")
    parser.add_argument("--home", help="a folder that does not exist yet, for what paths in the pictures begin with")
    parser.add_argument("--question", default="Where is the session cookie signed?")
    args = parser.parse_args()
    out = pathlib.Path(__file__).resolve().parent
    home = pathlib.Path(args.home or tempfile.mkdtemp(prefix="pictures-"))
    home.mkdir(exist_ok=not args.home)
    try:
        take(args, out, home)
    finally:
        shutil.rmtree(home)


def take(args, out, home):
    repository = home / pathlib.Path(args.repository).name
    shutil.copytree(args.repository, repository, symlinks=True)
    programs = home / "bin"
    programs.mkdir()
    for name in ("binary", "claude", "codex"):
        path = os.path.abspath(shutil.which(getattr(args, name)) or getattr(args, name))
        (programs / {"binary": "foreword"}.get(name, name)).symlink_to(path)
    env = {
        "HOME": str(home), "PATH": f"{programs}:/usr/local/bin:/usr/bin:/bin", "TERM": "xterm-256color", "LANG": "C.UTF-8", "USER": "you",
        "ANTHROPIC_BASE_URL": args.anthropic, "ANTHROPIC_API_KEY": "sk-none-0000000000000000000000", "MOCK_API_KEY": "none",
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1", "DISABLE_AUTOUPDATER": "1", "PS1": "$ ",
    }
    (home / ".claude.json").write_text(json.dumps({
        "hasCompletedOnboarding": True, "theme": "dark", "numStartups": 9,
        "customApiKeyResponses": {"approved": [env["ANTHROPIC_API_KEY"][-20:]], "rejected": []},
        "projects": {str(repository): {"hasTrustDialogAccepted": True, "hasCompletedProjectOnboarding": True}},
    }))
    (home / ".claude").mkdir()
    (home / ".claude/settings.json").write_text('{\n  "model": "sonnet"\n}\n')
    (home / ".codex").mkdir()
    (home / ".codex/config.toml").write_text(
        'model = "mock"\nmodel_provider = "mock"\n\n[model_providers.mock]\nname = "mock"\n'
        f'base_url = "{args.openai}"\nwire_api = "responses"\nenv_key = "MOCK_API_KEY"\n\n'
        f'[projects."{repository}"]\ntrust_level = "trusted"\n')
    subprocess.run(["foreword", "index"], env=env, cwd=repository, check=True, capture_output=True)

    shell = Terminal(["/bin/sh", "-i"], env, repository, rows=40)
    shell.wait_for("$")
    shell.type("foreword install claude\n")
    shell.wait_for("[y/N]")
    picture(shell.screen, out / "install.png")
    shell.type("y\n")
    shell.read(2)
    shell.type("clear; foreword install codex --yes >/dev/null; clear; foreword doctor\n")
    shell.read(12)
    picture(shell.screen, out / "doctor.png")
    shell.end()

    claude = Terminal(["claude"], env, repository)
    claude.read(6)
    claude.type(args.question)
    claude.read(1)
    claude.type("\r")
    claude.wait_for("[Auto Tools]")
    claude.read(3)
    picture(claude.screen, out / "claude-code.png")
    claude.end()

    codex = Terminal(["codex", "--no-daemon"], env, repository)
    codex.read(6)
    codex.type(args.question)
    codex.read(1)
    codex.type("\r")
    codex.wait_for("[Auto Tools]")
    codex.read(3)
    picture(codex.screen, out / "codex.png")
    codex.end()

    loop = Terminal(["codex-auto"], dict(env, PATH=f"{home}/.local/bin:{env['PATH']}"), repository, rows=34)
    loop.read(2)
    loop.type(args.question + "\r")
    loop.wait_for("[Auto Tools]")
    loop.read(6)
    loop.type("/plan How are blueprints registered?\r")
    loop.read(3)
    picture(loop.screen, out / "codex-auto.png")
    loop.end()


main()
