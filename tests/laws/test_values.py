"""The figures and forms of each edition are those of the law digests, and enough for the golden rows to follow from them."""

from fractions import Fraction

import pytest

from analyser import laws
from analyser.errors import LawError
from tests.support import golden_rows
from tests.support.every import each_row

YEARS = ("1997", "2007", "2017")


def read(edition, key):
    value = edition
    for step in key.split("."):
        value = getattr(value, step)
    return value


FORMS = [
    # what, 1997, 2007, 2017
    ("adjusting.normal_play_impossible", "may", "does", "does"),
    ("adjusting.form", "two-standards", "weighted", "weighted"),
    ("adjusting.legal_results_only", False, False, True),
    ("adjusting.many_possibilities_artificial", False, True, True),
    (
        "adjusting.self_inflicted",
        (),
        ("serious", "extremely-serious", "wild-or-gambling"),
        ("extremely-serious", "wild-or-gambling"),
    ),
    ("adjusting.unprescribed", "reasonable-possibility", "probable", "probable"),
    ("artificial.imps_scope", "teams", "any-imps", "any-imps"),
    ("artificial.clamp_offenders", False, False, True),
    ("information.action_must_be_alternative", True, True, False),
    (
        "information.test",
        "could-demonstrably-have-been-suggested",
        "could-demonstrably-have-been-suggested",
        "demonstrably-suggested",
    ),
    (
        "information.adjust_when",
        "damage-to-the-innocent",
        "advantage-to-the-offenders",
        "advantage-to-the-offenders",
    ),
    ("information.outside_clause", "16B", "16C", "16D"),
    ("misinformation.change_call_when", "probable", "could-well", "could-well"),
    ("misinformation.too_late", "may", "does", "does"),
    ("misinformation.turn_mistake", "lead", "lead-or-play", "lead-or-play"),
    (
        "cards.wrong_count",
        "played-if-all-four-consent-else-artificial",
        "played-if-the-director-thinks-fit-then-perhaps-adjusted",
        "played-if-the-director-thinks-fit-then-perhaps-adjusted",
    ),
    (
        "cards.seen_card",
        "played-if-harmless-and-all-four-consent-else-artificial",
        "played-if-unlikely-to-matter-else-artificial",
        "always-played-then-adjusted-if-it-mattered",
    ),
    (
        "cards.uneven_after_play",
        "result-annulled",
        "result-cancelled-and-adjusted-score",
        "result-cancelled-and-adjusted-score",
    ),
    (
        "cards.foreign_card",
        "not-covered",
        "adjusted-score-possible-if-played-to-a-completed-trick",
        "adjusted-score-possible-if-played-to-a-completed-trick",
    ),
    ("cards.moved_card_unauthorised", False, True, False),
    (
        "cards.wrong_board",
        "calls-repeated-any-difference-cancels",
        "calls-repeated-any-difference-cancels",
        "completed-if-nobody-had-played-it",
    ),
    ("cards.wrong_hand_score", "artificial-score", "artificial-score", "adjusted-score"),
    (
        "calls.deliberate_change",
        "second-call-may-stand-at-most-average-minus",
        "change-cancelled",
        "change-cancelled",
    ),
    ("calls.deliberate_change_cap", 40, 100, 100),
    ("calls.comparable_call", False, False, True),
    (
        "calls.same_denomination",
        "both-incontrovertibly-not-conventional",
        "both-incontrovertibly-not-artificial",
        "always",
    ),
    ("calls.substitute", "none", "same-or-more-precise-meaning", "comparable-call"),
    ("calls.insufficient_otherwise", "throughout", "throughout", "throughout"),
    ("calls.pass_at_partners_turn", "throughout", "throughout", "next-turn"),
    ("calls.bid_same_denomination", "next-turn", "next-turn", "next-turn"),
    ("calls.bid_other_denomination", "throughout", "throughout", "next-turn"),
    ("calls.double_out_of_turn", "throughout", "throughout", "next-turn"),
    ("calls.inadmissible_double", "throughout", "throughout", "throughout"),
    (
        "play.dummy_noted",
        "both-sides-adjusted",
        "both-sides-adjusted",
        "only-the-defenders-are-adjusted",
    ),
    ("play.dummy_suggested", "may", "shall", "shall"),
    (
        "play.penalty_card_information",
        "only-that-it-must-be-played",
        "only-that-it-must-be-played",
        "everything-until-it-is-picked-up",
    ),
    ("play.several_cards_neither", False, False, True),
    ("play.late_lead_out_of_turn", True, True, False),
    ("tricks.omitted_holding_suit", 0, 1, 1),
    ("tricks.omitted_without_suit", 1, 1, 1),
    ("revokes.asked_wrongly_established", True, False, False),
    ("revokes.claim_agreed_establishes", True, True, False),
    ("revokes.withdrawn_card", "major-penalty-card", "major-penalty-card", "major-penalty-card"),
    ("claims.irrational_escape", True, True, False),
    ("claims.normal_excludes_irrational", True, False, False),
    ("claims.partner_choice", False, True, True),
    ("claims.play_after_claim", "void", "void-but-evidence", "void-unless-all-four-agreed-to-play-on"),
    (
        "claims.agreement_withdrawn",
        "not-losable-by-any-normal-play",
        "would-probably-have-been-won",
        "would-probably-have-been-won",
    ),
    ("claims.order_by_regulation", False, True, True),
    (
        "disputes.late",
        "no-score-is-increased",
        "the-director-need-not-increase-a-score",
        "both-if-convinced-else-perhaps-one-lowered",
    ),
    ("disputes.facts", "the-director-is-satisfied", "balance-of-probabilities", "balance-of-probabilities"),
    (
        "disputes.mixed_cards",
        "after-a-revoke-was-claimed",
        "after-a-revoke-was-claimed",
        "only-one-side-mixed-its-cards",
    ),
    (
        "teams.other_table",
        "nothing",
        "may-assign-and-should-if-favourable-to-the-innocent",
        "shall-assign-if-clearly-favourable",
    ),
]


@each_row("key, old, middle, new", FORMS)
def test_the_three_editions_answer_as_the_digests_say(key, old, middle, new):
    assert [read(laws.edition_of(year), key) for year in YEARS] == [old, middle, new]


PROCEDURE = {
    # row of procedure.csv: the value that answers it, and its code in each edition
    "DS-01": (
        "cards.wrong_count",
        "played-if-all-four-consent",
        "played-if-the-director",
        "played-if-the-director",
    ),
    "DS-07": (
        "cards.seen_card",
        "played-if-harmless",
        "played-if-unlikely-to-matter-else-artificial",
        "always-played",
    ),
    "DS-03": ("cards.uneven_after_play", "result-annulled", "result-cancelled", "result-cancelled"),
    "DS-10": ("cards.foreign_card", "not-covered", "adjusted-score-possible", "adjusted-score-possible"),
    "DS-14": ("tricks.omitted_holding_suit", "0", "1", "1"),
    "DS-16": ("tricks.highest_legal_stays", "True", "True", "True"),
    "DS-19": ("cards.wrong_board_played_before", "artificial-score", "artificial-score", "artificial-score"),
    "WB-1": (
        "cards.wrong_hand",
        "artificial-if-the-repeated-call-differs",
        "artificial-if-it-differs-or-partner-had-called",
        "adjusted-if-partner-had-called",
    ),
}


@each_row("row", golden_rows("law/procedure.csv"), ids=lambda row: row["id"])
def test_wrong_cards_and_boards_have_a_code_in_every_edition(row):
    key, *codes = PROCEDURE[row["id"]]
    for year, code in zip(YEARS, codes, strict=True):
        assert str(read(laws.edition_of(year), key)).startswith(code), year


def test_declarer_has_a_fourth_option_only_in_2017():
    options = [laws.edition_of(year).play.premature_options for year in YEARS]
    assert [len(option) for option in options] == [3, 3, 4]
    assert set(options[2]) - set(options[1]) == {"require-a-specified-other-suit"}


OUTSIDE = [
    ("1997", 3, 3),  # seats, substitute, artificial; no difference by time
    ("2007", 4, 1),
    ("2017", 4, 2),
]


@pytest.mark.parametrize("year, before, after", OUTSIDE)
def test_information_from_elsewhere_leaves_fewer_options_after_the_first_call(year, before, after):
    information = laws.edition_of(year).information
    assert (len(information.outside_before_call), len(information.outside_after_call)) == (before, after)


EXCEPTION = {
    "trick 12": "trick-twelve",
    "next deal": "next-deal",
    "penalty card or card of dummy": {
        "1997": "faced-card",
        "2007": "faced-card",
        "2017": "penalty-card-or-card-of-dummy",
    },
    "both sides": "both-sides-revoked",
}


def transferred(year, row):
    """Law 64 in words, from the edition's values alone."""
    rules = laws.edition_of(year).revokes
    excepted = EXCEPTION.get(row["exception"], "")
    if isinstance(excepted, dict):
        excepted = excepted[year]
    if excepted and excepted in rules.exceptions:
        return 0
    later = int(row["later_tricks_of_offending_side"])
    winner = row["revoke_trick_won_by"]
    dummy_trick_is_offenders = winner == "offender" or (
        winner.startswith("dummy") and rules.dummy_trick_is_offenders
    )
    if dummy_trick_is_offenders:
        return rules.own_trick_later if later else rules.own_trick
    won = later + (winner != "opponents")
    if not won:
        return 0
    playable = row["one_of_them_by_offender_with_a_card_playable_to_the_revoke_trick"] == "yes"
    second = playable and rules.second_if_playable_card_won and won > rules.other_trick
    return rules.other_trick + second


@pytest.mark.parametrize("year", YEARS)
def test_revoke_transfers_follow_from_the_values(year):
    rows = [row for row in golden_rows("law/revoke_transfer.csv") if row[year]]
    assert rows
    for row in rows:
        assert transferred(year, row) == int(row[year]), row


def test_what_1997_does_not_say_of_dummys_trick_is_marked():
    assert laws.edition_of("1997").source_of("revokes.dummy_trick_is_offenders").unsettled
    assert not laws.edition_of("2007").source_of("revokes.dummy_trick_is_offenders").unsettled


def test_the_spade_revoke_costs_two_one_and_one():
    row = {
        "revoke_trick_won_by": "opponents",
        "later_tricks_of_offending_side": "3",
        "one_of_them_by_offender_with_a_card_playable_to_the_revoke_trick": "yes",
        "exception": "",
    }
    assert [transferred(year, row) for year in YEARS] == [2, 1, 1]


def award(row):
    """Law 12C2 in words, from the edition's values alone."""
    rules = laws.edition_of(row["edition"]).artificial
    unit = "percent" if row["form"] == "matchpoints" else "imps"
    flat = getattr(rules, f"{unit}_{row['fault']}")
    session = row["session_percent_on_other_boards"]
    if session and row["fault"] == "none" and rules.clamp_innocent:
        return max(flat, int(session))
    if session and row["fault"] == "direct" and rules.clamp_offenders:
        return min(flat, int(session))
    return flat


@each_row("row", golden_rows("scoring/artificial.csv"), ids=lambda row: f"{row['edition']} {row['fault']}")
def test_artificial_scores_follow_from_the_values(row):
    assert award(row) == int(row["award"])


def test_every_value_is_reached_by_key_and_names_its_basis():
    for year in YEARS:
        edition = laws.edition_of(year)
        assert len(edition.groups()) == 12
        keys = {f"{group}.{name}" for group in edition.groups() for name in vars(getattr(edition, group))}
        assert keys == set(edition.stated)
        assert edition.problems() == []
        for key in keys:
            stated = edition.source_of(key)
            assert read(edition, key) == stated.value
            assert stated.clauses or stated.source.document != edition.title, key


def test_every_clause_a_value_cites_exists():
    for year in YEARS:
        edition = laws.edition_of(year)
        cited = [clause for stated in edition.stated.values() for clause in stated.clauses]
        cited += [
            clause
            for stated in laws.resolve(None, "FIGB", year).regulation.stated.values()
            for clause in stated.clauses
        ]
        assert [
            str(clause) for clause in cited if clause.edition == year and clause.path not in edition.paths
        ] == []


def test_reports_use_the_editions_own_word():
    assert [laws.edition_of(year).remedy_word for year in YEARS] == [
        "penalty",
        "rectification",
        "rectification",
    ]


def test_a_jurisdiction_cites_only_what_exists_and_names_its_sources():
    law = laws.resolve(None, "EBU", "2017")
    assert str(law.clause("Law 12C1(c)")) == "2017:12C1c"
    assert str(law.source_of("alternatives.considered_at_least").source) == "EBU White Book, 8.16.6.1"
    assert str(law.source_of("adjusting.form").source) == "Laws of Duplicate Bridge 2017, Law 12C1(c)"
    with pytest.raises(LawError):
        law.clause("12C1f")
    with pytest.raises(LawError):
        law.source_of("weighting.sympathi")


@pytest.mark.parametrize(
    ("authority", "year", "share"), [("EBU", "2007", "1/5"), ("EBU", "2017", "1/5"), ("ACBL", "1997", "1/4")]
)
def test_the_share_that_must_consider_follows_each_named_authority(authority, year, share):
    assert laws.resolve(None, authority, year).regulation.alternatives.considered_at_least == Fraction(share)


@pytest.mark.parametrize("year", YEARS)
def test_an_average_in_imps_is_zero(year):
    """Three for those not at fault, three off for those at fault (86A); who is partly at fault stands between them."""
    artificial = laws.resolve(None, "WBF", year).edition.artificial
    assert (artificial.imps_none, artificial.imps_partial, artificial.imps_direct) == (3, 0, -3)


@pytest.mark.parametrize("year", YEARS)
def test_the_tilt_to_the_innocent_makes_50_percent_55(year):
    """The one published figure: a contract that makes half the time is given fifty-five in a hundred."""
    assert Fraction(1, 2) + laws.resolve(None, "WBF", year).regulation.weighting.sympathy == Fraction(55, 100)
