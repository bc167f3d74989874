"""Makes the bundled event `cases/events/spring-pairs`: run it as `python -m tests.event.make_spring_pairs`.

Seeded deals, calls and leads drawn from the shipped models, cards played double dummy with now and then a card too many.
Twelve boards, six tables, a Mitchell: tables 1 to 3 were recorded call by call and card by card, with times; of all six
there is a traveller. What was ruled stands in files written by hand; what went wrong in the score, in `SLIPS` below.
"""

import random
from pathlib import Path

from analyser.bridge import (
    Auction,
    Card,
    Contract,
    Deal,
    Play,
    Result,
    dealer_of_board,
    vulnerability_of_board,
)
from analyser.casefile import Form
from analyser.estimates import CallModel
from analyser.estimates.services import Position, default_services
from analyser.estimates.solver import Solver
from analyser.formats import BoardRecord, RecordEnd, Tag, write
from analyser.scoring import score_ns
from tests.estimates.dealt import random_deal

SEED = 20
FOLDER = Path(__file__).resolve().parents[2] / "cases/events/spring-pairs"
BOARDS, TABLES, RECORDED = 12, 6, 3
SLOW = {
    (11, 2): (8, 24),
    (11, 1): (6, 19),
    (5, 2): (10, 17),
    (4, 2): (7, 14),
}  # (board, table): (call, seconds)
SLIPS = {  # (board, table): what the traveller says instead
    (1, 5): {"score": 110},  # made, and entered for the other side
    (2, 2): {"by": "N"},  # the wrong declarer
    (3, 6): {"score": 1100},  # as if vulnerability were another
    (6, 3): {"result": "-1", "score": -100},  # two down at the table
    (7, 5): {"score": "A6040"},  # not played: East-West came late
}
BACK = {(12, 1): "3S by S"}  # scored in what the auction had reached before
WRONG = 0.06  # how often a card is drawn that is not best


def called(deal: Deal, board: int, model: CallModel, rng: random.Random) -> Auction:
    """An auction drawn from what players do; very rare calls left out."""
    auction = Auction(dealer_of_board(board), ())
    while not auction.is_over:
        shares = model.calls(
            deal[auction.turn], auction, vulnerability_of_board(board), Form.MATCHPOINTS
        ).shares
        likely = [(call, share) for call, share in shares if share >= 0.08] or [
            max(shares, key=lambda s: s[1])
        ]
        (call,) = rng.choices([c for c, _ in likely], [s for _, s in likely])
        auction = auction.then(call)
    return auction


def played(
    deal: Deal, auction: Auction, contract: Contract, model, solver: Solver, rng: random.Random
) -> Play:
    """The lead as players lead, then best cards with now and then another."""
    leads = model.leads(deal[contract.leader], auction, contract, vulnerability_of_board(1), Form.MATCHPOINTS)
    shares = dict(leads)
    (lead,) = rng.choices(list(shares), list(shares.values()))
    play = Play(contract.leader, contract.strain, (lead,))
    while len(play) < 52:
        able = play.playable(deal)
        if len(able) == 1:
            play = play.then(able[0])
            continue
        done = len(play.complete_tricks)
        start = play.before_trick(done + 1)
        position = Position(play.hands_left(deal), play.strain, start.turn, play.cards[4 * done :])
        tricks = dict(solver.options(position))
        best = max(tricks.values())
        good = sorted((card for card in able if tricks[card] == best), key=lambda card: card.rank)
        card = rng.choice(able) if rng.random() < WRONG else good[0]
        play = play.then(card)
    return play


def led(deal: Deal, auction: Auction, contract: Contract, services, solver: Solver, rng: random.Random):
    """Only the lead, and as many tricks as declarers take after it in real play."""
    leads = services.leads.leads(
        deal[contract.leader], auction, contract, vulnerability_of_board(1), Form.MATCHPOINTS
    )
    shares = dict(leads)
    (lead,) = rng.choices(list(shares), list(shares.values()))
    chances = services.real_tricks.tricks(solver.leads(deal, contract)[lead], contract, Form.MATCHPOINTS)
    (tricks,) = rng.choices(range(14), chances)
    return Play(contract.leader, contract.strain, (lead,)), tricks


def main() -> None:
    """Write the folder again, except what stands in it by hand."""
    rng = random.Random(SEED)
    services = default_services()
    records, travellers = [], ["Session,Round,Table,Board,NS,EW,Contract,By,Result,Lead,Score"]
    with Solver(workers=1) as solver:
        for board in range(1, BOARDS + 1):
            while True:
                deal = random_deal(rng)
                auctions = [called(deal, board, services.calls, rng) for _ in range(TABLES)]
                if not any(auction.is_passed_out for auction in auctions):
                    break
            for table, auction in enumerate(auctions, 1):
                contract = auction.contract
                if table <= RECORDED:
                    play = played(deal, auction, contract, services.leads, solver, rng)
                    tricks = play.won_by(contract.declarer.side)
                else:
                    play, tricks = led(deal, auction, contract, services, solver, rng)
                turn = ((board - 1) // 2 + table - 1) % 6 + 1  # which round this table meets these boards
                ew = (table + turn - 2) % TABLES + 1
                if table <= RECORDED:
                    records.append(record(board, table, turn, ew, deal, auction, play, tricks, rng))
                travellers.append(traveller(board, table, turn, ew, contract, tricks, play))
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / "tables.pbn").write_text(write(records, "pbn"), encoding="utf-8")
    (FOLDER / "travellers.csv").write_text("\n".join(travellers) + "\n", encoding="utf-8")


def record(board, table, turn, ew, deal, auction, play, tricks, rng) -> BoardRecord:
    """One table as a bidding pad and a camera would have it; some plays end in a claim."""
    slow = SLOW.get((board, table))
    times = [rng.choice((2, 3, 3, 4, 5)) for _ in auction.calls]
    if slow:
        times[slow[0] - 1] = slow[1]
    stop = rng.choice((36, 40, 44, 52, 52))
    return BoardRecord(
        number=board,
        dealer=auction.dealer,
        vulnerability=vulnerability_of_board(board),
        hands=deal.hands,
        scoring="MP",
        auction=auction,
        call_times=tuple(times),
        contract=Contract.parse(BACK[board, table]) if (board, table) in BACK else auction.contract,
        leader=play.leader,
        cards=play.cards[:stop],
        play_end=RecordEnd.NATURAL if stop == 52 else RecordEnd.CLOSED,
        tricks=tricks,
        tags=(
            Tag("Round", str(turn)),
            Tag("Table", str(table)),
            Tag("PairNS", str(table)),
            Tag("PairEW", str(ew)),
        ),
    )


def traveller(board, table, turn, ew, contract: Contract, tricks: int, play: Play) -> str:
    """One line of the traveller."""
    if (board, table) in BACK:
        contract = Contract.parse(BACK[board, table])
    score = score_ns(Result(contract, tricks), vulnerability_of_board(board))
    by, word = (
        str(contract.declarer),
        f"{tricks - contract.tricks_needed:+d}" if tricks != contract.tricks_needed else "=",
    )
    name = contract.name
    slip = SLIPS.get((board, table), {})
    name, by, word, score = (
        slip.get("contract", name),
        slip.get("by", by),
        slip.get("result", word),
        slip.get("score", score),
    )
    if slip.get("score") == "A6040":
        name = by = word = ""
    lead: Card = play.cards[0]
    return f"1,{turn},{table},{board},{table},{ew},{name},{by},{word},{lead},{score}"


if __name__ == "__main__":
    main()
