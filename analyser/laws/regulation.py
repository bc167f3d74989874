"""A regulation: what an authority switches within an edition, each switch dated and sourced.

A regulation states only what it changes; the rest comes from the regulation it is based on and, at the root, from what
the edition's own text says when no regulation speaks. What no source fixes is marked unsettled with the default used.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import cache, partial
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, Strict

from analyser import resources
from analyser.errors import LawError, Problem
from analyser.laws import choices
from analyser.laws.edition import switch_files
from analyser.laws.law_book import carry_clause, edition_file, printed_book
from analyser.laws.values import (
    HEADS,
    Exact,
    LawFile,
    LawSource,
    LawValues,
    Rounding,
    Section,
    convert,
    missing_key,
    refuse,
    unknown_word,
)
from analyser.messages import sentence
from analyser.messages.refusals import remedy_for

_REGULATIONS = "laws/regulations"
_ABOUT = ("title", "authority", "edition", "based_on", "overlay", "editions")


class WeightingRules:
    """Whether, by whom and how possible results are weighed."""

    allowed: bool
    form: choices.WeightingForm
    bodies: tuple[choices.RulingBody, ...]
    elected: choices.Election  # of the 2007 alternative 12C1e
    disallowed_result: choices.DisallowedResult
    claims: bool  # a claim may end in a weighted score
    sympathy: Fraction  # moved to the innocent side, in all
    results_at_most: int
    step: Fraction  # weights are proposed in multiples of this


class TwoStandards:
    """Likely and at all probable, as an authority reads them in figures."""

    reading: choices.StandardsReading
    likely: Fraction
    at_all_probable: Fraction
    offenders_without_infraction: bool  # "had the irregularity not happened" binds the offenders' limb too


class AlternativeRules:
    """When an action is a logical alternative, and how sure a finding on what was suggested must be.

    Figures and the authority's words. Between the last two chances it stays open whether there was an infraction.
    """

    considered_at_least: Fraction
    chosen_at_least: Fraction
    infraction_from: Fraction  # the chance from which an infraction is found
    no_infraction_to: Fraction  # the chance up to which none is
    disputed_held: Fraction  # the chance that information in dispute was given
    disputed_even_seconds: int  # of a disputed pause said to be so long, the same chance is one half
    considered_words: str
    chosen_words: str


class RoundingUnits:
    """The unit of a weighted score on one board, by form of scoring."""

    imps: Rounding
    knockout: Rounding
    vp_continuous: Rounding  # IMPs before the continuous scale
    vp_discrete: Rounding  # IMPs before the discrete scale
    vp: Rounding  # the victory points themselves
    cross_imps: Rounding
    butler: Rounding
    matchpoints: Rounding
    bam: Rounding
    percent: Rounding
    points: Rounding
    neuberg: Rounding


class ClaimRules:
    """What an authority adds to Laws 68 to 71."""

    suit_order: choices.SuitOrder
    play_after_claim_as_evidence: bool  # 70D3 of 2007, at every level


class RevokeRules:
    """What an authority adds to Laws 61 to 64."""

    defenders_may_ask: bool  # each other, 61B
    both_revoked: choices.BothRevoked


class InsufficientBidRules:
    """What an authority adds to Law 27."""

    relaxed_meaning: bool  # 27B1b of 2007: by distribution alone, or where the offenders gain nothing


class InformationRules:
    """What an authority says about extraneous information."""

    director_privileged: bool  # what the director saw or heard himself is privileged evidence
    presume_damage_off_card: bool  # of a call left off the card, where the opponents miss their best contract
    opened_scores_fixed: bool  # a score sheet opened too soon always costs 40, gives 60 (16C2 of 2007)


class Tempo:
    """Pauses the regulations expect."""

    stop_seconds: int  # after a skip bid, without screens
    tray_seconds: int  # a tray as late as this tells nothing, with screens
    receiver_raises: bool  # with screens only the side receiving the tray may raise the tempo


class Awards:
    """Scores given where nothing was played."""

    imps_none: int
    imps_partial: int
    imps_direct: int
    bam_win_from: int  # percent of both rooms together that wins the board
    bam_loss_to: int
    bye_percent: int
    forfeit_percent: int
    forfeit_imps_mean: bool  # IMPs credited are the mean giving that VP, rounded up, not the least
    withdrawn_opponents_percent: int
    withdrawn_percent: int
    withdrawn_team_percent: int  # of the victory points, to each team still to meet one that left
    seating_fault_vp: int  # each team of a match of one stanza played in wrong seats, when they could be seen
    seating_vp: int


class TieBreakOrder:
    """By what ties in the standings are broken, in order, where the tie counts; the words are the scorer's."""

    pairs: tuple[str, ...]
    round_robin: tuple[str, ...]
    swiss: tuple[str, ...]
    board_a_match: tuple[str, ...]
    knockout_boards_for_one: int  # a tied match goes on for one board for so many played


class PlayingTime:
    """How long a round lasts, and when who is absent has lost."""

    pairs_seconds: int  # a board
    pairs_screens_seconds: int
    teams_seconds: int
    teams_screens_extra_seconds: int  # a board more with screens
    teams_screens_to_minutes: int  # the whole time is brought to the nearest multiple of these
    grace_minutes: int  # at most, after the time of a team match
    forfeit_minutes: int
    forfeit_first_share: Fraction  # of the official time, in the first match
    forfeit_knockout_minutes: int  # at least, in the first stanza of a knock-out


class SystemDefinitions:
    """By what systems are put into classes."""

    average_points: int
    strong_points: int
    king_points: int
    opening_points: int  # generally held to be enough to open at the one level
    length_cards: int
    shortage_cards: int
    known_suit_cards: int
    random_points: int  # an opening that may have fewer must be defined otherwise
    light_points: int  # an opening at the one level from the random points to these is told before play


class FouledBoards:
    """How groups of a fouled board, and boards with artificial scores or fewer results, are matchpointed."""

    neuberg: bool  # a board with fewer results is brought to the scale of the fullest
    neuberg_from: int  # groups of at least this many scores
    neuberg_above_share: Fraction  # or groups above this share of all scores
    small_middle: int  # percent for the middle of a small group
    small_step: int  # percent between neighbours of a small group
    complements_to: int  # percent of both sides together in a small group


class ScoreEntries:
    """What an authority adds to Law 79 on scores entered."""

    number_prevails: (
        bool  # where tricks and points entered disagree, the points count until the tricks are verified
    )


class Appeals:
    """The review of a ruling: clocks, standing, powers, process."""

    kind: choices.ReviewKind
    correction_minutes: int  # 79C
    appeal_minutes: int  # 92B
    evident_minutes: int  # when the ground was evident at once; 0: no such rule
    recourse_hours: tuple[int, ...]  # to the next body; two figures where the text contradicts itself
    notice_minutes: int  # notice of recourse after the end of the event; 0: no such rule
    pairs: choices.MayAppeal
    teams: choices.MayAppeal
    single_director_reviewed: bool
    may_change_law: bool  # 93B3
    may_change_discipline: bool
    reopen_only_if_process_failed: bool
    recourse_needs_technical_error: bool
    process: tuple[choices.ProcessStep, ...]
    deposit_pairs: str
    deposit_teams: str


@dataclass(frozen=True, slots=True)
class Penalty:
    """A procedural penalty the regulation fixes; never mixed with the adjusted score."""

    code: str
    offence: str
    amount: Fraction
    unit: str  # percent-of-top | imp | vp | rights
    per: str
    shared: bool  # a total for both sides, split by the director
    both_sides: bool  # the same for each side
    bound: choices.PenaltyBound
    unit_seconds: int  # the unit of a penalty by time; zero for another
    grace_seconds: int
    warning_first: bool
    source: LawSource


@dataclass(frozen=True, slots=True)
class RegulationRow:
    """One row of a list a regulation gives, such as a class of calls to be alerted; its words are read by who asks."""

    code: str
    values: Mapping[str, Any]
    source: LawSource


@dataclass(frozen=True)
class Regulation(LawValues):
    """What an authority switches within an edition, on one day."""

    name: str  # figb-2017
    title: str
    authority: str
    edition: str
    stack: tuple[str, ...]  # the regulations it is built of, the lowest first, itself and overlays among them

    weighting = Section(WeightingRules)
    two_standards = Section(TwoStandards)
    alternatives = Section(AlternativeRules)
    rounding = Section(RoundingUnits)
    claims = Section(ClaimRules)
    revokes = Section(RevokeRules)
    insufficient = Section(InsufficientBidRules)
    information = Section(InformationRules)
    tempo = Section(Tempo)
    awards = Section(Awards)
    tie_breaks = Section(TieBreakOrder)
    time = Section(PlayingTime)
    definitions = Section(SystemDefinitions)
    fouled = Section(FouledBoards)
    entries = Section(ScoreEntries)
    appeals = Section(Appeals)

    @property
    def where(self) -> str:
        """The regulation's name."""
        return self.name

    @property
    def based_on(self) -> tuple[str, ...]:
        """The regulations it is built of besides itself."""
        return tuple(lower for lower in self.stack if lower != self.name)

    @property
    def penalties(self) -> tuple[Penalty, ...]:
        """The procedural penalties in force on the day."""
        return tuple(penalty for lower in self.stack for penalty in _penalties(lower, self.day))

    def rows(self, table: str) -> tuple[RegulationRow, ...]:
        """A list of the highest regulation that gives one: whoever states his own replaces the whole of it."""
        for name in reversed(self.stack):
            if entries := regulation_file(name).get(table):
                documents = regulation_file(name)["documents"]
                return tuple(
                    RegulationRow(entry["code"], entry, _row_source(entry, documents[entry["by"]]))
                    for entry in entries
                )
        return ()

    @property
    def unsettled(self) -> tuple[str, ...]:
        """The switches no source fixes; the default used stands in the value."""
        return tuple(sorted(key for key, value in self.stated.items() if value.unsettled))


# The files


@cache
def regulations() -> tuple[str, ...]:
    """The names of all regulations kept, such as `ebu-2017`."""
    return resources.stems(_REGULATIONS)


def _file_name(name: str) -> str:
    return f"{_REGULATIONS}/{name}.toml"


@cache
def regulation_file(name: str) -> Mapping[str, Any]:
    """The file of a regulation as written; one that is not kept here is refused."""
    if name not in regulations():
        raise LawError(
            sentence("regulation-unknown"),
            where="event regulations",
            found=name,
            remedy=remedy_for(name, regulations()),
        )
    written = resources.toml(_file_name(name))
    check_head(name, written)
    return written


def check_head(name: str, written: Mapping[str, Any]) -> None:
    """Refuse a regulation that does not say whose it is and for which edition."""
    about = written.get("about", {})
    where = f"{_file_name(name)} [about]"
    wanted = ("title", "overlay") if about.get("overlay") else ("title", "authority", "edition")
    problems = [missing_key(key, where) for key in wanted if key not in about]
    refuse(problems + [unknown_word(where, key, _ABOUT) for key in about if key not in _ABOUT])


def is_overlay(name: str) -> bool:
    """Whether a regulation is laid over an authority's own when a case asks for it."""
    return bool(regulation_file(name)["about"].get("overlay", False))


def applies_under(name: str, year: str) -> bool:
    """Whether an overlay has a place under an edition; one that names none has a place under all."""
    named = regulation_file(name)["about"].get("editions", ())
    return not named or year in named


def authority_of(name: str) -> str:
    """Whose regulation it is."""
    return str(regulation_file(name)["about"].get("authority", ""))


def has_settled_switches(name: str) -> bool:
    """Whether a regulation states anything of its own that is not merely the default used."""
    tables = (table for group, table in regulation_file(name).items() if group not in HEADS)
    entries = (entry for table in tables for entry in table.values())
    return any(isinstance(entry, list) or not entry.get("unsettled") for entry in entries)


def _stack(name: str) -> tuple[str, ...]:
    """The regulations one is built of, the lowest first, itself last."""
    under = [lower for base in regulation_file(name)["about"].get("based_on", ()) for lower in _stack(base)]
    return (*under, name)


@cache
def regulation_of(
    name: str, day: date | None, overlays: tuple[str, ...] = (), edition: str | None = None
) -> Regulation:
    """What a regulation says on a day, with overlays on top; under the edition it was written for, or a later one."""
    about = regulation_file(name)["about"]
    year = edition or str(about.get("edition", ""))
    stack = (*_stack(name), *overlays)
    return Regulation(
        files=(*switch_files(year), *(_law_file(lower, year) for lower in stack)),
        day=day,
        name=name,
        title=str(about["title"]),
        authority=str(about.get("authority", "")),
        edition=year,
        stack=stack,
    )


def _law_file(name: str, year: str) -> LawFile:
    written = regulation_file(name)
    edition = str(written["about"].get("edition", "")) or year
    return LawFile(
        _file_name(name),
        edition,
        {key: table for key, table in written.items() if key not in HEADS},
        {**printed_book(edition_file(edition)), "seed": ""},
        written.get("documents", {}),
        partial(carry_clause, year=year),
    )


_OF_A_ROW = {"by", "article", "lines", "since", "until"}  # where it is stated, and when it is in force


class _PenaltyRow(BaseModel):
    """A penalty as a file states it."""

    model_config = ConfigDict(strict=True, extra="forbid", defer_build=True)

    code: str
    offence: str
    amount: Exact
    unit: str
    per: str
    by: str
    article: str
    shared: bool = False
    both_sides: bool = False
    bound: Annotated[choices.PenaltyBound, Strict(strict=False)] = choices.PenaltyBound.EXACT
    unit_seconds: Annotated[int, Field(alias="seconds")] = 0
    grace_seconds: int = 0
    warning_first: bool = False
    lines: str = ""
    since: Annotated[date, Field(alias="from")] = date.min
    until: date = date.max


def _penalties(name: str, day: date | None) -> list[Penalty]:
    """The penalties a regulation fixes, as far as they are in force on the day."""
    written = regulation_file(name)
    documents, place = written.get("documents", {}), f"{_file_name(name)} penalty"
    entries = written.get("penalty", [])
    rows: tuple[_PenaltyRow, ...] = convert(tuple[_PenaltyRow, ...], entries, place)
    strange = [(number, row.by) for number, row in enumerate(rows, start=1) if row.by not in documents]
    why = sentence("value-not-known")
    refuse([Problem(f"{place} {number} by", by, why, remedy_for(by, documents)) for number, by in strange])
    return [
        Penalty(
            **{key: value for key, value in row if key not in _OF_A_ROW},
            source=_row_source(entry, documents[row.by]),
        )
        for row, entry in zip(rows, entries, strict=True)
        if day is None or row.since <= day <= row.until
    ]


def _row_source(entry: Mapping[str, Any], document: Mapping[str, str]) -> LawSource:
    """What a row rests on."""
    return LawSource(
        document["document"],
        entry["article"],
        document.get("seed", ""),
        entry.get("lines", ""),
        document.get("address", ""),
    )
