"""The call that is explained, seen in its auction: who had bid what; the meaning of `weak` or `transfer` depends on it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

_STRAINS = ("C", "D", "H", "S", "NT")
_FOUR_NOTRUMP = 22
_NEXT = {"C": "D", "D": "H", "H": "S", "S": "C"}


def strain_name(code: int) -> str:
    """The denomination of a bid's code, empty for pass and doubles."""
    return _STRAINS[(code - 3) % 5] if code >= 3 else ""


def level_of(code: int) -> int:
    """The level of a bid's code, 0 for pass and doubles."""
    return (code - 3) // 5 + 1 if code >= 3 else 0


@dataclass(frozen=True, slots=True)
class Situation:
    """An explained call and what came before it, from its maker's side. Suits are letters, empty where there is none."""

    code: int
    """The call: pass 0, double 1, redouble 2, then 1C 3 to 7NT 37."""
    partner: str
    """Partner's last suit."""
    partner_first: str
    own: str
    """The maker's own first suit."""
    theirs: str
    """The last suit of the other side."""
    theirs_first: str
    """The suit the other side bid first."""
    theirs_all: tuple[str, ...]
    ours_all: tuple[str, ...]
    partner_opened: int
    """The code of partner's opening bid; 0 if he did not open."""
    own_opened: int
    they_opened: int
    standing: int
    """The code of the bid to beat."""
    doubled: str
    """The denomination of the bid a double would double; empty if none."""
    their_notrump: int
    """The code of their notrump bid that stands, or that was just overcalled; 0 if none."""
    partner_notrump: int
    passed: bool
    """Whether the maker had passed before anybody opened."""
    turns: int
    """The maker's calls other than pass before this one."""
    partner_turns: int

    partner_call: int
    """Partner's last call; −1 if he had none."""
    reopens: bool
    """Whether a pass by the maker would end the auction."""

    @property
    def strain(self) -> str:
        """`C D H S NT`; empty for pass and doubles."""
        return strain_name(self.code)

    @property
    def suit(self) -> str:
        """The suit the call names."""
        return "" if self.strain == "NT" else self.strain

    @property
    def level(self) -> int:
        """The level of the bid."""
        return level_of(self.code)

    @property
    def is_double(self) -> bool:
        """A double or redouble."""
        return self.code in (1, 2)

    @property
    def opens(self) -> bool:
        """Whether the call is the opening bid."""
        return self.code >= 3 and not self.standing

    @property
    def jump(self) -> int:
        """The levels skipped by the bid."""
        if self.code < 3 or not self.standing:
            return 0
        return max(0, (self.code - self.standing - 1) // 5)

    @property
    def responds(self) -> bool:
        """Whether it is the first action of the opener's partner."""
        return bool(self.partner_opened) and not self.turns

    @property
    def overcalls(self) -> bool:
        """Whether it is the first action of a side whose opponents opened."""
        return bool(self.they_opened) and not self.turns and not self.partner_turns

    @property
    def advances(self) -> bool:
        """Whether it is the first action of the partner of an overcaller or doubler."""
        return bool(self.they_opened) and not self.turns and bool(self.partner_turns)

    @property
    def side_opened(self) -> bool:
        """Whether the maker's side opened."""
        return bool(self.partner_opened or self.own_opened)

    @property
    def answers_aces(self) -> bool:
        """Whether partner's last call was 4NT or 4C: its answer counts aces or keycards."""
        return self.partner_call == _FOUR_NOTRUMP

    @property
    def is_raise(self) -> bool:
        """Whether the call names partner's suit."""
        return bool(self.suit) and self.suit == self.partner

    @property
    def is_raise_of_own(self) -> bool:
        """Whether partner has raised the maker's own suit."""
        return bool(self.own) and self.own == self.partner

    @property
    def is_cue(self) -> bool:
        """Whether the call names a suit of the other side."""
        return bool(self.suit) and self.suit in self.theirs_all

    @property
    def agreed(self) -> str:
        """The suit both partners bid, else partner's, else the maker's own: what keycards and fits are counted in."""
        return self.partner or self.own

    @property
    def transfer_target(self) -> str:
        """The suit a transfer by this call shows: the next one up; from two spades clubs, from notrump clubs."""
        if self.strain == "NT":
            return "C"
        return _NEXT.get(self.suit, "")

    @property
    def unbid(self) -> tuple[str, ...]:
        """The suits nobody has bid."""
        seen = {*self.theirs_all, *self.ours_all}
        return tuple(suit for suit in ("S", "H", "D", "C") if suit not in seen)


@lru_cache(maxsize=65536)
def situation_of(calls: tuple[int, ...]) -> Situation:
    """The last of some calls (codes from the dealer's on) in its auction.

    >>> seen = situation_of((7, 0, 9))
    >>> seen.responds, seen.strain, seen.transfer_target, seen.partner_notrump
    (True, 'D', 'H', 7)
    """
    last = len(calls) - 1
    before = calls[:last]
    opening = next((place for place, call in enumerate(before) if call >= 3), None)

    def of_player(away: int) -> list[int]:
        return [call for place, call in enumerate(before) if (last - place) % 4 == away]

    own, partner = of_player(0), of_player(2)
    theirs = [call for place, call in enumerate(before) if (last - place) % 2]
    opener = -1 if opening is None else (last - opening) % 4
    opened = 0 if opening is None else before[opening]
    standing = next((call for call in reversed(before) if call >= 3), 0)
    partner_bids, own_bids = _suits(partner), _suits(own)
    their_suits = _suits(theirs)
    return Situation(
        code=calls[last],
        partner=partner_bids[-1] if partner_bids else "",
        partner_first=partner_bids[0] if partner_bids else "",
        own=own_bids[0] if own_bids else "",
        theirs=their_suits[-1] if their_suits else "",
        theirs_first=their_suits[0] if their_suits else "",
        theirs_all=tuple(dict.fromkeys(their_suits)),
        ours_all=tuple(dict.fromkeys([*partner_bids, *own_bids])),
        partner_opened=opened if opener == 2 else 0,
        own_opened=opened if opener == 0 else 0,
        they_opened=opened if opener % 2 else 0,
        standing=standing,
        doubled=strain_name(standing),
        their_notrump=next((call for call in reversed(theirs) if call in (7, 12)), 0),
        partner_notrump=next((call for call in reversed(partner) if strain_name(call) == "NT"), 0),
        passed=_passed(own, before, opening, last),
        turns=sum(call > 0 for call in own),
        partner_turns=sum(call > 0 for call in partner),
        partner_call=partner[-1] if partner else -1,
        reopens=opening is not None and len(before) >= 2 and not any(before[-2:]),
    )


def _suits(calls: Sequence[int]) -> list[str]:
    return [name for call in calls if (name := strain_name(call)) not in ("", "NT")]


def _passed(own: Sequence[int], before: Sequence[int], opening: int | None, last: int) -> bool:
    first = last % 4
    return bool(own) and own[0] == 0 and (opening is None or first < opening) and first < len(before)
