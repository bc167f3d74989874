"""What follows from the rest of a record: the contract from the auction, the tricks from the cards played.

A result that is not told stays unknown. What a file states and what its calls and cards give are compared.
"""

from collections.abc import Sequence
from dataclasses import replace

from analyser.bridge import Auction, Call, Contract
from analyser.formats.record import CardIrregularity, Record
from analyser.formats.walk import walk_of


def over_after(calls: list[Call] | tuple[Call, ...]) -> int:
    """How many of these calls an auction can have before it is over (Law 22).

    >>> over_after(Auction.parse("N", "1C P P P").calls + Auction.parse("N", "P").calls)
    4
    """
    passes, needed = 0, 4
    for number, call in enumerate(calls, 1):
        if call.code:
            passes = 0
            if call.code > 2:
                needed = 3
        else:
            passes += 1
            if passes == needed:
                return number
    return len(calls)


def reached(
    auction: Auction | None, stated: Contract | None, *, passed_out: bool, legal: bool, swapped: bool = False
) -> tuple[Contract | None, bool, str]:
    """The contract, whether nobody bid, and why what is stated does not fit the auction."""
    if auction is None or not legal or not auction.is_over:
        return stated, passed_out, ""
    given = auction.contract
    if given is None:
        return stated, stated is None, f"the auction was passed out, not {stated}" if stated else ""
    if passed_out:
        return given, False, f"the auction gives {given}, the board is said to be passed out"
    if stated is None or stated == given:
        return given, False, ""
    same = (stated.level, stated.strain, stated.doubled) == (given.level, given.strain, given.doubled)
    if swapped and same and stated.declarer is given.declarer.partner:
        return stated, False, ""
    return stated, False, f"the auction gives {given}, the file states {stated}"


def agreed_tricks(
    record: Record, stated: int | None, seats_won: Sequence[int] | None, *, differs: bool = False
) -> tuple[int | None, str]:
    """Declarer's tricks, and why what is stated cannot be; `seats_won` counts the tricks each seat won in the play.

    Tricks won at the table and tricks scored may differ when a player revoked (Law 64), or when the file says so.
    """
    contract = record.contract
    if contract is None or seats_won is None:
        return stated, ""
    won = seats_won[contract.declarer] + seats_won[contract.declarer ^ 2]
    if len(record.cards) == 52:
        if stated is None or stated == won:
            return won, ""
        if differs or _revoked(record):
            return stated, ""
        return won, f"declarer won {won} tricks in the play, not {stated}"
    lost = sum(seats_won) - won
    if stated is None or won <= stated <= 13 - lost or differs or _revoked(record):
        return stated, ""
    return stated, f"after the play recorded declarer has {won} tricks and has lost {lost}"


def _revoked(record: Record) -> bool:
    if any(entry.kind is CardIrregularity.REVOKE for entry in record.irregular_cards):
        return True
    path = walk_of(record)
    return bool(path and path.revokes)


def settled(record: Record) -> Record:
    """The record with its contract and tricks filled in where auction and play give them."""
    auction = record.auction
    legal = auction is not None and not auction.problems()
    contract, passed_out, _ = reached(
        auction, record.contract, passed_out=record.passed_out, legal=legal, swapped=record.swapped
    )
    whole = replace(record, contract=contract, passed_out=passed_out)
    if record.tricks is None and len(record.cards) == 52:
        path = walk_of(whole, check=False)
        tricks, _ = agreed_tricks(whole, None, path.won if path else None)
        return replace(whole, tricks=tricks)
    return whole
