"""`python -m analyser.web`: the pages served until stopped; `analyser web` is the way there."""

import argparse
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from analyser.errors import AnalyserError, Problem, UsageError, refusal
from analyser.messages import LANGUAGES
from analyser.resources import drafts_file, install_line, limit_blas_threads
from analyser.web import LOOPBACK, WebSettings, serve

if TYPE_CHECKING:
    from analyser.web.public_address import PublicAddress

_NEEDED = ("fastapi", "uvicorn", "python_multipart", "tomlkit", "segno")
_HIGHEST_PORT = 65_535
_EVERYWHERE = "0.0.0.0"  # noqa: S104 - guests come in by invitation only


def main(words: Sequence[str]) -> int:
    """Serve; 0 when stopped, 1 when a part is missing or a place cannot be had, 2 when the words were wrong."""
    limit_blas_threads()
    arguments = _parser().parse_args(words)
    missing = [name for name in _NEEDED if find_spec(name) is None]
    if missing:
        _note(f"the pages need the optional part `web` (not found: {', '.join(missing)})")
        _note(f"install it {install_line('web')}")
        return 1
    if arguments.export is not None:
        return _export(arguments.export, arguments.lang)
    try:
        return _run_words(arguments)
    except AnalyserError as refused:
        for problem in refused.problems:
            _note(str(problem))
        return 2 if isinstance(refused, UsageError) else 1


def _run_words(arguments: argparse.Namespace) -> int:
    """Do what the words ask for: a copy, its return, an invitation, a check of the trail, else serve the pages."""
    from analyser.web.backup import back_up, restore
    from analyser.web.public_address import public_address
    from analyser.web.trail_chain import verify_trail

    public = public_address(arguments.behind, arguments.proxy) if arguments.behind else None
    if arguments.backup is not None:
        back_up(drafts_file(), arguments.backup)
        _note(f"written: {arguments.backup}")
    elif arguments.restore is not None:
        _note(str(restore(arguments.restore, drafts_file())))
    elif arguments.invite is not None:
        _say(_invitation(public, *arguments.invite))
    elif arguments.verify_trail:
        checked = verify_trail(drafts_file())
        _say(str(checked))
        return 0 if checked.broken is None else 1
    else:
        host = _EVERYWHERE if arguments.share and arguments.host in LOOPBACK else arguments.host
        tell = _invite if public is None else _invite_director
        serve(WebSettings(drafts_file(), host, arguments.port, tell=tell, public=public), _ready)
        _note("stopped; every draft is kept")
    return 0


def _invitation(public: "PublicAddress | None", role: str, name: str) -> str:
    """The address that lets a new member of a federation's server in."""
    from analyser.web.members import Members, ServerRole
    from analyser.web.store import WebStore

    if public is None:
        remedy = "give the address browsers use, too: --behind https://…"
        raise UsageError("only a server behind a web server has members", where="--invite", remedy=remedy)
    if role not in set(ServerRole):
        remedy = f"write {', '.join(ServerRole)}"
        raise UsageError("not a role", where="--invite", found=role, remedy=remedy)
    members = Members(WebStore(drafts_file()), str(public), _say)
    return members.link(members.invite(name, ServerRole(role)))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="analyser web", description="Open the pages for a browser.")
    parser.add_argument(
        "--host", default="127.0.0.1", help="where it is served; 127.0.0.1, this machine alone, unless told"
    )
    parser.add_argument("--port", type=_port, default=8000, help="0 for any that is free; 8000 unless told")
    parser.add_argument("--share", action="store_true", help="let guests on the local network in")
    parser.add_argument(
        "--behind",
        metavar="URL",
        help="the address browsers use, where a web server that ends TLS stands before it",
    )
    parser.add_argument(
        "--proxy",
        action="append",
        default=[],
        metavar="A",
        help="that server's own address, unless on this machine",
    )
    parser.add_argument(
        "--invite",
        nargs=2,
        metavar=("ROLE", "NAME"),
        help="print an invitation to the pages --behind a web server",
    )
    parser.add_argument("--backup", type=Path, metavar="F", help="copy all that is kept into a new file")
    parser.add_argument(
        "--restore", type=Path, metavar="F", help="put such a file in the place of what is kept"
    )
    parser.add_argument(
        "--verify-trail",
        action="store_true",
        help="check who did what: whole, or the first row that was changed",
    )
    parser.add_argument(
        "--export", type=Path, metavar="F", help="write the pages for a phone: a file, or the app in a folder"
    )
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="the language of that file")
    return parser


def _port(word: str) -> int:
    """The number of a port."""
    if word.isascii() and word.isdecimal() and int(word) <= _HIGHEST_PORT:
        return int(word)
    raise argparse.ArgumentTypeError(f"'{word}': not a port. Write a number from 0 to {_HIGHEST_PORT}.")


def _export(place: Path, language: str) -> int:
    """Write the pages that need no server: one file, or into a folder the app a phone installs."""
    from analyser.web.offline_calculator import app_files, offline_page

    if not place.is_dir() and place.suffix and place.suffix.lower() not in (".html", ".htm"):
        why, remedy = f"a page is written, no {place.suffix}", "name a file that ends in .html, or a folder"
        _note(str(Problem("--export", str(place), why, remedy)))
        return 2
    try:
        place.parent.stat()  # a folder that is not there is told before anybody waits
        _note("asking the Laws every question beforehand: about ten seconds")
        if place.is_dir():
            for name, data in app_files(language).items():
                (place / name).write_bytes(data)
        else:
            place.write_text(offline_page(language), encoding="utf-8")
    except OSError as reason:
        why = f"cannot be written: {refusal(reason)}"
        _note(str(Problem("--export", str(place), why, "choose another place")))
        return 1
    _note(f"written: {place}")
    return 0


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def _note(text: str) -> None:
    sys.stderr.write(text + "\n")
    sys.stderr.flush()


def _ready(home: str) -> None:
    _say(f"analyser is at {home}")
    _say("Ctrl+C stops it; drafts are kept on this machine.")


def _invite(link: str) -> None:
    from analyser.web.visitors import draw_link

    _say("For one guest on this network; the next invitation follows when this one was used:")
    _say(draw_link(link).rstrip("\n"))
    _say(link)


def _invite_director(link: str) -> None:
    _say("For the first Tournament Director, once, within seven days:")
    _say(link)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
