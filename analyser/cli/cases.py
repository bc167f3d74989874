"""`check`, `new`, `explain`, `anonymise` and `deal`: the case file written and mended rather than ruled on."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from analyser.cli.options import CaseFile, Json, Lang, read_argument
from analyser.cli.terminal import (
    case_in,
    complain,
    filled_case_in,
    note,
    one_line,
    print_json,
    problems_document,
    read_bytes,
    say,
)
from analyser.errors import CaseError, NotationError, Problem, UsageError

if TYPE_CHECKING:
    from analyser.casefile import Case
    from analyser.casefile.explain import Explained
    from analyser.formats import BoardRecord, FileReading, Room
    from analyser.ruling.explanations import Explanation


def check(
    files: Annotated[list[Path], read_argument("FILE", "case files (TOML)")],
    lang: Lang = "en",
    json: Json = False,
) -> int:
    """Check case files: all problems at once; of a sound case, what its ruling will lack."""
    from analyser.messages import checked_language, sentences, translate_problem

    words = sentences(checked_language(lang))
    checked = [(path, *_check_file(path, "en" if json else lang)) for path in files]
    is_sound = not any(problems for _, problems, *_ in checked)
    if json:
        entries = [
            {
                "file": str(path),
                "problems": problems_document(problems),
                "lacking": problems_document(lacks),
                "understood": _readings_document(read),
            }
            | ({"statements": [{"where": at, "says": what} for at, what in said]} if said else {})
            for path, problems, lacks, read, said in checked
        ]
        print_json({"ok": is_sound, "files": entries})
        return 0 if is_sound else 1
    for path, problems, lacks, read, said in checked:
        for problem in problems:
            say(one_line(f"{path}: {translate_problem(problem, lang)}"))
        if not problems:
            say(one_line(f"{path}: {words['check.sound']}"))
        for line in _readings_in_words(read, lang):
            say(one_line(f"{path}: {line}"))
        for lack in lacks:
            say(one_line(f"{path}: {words['check.lacks'].format(what=translate_problem(lack, lang))}"))
        for at, what in said:
            say(one_line(f"{path}: {at}: {what}"))
    return 0 if is_sound else 1


_Read: TypeAlias = tuple["Explanation", ...]
_Said: TypeAlias = tuple[tuple[str, str], ...]


def _check_file(path: Path, language: str) -> tuple[tuple[Problem, ...], tuple[Problem, ...], _Read, _Said]:
    """What is wrong with one file, or what its ruling will lack and which words of calls and claims were understood.

    What in it is still a template's is complained of.
    """
    from analyser.casefile.missing_facts import missing_facts
    from analyser.casefile.templates import template_leftovers

    try:
        case = filled_case_in(path)
        complain(template_leftovers(case), str(path))
    except CaseError as error:
        return error.problems, (), (), ()
    said = tuple(_claims_understood(case, language))
    if not case.has_words_to_read:
        return (), missing_facts(case), (), said
    from analyser.ruling.explanations import lacking_facts, words_in  # loads the lexicon

    read = tuple(entry for entry in words_in(case) if entry.understood is not None)
    return (), lacking_facts(case), read, said


def _claims_understood(case: "Case", language: str) -> Iterator[tuple[str, str]]:
    """How the statement of each claim is understood, with its place in the file; what rules claims is loaded only then."""
    from analyser.casefile import Claim

    if any(isinstance(incident, Claim) and incident.statement for incident in case.incident):
        from analyser.ruling.claim_words.statement_of_case import claims_understood, word_reading

        for number, said in claims_understood(case):
            yield f"incident {number} statement", word_reading(said, language)


def _readings_document(read: "Sequence[Explanation]") -> list[dict[str, object]]:
    """The words that were understood, as `rule --json` lists them, each with the place of the meaning in the file."""
    if not read:
        return []
    from analyser.ruling.explanations import understood_texts

    texts = zip(read, understood_texts(tuple(read)), strict=True)
    return [{"where": entry.key} | asdict(text) | {"at": str(text.at)} for entry, text in texts]


def _readings_in_words(read: "Sequence[Explanation]", language: str) -> list[str]:
    """How words were understood, a sentence each."""
    if not read:
        return []
    from analyser.report.page_voice import TextVoice
    from analyser.ruling.explanations import understandings

    voice = TextVoice(language)
    return [voice("check.understood", what=finding) for finding in understandings(tuple(read))]


def new(
    kind: Annotated[
        str | None, typer.Argument(metavar="KIND", help="the kind of incident", show_default=False)
    ] = None,
) -> int:
    """Print a template for a kind of incident."""
    from analyser.casefile import IncidentKind
    from analyser.casefile.templates import template
    from analyser.messages.refusals import remedy_for

    known = [str(member) for member in IncidentKind]
    if kind is None:
        remedy = f"name one: {', '.join(known)}"
        raise UsageError("the kind of incident is missing", where="KIND", remedy=remedy)
    word = kind.strip().lower().replace("_", "-").replace(" ", "-")
    if word not in known:
        raise UsageError("not a kind of incident", where="KIND", found=kind, remedy=remedy_for(kind, known))
    say(template(IncidentKind(word)).rstrip("\n"))
    return 0


def explain(
    key: Annotated[
        list[str],
        typer.Argument(metavar="KEY", help="a key, as in `suggests` or `event form`", show_default=False),
    ],
) -> int:
    """Say what a key of the case file means."""
    from analyser.casefile.explain import explain as explain_key

    try:
        explained = explain_key(" ".join(key))
    except UsageError as error:  # the words are right, the answer is no
        raise CaseError.from_problems(
            [replace(problem, where=problem.where or "KEY") for problem in error.problems]
        ) from None
    by_meaning: dict[object, list[Explained]] = {}  # keys that mean the same are told together
    for entry in explained:
        by_meaning.setdefault((entry.meaning, entry.takes, entry.required), []).append(entry)
    blocks = []
    for entries in by_meaning.values():
        lines = str(entries[0]).split("\n")
        blocks.append("\n".join([*(entry.path for entry in entries), *lines[1:]]))
    say("\n\n".join(blocks))
    return 0


def anonymise(file: CaseFile) -> int:
    """Print a copy without names and remarks on persons."""
    from analyser.casefile.anonymise import anonymised_text

    case_in(file)  # refused as `check` refuses it
    say(anonymised_text(read_bytes(file)).rstrip("\n"))
    return 0


def deal(
    source: Annotated[
        str, typer.Argument(metavar="IMPORT", help="a PBN or LIN file, or a viewer link", show_default=False)
    ],
    board: Annotated[int | None, typer.Option(help="which board, when there are several")] = None,
    room: Annotated[str | None, typer.Option(help="open or closed, when both are there")] = None,
    table: Annotated[
        int | None, typer.Option(min=1, help="which table, in the order of the file, when there are several")
    ] = None,
) -> int:
    """Turn a PBN or LIN board into a case to fill in."""
    from analyser.casefile import problems_of
    from analyser.casefile.skeleton import skeleton
    from analyser.formats import derive_result, read

    is_link = "://" in source or "lin=" in source
    try:
        reading = read(source if is_link else read_bytes(Path(source)))
    except NotationError as error:
        raise NotationError.from_problems(
            [
                p if p.where else replace(p, where="IMPORT", found=p.found or source[:80])
                for p in error.problems
            ]
        ) from None
    record, other = _chosen_record(reading, board, _parse_room(room), table)
    for loss in reading.losses_of(record, *((other,) if other else ())):
        note(f"not understood: {loss}")
    text = skeleton(derive_result(record), None if other is None else derive_result(other))
    if problems := problems_of(text.encode("utf-8")):
        for problem in problems:
            note(f"the record contradicts itself: {problem}")
        raise CaseError(
            "the board cannot be made into a sound case", found=source[:80], remedy="mend the record"
        )
    say(text.rstrip("\n"))
    return 0


def _parse_room(word: str | None) -> "Room | None":
    from analyser.formats import Room
    from analyser.messages.refusals import remedy_for

    if word is None:
        return None
    for room in Room:
        if room.value == word.strip().lower():
            return room
    remedy = remedy_for(word, [room.value for room in Room])
    raise UsageError("not a room", where="--room", found=word, remedy=remedy)


def _chosen_record(
    reading: "FileReading", board: int | None, room: "Room | None", table: int | None
) -> "tuple[BoardRecord, BoardRecord | None]":
    """The one table meant, and the other room's where there is just one."""
    records = reading.records
    if not records:
        for loss in reading.losses:
            note(f"not understood: {loss}")
        raise NotationError(
            "no board was found", where="IMPORT", remedy="give a PBN or LIN file, or a viewer link"
        )
    fitting = [r for r in records if board in (None, r.number) and room in (None, r.room)]
    if not fitting:
        asked = f"{board or ''} {room.value if room else ''}".strip()
        remedy = f"there are: {_labels(records)}"
        raise UsageError("no such board in the file", where="--board", found=asked, remedy=remedy)
    if len({(r.number, r.room) for r in fitting}) > 1:
        remedy = "choose with --board N and --room open|closed"
        raise UsageError("several boards fit", where="--board", found=_labels(fitting), remedy=remedy)
    if len(fitting) > 1 and table is None:
        why = f"board {fitting[0].number or ''} was played at {len(fitting)} tables".replace("  ", " ")
        remedy = f"choose one with --table, 1 to {len(fitting)} in the order of the file"
        raise UsageError(why, where="--table", remedy=remedy)
    if table is not None and table > len(fitting):
        remedy = f"in this file the board was played at {len(fitting)}"
        raise UsageError("no such table", where="--table", found=str(table), remedy=remedy)
    chosen = fitting[(table or 1) - 1]
    return chosen, reading.other_room_of(chosen)


def _labels(records: "Sequence[BoardRecord]") -> str:
    """The boards, each with its room, by their numbers."""

    def order(label: str) -> tuple[int, str]:
        number = label.split(maxsplit=1)[0]
        return (int(number) if number.isdigit() else 0, label)

    labels = {f"{r.number}{f' {r.room.value}' if r.room else ''}" for r in records}
    return ", ".join(sorted(labels, key=order))
