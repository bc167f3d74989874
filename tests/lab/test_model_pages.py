"""The page about alternatives counts what it is given, and leaves out what was not measured."""

from tests.bench.lab.model_pages import CaseRow, Evidence, alternatives_page

CARD = {
    "prior": {
        "report": {
            "n": 3,
            "actions": 5,
            "threshold": 0.2,
            "sure": 0.8,
            "abstained": 0.1,
            "right": 0.95,
            "reliability": [[0.1, 0.12, 5], [0.8, 0.75, 5]],
            "abstaining": [[0.5, 0.0, 0.9], [0.9, 0.4, 0.99]],
        }
    },
    "rulings": {
        "target": "infraction",
        "labels": [["2007", "director", "3", "2", "0", "1", "0"]],
        "labels_columns": ["edition", "body", "held", "adjusted to the pass", "rejected", "stood", "unknown"],
        "weight": {"infraction": 0.0},
        "held_out": {
            "infraction": {
                name: {"n": 9, "brier": brier, "brier_interval": [0.1, 0.2], "auc": 0.6, "majority": 0.21}
                for name, brier in (("chain", 0.14), ("alone", 0.19), ("both", 0.15))
            }
        },
    },
}

FOUND = (
    CaseRow("first", "2007", "director", True, True, "chosen", "information.chosen"),
    CaseRow("second", "2007", "director", True, False, "nothing suggested it", "information.not-suggested"),
    CaseRow("third", "1997", "committee", False, None, "who knows", "information.alternative-untold"),
    CaseRow("fourth", "1997", "committee", None, True, "", "information.chosen", (("P", True, True, 0.6),)),
)


def _row(page: str, head: str) -> list[str]:
    """The cells of the first row that begins so."""
    row = page.split(f'<th scope="row">{head}</th>', 1)[1].split("</tr>", maxsplit=1)[0]
    return [cell.split("</td>")[0] for cell in row.split("<td>")[1:]]


def test_what_past_rulings_add_is_shown_beside_chain_and_majority() -> None:
    page = alternatives_page(CARD, Evidence(FOUND))
    question = "was an infraction found?"
    assert _row(page, f"{question} the chain of estimates alone")[1] == "0.140"
    assert _row(page, f"{question} always the majority&#39;s share")[1] == "0.210"
    assert "Weight in the chance that is printed: 0.0" in page


def test_agreement_is_counted_by_edition_and_body() -> None:
    """Three cases tell both: one the same, one other, one untold; of those told, half agree."""
    page = alternatives_page(CARD, Evidence(FOUND)).split("Our finding beside the body")[1]
    assert _row(page, "all") == ["3", "1", "1", "1", "0.500"]
    assert _row(page, "2007, director") == ["2", "1", "1", "0", "0.500"]
    assert _row(page, "1997, committee") == ["1", "0", "0", "1", "–"]


def test_only_what_differs_is_listed_with_our_reason() -> None:
    listed = (
        alternatives_page(CARD, Evidence(FOUND)).split("Where we differ, and why")[1].split("</table>")[0]
    )
    assert "second" in listed
    assert "nothing suggested it" in listed
    assert not {"first", "third", "fourth"} & set(listed.replace("<", ">").split(">"))


def test_actions_bodies_spoke_of_are_listed() -> None:
    assert "1 of 1 answered alike" in alternatives_page(CARD, Evidence(FOUND))


def test_polls_are_counted_inside_their_intervals() -> None:
    polls = [("one", "P", 7, 2, 1, 4, 0.9, True), ("two", "4S", 5, 5, 0, 2, 0.85, False)]
    page = alternatives_page(CARD, Evidence(polls=polls))
    assert "1 of 2 counts inside" in page
    assert _row(page, "two: 4S") == ["5", "5", "0 to 2", "no"]


def test_it_is_said_when_always_yes_would_agree_more_often() -> None:
    """Of the two cases answered the bodies found one twice, we once."""
    page = alternatives_page(CARD, Evidence(FOUND))
    assert "We answer in 2 of 3 cases and agree in 1" in page
    assert "infraction agrees more often (2)" in page


def test_what_was_not_measured_is_left_out() -> None:
    page = alternatives_page(CARD, Evidence())
    for title in ("Where we differ", "Polls of past cases", "Precedents", "Slow calls"):
        assert title not in page
    assert "Shares of peers against votes" in page


def test_the_page_needs_nothing_beside_it() -> None:
    page = alternatives_page(CARD, Evidence(FOUND))
    assert "http" not in page
    assert "<script" not in page
