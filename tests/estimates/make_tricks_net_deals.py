"""Writes `tricks_net_deals.toml`: deals dealt by a seed with the solver's answers, which the network of tricks is held to.

python -m tests.estimates.make_tricks_net_deals
"""

import random
from pathlib import Path

from analyser.bridge import Contract, Seat, Strain
from analyser.estimates.solver import Solver
from tests.estimates.dealt import random_deal

HEAD = """# Random deals with the solver's answers (see make_tricks_net_deals.py): declarer's tricks by strain (C D H S NT) for
# the declarers N E S W, and in one contract declarer's tricks after each lead.
"""


def main(count: int = 60, seed: int = 3303) -> None:
    """Deal, solve and write."""
    rng = random.Random(seed)
    parts = [HEAD]
    with Solver() as solver:
        for _ in range(count):
            deal = random_deal(rng)
            contract = Contract(1, rng.choice(list(Strain)), 0, rng.choice(list(Seat)))
            table = solver.table(deal).cells
            rows = [list(table[4 * strain : 4 * strain + 4]) for strain in range(5)]
            leads = ", ".join(f"{card} = {tricks}" for card, tricks in solver.leads(deal, contract).items())
            lines = [
                f'[[deal]]\ndeal = "{deal}"\ntricks = {rows}',
                f'contract = "{contract}"\nleads = {{ {leads} }}\n',
            ]
            parts.append("\n".join(lines))
    Path(__file__).with_name("tricks_net_deals.toml").write_text("\n".join(parts), "utf-8")


if __name__ == "__main__":
    main()
