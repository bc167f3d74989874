"""What overcalls, doubles and two-suited bids show at a place in the auction, if nothing else is agreed.

Each entry gives hand types, or `None` where the convention has no usual meaning there; then the learned part speaks.
"""

from analyser.estimates.meanings import strength
from analyser.estimates.meanings.boxes import Union, box, conjoin, points_box, suit_box
from analyser.estimates.meanings.situation import Situation

Shown = Union | None
_UP = 13
_MORE = 37


def pair_of_suits(first: str, second: str, longer: int = 5, shorter: int = 4) -> Union:
    """Two suits, either of them the longer one."""
    if first == "M" == second or {first, second} == {"S", "H"}:
        first, second = "S", "H"
    if longer == shorter:
        return ({first: (longer, _UP), second: (shorter, _UP)},)
    return (
        {first: (longer, _UP), second: (shorter, _UP)},
        {first: (shorter, longer - 1), second: (longer, _UP)},
    )


def _two_suited_overcall(seen: Situation) -> bool:
    return bool(seen.they_opened and not seen.their_notrump and not seen.is_double)


def both_majors(seen: Situation) -> Union:
    """Both majors: five-five over an opening in a suit, four-four elsewhere."""
    least = 5 if _two_suited_overcall(seen) and seen.overcalls and seen.level >= 2 else 4
    return box(S=(least, _UP), H=(least, _UP))


def both_minors(seen: Situation) -> Union:
    """Both minors: five-five in a jump or by notrump, five-four or four-five elsewhere."""
    if seen.is_double or seen.side_opened:
        return box(D=(4, _UP), C=(4, _UP))
    if (
        (seen.strain == "NT" and seen.level >= 2)
        or seen.jump
        or (seen.overcalls and seen.level >= 2 and not seen.their_notrump)
    ):
        return box(D=(5, _UP), C=(5, _UP))
    return pair_of_suits("D", "C")


def michaels(seen: Situation) -> Shown:
    """Both majors over a minor; over a major the other one and a minor."""
    if seen.theirs_first in ("C", "D"):
        return box(S=(5, _UP), H=(5, _UP))
    other = {"S": "H", "H": "S"}.get(seen.theirs_first)
    return ({other: (5, _UP), "m": (5, _UP)},) if other else None


def leaping_michaels(seen: Situation) -> Shown:
    """The minor that was bid and a major, five-five and strong."""
    majors = [suit for suit in ("S", "H") if suit != seen.theirs_first]
    if seen.suit not in ("C", "D"):
        return None
    if seen.is_cue:
        return box(S=(5, _UP), H=(5, _UP), HCP=(13, _MORE))
    return tuple({major: (5, _UP), seen.suit: (5, _UP), "HCP": (13, _MORE)} for major in majors)


def two_lowest(seen: Situation) -> Shown:
    """The two lowest suits the opponents have not bid."""
    suits = [suit for suit in "CDHS" if suit not in seen.theirs_all][:2]
    return ({suits[0]: (5, _UP), suits[1]: (5, _UP)},) if seen.theirs_first else None


def unusual(seen: Situation) -> Shown:
    """The unusual notrump."""
    if seen.opens:
        return box(D=(5, _UP), C=(5, _UP))
    return two_lowest(seen)


def ghestem(seen: Situation) -> Shown:
    """Ghestem: 2NT the two lowest, 3C the two highest (in the usual version), the cue bid the two extremes."""
    rest = [suit for suit in "SHDC" if suit != seen.theirs_first]
    if not seen.theirs_first or len(rest) != 3:
        return None
    if seen.strain == "NT":
        chosen = rest[1:]
    elif seen.is_cue:
        chosen = [rest[0], rest[2]]
    else:
        chosen = rest[:2]
    return ({chosen[0]: (5, _UP), chosen[1]: (5, _UP)},)


def landy(_seen: Situation) -> Shown:
    """Both majors, five-four or better."""
    return pair_of_suits("S", "H")


def multi_landy(seen: Situation) -> Shown:
    """2C both majors, 2D one major, 2M that major and a minor, double a four-card major and a longer minor."""
    if seen.suit == "C":
        return pair_of_suits("S", "H")
    if seen.suit == "D":
        return (*suit_box("S", 6), *suit_box("H", 6))
    if seen.suit in ("S", "H"):
        return ({seen.suit: (5, _UP), "m": (4, _UP)},)
    if seen.code == 1:
        return ({"M": (4, 4), "m": (5, _UP)},)
    return None


def dont(seen: Situation) -> Shown:
    """Double one suit; otherwise the suit bid and a higher one."""
    higher = {"C": ("D", "H", "S"), "D": ("H", "S"), "H": ("S",)}.get(seen.suit)
    if seen.code == 1:
        return tuple({suit: (6, _UP)} for suit in "HDC")
    if seen.suit == "S":
        return suit_box("S", 6)
    if not higher:
        return None
    return tuple({seen.suit: (4, _UP), suit: (4, _UP)} for suit in higher)


def cappelletti(seen: Situation) -> Shown:
    """2C one suit, 2D both majors, 2M that major and a minor, double strength."""
    match seen.suit:
        case "C":
            return tuple({suit: (6, _UP)} for suit in "SHDC")
        case "D":
            return pair_of_suits("S", "H")
        case "H" | "S":
            return ({seen.suit: (5, _UP), "m": (4, _UP)},)
        case _:
            return points_box(15) if seen.code == 1 else None


def asptro(seen: Situation) -> Shown:
    """2C hearts and another suit, 2D spades and another suit."""
    anchor = {"C": "H", "D": "S"}.get(seen.suit)
    if anchor is None:
        return None
    return tuple({anchor: (4, _UP), other: (4, _UP)} for other in "SHDC" if other != anchor)


def brozel(seen: Situation) -> Shown:
    """2C clubs and hearts, 2D diamonds and hearts, 2H both majors, 2S spades and a minor, double one suit."""
    match seen.suit:
        case "C" | "D":
            return ({"H": (4, _UP), seen.suit: (4, _UP)},)
        case "H":
            return pair_of_suits("S", "H")
        case "S":
            return ({"S": (4, _UP), "m": (4, _UP)},)
        case _:
            return tuple({suit: (6, _UP)} for suit in "SHDC") if seen.code == 1 else None


def suction(seen: Situation) -> Shown:
    """The next suit up, or the two above it."""
    order = "CDHS"
    if seen.suit not in order or not seen.suit:
        return None
    place = order.index(seen.suit)
    up, second, third = (order[(place + step) % 4] for step in (1, 2, 3))
    return ({up: (6, _UP)}, {second: (5, _UP), third: (4, _UP)}, {second: (4, 4), third: (5, _UP)})


def raptor(seen: Situation) -> Shown:
    """A four-card major they have not bid and a longer minor."""
    majors = [suit for suit in ("S", "H") if suit not in seen.theirs_all]
    minors = [suit for suit in ("D", "C") if suit not in seen.theirs_all]
    return tuple({major: (4, 4), minor: (5, _UP)} for major in majors for minor in minors) or None


def unbid_two(seen: Situation, points: tuple[int, int] | None = None) -> Shown:
    """The two suits nobody has bid."""
    if len(seen.unbid) != 2:
        return None
    first, second = seen.unbid
    shown = ({first: (4, _UP), second: (4, _UP)},) if seen.is_double else pair_of_suits(first, second)
    return conjoin(shown, points_box(*points)) if points else shown


def sandwich(seen: Situation) -> Shown:
    """Between two bidders: the other two suits."""
    return unbid_two(seen, (5, 14))


def takeout(seen: Situation) -> Shown:
    """Short in their suit, three or more in the others; an opening bid if nobody else of the side has spoken."""
    if not seen.theirs or not (seen.is_double or (seen.overcalls and seen.strain == "NT")):
        return None
    suits = {suit: (3, _UP) for suit in seen.unbid if suit != seen.theirs}
    shown: Union = ({**suits, seen.theirs: (0, 3 if len(seen.theirs_all) > 1 else 2)},)
    if len(seen.unbid) < 2 or seen.turns or seen.partner_turns:
        shown = ({seen.theirs: (0, 3)},)
    if seen.overcalls:
        return conjoin(shown, points_box(8 if seen.reopens else 11))
    return (
        conjoin(shown, points_box(13 if seen.own_opened else 7))
        if seen.side_opened
        else conjoin(shown, points_box(6))
    )


def negative_double(seen: Situation) -> Shown:
    """The unbid major, or both; negative responses are weak."""
    if not seen.is_double:
        bounds = strength.negative(seen)
        return points_box(*bounds) if bounds else None
    if not seen.partner_opened:
        return takeout(seen)
    majors = [suit for suit in ("S", "H") if suit in seen.unbid]
    low = 6 if strength.strain_level(seen.standing) <= 2 else 8
    if not majors:
        return points_box(low)
    return ({**{major: (4 if len(majors) == 1 else 3, _UP) for major in majors}, "HCP": (low, _MORE)},)


def support_double(seen: Situation) -> Shown:
    """Exactly three cards of partner's suit."""
    return suit_box(seen.partner, 3, 3) if seen.is_double and seen.partner else None


def penalty(seen: Situation) -> Shown:
    """Length in their suit; against notrump strength; opposite partner's notrump values."""
    if seen.code != 1:
        return None
    if seen.doubled and seen.doubled != "NT":
        return ({seen.doubled: (4, _UP)},)
    if seen.side_opened or seen.partner_turns:
        return points_box(8)
    return points_box(15)


def responsive(seen: Situation) -> Shown:
    """The unbid suits after partner's double or overcall and their raise."""
    if seen.code != 1:
        return None
    shown = unbid_two(seen)
    return conjoin(shown, points_box(6)) if shown else points_box(6)


def optional(seen: Situation) -> Shown:
    """Values."""
    return points_box(13 if seen.overcalls else 8) if seen.is_double else None


def maximal_double(seen: Situation) -> Shown:
    """A game try where they leave no other bid."""
    return points_box(14, 17) if seen.is_double and seen.own_opened else None


def lead_directing(seen: Situation) -> Shown:
    """A double for the lead: length or strength in the suit doubled."""
    return suit_box(seen.doubled, 4) if seen.code == 1 and seen.doubled not in ("", "NT") else None


def snapdragon(seen: Situation) -> Shown:
    """Five cards of the unbid suit and tolerance for partner's."""
    if seen.code != 1 or len(seen.unbid) != 1:
        return None
    tolerance = {seen.partner: (2, _UP)} if seen.partner else {}
    return ({seen.unbid[0]: (5, _UP), **tolerance},)


def rosenkranz(seen: Situation) -> Shown:
    """Three cards of partner's suit and a top honour in it."""
    return suit_box(seen.partner, 3) if seen.is_double and seen.partner else None


def trap(seen: Situation) -> Shown:
    """A pass with length and strength in their suit."""
    return ({seen.theirs: (4, _UP), "HCP": (10, _MORE)},) if seen.code == 0 and seen.theirs else None
