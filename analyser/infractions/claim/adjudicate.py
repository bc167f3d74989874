"""Laws 70 and 71: the tricks a contested claim gives, the line that loses the others, and what would have saved them."""

from dataclasses import dataclass

from analyser.bridge import Card, Deal, Seat, Side, Suit
from analyser.infractions.claim.facts import ClaimFacts
from analyser.infractions.claim.looks import Plan, opponents_trumps
from analyser.infractions.claim.prices import Deviation, Prices, prices_for
from analyser.infractions.claim.pricing import Pricing
from analyser.infractions.claim.search import Losing, Search, Step
from analyser.play.endings import Ending, EndingSolver, coded

__all__ = ["Adjudication", "LineStep", "Rules", "adjudicate"]


@dataclass(frozen=True, slots=True)
class Rules:
    """What an edition and its regulations choose for claims."""

    edition: str
    partner_choice: bool = True  # 70D2
    irrational_escape: bool = False  # 70E1 before 2017
    top_down: bool = False  # 70E2, where the authority fixes it


@dataclass(frozen=True, slots=True)
class LineStep:
    """One card of the losing line; where it is a deviation, its name, its price and the card that would have kept the trick."""

    trick: int
    seat: Seat
    card: Card
    name: Deviation | None = None
    price: int = 0
    better: Card | None = None


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
        """The provision that decides: where the answer comes from."""
        if self.conceded or self.tricks > self.claimed:
            return "71B"
        if self.mistake is not None and self.mistake.name is not None:
            return self.prices.clauses[self.mistake.name]
        if self.ordered:
            return "70D1"
        return "70C" if self.trump_out else "70A"


def adjudicate(facts: ClaimFacts, rules: Rules, solver: EndingSolver | None = None) -> Adjudication:
    """What the director awards: the fewest tricks the side takes on any line that is normal for this claimer."""
    prices = prices_for(facts.player, rules.edition, rules.top_down)
    turned = _Turned(facts)
    solver = solver or EndingSolver()
    best = solver.tricks(turned.ending, Side.NS)
    found, bound = _worst(facts, rules, prices, turned, solver, best)
    line = turned.shown(found, solver) if found else ()
    return Adjudication(
        tricks=found.tricks if found else best,
        best=best,
        claimed=facts.claims,
        conceded=facts.concedes,
        line=line,
        mistake=next((step for step in line if step.name is not None and step.better is not None), None),
        price=found.price if found else 0,
        ordered=bool(facts.order),
        trump_out=bool(opponents_trumps(coded(turned.ending)[0])),
        bound=bound,
        prices=prices,
    )




def _worst(
    facts: ClaimFacts, rules: Rules, prices: Prices, turned: "_Turned", solver: EndingSolver, best: int
) -> tuple[Losing | None, bool]:
    known = facts.aware or facts.mentions_trump
    plan = Plan(
        tuple(int(suit) for suit in facts.order),
        draws=facts.mentions_trump and not facts.order,
        knows=known,
        overclaimed=best < facts.claims,
    )
    partner = 2 if facts.is_defenders and rules.partner_choice else None
    search = Search(Pricing(solver, prices, plan, escape=rules.irrational_escape, partner=partner))
    codes, table = coded(turned.ending)
    leader = int(turned.ending.leader)
    hope = min(best, facts.claims) if facts.claims else best
    found = None
    for floor in range(hope, 0, -1):
        line = search.line(codes, leader, table, hope, floor, turned.shown_bits, prices.threshold - 1)
        if line is None:
            break
        found = line
    if found is None and hope < best:  # the claim was for less than there is: what else is sure?
        for floor in range(best, hope, -1):
            line = search.line(codes, leader, table, best, floor, turned.shown_bits, prices.threshold - 1)
            if line is None:
                break
            found = line
    return found, search.visited > search.limit


class _Turned:
    """The table turned so that the claimer sits North, and turned back for the reader."""

    def __init__(self, facts: ClaimFacts) -> None:
        self.by = facts.by
        ending = facts.ending
        hands = [ending.deal[Seat((seat + facts.by) & 3)] for seat in range(4)]
        self.ending = Ending(
            Deal((hands[0], hands[1], hands[2], hands[3])),
            ending.strain,
            Seat((ending.leader - facts.by) & 3),
            ending.trick,
        )
        self.shown_bits = 0
        for seat, suit in facts.shown_out:
            self.shown_bits |= 1 << ((seat - facts.by) & 3) * 4 + suit

    def shown(self, found: Losing, solver: EndingSolver) -> tuple[LineStep, ...]:
        """The line card by card, from the claim to the last trick; after the tricks are gone, by best play."""
        ending: Ending | None = self.ending
        line: list[LineStep] = []
        trick = 14 - self.ending.size
        for step in found.steps:
            assert ending is not None
            line.append(self._step(ending, step, trick))
            trick += len(ending.trick) == 3
            ending = _after(ending, line[-1].card)
        if ending is not None:
            for card in solver.best_line(ending):
                line.append(LineStep(trick, self._seat(ending.turn), card))
                trick += len(ending.trick) == 3
                following = _after(ending, card)
                if following is None:
                    break
                ending = following
        return tuple(line)

    def _step(self, ending: Ending, step: Step, trick: int) -> LineStep:
        card = _card(ending, *step.move)
        better = None if step.better is None else _card(ending, *step.better)
        return LineStep(trick, self._seat(ending.turn), card, step.name, step.price, better)

    def _seat(self, seat: Seat) -> Seat:
        return Seat((seat + self.by) & 3)


def _card(ending: Ending, suit: int, place: int) -> Card:
    """The card at this place of the suit, counted from the top of what is left."""
    out = ending.deal.hands[0].mask | ending.deal.hands[1].mask | ending.deal.hands[2].mask | ending.deal.hands[3].mask
    left = [rank for rank in range(14, 1, -1) if out >> suit * 13 + rank - 2 & 1]
    return Card(Suit(suit), left[place])


def _after(ending: Ending, card: Card) -> Ending | None:
    """The ending one card later; none after the last."""
    if ending.size == 1 and len(ending.trick) == 3:
        return None
    return ending.then(card)
