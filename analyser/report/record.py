"""The papers around a ruling: the casebook, the appeal form filled in, the written decision."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from analyser.bridge import Seat, Side
from analyser.casefile import Appeal, Body, Case, Contention, Poll, RulingGiven
from analyser.errors import CaseError
from analyser.laws import Clause
from analyser.messages import sentence
from analyser.messages.message import checked_language
from analyser.report.facts import case_in, findings_of
from analyser.report.html import render_template
from analyser.report.page_one import PageOne, page_one
from analyser.report.page_voice import PageVoice
from analyser.report.plain_verdict import answer_in_short
from analyser.report.ruling_given import given_in_short, ruling_told, score_of_north_south
from analyser.ruling import Finding, FindingClass, Ruling

_TOLD = "standing.told"
_GRADES = ("inside", "near", "outside", "cannot-tell")


@dataclass(frozen=True, slots=True)
class Record:
    """One case as a casebook tells it."""

    number: int
    page: PageOne
    case: Case
    kinds: tuple[str, ...]
    rulings: tuple[RulingGiven, ...]
    appeal: Appeal | None
    polls: tuple[Poll, ...]
    facts: tuple[Finding, ...]
    law: tuple[Finding, ...]
    judged: tuple[Finding, ...]
    discipline: tuple[Finding, ...]
    computed: tuple[Finding, ...] = ()
    """Facts nobody told: what the program worked out from the cards, the models and the records."""
    score_given: str = ""
    our_score: str = ""
    """Both to North-South; where no score is known, the results or the finding."""
    verdict: str = ""

    @property
    def sides(self) -> tuple[Side, ...]:
        """Both sides, as a form lists them."""
        return tuple(Side)

    def sentences(self, given: RulingGiven, *, grounds: bool = True) -> str:
        """A ruling of the case in sentences; without its Laws and grounds where these have their own place."""
        page, number = self.page, self.rulings.index(given)
        return page.voice.text(" ").join(
            ruling_told(page.ruling, self.case, number, page.voice, grounds=grounds)
        )

    def contentions_of(self, side: Side) -> tuple[Contention, ...]:
        """What a side, or a player of it, says of the matter."""
        return tuple(
            said for said in self.case.contention if side in (said.by, getattr(said.by, "side", None))
        )

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats in the order of a form: partners beside each other."""
        return Seat.N, Seat.S, Seat.E, Seat.W

    @property
    def at_the_table(self) -> tuple[RulingGiven, ...]:
        """What the director ruled; a ruling of nobody named is his."""
        return tuple(ruling for ruling in self.rulings if ruling.body in (None, Body.DIRECTOR))

    @property
    def on_appeal(self) -> tuple[RulingGiven, ...]:
        """What referee, committee or reviewer ruled after him."""
        return tuple(ruling for ruling in self.rulings if ruling not in self.at_the_table)

    @property
    def last(self) -> RulingGiven | None:
        """The last ruling given."""
        return self.rulings[-1] if self.rulings else None

    @property
    def penalties(self) -> tuple[RulingGiven, ...]:
        """The rulings that gave a penalty; it stands apart from the score."""
        return tuple(ruling for ruling in self.rulings if ruling.penalty)

    @property
    def dissents(self) -> tuple[RulingGiven, ...]:
        """The rulings one of whose givers thought otherwise."""
        return tuple(ruling for ruling in self.rulings if ruling.dissent)


def record_of(number: int, ruling: Ruling, voice: PageVoice, *, names: bool) -> Record:
    """A ruling with its case, sorted as a casebook sorts it: facts, law, judgement, discipline."""
    case = case_in(ruling)
    if case is None:
        raise CaseError(sentence("calculation-without-case"), where="case")
    sorts: dict[FindingClass, list[Finding]] = {kind: [] for kind in FindingClass}
    for finding in findings_of(ruling):
        if not finding.code.startswith("review."):  # what is said about a ruling is no fact of the case
            sorts[finding.kind].append(finding)
    facts = sorts[FindingClass.FACT]
    return Record(
        number,
        page_one(ruling, case, voice, names=names),
        case,
        tuple(dict.fromkeys(incident.kind for incident in ruling.incidents)),
        case.ruling,
        case.appeal,
        case.poll,
        tuple(finding for finding in facts if voice.standing(finding) == _TOLD),
        tuple(sorts[FindingClass.LAW]),
        tuple(sorts[FindingClass.JUDGEMENT]),
        tuple(sorts[FindingClass.DISCIPLINE]),
        tuple(finding for finding in facts if voice.standing(finding) != _TOLD),
        score_of_north_south(ruling.given[-1] if ruling.given else None, case, voice)
        or (given_in_short(case.ruling[-1], voice) if case.ruling else ""),
        answer_in_short(ruling, case, voice),
        "" if ruling.review is None else ruling.review.verdict,
    )


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of an index: what, and the numbers of the cases."""

    what: str
    cases: tuple[int, ...]


def _index_by_law(records: Sequence[Record], voice: PageVoice) -> tuple[Entry, ...]:
    numbers_of: dict[Clause, list[int]] = {}
    for record in records:
        for clause, _ in record.page.cited:
            numbers_of.setdefault(clause, []).append(record.number)
    return tuple(
        Entry(voice.text("{} ({})").format(voice.clause(clause), clause.edition), tuple(numbers))
        for clause, numbers in sorted(numbers_of.items(), key=lambda entry: _address_key(entry[0]))
    )


def _address_key(clause: Clause) -> tuple[Clause, str]:
    """The order of the Law Book whatever the edition; the editions of one address stand together."""
    return Clause("0000", clause.path), clause.edition


def _index_by_kind(records: Sequence[Record], voice: PageVoice) -> tuple[Entry, ...]:
    numbers_of: dict[str, list[int]] = {}
    for record in records:
        for kind in record.kinds:
            numbers_of.setdefault(kind, []).append(record.number)
    entries = (Entry(voice.render(kind), tuple(numbers)) for kind, numbers in numbers_of.items())
    return tuple(sorted(entries, key=lambda entry: entry.what))


def _grades(records: Sequence[Record]) -> tuple[tuple[str, int], ...]:
    """How many of the rulings under review lie inside our band, near it, outside, or cannot be told."""
    counts = Counter(record.verdict for record in records)
    return tuple((grade, counts[grade]) for grade in _GRADES if counts[grade])


def casebook(
    rulings: Sequence[Ruling], language: str = "en", *, names: bool = False, inline: bool = False
) -> str:
    """Many rulings in casebook order, with an index by law and by kind."""
    voice = PageVoice(checked_language(language), inline)
    records = [record_of(number, ruling, voice, names=names) for number, ruling in enumerate(rulings, 1)]
    return render_template(
        "casebook.html",
        voice,
        records=records,
        by_law=_index_by_law(records, voice),
        by_kind=_index_by_kind(records, voice),
        grades=_grades(records),
    )


def appeal_form(ruling: Ruling, language: str = "en", *, names: bool = False, inline: bool = False) -> str:
    """The appeal form, filled with what the case knows; what it does not is left to the pen."""
    voice = PageVoice(checked_language(language), inline)
    return render_template("appeal_form.html", voice, record=record_of(1, ruling, voice, names=names))


def decision(ruling: Ruling, language: str = "en", *, names: bool = False, inline: bool = False) -> str:
    """The written decision: facts found, law, reasons, dissent, merit, and penalties apart."""
    voice = PageVoice(checked_language(language), inline)
    return render_template("decision.html", voice, record=record_of(1, ruling, voice, names=names))
