"""What is wrong with the bridge of a case, whatever the schema says of the rest.

Each check reads the plain tree and understands what it can, so that one fault gives one problem and hides no other.
"""

from collections.abc import Callable, Iterator

from analyser.bridge import Auction, Call, Contract, Play, Result, Seat, parse_result
from analyser.casefile.finding_problems import finding_problems
from analyser.casefile.lenient import Lenient, tables
from analyser.casefile.place_problems import place_problems
from analyser.casefile.tree import Tree
from analyser.errors import BridgeError, Problem

__all__ = ["bridge_problems"]


def bridge_problems(tree: Tree) -> tuple[Problem, ...]:
    """Every fault of cards, calls, contract, play, places and weights."""
    facts = Lenient(tree)
    return tuple(problem for check in _CHECKS for problem in check(facts))


def _board(facts: Lenient) -> Iterator[Problem]:
    board = facts.board
    seats = [seat for seat in Seat if seat in facts.hands]
    if "deal" in board and "hands" in board:
        yield Problem(
            "board hands", "", "the deal tells all four hands already", "give `deal` or `hands`, not both"
        )
    for place, seat in enumerate(seats):
        if len(facts.hands[seat]) != 13:
            found = f"{len(facts.hands[seat])} cards"
            yield Problem(f"board hands {seat}", found, "a hand has thirteen cards", "complete the hand")
        for other in seats[:place]:
            both = facts.hands[seat].mask & facts.hands[other].mask
            if both:
                card = next(card for card in facts.hands[seat] if both >> card.index & 1)
                why = f"the card is in {other.word}'s hand too"
                yield Problem(f"board hands {seat}", str(card), why, "give it to one player")
    if facts.deal is not None and not facts.deal.is_complete:
        found = f"{4 * len(facts.deal[Seat.N])} cards"
        why = "a deal has fifty-two cards"
        yield Problem("board deal", found, why, "give an ending as the `position` of its incident")
    needs_cards = [kind for kind in _kinds(facts.tree) if kind in _WITHOUT_DEAL]
    if "board" in facts.tree and not ({"deal", "hands"} & board.keys()) and not needs_cards:
        remedy = "write deal, or hands when only some are known; a claim may give its position instead"
        yield Problem("board deal", "", "this case needs its cards", remedy)


_WITHOUT_DEAL = {"no-play", "fouled-board", "score-error", "wrong-board", "wrong-hand", "claim", "other"}


def _kinds(tree: Tree) -> list[str]:
    kinds = []
    for incident in tables(tree, "incident"):
        kind = incident.get("kind")
        if isinstance(kind, str) and (kind != "claim" or "position" in incident):
            kinds.append(kind)
    return kinds


def _auction(facts: Lenient) -> Iterator[Problem]:
    if facts.auction is None:
        return
    for problem in facts.auction.problems():
        yield problem.under("table")
    if facts.dealer is None and "dealer" not in facts.board and "number" not in facts.board:
        yield Problem(
            "board dealer", "", "the auction needs a dealer", "write number, or dealer and vulnerable"
        )


def _elsewhere(facts: Lenient) -> Iterator[Problem]:
    """The auctions of other tables: legal, and ending in the contract of the result."""
    comparison = facts.tree.get("comparison")
    rows = comparison.get("tables") if isinstance(comparison, dict) else None
    if facts.dealer is None or not isinstance(rows, list):
        return
    for number, row in enumerate(rows, 1):
        text, result = (row.get("auction"), row.get("result")) if isinstance(row, dict) else (None, None)
        if not isinstance(text, str) or not isinstance(result, str):
            continue
        try:
            auction = Auction(facts.dealer, tuple(map(Call.parse, text.split())))
            told = parse_result(result)
        except BridgeError:
            continue  # the schema tells what cannot be read
        for problem in auction.problems():
            yield problem.under(f"comparison tables {number}")
        if auction.is_over and isinstance(told, Result) and told.contract != auction.contract:
            why = f"the auction there ends in {auction.contract or 'four passes'}"
            yield Problem(
                f"comparison tables {number} result", result, why, "check the auction and the result"
            )


def _contract(facts: Lenient) -> Iterator[Problem]:
    stated, derived, table = facts.stated, facts.derived, facts.table
    text = table.get("contract")
    if (
        not isinstance(text, str)
        or not facts.auction_is_sound
        or facts.auction is None
        or not facts.auction.is_over
    ):
        return
    if derived is None:
        if text != "passed out":
            yield Problem(
                "table contract",
                text,
                "the auction was passed out",
                "write `passed out`, or mend the auction",
            )
        return
    if text == "passed out":
        yield Problem(
            "table contract", text, f"the auction ends in {derived.name}", "leave the contract away"
        )
    elif stated is not None and stated.name != derived.name:
        why = f"the auction ends in {derived.name}"
        yield Problem("table contract", text, why, "mend the contract or the auction")
    elif stated is not None and facts.dealer is not None and stated.declarer is not derived.declarer:
        why = f"{derived.declarer.word} named the denomination first for that side"
        yield Problem("table declarer", str(stated.declarer), why, "mend the declarer or the auction")


def _declarer(facts: Lenient) -> Iterator[Problem]:
    table = facts.table
    played = [key for key in ("contract", "tricks", "play", "lead") if key in table]
    if played and facts.contract is None and table.get("contract") != "passed out":
        if "contract" in table and "declarer" not in table and facts.auction is None:
            yield Problem("table declarer", "", "the contract needs its declarer", "write declarer = a seat")
        elif "contract" not in table and facts.auction is None:
            remedy = "write contract and declarer, or the auction"
            yield Problem("table contract", "", f"`{played[0]}` needs a contract", remedy)


def _play(facts: Lenient) -> Iterator[Problem]:
    play = facts.play
    if play is None:
        yield from _lead(facts, facts.contract)
        return
    problems = play.problems(facts.deal)
    for problem in problems:
        yield problem.under("table")
    short = [number for number, size in enumerate(_sizes(facts), 1) if size < 4]
    if short and short[0] < len(_sizes(facts)):
        found = f"{_sizes(facts)[short[0] - 1]} cards"
        why = "only the last trick may be partial"
        yield Problem(f"table play trick {short[0]}", found, why, "write all four cards of the trick")
    elif not problems:
        yield from _tricks(facts, play)
    yield from _lead(facts, facts.contract)


def _sizes(facts: Lenient) -> list[int]:
    tricks = facts.table.get("play")
    return (
        [len(trick.split()) for trick in tricks if isinstance(trick, str)] if isinstance(tricks, list) else []
    )


def _tricks(facts: Lenient, play: Play) -> Iterator[Problem]:
    tricks, contract = facts.table.get("tricks"), facts.contract
    if not isinstance(tricks, int) or isinstance(tricks, bool) or not 0 <= tricks <= 13 or contract is None:
        return
    ours, theirs = play.won_by(contract.declarer.side), play.won_by(contract.declarer.side.other)
    changes_tricks = any(
        i.get("kind") in ("claim", "revoke", "played-card", "score-error")
        for i in tables(facts.tree, "incident")
    )
    if changes_tricks:
        return  # the Laws may move tricks there; the figure is what was scored
    if not ours <= tricks <= 13 - theirs:
        why = f"the recorded play gives declarer {ours} tricks and the defenders {theirs}"
        yield Problem("table tricks", str(tricks), why, "mend the tricks or the play")


def _lead(facts: Lenient, contract: Contract | None) -> Iterator[Problem]:
    lead = facts.table.get("lead")
    if not isinstance(lead, str):
        return
    if facts.cards and str(facts.cards[0]) != lead.strip().upper().replace("10", "T"):
        why = f"the play begins with {facts.cards[0]}"
        yield Problem("table lead", lead, why, "leave `lead` away when the play is recorded")
        return
    if facts.cards or contract is None or facts.deal is None:
        return
    play = Play.parse(contract.leader, contract.strain, lead) if _is_card(lead) else None
    for problem in play.problems(facts.deal) if play else ():
        yield Problem(
            "table lead", problem.found, f"{contract.leader.word} leads; {problem.why}", problem.remedy
        )


def _is_card(text: str) -> bool:
    return len(text.strip().replace("10", "T")) == 2 and text.strip()[0].upper() in "SHDC"


def _claims(facts: Lenient) -> Iterator[Problem]:
    for number, incident in enumerate(tables(facts.tree, "incident"), 1):
        if incident.get("kind") != "claim":
            continue
        place = f"incident {number}"
        if "position" not in incident and "after" not in incident:
            remedy = "write after = tricks completed, with the play; or position = the cards left"
            yield Problem(f"{place} position", "", "a claim needs the cards that were left", remedy)
        after, claims, concedes = (incident.get(key) for key in ("after", "claims", "concedes"))
        if isinstance(after, int) and "position" not in incident and 0 <= after <= 13:
            done = len(facts.play.complete_tricks) if facts.play else 0
            if done < after:
                why = f"the play records {done} whole tricks"
                yield Problem(
                    f"{place} after", str(after), why, "record the play up to the claim, or give a position"
                )
        told = [
            count for count in (claims, concedes) if isinstance(count, int) and not isinstance(count, bool)
        ]
        if isinstance(after, int) and told and sum(told) > 13 - after >= 0:
            why = f"{13 - after} tricks are left"
            yield Problem(
                f"{place} claims", str(sum(told)), why, "claimed and conceded tricks are of those left"
            )


def _revokes(facts: Lenient) -> Iterator[Problem]:
    for number, incident in enumerate(tables(facts.tree, "incident"), 1):
        trick, play = incident.get("trick"), facts.play
        if (
            incident.get("kind") == "revoke"
            and isinstance(trick, int)
            and play is not None
            and len(play.tricks) < trick
        ):
            why = f"the play records {len(play.tricks)} tricks"
            yield Problem(f"incident {number} trick", str(trick), why, "record the play up to the revoke")


def _places(facts: Lenient) -> Iterator[Problem]:
    auction: Auction | None = facts.auction
    yield from place_problems(facts.tree, auction, facts.play, has_auction="auction" in facts.table)


def _findings(facts: Lenient) -> Iterator[Problem]:
    yield from finding_problems(facts.tree)


_CHECKS: tuple[Callable[[Lenient], Iterator[Problem]], ...] = (
    _board,
    _auction,
    _elsewhere,
    _contract,
    _declarer,
    _play,
    _claims,
    _revokes,
    _places,
    _findings,
)
