"""Was the ruling reached as it should be: seven items, each met, missing or not recorded, with the rule it comes from."""

from analyser.casefile import Process, RulingGiven
from analyser.laws import Jurisdiction, addresses
from analyser.ruling import ProcessItem

__all__ = ["process_of"]

# Each item with the subject of the Laws it rests on, where the Laws speak of it.
_ITEMS: tuple[tuple[str, str], ...] = (
    ("facts", "balance-of-evidence"),
    ("both_sides_heard", "balance-of-evidence"),
    ("consulted", ""),
    ("polled", "logical-alternative"),
    ("laws_read", ""),
    ("reasons_written", ""),
    ("appeal_right_told", ""),
)
_LAWS = {"facts": "84", "laws_read": "81C", "appeal_right_told": "83"}


def process_of(ruling: RulingGiven, law: Jurisdiction) -> tuple[ProcessItem, ...]:
    """The seven items in the order of the case file."""
    told = ruling.process or Process()
    return tuple(
        ProcessItem(item, _state(getattr(told, item)), _rule(item, topic, law)) for item, topic in _ITEMS
    )


def _state(value: bool | int | None) -> str:
    """True and a count are met; false and a count of nought are missing; silence is not recorded."""
    if value is None:
        return "not recorded"
    return "met" if value else "missing"


def _rule(item: str, topic: str, law: Jurisdiction) -> str:
    """Who asks for it: the regulation's own list where it names the item, else the Laws, else good practice."""
    asked = {str(name) for name in law.regulation.appeals.process}
    if item in asked and (source := str(law.why("appeals.process").source)):
        return source
    clauses = addresses(topic, law.edition.year) if topic else ()
    if clauses:
        return ", ".join(clause.legible for clause in clauses)
    path = _LAWS.get(item)
    if path is not None:
        return law.clause(path).legible
    return "WBF Code of Practice"
