"""Mechanical rulings for a phone without the program: the program asked beforehand for every answer that can be given.

The rules themselves answer: they are handed facts that are told one at a time, and a fact they look at becomes a
question. What comes out is a tree of questions with the steps due at its ends, in the words of the reports.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from functools import cache
from itertools import combinations
from typing import Any, TypeAlias, cast

from analyser import laws
from analyser.bridge import Call, Card, Seat, Side, Suit
from analyser.casefile import ExposedCard, IrregularCall, LeadOutOfTurn
from analyser.errors import AnalyserError
from analyser.laws import Clause, Jurisdiction
from analyser.laws.choices import RevokeException
from analyser.messages import Message
from analyser.report.page_voice import TextVoice
from analyser.ruling import Argument, Finding, Rectification
from analyser.ruling.kinds.calls import CallFacts, Whose
from analyser.ruling.kinds.claim.claim_procedure import ClaimStage, CourseFacts, claim_course
from analyser.ruling.kinds.exposed_card import exposed_card
from analyser.ruling.kinds.irregular_call import ruled_call
from analyser.ruling.kinds.lead_out_of_turn import lead_out_of_turn, overtaken
from analyser.ruling.kinds.revoke.kind import describe_transfer
from analyser.ruling.kinds.revoke.record import RevokeFacts, WonBy, tricks_transferred

NOT_KNOWN = "-"
"""The answer of one who cannot tell."""

_OFFENDER = Seat.S  # the trees are made for South and turned to whoever it was
_YES_NO = ("y", "n")
_SUITS = ("0", *("".join(chosen) for size in range(1, 5) for chosen in combinations("SHDC", size)))
_SINGLES = tuple(f"{suit}{height}" for suit in "SHDC" for height in "hl")
_PAIRS = tuple(f"{first}{second}" for place, first in enumerate("SHDC") for second in "SHDC"[place:])
_REPLACEMENTS = {
    # the call, whether it is the lowest sufficient bid in the denomination of 1H, whether it is sufficient
    "pass": ("P", False, None),
    "double": ("X", False, None),
    "lowest": ("2H", True, True),
    "same": ("3H", False, True),
    "other": ("2S", False, True),
    "again": ("1D", False, False),
}
_CALLS = {"pass": "P", "bid": "1H", "double": "X"}
_TRICKS = {"1": 1, "2-12": 5, "13": 13}
_SEATS = ("0", "1", "2", "3")  # places clockwise from the offender
_SIDES = ("0", "1")  # the offender's own side, the other
_LATER = ("0", "1", "2")  # tricks won later; more than two change nothing

# What stands for any card of its sort; the page puts in the card that was meant.
_RANKS = {"h": "Q", "l": "5", "second": "6", "on_table": "7", "instead": "8"}

_Known: TypeAlias = Mapping[str, str]
_Node: TypeAlias = tuple[Any, ...]  # a question and its branches; an end: due, open, missing


_ANSWERS: dict[str, tuple[str, ...]] = {
    "irregularity": (
        "insufficient",
        "out-of-turn",
        "inadmissible",
        "changed",
        "over-seven",
        "after-end",
        "deprived",
    ),
    "call": tuple(_CALLS),
    "replacement": tuple(_REPLACEMENTS),
    "turn": _SEATS,
    "trick": tuple(_TRICKS),
    "during": ("auction", "play"),
    "cards": (*_SINGLES, *_PAIRS),
    "card": tuple("SHDC"),
    "on_table": ("0", *"SHDC"),
    "instead": ("0", "card"),
    "won_by": tuple(str(who) for who in WonBy),
    "later": _LATER,
    "stage": tuple(ClaimStage),
    "suits": ("none", *_SUITS),
    "suits_again": _SUITS,
}
_ALIASES = {"partner_called": "partner_has_called", "lowest_same": "replacement", "sufficient": "replacement"}
_CERTAIN = (
    "irregularity",
    "during",
    "cards",
    "instead",
    "on_table",
    "this_trick",
    "stage",
    "defender",
)  # nobody calls without knowing these
NO_UNLESS_TOLD = [  # taken as no by the program where nobody says
    "told_turn",
    "right_leader_led",
    "wrong_defender_played",
    "dummy_seen",
    "defenders_disagree",
    "right_hand_barred",
    "right_player_called",
    "simultaneous",
    "premature",
    "found_late",
    "barred",
    "right_hand_turn",
    "replacement_stood",
]
_FIRST = {
    "irregular-call": ("irregularity",),
    "exposed-card": ("during", "cards"),
}  # the rules start from these
_OF_SUITS = ("suits", "suits_again")
_OF_THE_LEAD = ("declarer", "suits", "suits_again")  # asked last
_YES_OR_NO = {
    "irregular-call": [
        "accepted",
        "comparable",
        "unintended",
        "pause",
        "partner_has_called",
        "artificial",
        "same_meaning",
        "right_hand_passed",
        "called_before",
        "barred",
        "barred_throughout",
        "found_late",
        "any_bid",
        "first_legal",
        "replacement_stood",
        "premature",
        "right_hand_barred",
        "right_player_called",
        "simultaneous",
    ],
    "lead-out-of-turn": [
        "face_up",
        "accepted",
        "dummy_seen",
        "told_turn",
        "right_leader_led",
        "wrong_defender_played",
        "defenders_disagree",
    ],
    "exposed-card": [
        "inadvertent",
        "led",
        "both_hands_played",
        "played_on",
        "right_hand_turn",
        "legal_at_turn",
    ],
    "revoke": ["later_by_playable"],
    "claim": [field.name for field in fields(CourseFacts) if field.name not in ("offender", "stage")],
}
_OTHER = {
    "irregular-call": ("irregularity", "call", "replacement", "turn", "suits", "suits_again", "declarer"),
    "lead-out-of-turn": ("trick", "card", "turn", "declarer"),
    "exposed-card": ("during", "cards", "on_table", "instead", "declarer"),
    "revoke": ("exception", "won_by", "later"),
    "claim": ("stage",),
}


class Interview:
    """Facts of an incident told one at a time; what a rule looks at and nobody has told is noted."""

    def __init__(self, kind: str, known: _Known) -> None:
        self._kind, self._known = kind, known
        self._names = {*_YES_OR_NO[kind], *_OTHER[kind]}
        self.asked: list[str] = []
        self.offender = self.offender_seat = _OFFENDER

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - a fact of any type
        """A fact, or none where it is not told."""
        if name.startswith("_") or name == "keys":
            raise AttributeError(name)
        key = _ALIASES.get(name, name)
        if key == "suits_again" and "suits" in self._known:
            return None if (code := self._known["suits"]) == NOT_KNOWN else _suits_again(code)
        if key not in self._names:
            return None
        if key not in self._known:
            self.asked.append(key)
            return None
        return _value(name, self._known[key])

    def __iter__(self) -> Iterator[tuple[str, object]]:
        """What is told by now, as a table of facts."""
        return ((key, _value(key, code)) for key, code in self._known.items())

    @property
    def turn_owner(self) -> Whose | None:
        """Whose turn it was, seen from the offender."""
        turn = self.turn
        return None if turn is None else Whose((turn - self.offender) & 3)

    def move_to_turn(self, turn: Seat) -> "Interview":
        """The same call at the turn of another player."""
        moved = Interview(self._kind, {**self._known, "turn": str((turn - self.offender) & 3)})
        moved.asked = self.asked
        return moved

    def repeat_in_turn(self) -> "Interview":
        """The same call made again at the offender's own turn: whether it is accepted then is not known yet."""
        again = Interview(self._kind, {**self._known, "turn": "0", "accepted": NOT_KNOWN})
        again.asked = self.asked
        return again


@cache
def _value(name: str, code: str) -> Any:  # noqa: ANN401 - a fact of any type
    """What an answer means to the rules."""
    if code == NOT_KNOWN:
        return None
    if code in _YES_NO:
        return code == "y"
    if name in ("replacement", "lowest_same", "sufficient"):
        call, lowest, sufficient = _REPLACEMENTS[code]
        return {"replacement": Call.parse(call), "lowest_same": lowest, "sufficient": sufficient}[name]
    readers: dict[str, Callable[[], Any]] = {
        "call": lambda: Call.parse(_CALLS[code]),
        "turn": lambda: Seat((_OFFENDER + int(code)) & 3),
        "declarer": lambda: Seat((_OFFENDER + int(code)) & 3),
        "suits": lambda: _suit_set({"0": "S", "none": "0"}.get(code, code)),
        "suits_again": lambda: _suit_set(code),
        "trick": lambda: _TRICKS[code],
        "card": lambda: Card.parse(f"{code}{_RANKS['l']}"),
        "cards": lambda: _cards(code),
        "on_table": lambda: () if code == "0" else (Card.parse(f"{code}{_RANKS['on_table']}"),),
        "instead": lambda: None if code == "0" else Card.parse(f"S{_RANKS['instead']}"),
        "later": lambda: int(code),
        "won_by": lambda: WonBy(code),
        "stage": lambda: ClaimStage(code),
    }
    return readers[name]() if name in readers else code


def _suit_set(code: str) -> tuple[Suit, ...]:
    return () if code == "0" else tuple(Suit.parse(letter) for letter in code)


def _suits_again(code: str) -> tuple[Suit, ...]:
    """The suits shown again, where the answer names those that were not; `0`: every suit was shown again."""
    return tuple(Suit) if code == "0" else ()


def _cards(code: str) -> tuple[Card, ...]:
    if code in _SINGLES:
        return (Card.parse(code[0] + _RANKS[code[1]]),)
    return (Card.parse(code[0] + _RANKS["l"]), Card.parse(code[1] + _RANKS["second"]))


def _call(facts: Interview, law: Jurisdiction) -> Rectification:
    return ruled_call(cast("CallFacts", facts), cast("IrregularCall", facts), law)[0]


def _lead(facts: Interview, law: Jurisdiction) -> Rectification:
    lead = cast("LeadOutOfTurn", facts)
    return overtaken(lead, law) or lead_out_of_turn(lead, law, facts.declarer)


def _rectify_exposed(facts: Interview, law: Jurisdiction) -> Rectification:
    return exposed_card(cast("ExposedCard", facts), law, facts.declarer)


def _revoke(facts: Interview, law: Jurisdiction) -> Rectification:
    """The transfer of an established revoke; what the innocent side is owed beyond it is the program's to count."""
    exception = facts.exception
    known = RevokeFacts(
        facts.won_by,
        facts.later,
        facts.later_by_playable,
        frozenset() if exception in (None, "0") else frozenset((RevokeException(exception),)),
    )
    transfer = tricks_transferred(known, law.edition)
    if transfer.tricks is None:
        return Rectification((), (), ("won_by", *transfer.missing))
    return Rectification(describe_transfer(known, transfer))


def _claim(facts: Interview, law: Jurisdiction) -> Rectification:
    """The way through a claim; how many tricks it is worth is the program's to count."""
    return claim_course(cast("CourseFacts", facts), law)


_KINDS: dict[str, Callable[[Interview, Jurisdiction], Rectification]] = {
    "irregular-call": _call,
    "lead-out-of-turn": _lead,
    "exposed-card": _rectify_exposed,
    "revoke": _revoke,
    "claim": _claim,
}


RULED_OFFLINE = tuple(kind for kind in _KINDS if kind != "claim")
"""The kinds of incident the page rules on; a claim is gone through on a page of its own."""


class _Trees:
    """The trees of all kinds and editions, equal parts stored once."""

    def __init__(self) -> None:
        self.of_suits: dict[Any, int] = {}
        self.nodes: dict[Any, int] = {}
        self.steps: dict[Any, int] = {}
        self.findings: list[Finding] = []
        self.answers: dict[Any, tuple[Rectification | None, tuple[str, ...]]] = {}

    def grow_tree(self, kind: str, law: Jurisdiction, known: _Known) -> int:
        """The number of the tree that asks what is still open once these facts are told."""
        name = next((name for name in _FIRST.get(kind, ()) if name not in known), None)
        if name is None:
            answer, asked = self._answer(kind, law, known)
            if answer is None:
                return self._number_node(("against-each-other",))
            last = "suits" in known or "suits_again" in known  # nothing is asked after these
            matters = (name for name in asked if not last and self._matters(kind, law, known, name))
            name = next(matters, None)
            if name is None:
                return self._number_node(self._end(answer))
        return self._add_branch(kind, law, known, name)

    def _add_branch(self, kind: str, law: Jurisdiction, known: _Known, name: str) -> int:
        """A question; of the suits it is grown once for all that comes to the same without them."""
        place = (
            (kind, law.edition.year, name, self._answer(kind, law, known)[0]) if name in _OF_SUITS else None
        )
        if place in self.of_suits:
            return self.of_suits[place]
        branches = tuple(
            (code, self.grow_tree(kind, law, {**known, name: code})) for code in _codes(kind, name, law)
        )
        number = self._number_node((name, branches))
        if place is not None:
            self.of_suits[place] = number
        return number

    def _answer(
        self, kind: str, law: Jurisdiction, known: _Known
    ) -> tuple[Rectification | None, tuple[str, ...]]:
        """What the rules say of these facts, none where they contradict each other; and what else they looked at."""
        place = (kind, law.edition.year, frozenset(known.items()))
        if place not in self.answers:
            facts = Interview(kind, known)
            try:
                answer = _KINDS[kind](facts, law)
            except AnalyserError:
                self.answers[place] = None, ()
            else:
                self.answers[place] = answer, _sort_facts(kind, facts, answer, known)
        return self.answers[place]

    def _matters(self, kind: str, law: Jurisdiction, known: _Known, name: str) -> bool:
        """Whether some answer to a question changes what follows, or what else is asked for."""
        answer, _ = self._answer(kind, law, known)
        return any(
            self._answer(kind, law, {**known, name: code})[0] not in (answer, None)
            for code in _codes(kind, name, law)
            if code != NOT_KNOWN
        )

    def _number_node(self, node: _Node) -> int:
        return self.nodes.setdefault(node, len(self.nodes))

    def _end(self, answer: Rectification) -> _Node:
        return tuple(map(self._step, answer.due)), tuple(map(self._step, answer.options)), answer.missing

    def _step(self, finding: Finding) -> int:
        if finding not in self.steps:
            self.findings.append(finding)
        return self.steps.setdefault(finding, len(self.steps))


def _sort_facts(kind: str, facts: Interview, answer: Rectification, known: _Known) -> tuple[str, ...]:
    """What was looked at and what the answer says is missing, each once, those about the lead last."""
    names = {*_YES_OR_NO[kind], *_OTHER[kind]} - set(known)
    asked = (name for name in (*facts.asked, *answer.missing) if name in names)
    return tuple(sorted(dict.fromkeys(asked), key=lambda name: name in _OF_THE_LEAD))


def _codes(kind: str, name: str, law: Jurisdiction) -> tuple[str, ...]:
    """The answers a question takes, that of one who cannot tell among them."""
    if name == "declarer":
        codes: tuple[str, ...] = _SEATS if kind == "lead-out-of-turn" else _SIDES
    elif name == "exception":
        return ("0", *map(str, law.edition.revokes.exceptions))
    else:
        codes = _ANSWERS.get(name, _YES_NO)
    return codes if name in _CERTAIN or name in NO_UNLESS_TOLD else (*codes, NOT_KNOWN)


@cache
def _grow_all() -> tuple[_Trees, dict[str, dict[str, int]]]:
    """The trees of every kind and edition, the same in each language."""
    trees = _Trees()
    world = {year: laws.resolve(None, "WBF", year) for year in laws.editions()}
    return trees, {
        kind: {year: trees.grow_tree(kind, law, {}) for year, law in world.items()} for kind in _KINDS
    }


def rulings(voice: TextVoice) -> dict[str, Any]:
    """The trees, their steps in words for each offender, and where each stands; what comes again is written once."""
    trees, roots = _grow_all()
    questions: dict[_Node, int] = {}
    lists: dict[_Node, int] = {}
    return {
        "roots": roots,
        "nodes": [_short(node, place, questions, lists) for place, node in enumerate(trees.nodes)],
        "questions": list(questions),
        "lists": list(lists),
        "steps": [_word_step(finding, voice) for finding in trees.findings],
    }


def _short(node: _Node, place: int, questions: dict[_Node, int], lists: dict[_Node, int]) -> list[int]:
    """A question by its number and how far back each answer leads; an end, marked by `~`, by the numbers of its lists."""
    if len(node) == 2:
        name, branches = node
        number = questions.setdefault((name, *(code for code, _ in branches)), len(questions))
        return [number, *(place - leads_to for _, leads_to in branches)]
    numbers = [lists.setdefault(part, len(lists)) for part in node if len(node) > 1]
    return [~number for number in numbers]


def _word_step(finding: Finding, voice: TextVoice) -> list[str]:
    """A step's clauses, and its sentence: with places for the players, else for either side, else for each offender."""
    texts = [_cards_marked(voice.sentence(_rotate_step(finding, seat)), voice) for seat in Seat]
    clauses = clauses_text(finding.clauses, voice)
    names = [voice.words[f"seat.{seat}"] for seat in Seat]
    marked = texts[0]
    for place, name in enumerate(names):
        marked = marked.replace(name, f"{{{place}}}")
    if texts == [_insert_names(marked, [*names[turn:], *names[:turn]]) for turn in range(len(names))]:
        return [clauses, marked]
    return [clauses, *(texts[:2] if texts[:2] == texts[2:] else texts)]


def _insert_names(marked: str, names: list[str]) -> str:
    """A sentence with its players, named from the offender on clockwise."""
    for place, name in enumerate(names):
        marked = marked.replace(f"{{{place}}}", name)
    return marked


def clauses_text(clauses: tuple[Clause, ...], voice: TextVoice) -> str:
    """Where a step stands, as the reports print it."""
    return ", ".join(voice.clause(clause) for clause in clauses)


def _rotate_step(finding: Finding, offender: Seat) -> Message:
    """A step made for the usual offender, as it reads when another player did it."""
    turn = (offender - _OFFENDER) & 3

    def rotate_value(value: Argument) -> Argument:
        if isinstance(value, Seat):
            return Seat((value + turn) & 3)
        if isinstance(value, Side):
            return value.other if turn & 1 else value
        return value

    return Message(finding.code, tuple((name, rotate_value(value)) for name, value in finding.args))


def _cards_marked(text: str, voice: TextVoice) -> str:
    """A place for the card meant, wherever one that stands for it is named."""
    for mark, rank in _RANKS.items():
        for suit in "SHDC":
            name = "first" if mark in ("h", "l") else mark
            text = text.replace(voice.render(Card.parse(suit + rank)), f"{{{name}}}")
    return text
