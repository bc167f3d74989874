"""A case file with what is ruled of it: each ruling is made when a step first asks for it, and once."""

from functools import cached_property
from pathlib import Path

from analyser.audit.verdict import audit_ruling
from analyser.casefile import Case, case_of
from analyser.estimates.services import Services
from analyser.ruling import Ruling, RulingRequest
from analyser.ruling.rule import rule
from tests.support.contract.files import CASES

EDITIONS = ("1997", "2007", "2017")


class RuledCase:
    """A case file and its rulings, by the law asked for; without models, and with the solver where one is handed over."""

    def __init__(self, path: Path, services: Services) -> None:
        self.path = path
        self.services = services
        self._rulings: dict[RulingRequest, Ruling] = {}

    @cached_property
    def data(self) -> bytes:
        """The bytes of the file."""
        return self.path.read_bytes()

    @cached_property
    def case(self) -> Case:
        """The case; a file that cannot be read fails every step, with its problems."""
        return case_of(self.data)

    @property
    def is_past(self) -> bool:
        """Whether it is a record of what a body ruled."""
        return self.path.parent == CASES / "past"

    def ruling(self, edition: str | None = None, authority: str | None = None) -> Ruling:
        """The ruling under a law, the case's own if none is named."""
        asked = RulingRequest(edition, authority)
        if asked not in self._rulings:
            self._rulings[asked] = rule(self.case, asked, self.services)
        return self._rulings[asked]

    @cached_property
    def reviewed(self) -> Ruling:
        """The ruling under the case's own law, with a review of the ruling the case gives."""
        return self._reviewed(self.case, self.ruling())

    def rule_changed(self, case: Case) -> Ruling:
        """The same of a changed case: other names, or the table turned."""
        return self._reviewed(case, rule(case, RulingRequest(), self.services))

    @staticmethod
    def _reviewed(case: Case, ruling: Ruling) -> Ruling:
        return audit_ruling(case, RulingRequest(), ruling) if case.ruling else ruling
