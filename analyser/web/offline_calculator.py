"""Calculator, Laws and their words as one file for a phone without a server: its tables are written by `scoring` and `laws`."""

import base64
import hashlib
import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from markupsafe import Markup

from analyser import laws, resources
from analyser.bridge import Contract, Result, Seat, Strain
from analyser.errors import ScoringError
from analyser.laws.law_book import misprints, provisions
from analyser.laws.search import search_names
from analyser.laws.values import path_of
from analyser.laws.word_search import ENDINGS, SMALL_WORDS
from analyser.messages import LANGUAGES
from analyser.report.html import page_style
from analyser.report.page_voice import TextVoice
from analyser.resources import __version__
from analyser.ruling.calculator import score_card
from analyser.ruling.score_words import ScoreWords
from analyser.scoring import FORMS, SCALES, BoardComparison, Need, contract_score, imps
from analyser.web.offline_rulings import RULED_OFFLINE, rulings
from analyser.web.page import render_text
from analyser.web.score_sheet import SCALE_NAMES
from analyser.web.words import voice_of

# The forms the script computes; one it has not learned is scored by the program alone.
_SCRIPTED = ("matchpoints", "imps", "knockout", "vp", "cross-imps", "butler", "bam", "points")
_OFFLINE = tuple(form for form in FORMS if form.name in _SCRIPTED)
_CLASSES = (Strain.CLUBS, Strain.SPADES, Strain.NOTRUMP)
_NEED = {Need.OTHER_ROOM: "other", Need.FIELD: "field", Need.BOARDS: "boards"}
_LONGEST = 64  # boards of a match
_WIDEST = 130  # IMPs of a margin: every scale is at its end before
_ICONS = (  # `icon.svg`, and the same drawn for phones that want it in pixels
    ("icon.svg", "any", "image/svg+xml"),
    ("icon-192.png", "192x192", "image/png"),
    ("icon-512.png", "512x512", "image/png"),
)
_FAULTS = ("number", "weight", "result", "tricks", "field", "tens", "length", "whole")


def tables() -> dict[str, Any]:
    """Scores, IMPs, victory points and rounding, as `scoring` and the regulations have them."""
    return {
        "scores": _scores(),
        "imps": [least for least in range(0, 4001, 10) if least and imps(least) > imps(least - 10)],
        "vp": {name: _scale(name) for name in ("wbf-printed", "wbf-discrete")},
        "forms": {
            form.name: {
                "needs": sorted(_NEED[need] for need in form.needs),
                "unit": str(form.unit),
                "merges": form.merges,
                "average": int(form.average(BoardComparison(tables=1))),
            }
            for form in _OFFLINE
        },
        "rounding": _rounding(),
    }


def _scores() -> list[list[int]]:
    """Points to declarer by tricks, in rows of level, minor or major or notrump, doubled, vulnerable."""
    rows = []
    for level in range(1, 8):
        for strain in _CLASSES:
            for doubled in range(3):
                contract = Contract(level, strain, doubled, Seat.N)
                results = [Result(contract, tricks) for tricks in range(14)]
                rows += [
                    [contract_score(result, vulnerable) for result in results] for vulnerable in (False, True)
                ]
    return rows


def _scale(name: str) -> dict[int, list[int]]:
    """The winner's hundredths of victory points by whole IMPs, for each length the scale is printed for."""
    scale = next(scale for scale in SCALES if scale.name == name)
    rows = {}
    for boards in range(1, _LONGEST + 1):
        try:
            row = [int(scale.winner(Fraction(margin), boards) * 100) for margin in range(_WIDEST)]
        except ScoringError:
            continue
        while len(row) > 1 and row[-2] == row[-1]:
            row.pop()
        rows[boards] = row
    return rows


def _rounding() -> dict[str, list[int] | None]:
    """The unit each form's score is rounded to; none where it is not."""
    units: dict[str, list[int] | None] = {}
    for form in _OFFLINE:
        options = {"other": "0", "field": "0", "boards": "16"}
        names = [_NEED[need] for need in form.needs]
        for scale in SCALE_NAMES if form.name == "vp" else ("",):
            chosen = {name: options[name] for name in names} | ({"scale": scale} if scale else {})
            unit = score_card(
                ScoreWords(form=form.name, both=["100%:+100"], options=chosen)
            ).currency.rounding.unit
            units[f"vp:{scale}" if scale else form.name] = (
                [unit.numerator, unit.denominator] if unit else None
            )
    return units


def _words(language: str) -> dict[str, Any]:
    say = voice_of(language).words
    return {
        "empty": say["web.score.empty"],
        "point": say["format.point"],
        "sides": [say["side.NS"], say["side.EW"]],
        "units": {unit: say[f"unit.{unit}"] for unit in ("imp", "mp", "vp", "points")},
        "columns": [say[f"web.score.{name}"] for name in ("result", "points", "worth", "weight", "part")],
        "faults": {name: say[f"web.pocket.{name}"] for name in _FAULTS},
    }


def offline_page(language: str = "en", *, app: str = "") -> str:
    """The whole file: nothing is fetched, nothing is sent; as an app it knows its version, and the worker beside it."""
    style = page_style() + resources.text("web/static/app.css")
    script = resources.text("web/static/offline_calculator.js") + resources.text(
        "web/static/offline.js"
    ).replace('"use strict";', "", 1)
    law = score_card(ScoreWords(form="points", both=["100%:+100"])).law
    return render_text(
        "offline_calculator.html",
        v=voice_of(language),
        style=Markup(style),  # noqa: S704 - files of the package
        script=Markup(script),  # noqa: S704 - a file of the package
        style_hash=_hash(style),
        script_hash=_hash(script),
        tables=_data(tables()),
        words=_data(_words(language)),
        app=app,
        rulings=_data(rulings(TextVoice(language, signs=True))),
        laws=_data(law_table()),
        offline_words=_data(offline_words(language)),
        kinds=RULED_OFFLINE,
        needs=needs_program(language),
        editions=laws.editions(),
        languages=LANGUAGES,
        forms=tuple(form.name for form in _OFFLINE),
        scales=SCALE_NAMES,
        edition=law.edition.year,
        authority=law.authority,
        program=__version__,
    )


def app_files(language: str = "en") -> dict[str, bytes]:
    """The app to be put on a site: page, manifest, worker and icons, by their names."""
    version = hashlib.sha256(offline_page(language).encode()).hexdigest()[:12]
    say = voice_of(language)
    manifest = {
        "id": "./",
        "name": say("web.offline.app"),
        "short_name": "analyser",
        "description": say("web.offline.app-does"),
        "lang": language,
        "start_url": "index.html",
        "display": "standalone",
        "background_color": "#ffffff",
        "theme_color": "#14532d",
        "icons": [
            {"src": name, "sizes": sizes, "type": kind, "purpose": "any maskable"}
            for name, sizes, kind in _ICONS
        ],
    }
    pictures = {name: resources.data(f"web/static/{name}") for name, _, _ in _ICONS}
    worker = resources.text("web/static/worker.js").replace("{{ version }}", version)
    return pictures | {
        "index.html": offline_page(language, app=version).encode(),
        "app.webmanifest": json.dumps(manifest, ensure_ascii=False).encode(),
        "worker.js": worker.encode(),
    }


def _hash(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _data(value: object) -> Markup:
    """Values for the script to read, in a form that cannot end the element it stands in."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c").replace("&", "\\u0026"))  # noqa: S704 - made harmless here


_TEXTS = (
    "unknown",
    "change",
    "go",
    "card",
    "second",
    "due",
    "options",
    "missing",
    "contradiction",
)
_PREFIX = "web.offline."


def offline_words(language: str) -> dict[str, Any]:
    """Everything the script says in a language."""
    say = voice_of(language).words
    phrases = {key.removeprefix(_PREFIX): text for key, text in say.items() if key.startswith(_PREFIX)}
    labels = {key.removeprefix("web.key."): text for key, text in say.items() if key.startswith("web.key.")}
    questions = {key: text for key, text in labels.items() if key.isidentifier()}
    asked = {key.removeprefix("ask-"): text for key, text in phrases.items() if key.startswith("ask-")}
    return {
        **{name: phrases[name] for name in _TEXTS},
        "none": say["web.law.none"],
        "not-there": say["web.law.not-there"],
        "after": {"revoke": phrases["equity"], "claim": phrases["claim-tricks"]},
        "more": say["web.cases.more"],
        "seats": [say[f"seat.{seat}"] for seat in "NESW"],
        "sides": [phrases["own-side"], phrases["other-side"]],
        "suits": {"S": "♠", "H": "♥", "D": "♦", "C": "♣"},
        "questions": {**questions, **asked},
        "answers": _answers(phrases, say),
    }


def needs_program(language: str) -> tuple[str, ...]:
    """The words for everything the page leaves to the program."""
    needed = (key for key in voice_of(language).words if key.startswith(f"{_PREFIX}needs-"))
    return tuple(key for key in needed if not key.endswith("-program"))


def _answers(own: dict[str, str], say: Mapping[str, str]) -> dict[str, dict[str, str]]:
    meant = {key.removeprefix("is-"): text for key, text in own.items() if key.startswith("is-")}
    exceptions = {
        str(name): say[f"value.{name}"]
        for year in laws.editions()
        for name in laws.edition_of(year).revokes.exceptions
    }
    return {
        "any": {"y": say["word.yes"], "n": say["word.no"], **meant},
        "suits": {"none": meant["none-shown"], "0": meant["all-again"]},
        "suits_again": {"0": meant["no-suit"]},
        "on_table": {"0": meant["nothing"]},
        "instead": {"0": meant["nothing"]},
        "exception": {"0": meant["nothing"], **exceptions},
        "defender": {"y": meant["claimer-defender"], "n": meant["claimer-declarer"]},
        "trick": {"2-12": meant["trick-2-12"]},
        "during": {"auction": meant["in-auction"], "play": meant["in-play"]},
    }


_CLAIMS = ("68", "69", "70", "71")
"""The Laws gone through when somebody claims or concedes."""


def law_table() -> dict[str, Any]:
    """All provisions by edition, in book order; the subjects they share; how addresses are printed elsewhere."""
    book = [provision for year in laws.editions() for provision in provisions(year).values()]
    places = {provision.clause: place for place, provision in enumerate(book)}
    texts: dict[tuple[str, ...], int] = {}
    named = search_names()
    rows = [
        (
            provision.clause.edition,
            provision.clause.path,
            " ".join(named.get(provision.clause, ())),
            texts.setdefault(tuple(laws.gist_in(provision, name) for name in LANGUAGES), len(texts)),
        )
        for provision in book
    ]
    subjects = {subject.last.clause: subject for subject in laws.group_by_subject(book)}
    numbers = {clause: number for number, clause in enumerate(subjects)}
    return {
        "languages": list(LANGUAGES),
        "claims": list(_CLAIMS),
        "editions": list(laws.editions()),
        "endings": ENDINGS,
        "small": sorted(SMALL_WORDS),
        "texts": list(texts),
        "provisions": [
            (*row, [numbers[subject.last.clause] for subject in laws.group_by_subject([provision])])
            for row, provision in zip(rows, book, strict=True)
        ],
        "subjects": [
            [places[provision.clause] for there in subject.by_edition.values() for provision in there]
            for subject in subjects.values()
        ],
        "misprints": {f"{clause.edition}:{path_of(printed)}": clause.path for printed, clause in misprints()},
    }
