"""From final contracts to result distributions: opening leads by model, double-dummy tricks after each, then real play."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from math import prod

from analyser.bridge import (
    PASSED_OUT,
    Auction,
    Call,
    Card,
    Contract,
    Deal,
    Play,
    PointsOnly,
    Result,
    Seat,
    Strain,
    Vulnerability,
)
from analyser.casefile import (
    Form,
    OtherTable,
)
from analyser.estimates.services import NotSolved, Services, TrickCounter
from analyser.messages import Percentage
from analyser.ruling import Argument, Finding, FindingClass, Outcome, Path
from analyser.ruling.outcomes.auction_tree import FinishedAuction, Overrides
from analyser.scoring import score_ns

_PATHS_KEPT = 4  # paths shown for each result; nobody reads more
_LEAST_OUTCOME = 0.002  # rarer results are summed: none of them could have a weight of one percent


@dataclass(frozen=True, slots=True)
class Unsolved:
    """A contract whose tricks could not be counted, and its probability."""

    contract: Contract
    probability: float

    @property
    def finding(self) -> Finding:
        """The finding that reports it."""
        share = Percentage.round_to(self.probability, 1)
        return Finding.from_code(
            "outcomes.unsolved", kind=FindingClass.FACT, contract=self.contract, share=share
        )


@dataclass(slots=True)
class ResultTally:
    """Running totals of results and their paths; `double_dummy` are the double-dummy tricks behind each result."""

    mass: dict[Result | PointsOnly, float] = field(default_factory=dict)
    ways: dict[Result | PointsOnly, list[Path]] = field(default_factory=dict)
    double_dummy: dict[Result | PointsOnly, int] = field(default_factory=dict)
    reasons: dict[Result | PointsOnly, tuple[Finding, ...]] = field(default_factory=dict)
    unsolved: list[Unsolved] = field(default_factory=list)

    def add(
        self, result: Result | PointsOnly, path: Path, double_dummy: int | None = None, *because: Finding
    ) -> None:
        """Add a path to a result; one of probability zero is ignored."""
        if path.probability <= 0:
            return
        self.mass[result] = self.mass.get(result, 0.0) + path.probability
        self.ways.setdefault(result, []).append(path)
        if double_dummy is not None:
            self.double_dummy[result] = double_dummy
        self.reasons[result] = tuple(dict.fromkeys((*self.reasons.get(result, ()), *because)))

    @property
    def small(self) -> float:
        """The total probability of results too rare to be outcomes."""
        return sum(p for p in self.mass.values() if p < _LEAST_OUTCOME)

    def outcomes(self, vulnerability: Vulnerability) -> tuple[Outcome, ...]:
        """The outcomes, the likeliest first."""
        large = sorted(
            (result for result, p in self.mass.items() if p >= _LEAST_OUTCOME),
            key=lambda result: (-self.mass[result], str(result)),
        )
        return tuple(
            Outcome(
                id=f"o{number}",
                result=result,
                score_ns=score_ns(result, vulnerability),
                probability=self.mass[result],
                legal=True,
                because=self.reasons[result]
                or (Finding.from_code("outcomes.reached", result=result, ways=len(self.ways[result])),),
                paths=tuple(sorted(self.ways[result], key=lambda path: -path.probability)[:_PATHS_KEPT]),
                dd_tricks=self.double_dummy.get(result),
            )
            for number, result in enumerate(large, 1)
        )


def reason_of_play(declarer: Seat, strain: Strain, double_dummy: int, tricks: Mapping[int, float]) -> Finding:
    """The finding on real play against double dummy: how often players take as many tricks, fewer and more."""
    shares = {
        "share": tricks.get(double_dummy, 0.0),
        "fewer": sum(share for count, share in tricks.items() if count < double_dummy),
        "more": sum(share for count, share in tricks.items() if count > double_dummy),
    }
    total = sum(tricks.values())
    figures = {name: Percentage.round_to(share / total) for name, share in shares.items()}
    args: dict[str, Argument] = {"declarer": declarer, "strain": strain, "tricks": double_dummy}
    return Finding("bridge.played", tuple((args | figures).items()), FindingClass.FACT)


@dataclass(frozen=True, slots=True)
class PlayedLine:
    """The line of the table, as far as it is known."""

    deal: Deal
    vulnerability: Vulnerability
    form: Form
    auction: Auction
    contract: Contract | None
    result: Result | None
    play: Play | None = None
    lead: Card | None = None


_NO_OVERRIDES = Overrides()


@dataclass(frozen=True, slots=True)
class Playout:
    """Plays out the contracts of one deal; each denomination and declarer is solved once.

    Without a lead model every lead is equally likely; without a model of real play, tricks are double dummy. The lead
    and the tricks at the `table` by the same declarer in the same strain are evidence; where he did not play there,
    the tricks of the same seat at `others`.
    """

    deal: Deal
    services: Services
    form: Form
    overrides: Overrides = _NO_OVERRIDES
    table: PlayedLine | None = None
    others: tuple[OtherTable, ...] = ()
    _known: dict[tuple[Strain, Seat], Mapping[Card, int] | NotSolved] = field(
        default_factory=dict, repr=False
    )
    # Caches, as every path is counted for the whole tree and for its first call; never copied.
    _asked: dict[Auction, Mapping[Card, float]] = field(default_factory=dict, init=False, repr=False)
    _counted: dict[tuple[Contract, int, bool], Sequence[float]] = field(
        default_factory=dict, init=False, repr=False
    )

    @property
    def counter(self) -> TrickCounter:
        """The counter of double-dummy tricks; nothing is played without one."""
        if self.services.tricks is None:
            raise LookupError("no counter of tricks is at hand")
        return self.services.tricks

    def solve(self, contracts: Iterable[Contract | None]) -> None:
        """Solve declarer's tricks after each lead for these contracts, in one batch if the counter can."""
        unknown = {
            (contract.strain, contract.declarer): contract
            for contract in contracts
            if contract is not None and (contract.strain, contract.declarer) not in self._known
        }
        if not unknown:
            return  # every path to a contract asks again, thousands of times in a ruling
        tricks = self.counter.leads_many([(self.deal, contract) for contract in unknown.values()])
        self._known.update(zip(unknown, tricks, strict=True))

    def tricks_by_lead(self, contract: Contract) -> Mapping[Card, int] | NotSolved:
        """Declarer's double-dummy tricks after each lead."""
        self.solve([contract])
        return self._known[contract.strain, contract.declarer]

    def auction(
        self, path: FinishedAuction, into: ResultTally, probability: float, begun: tuple[Call, ...] = ()
    ) -> None:
        """Add a finished auction with its opening leads to the totals; `begun` are calls of the path before it."""
        contract, since = path.auction.contract, begun + path.since
        if contract is None:
            into.add(PASSED_OUT, Path(since, None, probability))
            return
        solved = self.tricks_by_lead(contract)
        if isinstance(solved, NotSolved):
            into.unsolved.append(Unsolved(contract, probability))
            return
        self.contract(contract, self._leads(path.auction, contract, solved), into, probability, since)

    def _leads(
        self, auction: Auction, contract: Contract, solved: Mapping[Card, int]
    ) -> Mapping[Card, float]:
        """Each lead with its probability: as a person found, or by the lead model."""
        if auction not in self._asked:
            self._asked[auction] = self._leads_after(auction, contract, solved)
        return self._asked[auction]

    def _leads_after(
        self, auction: Auction, contract: Contract, solved: Mapping[Card, int]
    ) -> Mapping[Card, float]:
        lead = self.overrides.lead_against(contract)
        if lead is not None and lead in solved:
            return {lead: 1.0}
        if self.services.leads is None:
            return {card: 1 / len(solved) for card in solved}
        shares = self.services.leads.leads(self.deal[contract.leader], auction, contract)
        return self._condition_on_lead(
            contract, {card: shares[card] for card in solved if shares.get(card, 0.0) > 0}
        )

    def lead_shares(self, paths: Iterable[FinishedAuction]) -> Mapping[Card, float]:
        """The mean share of each card led after these auctions; empty if no model tells."""
        has_model = self.services.leads is not None
        shares: dict[Card, float] = {}
        for path in paths if has_model else ():
            contract = path.auction.contract
            solved = None if contract is None else self.tricks_by_lead(contract)
            if contract is None or solved is None or isinstance(solved, NotSolved):
                continue
            leads = self._leads(path.auction, contract, solved)
            total = sum(leads.values())
            for card, share in leads.items():
                shares[card] = shares.get(card, 0.0) + path.probability * share / total
        total = sum(shares.values())
        return {card: share / total for card, share in shares.items()}

    def contract(
        self,
        contract: Contract,
        leads: Mapping[Card, float],
        into: ResultTally,
        probability: float,
        since: tuple[Call, ...] = (),
    ) -> None:
        """Add a contract after these leads (their shares sum to 1): tricks are solved, then distributed as in real play."""
        solved = self.tricks_by_lead(contract)
        if isinstance(solved, NotSolved):
            into.unsolved.append(Unsolved(contract, probability))
            return
        mean = round(sum(share * solved[card] for card, share in leads.items()))
        for tricks, p, best in self._tricks(contract, solved, leads):
            into.add(Result(contract, tricks), Path(since, best, probability * p), mean)

    def _tricks(
        self, contract: Contract, solved: Mapping[Card, int], shares: Mapping[Card, float]
    ) -> Iterable[tuple[int, float, Card | None]]:
        """The probability of each number of tricks, with the lead that contributes most to it."""
        best: dict[int, tuple[float, Card]] = {}
        chance: dict[int, float] = {}
        for card, share in shares.items():
            for tricks, p in enumerate(self._spread(contract, solved[card], card)):
                if p <= 0:
                    continue
                chance[tricks] = chance.get(tricks, 0.0) + share * p
                if share * p > best.get(tricks, (0.0, card))[0]:
                    best[tricks] = (share * p, card)
        for tricks, p in sorted(chance.items()):
            yield tricks, p, best[tricks][1] if tricks in best else None

    def _spread(self, contract: Contract, double_dummy: int, lead: Card) -> Sequence[float]:
        """The distribution of tricks: as a person found, as in real play, or double dummy exactly; cached."""
        table_lead = lead if self.table is not None and lead == self.table.lead else None
        key = contract, double_dummy, table_lead is not None
        if key not in self._counted:
            self._counted[key] = self._tricks_taken(contract, double_dummy, table_lead)
        return self._counted[key]

    def _tricks_taken(
        self, contract: Contract, double_dummy: int, table_lead: Card | None
    ) -> Sequence[float]:
        """The distribution of tricks; `table_lead` is the lead at the table if it is the lead here."""
        fixed, kernel = self.overrides.tricks_in(contract), self.services.real_tricks
        if fixed is None and kernel is not None:
            away = self._away(contract, table_lead)
            if away is not None:
                same = table_lead is not None
                return kernel.tricks_given_table(double_dummy, contract, self.form, away, same_lead=same)
            elsewhere = self._elsewhere(contract)
            if not elsewhere:
                return kernel.tricks(double_dummy, contract, self.form)
            return _pool_evidence(
                [
                    (
                        times,
                        kernel.tricks_given_table(double_dummy, contract, self.form, away, same_lead=False),
                    )
                    for away, times in elsewhere.items()
                ]
            )
        sure = double_dummy if fixed is None else fixed
        return [float(tricks == sure) for tricks in range(14)]

    def fits(self, contract: Contract, tricks: int) -> Mapping[Card, float]:
        """The likelihood of so many tricks after each lead in real play; empty if not solved."""
        solved, alone = self.tricks_by_lead(contract), replace(self, table=None, others=())
        if isinstance(solved, NotSolved):
            return {}
        return {
            card: float(alone._spread(contract, double_dummy, card)[tricks])  # noqa: SLF001 - its own class
            for card, double_dummy in solved.items()
        }

    def _table_line(self, contract: Contract) -> PlayedLine | None:
        """The line of the table if the same declarer played in the same strain there, else `None`."""
        known = None if self.table is None else self.table.contract
        return self.table if known is not None and _same_play(known, contract) else None

    def _away(self, contract: Contract, lead: Card | None) -> int | None:
        """Declarer's tricks over double dummy at the table, after this lead or before any; `None` if unknown."""
        table, solved = self._table_line(contract), self.tricks_by_lead(contract)
        if table is None or table.result is None or isinstance(solved, NotSolved):
            return None
        return table.result.tricks - (min(solved.values()) if lead is None else solved[lead])

    def _elsewhere(self, contract: Contract) -> Mapping[int, int]:
        """Tricks over double dummy of the same seat in this strain at other tables, and the number of tables."""
        times_away: dict[int, int] = {}
        solved = self.tricks_by_lead(contract) if self.others else {}
        if isinstance(solved, NotSolved) or not solved:
            return times_away
        for table in self.others:
            if not isinstance(table.result, Result) or table.result.contract is None:
                continue
            if _same_play(table.result.contract, contract):
                away = table.result.tricks - min(solved.values())
                times_away[away] = times_away.get(away, 0) + table.times
        return times_away

    def _condition_on_lead(self, contract: Contract, shares: Mapping[Card, float]) -> Mapping[Card, float]:
        """The distribution of this leader's lead given his lead at the table, repeated as far as these auctions allow.

        He changes only to leads that are likelier after this auction than after the table's.
        """
        table, model = self._table_line(contract), self.services.leads
        own_lead = None if table is None else table.lead
        if (
            table is None
            or model is None
            or table.contract is None
            or own_lead is None
            or own_lead not in shares
        ):
            return shares
        before = model.leads(self.deal[contract.leader], table.auction, table.contract)
        share_sum = sum(shares.values())
        again = (
            min(1.0, shares[own_lead] / share_sum / before[own_lead])
            if before.get(own_lead, 0.0) > 0
            else 1.0
        )
        more = {card: max(0.0, share / share_sum - before.get(card, 0.0)) for card, share in shares.items()}
        more[own_lead] = 0.0
        rest = sum(more.values())
        if rest <= 0:
            return {own_lead: 1.0}
        leads = {card: (1 - again) * share / rest for card, share in more.items()}
        return {card: share for card, share in (leads | {own_lead: again}).items() if share > 0}

    def table_evidence(self, contracts: Iterable[Contract | None]) -> Iterator[Finding]:
        """The findings that the table's own tricks and lead were evidence."""
        for contract in contracts:
            table = None if contract is None else self._table_line(contract)
            if contract is None or table is None or table.result is None or self.services.real_tricks is None:
                continue
            code = "outcomes.table-tricks"
            args: list[tuple[str, Argument]] = [("declarer", contract.declarer), ("strain", contract.strain)]
            args.append(("tricks", table.result.tricks))
            if table.lead is not None:
                code = "outcomes.table-tricks-led"
                args.append(("lead", table.lead))
            yield Finding(code, tuple(args), FindingClass.FACT)
            return

    def other_tables_evidence(self, contracts: Iterable[Contract | None]) -> Iterator[Finding]:
        """The findings that the tricks of other tables were evidence."""
        if self.services.real_tricks is None:
            return
        for contract in dict.fromkeys(contracts):
            played_line = None if contract is None else self._table_line(contract)
            if contract is None or (played_line is not None and played_line.result is not None):
                continue
            if tables := sum(self._elsewhere(contract).values()):
                args = (("declarer", contract.declarer), ("strain", contract.strain), ("tables", tables))
                yield Finding("outcomes.tricks-elsewhere", args, FindingClass.FACT)
                return

    def table_moves(self, paths: Sequence[FinishedAuction], weighed: Iterable[Contract]) -> Iterator[Finding]:
        """The findings on how far the table's own tricks move the expectation after these auctions."""
        table, kernel = self.table, self.services.real_tricks
        if table is None or table.contract is None or table.result is None or kernel is None:
            return
        args: dict[str, Argument] = {"declarer": table.contract.declarer, "strain": table.contract.strain}
        args["tricks"] = table.result.tricks
        if not any(self._table_line(contract) for contract in weighed):
            yield Finding("bridge.table-aside", tuple(args.items()), FindingClass.FACT)
        elif paths and all(
            self._table_line(contract) for path in paths if (contract := path.auction.contract)
        ):
            without, informed = replace(self, table=None).expected_tricks(paths), self.expected_tricks(paths)
            args |= {"without": Decimal(f"{without:.1f}"), "informed": Decimal(f"{informed:.1f}")}
            code = "bridge.table-agrees"
            if args["without"] != args["informed"]:
                side = table.contract.declarer.side
                code, args["favours"] = "bridge.table-moves", side if informed > without else side.other
            yield Finding(code, tuple(args.items()), FindingClass.FACT)

    def expected_tricks(self, paths: Sequence[FinishedAuction]) -> float:
        """Declarer's expected tricks after these auctions, weighted by their probabilities."""
        tally = ResultTally()
        for path in paths:
            self.auction(path, tally, path.probability)
        total = sum(tally.mass.values())
        tricks = (result.tricks * p for result, p in tally.mass.items() if isinstance(result, Result))
        return sum(tricks) / total if total else 0.0


def _same_play(contract: Contract, other: Contract) -> bool:
    """Whether the same seat declares in the same strain, at whatever level."""
    return (contract.strain, contract.declarer) == (other.strain, other.declarer)


def _pool_evidence(spreads: Sequence[tuple[int, Sequence[float]]]) -> Sequence[float]:
    """The mean of several tables' distributions, counting as one: tables of one deal are not independent."""
    tables = sum(times for times, _ in spreads)
    chances = [prod(spread[tricks] ** (times / tables) for times, spread in spreads) for tricks in range(14)]
    return [chance / sum(chances) for chance in chances]


def outcomes_of(
    ended: Iterable[FinishedAuction], vulnerability: Vulnerability, played: Playout
) -> tuple[tuple[Outcome, ...], float, tuple[Unsolved, ...]]:
    """The outcomes with equal results merged, the likeliest first; the probability too rare to keep; what was not solved."""
    paths, tally = tuple(ended), ResultTally()
    played.solve(path.auction.contract for path in paths)
    for path in paths:
        played.auction(path, tally, path.probability)
    return tally.outcomes(vulnerability), tally.small, tuple(tally.unsolved)
