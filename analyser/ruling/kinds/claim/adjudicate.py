"""Laws 70 and 71: the tricks a contested claim gives, the line that loses the others, and what would have saved them."""

from dataclasses import dataclass

from analyser.bridge import Side
from analyser.estimates.endings.ending import EndingSolver, coded
from analyser.ruling.kinds.claim.plausibility import Plan, Stand, opponents_trumps
from analyser.ruling.kinds.claim.prices import Prices, prices_for
from analyser.ruling.kinds.claim.pricing import Pricing
from analyser.ruling.kinds.claim.reading import ClaimFacts
from analyser.ruling.kinds.claim.search import LineStep, Losing, Search, Turned

# Plays looked at, here and by the solver, before the search says that it found nothing up to there.
WORK = 9_000


@dataclass(frozen=True, slots=True)
class Rules:
    """What an edition and its regulations choose for claims."""

    edition: str
    partner_choice: bool = True  # 70D2
    top_down: bool = False  # 70E2, where the authority fixes it


@dataclass(frozen=True, slots=True)
class Adjudication:
    """The answer to a contested claim: a whole number of tricks for the claiming side, with its reasons."""

    tricks: int
    best: int  # what the side could make with all hands seen
    claimed: int
    conceded: int
    line: tuple[LineStep, ...]  # the normal line that loses the tricks; empty when none is lost
    mistake: LineStep | None  # where on it the first trick goes
    price: int
    ordered: bool  # the statement gave an order of suits
    trump_out: bool  # an opponent held a trump
    bound: bool  # the search stopped early: no losing line was found up to here, which is no proof
    prices: Prices

    @property
    def clause(self) -> str:
        """The provision that decides, as the 2017 Laws number it."""
        if self.conceded or self.tricks > self.claimed:
            return "71B"
        if self.mistake is not None and self.mistake.name is not None:
            return self.prices.clauses[self.mistake.name]
        if self.ordered:
            return "70D1"
        return "70C" if self.trump_out else "70A"


def adjudicate(facts: ClaimFacts, rules: Rules, *, best: int | None = None, work: int = WORK) -> Adjudication:
    """What the director awards: the fewest tricks the side takes on any line that is normal for this claimer.

    `best` is the side's double-dummy number, where it is known already.
    """
    prices = prices_for(facts.player, rules.edition, rules.top_down)
    turned = Turned(facts)
    solver = EndingSolver()
    if best is None:
        best = solver.tricks(turned.ending, Side.NS, facts.claims)
    solver.positions, solver.limit = 0, work
    losing, bound = _worst(facts, rules, Turned(facts), Pricing(solver, prices, _plan(facts)), best)
    solver.positions, solver.limit = 0, EndingSolver().limit  # what follows asks for best play only
    line = turned.line(losing, solver) if losing else ()
    return Adjudication(
        tricks=losing.tricks if losing else best,
        best=best,
        claimed=facts.claims,
        conceded=facts.concedes,
        line=line,
        mistake=next((step for step in line if step.better is not None), None),
        price=losing.price if losing else 0,
        ordered=bool(facts.order),
        trump_out=bool(opponents_trumps(coded(turned.ending)[0])),
        bound=bound,
        prices=prices,
    )


def _plan(facts: ClaimFacts) -> Plan:
    return Plan(
        tuple(int(suit) for suit in facts.order),
        draws=facts.mentions_trump and not facts.order,
        knows=facts.aware or facts.mentions_trump,
    )


def _worst(
    facts: ClaimFacts, rules: Rules, turned: Turned, pricing: Pricing, best: int
) -> tuple[Losing | None, bool]:
    if facts.is_defenders and rules.partner_choice:
        pricing.partner = 2
    codes, table = coded(turned.ending)
    hope = min(best, facts.claims) if facts.claims else best
    beliefs = max(0, facts.claims - best)
    stand = Stand(codes, int(turned.ending.leader), table, hope, turned.shown, beliefs)
    search = Search(pricing, limit=pricing.solver.limit)
    losing = _least(search, stand)
    if losing is None and hope < best:  # the claim was for less than there is: what else is sure?
        losing = _least(search, stand._replace(hope=best), hope)
    return losing, search.stopped


def _least(search: Search, stand: Stand, down_to: int = 0) -> Losing | None:
    """The normal line with the fewest tricks, no fewer than `down_to`."""
    losing = None
    for floor in range(stand.hope, down_to, -1):
        line = search.line(stand, floor)
        if line is None:
            break
        losing = line
    return losing
