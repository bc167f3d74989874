"""An edition of the Laws as values: what its text fixes, each figure and choice with its source.

Every key is one choice the editions made differently, or a figure a rule reads. What the Laws leave to an authority stands in
`regulation.py`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cache, lru_cache, partial
from typing import Any

from analyser.errors import LawError
from analyser.laws import choices
from analyser.laws.law_book import carry_clause, edition_file, file_name, lineage, origins_of, printed_book
from analyser.laws.values import (
    HEADS,
    Clause,
    LawFile,
    LawValues,
    Section,
    missing_key,
    path_of,
    refuse,
    unknown_word,
)
from analyser.messages import sentence

_ABOUT = ("year", "title", "seed", "adoption_from", "adoption_by", "remedy_word", "based_on")
_INHERITED = ("seed", "remedy_word", "based_on")  # what an edition based on another need not say of itself


class Adjusting:
    """Law 12 and what surrounds it: when a score is adjusted and in which form."""

    normal_play_impossible: choices.Duty  # 12A2: artificial score
    form: choices.WeightingForm  # how an assigned score is made where nothing else is elected
    bodies: tuple[choices.RulingBody, ...]  # who may weigh by the text itself
    legal_results_only: bool  # only results reachable without the infraction are weighted
    many_possibilities_artificial: bool  # 12C1d
    individual_both: bool  # both members of the side, in an individual event
    self_inflicted: tuple[choices.OwnErrorKind, ...]  # which findings cost the innocent side its own part
    unprescribed: choices.ProofBar  # 84: damage by an irregularity without a prescribed rectification
    could_be_aware: choices.ProofBar  # 72C, 23: the harm the offender could have known of


class ArtificialLaw:
    """The artificial score by fault, and the session clamp."""

    percent_none: int
    percent_partial: int
    percent_direct: int
    imps_none: int
    imps_partial: int
    imps_direct: int
    imps_scope: choices.ImpScope
    clamp_innocent: bool  # innocent, better on the session's other boards: gets that
    clamp_offenders: bool  # directly at fault, worse on the session's other boards: gets that


class InformationLaw:
    """Law 16: what may not be used, and when its use costs."""

    alternative_needs_both: bool  # considered by many *and* chosen by some
    action_must_be_alternative: bool  # whether the action taken must itself be an alternative
    test: choices.SuggestionTest
    adjust_when: choices.AdjustTrigger
    outside_clause: str  # where information from other sources stands
    outside_before_call: tuple[choices.OutsideOption, ...]
    outside_after_call: tuple[choices.OutsideOption, ...]


class MisinformationLaw:
    """Laws 20, 21, 40, 47E, 75: what was not disclosed."""

    change_call_when: choices.ProofBar  # how far the call must rest on the wrong explanation
    presume_misexplanation: bool  # rather than a misbid, without evidence
    too_late: choices.Duty  # 21B3
    too_late_when: choices.AdjustTrigger
    nondisclosure: choices.Duty  # 40: damaged by what was not told
    forbidden_agreement: choices.Duty  # 40: damaged by an agreement the event forbids
    no_agreement_baseline: bool  # 75D3: the baseline is "no agreement" where none existed
    turn_mistake: choices.TurnMistake  # 47E1


class Cards:
    """Laws 6, 13, 14, 15, 17D: wrong numbers of cards, wrong boards, wrong hands."""

    wrong_count: choices.WrongCount
    wrong_count_unplayable: choices.ScoreKind
    seen_card: choices.SeenCard
    uneven_after_play: choices.UnevenAfterPlay
    foreign_card: choices.ForeignCard
    moved_card_unauthorised: bool  # the director's moving a card is unauthorised for partner
    restored_card_unauthorised: bool  # 14C
    wrong_board: choices.WrongBoardRule
    wrong_board_played_before: choices.ScoreKind
    wrong_board_in_teams: bool  # whether Law 15 covers teams too
    wrong_hand: choices.WrongHandRule
    wrong_hand_score: choices.ScoreKind


class Calls:
    """Laws 24 to 39: withdrawn, insufficient, out of turn, inadmissible."""

    exposed_honour: choices.PassDuration  # one honour, or a card led
    exposed_two: choices.PassDuration
    exposed_as_defender: choices.CardPenalty
    unintended_without_pause: bool  # 25A needs no pause for thought
    deliberate_change: choices.DeliberateChange
    deliberate_change_cap: int  # percent at most for the offenders, where capped
    comparable_call: bool  # Law 23 knows comparable calls
    contained_outside: (
        int  # percent of the second call's hands the first need not show, and it is still contained
    )
    similar_inside: int  # percent of them the first must show for the meanings to be similar
    unlike_inside: int  # below this percent they are not
    lead_restriction: choices.LeadRestriction
    other_calls_forbid_one_suit: bool  # 26B
    same_denomination: choices.SameDenomination
    substitute: choices.SubstituteBid
    insufficient_otherwise: choices.PassDuration  # offender's partner
    insufficient_double: choices.PassDuration
    out_of_turn: choices.OutOfTurn
    pass_before_any_bid: choices.PassDuration  # the offender himself; in 2017 his partner, unless comparable
    pass_at_right_hand: choices.PassDuration  # the offender must pass at his turn
    pass_at_partners_turn: choices.PassDuration
    bid_same_denomination: choices.PassDuration  # right-hand opponent acted, denomination repeated
    bid_other_denomination: choices.PassDuration
    bid_at_partners_turn: choices.PassDuration
    double_out_of_turn: choices.PassDuration
    inadmissible_double: choices.PassDuration
    breach_of_pass: choices.PassDuration
    above_seven: choices.PassDuration
    inadmissible_double_found_late: bool  # 36C: scored as if it had not been made


class PlayLaw:
    """Laws 41 to 60: cards exposed, led or played wrongly."""

    dummy_noted: choices.DummyNoted
    dummy_suggested: choices.Duty  # 45F
    designation_change: choices.DesignationChange
    high_fourth_hand_wins: bool  # 46B: "high" in fourth seat may mean the lowest winner
    penalty_card_information: choices.PenaltyInformation
    penalty_card_adjust: choices.Duty  # 50E
    penalty_card_adjust_when: choices.ProofBar
    several_cards_neither: bool  # 51: declarer may also do nothing
    refused_lead: choices.CardPenalty
    premature_options: tuple[choices.PrematureOption, ...]
    play_before_required_lead: choices.CardPenalty  # 60B
    late_lead_out_of_turn: bool  # whether a lead out of turn to the thirteenth trick may be accepted


class Tricks:
    """Law 67: a trick with too few or too many cards."""

    omitted_holding_suit: int  # tricks transferred, the suit led still held
    omitted_without_suit: int
    highest_legal_stays: bool  # which of two uncertain cards stays in the trick
    used_twice_adjusted: bool  # 67B3


class Revokes:
    """Laws 61 to 64."""

    own_trick: int  # the offender won the revoke trick himself
    own_trick_later: int  # and his side won a later one: this many in all
    other_trick: int  # he did not, and his side won it or a later one
    second_if_playable_card_won: bool  # 1997 64A2: he later won with a card playable to the revoke trick
    second_needs_further_trick: bool  # and a further trick must be there to give
    dummy_trick_is_offenders: bool  # a trick won in dummy counts as declarer's own
    exceptions: tuple[choices.RevokeException, ...]
    asked_wrongly_established: bool  # 1997 63B: 61B was broken, 64 applies as if established
    withdrawn_card: choices.CardPenalty  # a defender's corrected card
    claim_agreed_establishes: bool  # at once, on agreeing to the opponents' claim
    equity: choices.Duty  # 64C
    repeated_by_name: bool  # 64C2a
    both_by_name: bool  # 64C2b
    both_established: bool  # 64B7: only where the revokes of both sides were established


class Claims:
    """Laws 68 to 71: always whole tricks."""

    review: choices.ClaimReview
    trump_unaware: choices.ProofBar  # 70C2
    partner_choice: bool  # 70D2: a defender's claim may not need partner's choice
    play_after_claim: choices.PlayAfterClaim
    normal_excludes_irrational: bool  # by the note on "normal"
    irrational_escape: bool  # 70E1: an unstated line, were it irrational not to take it
    order_by_regulation: bool  # 70E2
    agreement_withdrawn: choices.AgreementBar
    concession_cancelled: tuple[choices.Concession, ...]
    normal_play_limit_next_board: bool  # 71C of 1997 ends with the next board's first call


class Disputes:
    """Laws 66, 79, 81, 84, 85: facts, doubts and late corrections."""

    late: choices.LateDispute
    mixed_cards: choices.MixedCards
    facts: choices.FactFinding
    doubt_to_innocent: bool  # 84D
    own_initiative_within_appeal_period: bool  # 81C
    late_score_correction: bool  # 79C2


class Teams:
    """Laws 86 and 87: two tables, one board."""

    other_table: choices.OtherTableRule
    several_results: bool  # 86B2 tells what follows from two results that do not compare
    no_redeal_if_match_known: bool


@dataclass(frozen=True)
class Edition(LawValues):
    """The Laws of one year, with what they fix and where it stands."""

    year: str
    title: str
    adoption_from: date  # the first day an authority could have taken it up
    adoption_by: date  # the last day of the window
    remedy_word: str  # "penalty" in 1997, "rectification" later
    paths: frozenset[str] = field(repr=False, compare=False)  # every address the edition knows here

    adjusting = Section(Adjusting)
    artificial = Section(ArtificialLaw)
    information = Section(InformationLaw)
    misinformation = Section(MisinformationLaw)
    cards = Section(Cards)
    calls = Section(Calls)
    play = Section(PlayLaw)
    tricks = Section(Tricks)
    revokes = Section(Revokes)
    claims = Section(Claims)
    disputes = Section(Disputes)
    teams = Section(Teams)

    @property
    def where(self) -> str:
        """The year."""
        return self.year

    def clause(self, path: str) -> Clause:
        """A provision a rule speaks of; one that does not exist is refused.

        A rule knows an edition by the numbers of the first one it goes back to: where an edition based on that one gives
        the provision another number, the clause has its new number.
        """
        return _clause(self.year, self.paths, path)


@lru_cache(4096)
def _clause(year: str, paths: frozenset[str], path: str) -> Clause:
    written = path_of(path)
    renumbered = carry_clause(Clause(lineage(year)[0], written), year)
    for known in (renumbered, Clause(year, written)):
        if known.edition == year and known.path in paths:
            return known
    why = sentence("provision-unknown", year=year)
    raise LawError(why, where="clause", found=path, remedy=sentence("look-up-law"))


@cache
def edition_of(year: str) -> Edition:
    """The Laws of one year."""
    return read_edition(year, edition_file(year))


def read_edition(year: str, written: Mapping[str, Any]) -> Edition:
    """An edition from its file, laid over the one it is based on."""
    about = _read_head(year, written)
    base = edition_of(about["based_on"]) if "based_on" in about else None
    files = [replace(file, carried=partial(carry_clause, year=year)) for file in (base.files if base else ())]
    tables = {key: table for key, table in written.items() if key not in HEADS}
    return Edition(
        files=(*files, _law_file(year, written, file_name(year), tables)),
        day=None,
        year=about["year"],
        title=about["title"],
        adoption_from=about["adoption_from"],
        adoption_by=about["adoption_by"],
        remedy_word=about.get("remedy_word") or (base.remedy_word if base else ""),
        paths=frozenset(origins_of(year)),
    )


def switch_files(year: str) -> tuple[LawFile, ...]:
    """What holds where no regulation speaks, the edition's own statements over those of its base."""
    return tuple(
        replace(
            _law_file(
                edition,
                edition_file(edition),
                f"{file_name(edition)} switches",
                edition_file(edition).get("switches", {}),
            ),
            carried=partial(carry_clause, year=year),
        )
        for edition in lineage(year)
    )


def _law_file(year: str, written: Mapping[str, Any], name: str, tables: Mapping[str, Any]) -> LawFile:
    documents = written.get("documents", {})
    return LawFile(name, year, tables, printed_book(written), documents, partial(carry_clause, year=year))


def _read_head(year: str, written: Mapping[str, Any]) -> Mapping[str, Any]:
    """The head of an edition's file; unknown and missing keys are refused."""
    about: Mapping[str, Any] = written.get("about", {})
    where = f"{file_name(year)} [about]"
    problems = [unknown_word(where, key, _ABOUT) for key in about if key not in _ABOUT]
    unsaid = ("based_on",) if "based_on" not in about else _INHERITED
    problems += [missing_key(key, where) for key in _ABOUT if key not in about and key not in unsaid]
    refuse(problems)
    return about


def adoption_window(year: str) -> tuple[date, date]:
    """The first and the last day on which authorities in general could take up an edition."""
    about = edition_file(year)["about"]
    return about["adoption_from"], about["adoption_by"]
