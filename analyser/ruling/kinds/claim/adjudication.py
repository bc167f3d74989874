"""The answer to a contested claim (70, 71): a whole number of tricks, or bounds where the search reached its limit."""

from dataclasses import dataclass

from analyser.bridge import Card, Deal, Side
from analyser.errors import SolverError
from analyser.estimates.endings.ending import Ending, EndingSolver, encode_ending
from analyser.ruling.kinds.claim.certain_tricks import certain_tricks
from analyser.ruling.kinds.claim.plausibility import PlayMoment, Prices, prices_for
from analyser.ruling.kinds.claim.pricing import Pricing
from analyser.ruling.kinds.claim.reading import ClaimFacts
from analyser.ruling.kinds.claim.search import LineStep, LosingLine, Search, TurnedEnding
from analyser.ruling.kinds.claim.statement import Plan, opponents_trumps

# Plays examined, here and by the solver, before the search stops without an answer: some seconds. Of 400 claims experts
# accepted 25 stopped at 9,000, and 4 do at this limit.
WORK = 100_000
# Positions examined for the double-dummy number of a long ending where no counter gives it.
SOLVED = 1_000_000


@dataclass(frozen=True, slots=True)
class Rules:
    """The choices of an edition and its regulations for claims."""

    irrational_out: bool = False  # the note on normal play of 1997
    partner_choice: bool = True  # 70D2
    top_down: bool = False  # 70E2, where the authority fixes it


@dataclass(frozen=True, slots=True)
class Adjudication:
    """The answer to a contested claim: the tricks due to the claiming side, with the reasons.

    If the search reached its limit nothing is awarded. What was shown up to there are bounds: no legal play wins fewer
    than `at_least`, and on a normal line, or with all hands seen, no more than `at_most` are won.
    """

    at_least: int
    at_most: int
    best: int  # what the side could take double dummy
    claimed: int
    conceded: int
    line: tuple[LineStep, ...]  # the normal line that loses the tricks; empty when none is lost
    mistake: LineStep | None  # where on it the first trick goes
    price: int
    ordered: bool  # the statement gave an order of suits
    trump_out: bool  # an opponent held a trump
    prices: Prices

    @property
    def tricks(self) -> int | None:
        """The whole number of tricks; `None` if only bounds were shown."""
        return None if self.bound else self.at_least

    @property
    def bound(self) -> bool:
        """Whether the search reached its limit before it could give a number."""
        return self.at_least < self.at_most

    @property
    def clause(self) -> str:
        """The provision that decides, as the 2017 Laws number it."""
        if self.conceded or self.at_least > self.claimed:
            return "71B"
        if self.mistake is not None and self.mistake.name is not None:
            return self.prices.clauses[self.mistake.name]
        if self.ordered:
            return "70D1"
        return "70C" if self.trump_out else "70A"


def adjudicate(
    facts: ClaimFacts, rules: Rules, *, best: int | None = None, work: int | None = None
) -> Adjudication:
    """The director's award: the fewest tricks of the side on any line that is normal for this claimer.

    `best` is the side's double-dummy number, if known already; `work` is the limit of the search, `WORK` unless stated. A
    line found before the limit proves that no more is due, unless a statement was made that was not read: then the line
    may contradict it.
    """
    prices = prices_for(facts.player, irrational_out=rules.irrational_out, top_down=rules.top_down)
    turned = TurnedEnding(facts)
    solver = EndingSolver(SOLVED)
    if best is None:
        best = tricks_with_all_seen(solver, turned.ending, Side.NS, facts.claims)
    solver.positions, solver.limit = 0, WORK if work is None else work
    pricing = Pricing(solver, prices, plan_of(facts))
    losing, stopped = _worst(facts, rules, turned, pricing, best) if best is not None else (None, True)
    if best is None:
        best = turned.ending.size
    solver.positions, solver.limit = 0, EndingSolver().limit  # what follows asks for best play only
    at_most = losing.tricks if losing else best
    at_least = at_most
    if stopped:
        if facts.unread:
            losing, at_most = None, best
        at_least = min(at_most, certain_tricks(turned.ending).tricks)
    line = turned.line(losing, pricing) if losing else ()
    return Adjudication(
        at_least=at_least,
        at_most=at_most,
        best=best,
        claimed=facts.claims,
        conceded=facts.concedes,
        line=line,
        mistake=next((step for step in line if step.better is not None), None),
        price=losing.price if losing else 0,
        ordered=bool(facts.order or facts.towards),
        trump_out=bool(opponents_trumps(encode_ending(turned.ending)[0])),
        prices=prices,
    )


def tricks_with_all_seen(
    solver: EndingSolver, ending: Ending, side: Side, near: int | None = None
) -> int | None:
    """The double-dummy number of the side; `None` if the ending is too long for the solver's limit."""
    try:
        return solver.tricks(ending, side, near)
    except SolverError:
        return None


def plan_of(facts: ClaimFacts) -> Plan:
    """The plan fixed by the statement, in the ending as the search sees it."""
    deal = facts.ending.deal
    return Plan.stated(
        encode_ending(TurnedEnding(facts).ending)[0],
        tuple(int(suit) for suit in facts.order),
        draws=facts.mentions_trump,
        knows=facts.aware or facts.mentions_trump,
        towards=tuple(
            ((holder - facts.by) & 3, (int(card.suit), _place(deal, card)))
            for card in facts.towards
            if (holder := deal.holder(card)) is not None and holder.side is facts.by.side
        ),
        listed=tuple(int(suit) for suit in facts.listed),
        ruffs=tuple(int(suit) for suit in facts.ruffs),
        forgotten=facts.forgotten,
        unclaimed=max(0, facts.ending.size - facts.claims),
    )


def _place(deal: Deal, card: Card) -> int:
    """The number of higher cards of its suit that are left."""
    return sum(other.suit is card.suit and other.rank > card.rank for hand in deal.hands for other in hand)


def _worst(
    facts: ClaimFacts, rules: Rules, turned: TurnedEnding, pricing: Pricing, best: int
) -> tuple[LosingLine | None, bool]:
    if facts.is_defenders and rules.partner_choice:
        pricing.partner = 2
    codes, table = encode_ending(turned.ending)
    hope = min(best, facts.claims) if facts.claims else best
    beliefs = max(0, facts.claims - best)
    moment = PlayMoment(codes, int(turned.ending.leader), table, hope, turned.shown, beliefs)
    search = Search(pricing, limit=pricing.solver.limit)
    losing = _least(search, moment)
    if losing is None and hope < best:  # the claim was for less than there is: what else is sure?
        losing = _least(search, moment._replace(hope=best), hope)
    return losing, search.is_stopped


def _least(search: Search, moment: PlayMoment, down_to: int = 0) -> LosingLine | None:
    """The normal line with the fewest tricks, no fewer than `down_to`; `None` if no normal line loses a trick."""
    losing = None
    for floor in range(moment.hope, down_to, -1):
        line = search.line(moment, floor)
        if line is None:
            break
        losing = line
    return losing
