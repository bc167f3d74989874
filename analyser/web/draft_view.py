"""A draft as its pages need it: its values, its problems by section, its auction and hands as far as they can be read."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import tomlkit
from starlette.requests import Request
from starlette.responses import Response

from analyser.bridge import Auction, Contract, Deal, Hand, Play, Seat
from analyser.casefile import Case, read_case
from analyser.errors import AnalyserError, CaseError, Problem
from analyser.messages import Message
from analyser.ruling import Finding
from analyser.ruling.claim_words.statement_of_case import claims_understood
from analyser.ruling.explanations import Explanation, lacking_facts, understanding, words_in
from analyser.web import RefusedRequest
from analyser.web.drafts import Draft
from analyser.web.edit import (
    Changes,
    ClashingChanges,
    TomlValue,
    apply_changes,
    commit,
    parse_toml,
    tables_in,
    value_at,
)
from analyser.web.notation import dealer_told
from analyser.web.page import page, see, wants_part
from analyser.web.state import SentForm, app_state, current_visitor
from analyser.web.widgets import auction_of

SECTIONS = ("event", "board", "auction", "remarks", "incident", "comparison", "text")
_PACK = 52
# Before a line of a pasted text, or of a board of a file, that became no part of the case.
NOT_USED, NOT_UNDERSTOOD = "# not used: ", "# not understood: "
# What a hearing adds: each a step of its own, shown behind the others.
FURTHER = ("players", "contentions", "polls", "findings", "errors", "rulings", "appeal")
_SECTION_OF = {
    "table": "auction",
    "remark": "remarks",
    "schema": "event",
    "id": "event",
    "title": "event",
} | {
    "contention": "contentions",
    "poll": "polls",
    "judgement": "findings",
    "error": "errors",
    "ruling": "rulings",
}


def section_of(problem: Problem) -> str:
    """The section of the form in which a problem can be mended."""
    named = step_of(problem.where)
    return named if named in (*SECTIONS, *FURTHER) else "text"


def step_of(place: str) -> str:
    """The step of a case at which a place of its file is filled in; the name of its table when there is none."""
    table = place.split(" ", 1)[0]
    return _SECTION_OF.get(table, table)


@dataclass(frozen=True)
class DraftView:
    """A draft, read as far as it can be."""

    draft: Draft

    @cached_property
    def tree(self) -> Mapping[str, TomlValue]:
        """The values; none when the text is not TOML."""
        try:
            return parse_toml(self.draft.toml)
        except CaseError:
            return {}

    @cached_property
    def _read(self) -> tuple[Case | None, tuple[Problem, ...]]:
        return read_case(self.draft.toml.encode())

    @property
    def case(self) -> Case | None:
        """The case, when nothing is wrong with it."""
        return self._read[0]

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Everything that is wrong with it."""
        return self._read[1]

    @cached_property
    def lacks(self) -> tuple[Problem, ...]:
        """What the ruling of a sound case will lack."""
        return () if self.case is None else lacking_facts(self.case)

    @cached_property
    def readings(self) -> "tuple[WordsAsRead, ...]":
        """How the words that explain calls of a sound case were understood, in the order of the file's tables."""
        if self.case is None:
            return ()
        return tuple(
            WordsAsRead(entry, finding)
            for entry in words_in(self.case)
            if entry.understood is not None and (finding := understanding(entry)) is not None
        )

    def said_at(self, place: str) -> tuple[Message, ...]:
        """How what was said with a claim is understood, if this entry of the file is one."""
        if self.case is None:
            return ()
        return tuple(said for number, said in claims_understood(self.case) if f"incident {number}" == place)

    @property
    def left_out(self) -> tuple[str, ...]:
        """Lines of the pasted text that were not used or not understood, kept in the file as remarks."""
        marks = (NOT_USED, NOT_UNDERSTOOD)
        kept_lines = (line for line in self.draft.toml.splitlines() if line.startswith(marks))
        return tuple(line.removeprefix(NOT_USED).removeprefix(NOT_UNDERSTOOD) for line in kept_lines)

    @property
    def by_section(self) -> dict[str, tuple[Problem, ...]]:
        """The problems by the section in which they are mended."""
        return {
            name: tuple(p for p in self.problems if section_of(p) == name) for name in (*SECTIONS, *FURTHER)
        }

    @property
    def is_text_only(self) -> bool:
        """Whether the text is no TOML: then only the text itself can be mended."""
        return not self.tree and bool(self.draft.toml.strip())

    @property
    def dealer(self) -> Seat:
        """Who dealt: as written, by the board's number, else North for want of both."""
        return dealer_told(self.value_at("board dealer"), self.value_at("board number"))

    @property
    def auction(self) -> Auction:
        """The auction as far as it makes sense."""
        return auction_of(self.dealer, self.auction_text)[0]

    @property
    def auction_text(self) -> str:
        """The auction as written."""
        auction = self.value_at("table auction")
        return " ".join(map(str, auction)) if isinstance(auction, list) else str(auction or "")

    @property
    def hands(self) -> dict[Seat, Hand]:
        """The hands as far as they can be read; an unreadable or missing one is empty."""
        text = self.value_at("board deal")
        if isinstance(text, str):
            try:
                deal = Deal.parse(text)
                return {seat: deal[seat] for seat in Seat}
            except AnalyserError:
                pass
        return {seat: _hand(self.value_at(f"board hands {seat}")) for seat in Seat}

    @cached_property
    def play(self) -> Play | None:
        """The tricks as far as they can be read, also while something else of the case is wrong; none without four cards."""
        tricks = self.value_at("table play")
        name, declarer = self.value_at("table contract"), self.value_at("table declarer")
        contract = self.auction.contract if self.auction.is_over else None
        try:
            if isinstance(name, str) and isinstance(declarer, str):
                contract = Contract.parse(name, Seat.parse(declarer))
            if contract is None or not isinstance(tricks, (str, list)):
                return None
            play = Play.parse(
                contract.leader, contract.strain, tricks if isinstance(tricks, str) else map(str, tricks)
            )
        except AnalyserError:
            return None
        return play if 4 <= len(play) <= _PACK else None

    @property
    def marks(self) -> dict[int, str]:
        """The calls that have a remark, with the remarks' numbers."""
        marks: dict[int, str] = {}
        remarks = self.value_at("remark")
        for number, remark in enumerate(remarks if isinstance(remarks, list) else [], 1):
            word = str(remark.get("at", "")).removeprefix("call ") if isinstance(remark, dict) else ""
            if word.isdecimal() and len(word) < 4:
                marks[int(word)] = ",".join(filter(None, (marks.get(int(word), ""), str(number))))
        return marks

    def try_changes(self, changes: Changes) -> "DraftView":
        """The case as it would be with these changes."""
        return DraftView(replace(self.draft, toml=apply_changes(self.draft.toml, changes)))

    def value_at(self, place: str) -> TomlValue:
        """The value at a place."""
        return value_at(dict(self.tree), place)


@dataclass(frozen=True, slots=True)
class WordsAsRead:
    """Words that explain a call, with the sentence how they were understood."""

    explanation: Explanation
    finding: Finding

    @property
    def sentence(self) -> Message:
        """The finding as a page says it where the meaning can be confirmed."""
        return Message(f"web.case.{self.finding.code.rpartition('.')[2]}", self.finding.args)

    @property
    def place(self) -> str:
        """The field in which the meaning is stated."""
        return self.explanation.key

    @property
    def meaning(self) -> str:
        """The meaning as the file states it when it is confirmed."""
        return self.explanation.confirmed


def confirm_reading(work: DraftView, place: str) -> dict[str, TomlValue]:
    """The change that states at this place what its words were understood to show; none if they were not."""
    return {read.place: read.meaning for read in work.readings if read.place == place}


def _hand(text: TomlValue) -> Hand:
    try:
        return Hand.parse(text) if isinstance(text, str) else Hand.from_cards(())
    except AnalyserError:
        return Hand.from_cards(())


def entries_as_tables(work: DraftView, table: str) -> list[dict[str, TomlValue]]:
    """The entries of a list of tables: the remarks, the incidents."""
    entries = work.value_at(table)
    return [entry for entry in entries if isinstance(entry, dict)] if isinstance(entries, list) else []


def open_draft_view(request: Request, name: str) -> DraftView:
    """The draft of whoever asks."""
    return DraftView(app_state(request).drafts.get(current_visitor(request).owner, name))


def draft_view_on_page(request: Request, name: str, sent: SentForm) -> DraftView:
    """The draft as the page with the form knows it: as it stood when that was made, and what it kept itself since."""
    drafts, owner = app_state(request).drafts, current_visitor(request).owner
    since = drafts.last_own_version(owner, name, sent.number("version"), leaf_of(sent))
    draft = drafts.get(owner, name)
    if draft.version != since:
        draft = replace(draft, version=since, toml=drafts.version_text(owner, name, since))
    return DraftView(draft)


def leaf_of(sent: SentForm) -> str:
    """The name of the page a form came from."""
    return sent.text("leaf")[:40]


def save_changes(
    request: Request, name: str, sent: SentForm, changes: Mapping[str, TomlValue], then: str
) -> Response:
    """Save and go on; with nothing changed only go on."""
    if not changes:
        return see(then)
    drafts, owner = app_state(request).drafts, current_visitor(request).owner
    since = drafts.last_own_version(owner, name, sent.number("version"), leaf_of(sent))
    try:
        commit(drafts, owner, name, since, changes, leaf_of(sent))
    except ClashingChanges as conflict:
        if wants_part(request):  # one tap on a page that is behind: the page is shown as things stand
            return Response(headers={"hx-refresh": "true"})
        return page(
            request,
            "conflict.html",
            409,
            draft=conflict.current,
            clashes=conflict.clashes,
            changes=_pack_changes(conflict.changes),
            since=since,
            then=then,
        )
    except CaseError:
        return see(f"/draft/{name}/text")
    return see(then)


def resolve_conflict(request: Request, name: str, sent: SentForm) -> Response:
    """What a person decided on two tabs that disagree: this one, or both, each a draft of its own."""
    drafts, owner = app_state(request).drafts, current_visitor(request).owner
    current = drafts.get(owner, name)
    places = _unpack_changes(sent.text("changes"))
    if sent.has("both"):
        before = drafts.version_text(owner, name, sent.number("since"))
        other = drafts.new(owner, _text_with(before, places))
        return see(f"/draft/{other.id}")
    if current.version != sent.number("version"):
        return see(f"/draft/{name}")
    drafts.save(owner, name, current.version, _text_with(current.toml, places), tables=tables_in(places))
    return see(f"/draft/{name}")


def _pack_changes(changes: Mapping[str, TomlValue]) -> str:
    """Changes as a text that keeps a date a date."""
    new_values = {place: value for place, value in changes.items() if value is not None}
    return tomlkit.dumps(
        {"gone": [place for place, value in changes.items() if value is None], "kept": new_values}
    )


def _unpack_changes(text: str) -> dict[str, TomlValue]:
    try:
        tree = parse_toml(text)
        return {**dict(tree["kept"]), **{str(place): None for place in tree["gone"]}}
    except (CaseError, KeyError, TypeError, ValueError):
        raise RefusedRequest(400, "web.error.form") from None


def _text_with(toml: str, changes: Mapping[str, TomlValue]) -> str:
    """The text with the changes; a form of ours never holds changes that cannot be made."""
    try:
        return apply_changes(toml, changes)
    except (CaseError, KeyError, IndexError, TypeError, ValueError, AttributeError):
        raise RefusedRequest(400, "web.error.form") from None
