"""Every step of the contract of a case file, in order, and which files it is for."""

from collections.abc import Callable, Iterator

from tests.support import GOLDEN
from tests.support.contract import case_steps, page_steps, ruling_steps
from tests.support.contract.files import CASES
from tests.support.contract.ruled_case import RuledCase

Step = Callable[[RuledCase], None]

OF_EVERY_CASE: tuple[Step, ...] = (
    case_steps.check_is_clean,
    case_steps.case_is_written_again_the_same,
    ruling_steps.ruling_holds_what_the_case_expects,
    ruling_steps.claimed_line_is_legal_and_takes_its_tricks,
    ruling_steps.names_of_players_change_nothing,
    ruling_steps.turned_table_gets_the_same_ruling,
    ruling_steps.verdict_says_one_thing,
    page_steps.every_message_has_its_sentence,
    page_steps.no_argument_is_worded_beforehand,
    page_steps.first_screen_is_twenty_lines_of_plain_text,
    page_steps.every_language_has_page_and_text,
)
OF_PAST_CASES: tuple[Step, ...] = (
    case_steps.past_case_names_its_file_and_source,
    case_steps.past_case_names_no_player,
    case_steps.past_findings_bind_nobody,
    case_steps.past_case_cites_laws_of_its_edition,
    case_steps.past_score_is_one_figure_seen_from_both_sides,
)


def steps_of(ruled: RuledCase) -> Iterator[Step]:
    """The steps a file has to pass."""
    yield from OF_EVERY_CASE
    if ruled.is_past:
        yield from OF_PAST_CASES
    if ruled.path.parent == CASES / "kinds":
        yield page_steps.page_tells_what_happened
    if ruled.path.parent == CASES / "claims":
        yield ruling_steps.claim_cites_what_the_case_reasons
    if ruled.path.parent == GOLDEN / "cases" / "good" and "revoke" not in ruled.path.name:
        yield page_steps.page_shows_the_expected_figures


def name_step(step: Step) -> str:
    """What must hold, as words."""
    return step.__name__.replace("_", " ")
