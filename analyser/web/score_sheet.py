"""The pocket calculator's fields: what was typed into them, the words `score` understands, the faults beside them."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from starlette.datastructures import QueryParams

from analyser.bridge import Side
from analyser.errors import AnalyserError, Problem
from analyser.ruling.calculator import ScoreCard, score_card
from analyser.ruling.score_words import ScoreWords
from analyser.scoring import FORMS, SCALES, Need, Unit, form_named
from analyser.web.notation import slip_result

# The options of `score` that the page asks for, by the form's needs; the rest are always asked for.
OPTIONS = ("other", "field", "boards", "match-imps", "scale", "tables", "trim", "innocent", "vul")
LAW = ("edition", "authority", "date", "regulation")
LISTS = ("", "n", "e")  # for both sides, North-South's own, East-West's own
_NEEDED = {Need.OTHER_ROOM: "other", Need.FIELD: "field", Need.BOARDS: "boards"}
_LONGEST = 80
_MOST = 200  # results
_MORE = 2  # rows added at a time


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A row of the sheet: a weight and a result as they were typed."""

    weight: str
    result: str

    @property
    def is_empty(self) -> bool:
        """Whether nothing was typed."""
        return not self.weight and not self.result

    @property
    def word(self) -> str:
        """The row as `score` reads it; a bare figure in the field of percentages is one, a scoreslip its result."""
        weight, result = self.weight, _result_word(self.result)
        if weight.replace(".", "", 1).replace(",", "", 1).isdecimal() and weight not in {"0", "1"}:
            bare = weight if weight.startswith(("0.", "0,", ".", ",")) else f"{weight}%"
            return f"{bare}:{result}"
        return f"{weight}:{result}" if weight else result


def _result_word(typed: str) -> str:
    """A result as `score` reads it, where it was typed as on a scoreslip."""
    slip = slip_result(typed)
    return typed if slip is None else str(slip)


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """Everything typed on the page; it is no fault to have typed nothing yet."""

    form: str
    split: bool
    rows: dict[str, tuple[SheetRow, ...]]
    options: dict[str, str]
    more: int = 0  # rows asked for beyond those there are

    @classmethod
    def read(cls, query: QueryParams) -> "ScoreSheet":
        """What the address of the page says."""
        options = {name: query.get(name, "").strip()[:2000] for name in (*OPTIONS, *LAW)}
        rows = {}
        for name in LISTS:
            weights, results = query.getlist(f"{name}w"), query.getlist(f"{name}r")
            pairs = [
                SheetRow(w.strip()[:_LONGEST], r.strip()[:_LONGEST])
                for w, r in zip(weights, results, strict=False)
            ]
            rows[name] = tuple(pairs[:_MOST])
        form = query.get("form", "imps")
        return cls(
            form if form in {known.name for known in FORMS} else "imps",
            bool(query.get("split")),
            rows,
            options,
            _MORE if query.get("more") else 0,
        )

    def filled(self, name: str) -> tuple[SheetRow, ...]:
        """The rows in which something was typed."""
        return tuple(row for row in self.rows[name] if not row.is_empty)

    def shown(self, name: str) -> tuple[SheetRow, ...]:
        """The rows to show: those filled and room for more."""
        filled = self.filled(name)
        room = min(max(3, len(self.rows[name]), len(filled) + 1) + self.more, _MOST) - len(filled)
        return filled + (SheetRow("", ""),) * room

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to compute yet."""
        return not any(self.filled(name) for name in (LISTS[1:] if self.split else LISTS[:1]))

    def needs(self, option: str) -> bool:
        """Whether the form has use for an option."""
        needs = form_named(self.form).needs
        match option:
            case "other":
                return Need.OTHER_ROOM in needs
            case "field":
                return Need.FIELD in needs
            case "boards" | "match-imps" | "scale":
                return Need.BOARDS in needs
            case "tables":
                return form_named(self.form).unit is Unit.MP and Need.FIELD in needs
            case "trim":
                return form_named(self.form).trims
            case _:
                return True

    def words(self) -> ScoreWords:
        """The words `score` would be given."""
        words = ScoreWords(form=self.form)
        if self.split:
            words.ns = [row.word for row in self.filled("n")]
            words.ew = [row.word for row in self.filled("e")]
        else:
            words.both = [row.word for row in self.filled("")]
        words.options = {
            name: _result_word(text) if name == "other" else text
            for name, text in self.options.items()
            if text and self.needs(name)
        }
        return words

    def missing(self) -> tuple[str, ...]:
        """The options the form cannot do without that are still empty."""
        needs = form_named(self.form).needs
        return tuple(option for need, option in _NEEDED.items() if need in needs and not self.options[option])


def score_sheet_answer(sheet: ScoreSheet) -> tuple[ScoreCard | None, dict[str, tuple[Problem, ...]]]:
    """The calculation, or all that stands in its way by the field it belongs to.

    What is still empty hides no fault of what is not: something that can be read stands in for it, and so for each
    option found wrong, until the rest is read or the rows themselves are at fault.
    """
    words, faults = sheet.words(), dict[str, tuple[Problem, ...]]()
    empty = set(sheet.missing())
    stood_in = set(empty)
    for name in empty:
        _stand_in(words, name)
    if sheet.is_empty:
        empty |= {"rows", "n", "e"}
        words.both, words.ns, words.ew = ["0"], [], []
    for _ in range(len(OPTIONS) + len(LAW)):
        try:
            card = score_card(words)
        except AnalyserError as refused:
            by_place = {
                place: tuple(p for p in refused.problems if _place(p) == place)
                for place in map(_place, refused.problems)
            }
            faults |= {place: problems for place, problems in by_place.items() if place not in empty}
            wrong = [name for name in by_place if name in words.options and name not in stood_in]
            if not wrong:
                break
            for name in wrong:
                _stand_in(words, name)
            stood_in |= set(wrong)
        else:
            return (None if empty or faults else card), faults
    return None, faults


def _stand_in(words: ScoreWords, name: str) -> None:
    """Something that can be read in place of an option that cannot, so that the rest is read too."""
    match name:
        case "other" | "boards":
            words.options[name] = "0" if name == "other" else "16"
        case "field":  # at butler long enough for any number of scores to be left out
            words.options[name] = "0x2000" if form_named(words.form).trims else "0"
        case _:
            del words.options[name]


def _place(problem: Problem) -> str:
    """The field a fault belongs to."""
    word = problem.where.split(" ", 1)[0].removeprefix("--")
    if word in (*OPTIONS, *LAW):
        return word
    return {"ns": "n", "ew": "e"}.get(word, "rows")


@dataclass(frozen=True, slots=True)
class WeighingStep:
    """One result on the way to a side's score: weight times worth."""

    weight: Fraction
    result: str
    points: int
    worth: Fraction
    part: Fraction


def steps_of(card: ScoreCard, side: Side) -> Iterator[WeighingStep]:
    """How a side's own score came about, result by result."""
    for result in card.counted[side]:
        worth = card.worth(result).score_of(side)
        yield WeighingStep(result.weight, result.text, result.score_ns, worth, result.weight * worth)


SCALE_NAMES = tuple(scale.name for scale in SCALES)
