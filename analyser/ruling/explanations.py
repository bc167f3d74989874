"""What the explanations of a case show: as a person stated it, else as the lexicon reads their words.

The lexicon's reading is a proposal: it is always shown with how to confirm or correct it, and a stated meaning takes
precedence. The lexicon is loaded at the first explanation that is read, never for a case without one.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from analyser.bridge import Auction, HandConstraint, Seat, Vulnerability
from analyser.casefile import (
    EXPLAINING_KINDS,
    Agreement,
    Case,
    Incident,
    MeaningInWords,
    Misinformation,
    Moment,
    Place,
    Remark,
    RemarkKind,
    UnauthorisedInformation,
    WithdrawnCall,
    stated_constraint,
)
from analyser.casefile.missing_facts import missing_facts
from analyser.errors import Problem
from analyser.messages import Percentage, sentence
from analyser.ruling import Argument, Basis, Finding, FindingClass, UnderstoodText

if TYPE_CHECKING:
    from analyser.estimates.meanings import NotUnderstood, Understood

OF_OWN_HAND: Final = (RemarkKind.QUESTION, RemarkKind.REMARK, RemarkKind.GESTURE)
"""Remarks about the speaker's own hand; an explanation is about partner's."""


Meaning = HandConstraint | MeaningInWords


class Which(StrEnum):
    """What an explanation is to its incident: the one given, the right one, or a remark on some call."""

    GIVEN = "given"
    CORRECT = "correct"
    REMARK = "remark"


@dataclass(frozen=True, slots=True)
class Explanation:
    """An explanation of a call: its words, and its meaning if a person stated that in figures.

    `key` is the place in the file at which the meaning is stated, `call` the number of the call whose hand it is about.
    """

    key: str
    at: Place
    call: int
    which: Which
    text: str
    auction: Auction
    vulnerability: Vulnerability
    stated: HandConstraint | None = None

    @property
    def understood(self) -> "Understood | None":
        """The distribution of hands by the words, or by the stated meaning; `None` if the words are not known."""
        from analyser.estimates.meanings import Understood  # the lexicon: only for explanations

        answer = self._answer
        return answer if isinstance(answer, Understood) else None

    @property
    def unknown(self) -> tuple[str, ...]:
        """The words the lexicon does not know, if it could not read the text for them."""
        from analyser.estimates.meanings import NotUnderstood

        answer = self._answer
        return answer.unknown if isinstance(answer, NotUnderstood) else ()

    @property
    def shows(self) -> HandConstraint | None:
        """The meaning in figures: as stated, else as understood; `None` if it shows nothing, as a relay, or is not known."""
        if self.stated is not None:
            return self.stated
        understood = self.understood
        if understood is None or not understood.shows:
            return None
        return HandConstraint.parse(understood.shows)

    @property
    def confirmed(self) -> str:
        """The meaning as the file states it when it is confirmed; what shows nothing sets no limit."""
        return str(self.shows or "HCP0+")

    @property
    def line(self) -> str:
        """The line of the case file that confirms the reading."""
        return f'{self.key.rpartition(" ")[2]} = "{self.confirmed}"'

    @property
    def _answer(self) -> "Understood | NotUnderstood":
        if self.stated is not None:
            return _read_constraint(self.stated, self.auction, self.call, self.vulnerability)
        return _read_words(self.text, self.auction, self.call, self.vulnerability)


@lru_cache(maxsize=256)
def _read_words(
    text: str, auction: Auction, call: int, vulnerability: Vulnerability
) -> "Understood | NotUnderstood":
    """The lexicon's answer; remembered, as every version of a case asks again."""
    from analyser.estimates.meanings import understand

    return understand(text, auction.calls, call, dealer=auction.dealer, vulnerable=vulnerability)


@lru_cache(maxsize=256)
def _read_constraint(
    constraint: HandConstraint, auction: Auction, call: int, vulnerability: Vulnerability
) -> "Understood":
    from analyser.estimates.meanings import understand_shows

    return understand_shows(constraint, auction.calls, call, dealer=auction.dealer, vulnerable=vulnerability)


def given_explanation(case: Case, incident: Misinformation) -> Explanation | None:
    """The explanation that was given; `None` if the case states neither its meaning nor its words."""
    key = f"{_place_of(case, incident)} given_shows"
    return _explanation(case, key, incident.at, Which.GIVEN, incident.given_shows, incident.given)


def right_explanation(case: Case, incident: Misinformation) -> Explanation | None:
    """The agreement; where there was none, only a stated meaning counts, not the words that say so."""
    words = None if incident.agreement is Agreement.NONE else incident.correct
    key = f"{_place_of(case, incident)} correct_shows"
    return _explanation(case, key, incident.at, Which.CORRECT, incident.correct_shows, words)


def remarked_explanations(case: Case, but: Place | None = None) -> tuple[Explanation, ...]:
    """What remarks say of calls, except of the call whose explanation is in question."""
    remarks = (
        _explanation(case, f"remark {number} shows", remark.at, Which.REMARK, remark.shows, remark.text)
        for number, remark in enumerate(case.remark, 1)
        if remark.kind in EXPLAINING_KINDS and remark.at != but
    )
    return tuple(explanation for explanation in remarks if explanation is not None)


def information_shown(case: Case, incident: UnauthorisedInformation | WithdrawnCall) -> Explanation | None:
    """What the information showed of its giver's hand, as the incident or a remark of the giver's states it."""
    if incident.shows is not None:
        key = f"{_place_of(case, incident)} shows"
        return _of_hand(case, key, incident.at, incident.source, incident.shows)
    for number, remark in enumerate(case.remark, 1):
        if remark.shows is not None and _is_of_giver(remark, incident):
            return _of_hand(case, f"remark {number} shows", incident.at, incident.source, remark.shows)
    return None


def _is_of_giver(remark: Remark, incident: UnauthorisedInformation | WithdrawnCall) -> bool:
    return remark.kind in OF_OWN_HAND and remark.at == incident.at and remark.by in (incident.source, None)


def explanations_of(case: Case, incident: Incident) -> tuple[Explanation, ...]:
    """The explanations a ruling on this incident rests on; none for kinds that rest on none."""
    return tuple(_explanations_of(case, incident))


def _explanations_of(case: Case, incident: Incident) -> Iterator[Explanation]:
    own: tuple[Explanation | None, ...]
    match incident:
        case Misinformation():
            own = given_explanation(case, incident), right_explanation(case, incident)
            others = remarked_explanations(case, incident.at)
        case UnauthorisedInformation() | WithdrawnCall():
            own = (information_shown(case, incident),)
            others = remarked_explanations(case)
        case _:
            return
    yield from (explanation for explanation in own if explanation is not None)
    yield from others


def explanations_in(case: Case) -> tuple[Explanation, ...]:
    """Every explanation the rulings on the incidents of a case rest on, each once."""
    return tuple(
        dict.fromkeys(entry for incident in case.incident for entry in _explanations_of(case, incident))
    )


def words_in(case: Case) -> tuple[Explanation, ...]:
    """The explanations of a case that only words state."""
    if not case.has_words_to_read:
        return ()
    return tuple(entry for entry in explanations_in(case) if entry.stated is None)


def lacking_facts(case: Case) -> tuple[Problem, ...]:
    """What the ruling of a sound case will lack: a meaning is lacking only where its words are not understood either."""
    words = words_in(case)
    if not words:
        return missing_facts(case)
    read = {entry.key for entry in words if entry.understood is not None}
    unread = {entry.key: _not_understood(entry) for entry in words if entry.key not in read}
    lacks = [unread.pop(lack.where, lack) for lack in missing_facts(case) if lack.where not in read]
    return (*lacks, *unread.values())


def _not_understood(entry: Explanation) -> Problem:
    why = (
        sentence("words-unknown", words=", ".join(entry.unknown))
        if entry.unknown
        else sentence("words-unread")
    )
    line = f'{entry.key.rpartition(" ")[2]} = "H5+ HCP8-11"'
    return Problem(entry.key, _cut(entry.text), why, sentence("state-meaning", line=line))


_SHOWN: Final = 200  # letters of a text: whoever wants all of it reads the case


def _cut(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN else f"{line[:_SHOWN]}…"


def understood_texts(explanations: tuple[Explanation, ...]) -> tuple[UnderstoodText, ...]:
    """The explanations that were understood, as the ruling reports them."""
    return tuple(
        UnderstoodText(
            at=entry.at,
            which=entry.which.value,
            text=entry.text,
            shows="" if entry.shows is None else str(entry.shows),
            share=round(understood.share, 3),
            source="lexicon" if entry.stated is None else "stated",
        )
        for entry in explanations
        if (understood := entry.understood) is not None
    )


def understandings(explanations: tuple[Explanation | None, ...]) -> tuple[Finding, ...]:
    """The findings how the words of explanations were understood, one for each that no person stated in figures."""
    findings = (understanding(explanation) for explanation in explanations if explanation is not None)
    return tuple(finding for finding in findings if finding is not None)


def understanding(explanation: Explanation) -> Finding | None:
    """The finding how words were understood, with the line that confirms it; `None` for what a person stated."""
    if explanation.stated is not None:
        return None
    args: dict[str, Argument] = {"at": explanation.at, "text": _cut(explanation.text)}
    understood = explanation.understood
    if understood is None:
        unknown = explanation.unknown
        code = "explanations.not-understood" if unknown else "explanations.unread"
        key = explanation.key.rpartition(" ")[2]
        return _finding(code, **args, words=", ".join(unknown), key=key)
    shows = explanation.shows
    if shows is None:
        code = "explanations.asks" if understood.asks else "explanations.nothing"
        return _finding(code, **args, line=explanation.line)
    share = Percentage.round_to(understood.share)
    return _finding("explanations.understood", **args, shows=shows, share=share, line=explanation.line)


def _finding(code: str, **args: Argument) -> Finding:
    return Finding(code, tuple(args.items()), FindingClass.FACT, (), Basis.ASSUMED)


def _place_of(case: Case, incident: Incident) -> str:
    """The place of an incident in the file; of a version of it, that of the incident with its name."""
    number = next(number for number, entry in enumerate(case.incident, 1) if entry.id == incident.id)
    return f"incident {number}"


def _explanation(
    case: Case, key: str, at: Place, which: Which, meaning: Meaning | None, words: str | None
) -> Explanation | None:
    """The explanation of a call of the auction; `None` for another place, or where nothing is explained."""
    auction, text = case.auction, (words or "").strip()
    if auction is None or at.moment is not Moment.CALL or not 0 < at.number <= len(auction):
        return None
    if isinstance(meaning, MeaningInWords):
        text = meaning.text
    if not (text or meaning):
        return None
    return Explanation(
        key,
        at,
        at.number,
        which,
        text or str(meaning),
        auction,
        case.vulnerability or Vulnerability.NONE,
        stated_constraint(meaning),
    )


def _of_hand(case: Case, key: str, at: Place, giver: Seat, meaning: Meaning) -> Explanation | None:
    """What was shown of a player's own hand, read at his last call until then; `None` if he had not called."""
    auction = case.auction
    if auction is None:
        return None
    last = at.number if at.moment is Moment.CALL else len(auction)
    own = [number for number in range(1, min(last, len(auction)) + 1) if auction.seat_of(number) is giver]
    if not own:
        return None
    shown = _explanation(case, key, Place(Moment.CALL, own[-1]), Which.REMARK, meaning, None)
    return None if shown is None else replace(shown, at=at)
