"""Nine claims in ten are adjudicated within 0.5 s at ten cards and 50 ms at six, all within 8 s; few stop at the limit.

Of claims four experts accepted at most 10 % would be cut and at most 3 % are left open.

The claims are those of the records of championship matches (`../shared/data/vugraph/plays.parquet`, `claimed`): declarer's,
where the play is recorded and his side took at least half of the tricks that remained; what he took of them counts as
claimed, and no statement is assumed. Played by experts, they are adjudicated at class *expert* with the shipped prices.
A claim is *cut* when a normal line takes fewer tricks than four players agreed on. Run alone it tells why:
`python -m tests.bench.claims [how many] [seeds]`.
"""

import gc
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median

from analyser.bridge import Card, Deal, Play, Seat, Strain, Suit
from analyser.casefile import PlayerClass
from analyser.estimates.endings.ending import Ending
from analyser.estimates.services import Services
from analyser.estimates.solver import Solver
from analyser.ruling.kinds.claim import Adjudication, ClaimFacts, Rules, adjudicate, prices_for
from analyser.ruling.kinds.claim.awareness import aware_by_play
from analyser.ruling.kinds.claim.kind import double_dummy_tricks
from tests.bench.promise import Figure
from tests.support import SHARED

COUNT, SEEDS = 500, (7, 11)
RECORDS = SHARED / "data" / "vugraph"
RULES = Rules()


@dataclass(frozen=True, slots=True)
class Judged:
    """An accepted claim, how it was adjudicated, and how long that took: on the processor, and waiting for the solver."""

    facts: ClaimFacts
    made: Adjudication
    seconds: float

    @property
    def is_cut(self) -> bool:
        return self.made.tricks is not None and self.made.tricks < self.facts.claims

    @property
    def is_possible(self) -> bool:
        """What four players agreed on can be made at all."""
        return self.made.best >= self.facts.claims

    @property
    def why(self) -> str:
        return str(self.made.mistake.name) if self.made.mistake else "not there"


def accepted(count: int, seed: int) -> Iterator[ClaimFacts]:
    """Claims that were accepted, in random order."""
    import pandas as pd

    plays = pd.read_parquet(RECORDS / "plays.parquet")
    deals = pd.read_parquet(RECORDS / "deals.parquet", columns=["deal_id", "deal"]).set_index("deal_id")[
        "deal"
    ]
    total = 0
    for row in plays[plays.claimed].sample(n=4 * count, random_state=seed).itertuples():
        facts = claim_of(row, Deal.parse(deals[row.deal_id]))
        if facts is not None:
            yield facts
            total += 1
        if total == count:
            return


def claim_of(row, deal: Deal) -> ClaimFacts | None:
    """The claim a record ends in; none where the record is unsound, nearly over, or hardly begun."""
    cards = tuple(Card.parse(row.play[place : place + 2]) for place in range(0, len(row.play), 2))
    declarer, strain = Seat.parse(row.decl), Strain.parse(row.den)
    play = Play(declarer.next, strain, cards)
    left = 13 - len(play.complete_tricks)
    if play.problems(deal) or play.revokes(deal) or not 2 <= left <= 10:
        return None
    tricks_taken = int(row.tricks) - play.won_by(declarer.side)
    if not left <= 2 * tricks_taken <= 2 * left:
        return None
    ending = Ending.from_play(deal, play)
    rows: set[tuple[Seat, Suit]] = {
        (seat, trick.suit)
        for trick in play.tricks
        for seat, card in trick
        if trick.suit is not None and card.suit is not trick.suit and seat.side is not declarer.side
    }
    prices = prices_for(PlayerClass.EXPERT)
    return ClaimFacts(
        ending, declarer, tricks_taken, declarer=declarer, aware=aware_by_play(play, ending, declarer, prices),
        player=PlayerClass.EXPERT, shown_out=frozenset(rows),
    )  # fmt: skip


def judged(count: int, seed: int) -> list[Judged]:
    """Adjudicated as a ruling does it: the double-dummy number of a long ending comes from the solver room.

    What the records and their reader hold, and what earlier claims have left behind, is swept aside before each: no
    claim pays for it.
    """
    judgeds = []
    claims = list(accepted(count, seed))
    with Solver() as solver:
        for facts in claims:
            gc.collect()
            gc.freeze()
            before, started = time.perf_counter(), time.process_time()
            best = double_dummy_tricks(facts, Services(tricks=solver))
            waited, own = time.perf_counter() - before, time.process_time() - started
            adjudication = adjudicate(facts, RULES, best=best)
            judgeds.append(Judged(facts, adjudication, time.process_time() - started + waited - own))
    return judgeds


def _share(claims: list[Judged]) -> float:
    return round(100 * sum(claim.is_cut for claim in claims) / max(1, len(claims)), 1)


def figures(samples: dict[int, list[Judged]]) -> tuple[Figure, ...]:
    claims = [claim for sample in samples.values() for claim in sample]
    figures = []
    for size, usual, longest in ((10, 0.5, 8), (6, 0.05, 0.05)):
        times = sorted(c.seconds for c in claims if c.facts.ending.size == size)
        for name, seconds, bar in (
            ("the middle one", median(times), usual),
            ("nine in ten", times[len(times) * 9 // 10], usual),
            ("the longest", times[-1], longest),
        ):
            figures.append(Figure(f"a claim at {size} cards, {name}", round(seconds, 4), "s", bar, "at most"))
    stopped = round(100 * sum(claim.made.bound for claim in claims) / max(1, len(claims)), 1)
    figures.append(Figure("claims the search leaves open, all samples", stopped, "%", 3, "at most"))
    possible = {seed: [c for c in sample if c.is_possible] for seed, sample in samples.items()}
    for seed, sample in possible.items():
        figures.append(Figure(f"claims that would be cut, sample {seed}", _share(sample), "%", 10, "at most"))
    all_claims = [claim for sample in possible.values() for claim in sample]
    whole = [claim for claim in all_claims if claim.facts.claims == claim.facts.ending.size]
    figures.append(Figure("claims that would be cut, all samples", _share(all_claims), "%", 10, "at most"))
    figures.append(Figure("claims of all the rest that would be cut", _share(whole), "%", 10, "at most"))
    return tuple(figures)


def measure() -> tuple[Figure, ...]:
    """Adjudicate the samples; without the records there is nothing to measure."""
    return figures({seed: judged(COUNT, seed) for seed in SEEDS}) if RECORDS.is_dir() else ()


def main(words: list[str]) -> None:
    seeds = tuple(map(int, words[1:])) or SEEDS
    samples = {seed: judged(int(words[0]) if words else COUNT, seed) for seed in seeds}
    claims = [claim for sample in samples.values() for claim in sample]
    for figure in figures(samples):
        print(figure)
    print("not there at all:", sum(not claim.is_possible for claim in claims), "of", len(claims))
    print("searched only in part:", sum(claim.made.bound for claim in claims))
    for name, among in (("all the rest", True), ("part of them", False)):
        group = [c for c in claims if c.is_possible and (c.facts.claims == c.facts.ending.size) is among]
        print(f"{name}: {len(group)}, cut by", dict(Counter(c.why for c in group if c.is_cut)))
    for size in range(2, 11):
        times = sorted(c.seconds for c in claims if c.facts.ending.size == size)
        if times:
            print(
                f"{size} cards: {len(times)}, middle {median(times):.3f} s, nine in ten {times[len(times) * 9 // 10]:.3f} s, longest {times[-1]:.3f} s"
            )


if __name__ == "__main__":
    main(sys.argv[1:])
