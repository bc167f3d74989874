"""Writes `own_deals.toml`: random deals with answers on which the library and our own search agree. Run by hand.

Each deal is played with open cards to an ending short enough for our own search; of the ending every card is
answered by both. The leads of the whole deal are the library's; their best is tied to the ending by the play, on which
neither side gave a trick away.
"""

import random
from pathlib import Path

from analyser.bridge import Contract, Play, Seat, Strain
from analyser.estimates.solver import Solver
from tests.estimates.dealt import position_after, random_deal

HEAD = """# Random deals with answers on which the library and our own search of endings agree (see make_own_deals.py):
# the contract with declarer's tricks after each lead, a play on which nobody gave a trick away, and in the ending
# the tricks of the side in turn after each card.
"""


def best_play(solver, rng, deal, contract, cards):
    """A play on which neither side gives a trick away."""
    play = Play(contract.leader, contract.strain)
    while len(play) < cards:
        options = solver.options(position_after(deal, play))
        most = max(options.values())
        play = play.then(rng.choice([card for card, tricks in options.items() if tricks == most]))
    return play


def written(mapping):
    return "{ " + ", ".join(f"{card} = {tricks}" for card, tricks in mapping.items()) + " }"


def main(count=36, seed=77):
    from tests.estimates.test_two_solvers import own_tricks

    rng = random.Random(seed)
    rows = [HEAD]
    with Solver() as solver:
        while len(rows) <= count:
            deal = random_deal(rng)
            contract = Contract(rng.randint(1, 4), rng.choice(list(Strain)), 0, rng.choice(list(Seat)))
            play = best_play(solver, rng, deal, contract, rng.choice((24, 25, 26, 27, 28, 30, 32)))
            ending, leads = position_after(deal, play), solver.leads(deal, contract)
            options = solver.options(ending)
            if options != own_tricks(ending):
                raise SystemExit(f"the solvers disagree: {ending}")
            rows.append(
                f'[[deal]]\ndeal = "{deal}"\ncontract = "{contract}"\ntricks = {min(leads.values())}\n'
                f"leads = {written(leads)}\n"
                f'play = "{" ".join(map(str, play.cards))}"\noptions = {written(options)}\n'
            )
    Path(__file__).with_name("own_deals.toml").write_text("\n".join(rows), "utf-8")


if __name__ == "__main__":
    main()
