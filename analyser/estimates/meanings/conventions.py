"""What openings, responses and rebids of a convention show at a place in the auction, if nothing else is agreed.

Each entry gives hand types, or `None` where the convention has no usual meaning there; then the learned part speaks.
"""

from collections.abc import Callable
from itertools import combinations
from typing import Final

from analyser.estimates.meanings import defence, strength
from analyser.estimates.meanings.boxes import ANY, Union, box, conjoin, points_box, shape_box, suit_box
from analyser.estimates.meanings.situation import Situation

Shown = Union | None
_UP: Final = 13
_MORE: Final = 37


def multi(seen: Situation) -> Shown:
    """A weak two in either major; over their notrump a long major of any strength."""
    if seen.overcalls and seen.their_notrump:
        return (*suit_box("S", 6), *suit_box("H", 6))
    if seen.opens or seen.overcalls:
        return (*box(S=(6, _UP), HCP=(5, 10)), *box(H=(6, _UP), HCP=(5, 10)))
    return None


def weak_two(seen: Situation) -> Shown:
    """Six cards of the suit and five to ten points."""
    return ({seen.suit: (6, _UP), "HCP": (5, 10)},) if seen.suit else None


def flannery(seen: Situation) -> Shown:
    """Four spades, five hearts and an opening without reserves."""
    return box(S=4, H=(5, _UP), HCP=(11, 15)) if seen.opens else None


def ekren(seen: Situation) -> Shown:
    """Both majors, four-four or better, weak."""
    return box(S=(4, _UP), H=(4, _UP), HCP=(3, 10)) if seen.opens or seen.overcalls else None


def wilkosz(_seen: Situation) -> Shown:
    """Five-five with at least one major, weak."""
    pairs = [pair for pair in combinations("SHDC", 2) if pair != ("D", "C")]
    return tuple({first: (5, _UP), second: (5, _UP), "HCP": (5, 10)} for first, second in pairs)


def muiderberg(seen: Situation) -> Shown:
    """Five cards of the major that was bid and a minor, weak."""
    return ({seen.suit: (5, 5), "m": (4, _UP), "HCP": (5, 10)},) if seen.suit in ("S", "H") else None


def acol_two(seen: Situation) -> Shown:
    """A strong two in the suit; an artificial strong bid in a minor."""
    if seen.opens and seen.suit in ("S", "H"):
        return ({seen.suit: (5, _UP), "HCP": (16, _MORE)},)
    return points_box(16) if seen.opens and seen.suit else None


def precision(seen: Situation) -> Shown:
    """The opening bids of Precision."""
    if not seen.opens:
        return None
    match (seen.level, seen.strain):
        case (1, "C"):
            return points_box(16)
        case (1, "D"):
            return box(HCP=(11, 15), D=(2, _UP))
        case (1, "H" | "S"):
            return ({seen.suit: (5, _UP), "HCP": (11, 15)},)
        case (1, "NT"):
            return conjoin(shape_box("bal"), points_box(13, 15))
        case (2, "C"):
            return (*box(C=(6, _UP), HCP=(11, 15)), *box(C=5, M=(4, 4), HCP=(11, 15)))
        case (2, "D"):
            return box(D=(0, 1), S=(3, 4), H=(3, 4), C=(4, 5), HCP=(11, 15))
        case _:
            return None


def polish(seen: Situation) -> Shown:
    """The Polish club: weak and balanced, clubs with fifteen, or eighteen with any hand."""
    if seen.opens and seen.code == 3:
        return ({"bal": (1, 1), "HCP": (12, 14)}, {"C": (5, _UP), "HCP": (15, 17)}, {"HCP": (18, _MORE)})
    if seen.opens and seen.level == 2 and seen.suit in ("S", "H"):
        return muiderberg(seen)
    return None


def notrump_opening(low: int, high: int) -> Callable[[Situation], Shown]:
    """A balanced hand in a range."""
    return lambda _seen: conjoin(shape_box("bal"), points_box(low, high))


def short_club(seen: Situation) -> Shown:
    """A minor that may be short."""
    return suit_box(seen.suit, 2) if seen.suit in ("C", "D") and seen.level == 1 else None


def gambling(_seen: Situation) -> Shown:
    """A solid seven-card minor."""
    return tuple({suit: (7, _UP), **{f"{suit}{rank}": (1, 1) for rank in "AKQ"}} for suit in "DC")


def namyats(seen: Situation) -> Shown:
    """A good four-level opening in hearts (4C) or spades (4D)."""
    suit = {"C": "H", "D": "S"}.get(seen.suit)
    return ({suit: (7, _UP), "HCP": (9, 15)},) if suit and seen.level == 4 else None


def stayman(seen: Situation) -> Shown:
    """A four-card major, as nearly everyone has who asks for one."""
    return (*suit_box("S", 4), *suit_box("H", 4)) if seen.partner_notrump or seen.partner_opened else None


def transfer(seen: Situation) -> Shown:
    """The suit above the one bid: five cards opposite notrump, four in a response at the one level."""
    target = seen.transfer_target
    if not target or seen.is_double or not seen.code:
        return None
    if seen.level == 1 and seen.side_opened:
        return suit_box(target, 4) if target != "C" else None
    if seen.strain == "NT" or (seen.level == 2 and seen.suit == "S" and seen.partner_notrump):
        return suit_box("C", 6) if seen.partner_notrump else None
    if target == seen.partner:
        return suit_box(target, 3)
    return suit_box(target, 6 if seen.level >= 4 or (seen.level == 3 and seen.opens) else 5)


def texas(seen: Situation) -> Shown:
    """A transfer to a six-card major at the four level."""
    target = {"C": "H", "D": "H" if seen.level == 4 else "", "H": "S"}.get(seen.suit)
    if seen.level != 4:
        return transfer(seen)
    return suit_box(target, 6) if target else None


def raise_of(seen: Situation, least: int, low: int, high: int = _MORE) -> Shown:
    """A raise of partner's suit."""
    return ({seen.partner: (least, _UP), "HCP": (low, high)},) if seen.partner else None


def splinter(seen: Situation) -> Shown:
    """Four trumps and at most one card of the suit bid."""
    if not seen.suit or not seen.partner or seen.suit == seen.partner:
        return None
    low = 13 if seen.own_opened else 9
    fit = 4 if not (seen.own and seen.own == seen.partner) else 3
    return ({seen.partner: (fit, _UP), seen.suit: (0, 1), "HCP": (low, _MORE)},)


def mini_splinter(seen: Situation) -> Shown:
    """A splinter with the strength of an invitation."""
    shown = splinter(seen)
    return conjoin(shown, points_box(14, 17) if seen.own_opened else points_box(8, 12)) if shown else None


def kaplan_inversion(seen: Situation) -> Shown:
    """After 1H the responses 1S and 1NT change places: 1NT shows five spades, 1S has fewer."""
    if seen.partner != "H" or seen.level != 1:
        return None
    return suit_box("S", 5) if seen.strain == "NT" else box(S=(0, 4), HCP=(6, _MORE))


def bergen(seen: Situation) -> Shown:
    """Four trumps: 3C seven to nine points, 3D ten to twelve."""
    if seen.partner not in ("S", "H"):
        return None
    low, high = {"C": (6, 9), "D": (9, 12)}.get(seen.suit, (2, 7))
    return raise_of(seen, 4, low, high)


def drury(seen: Situation) -> Shown:
    """A passed hand's raise of a major, nine to eleven points."""
    return raise_of(seen, 3, 9, 12) if seen.partner in ("S", "H") else None


def jacoby(seen: Situation) -> Shown:
    """The game-forcing raise of a major by 2NT; elsewhere the transfer."""
    if seen.partner in ("S", "H") and seen.strain == "NT":
        return raise_of(seen, 4, 12)
    return transfer(seen) if seen.partner_notrump else None


def truscott(seen: Situation) -> Shown:
    """A limit raise or better, after their double or overcall."""
    return raise_of(seen, 4 if seen.partner in ("C", "D") else 3, 8) if seen.partner else None


def inverted(seen: Situation) -> Shown:
    """A strong raise of a minor at the two level, a weak one at the three level."""
    if seen.partner not in ("C", "D"):
        return None
    return raise_of(seen, 4, 0, 9) if seen.level == 3 and seen.is_raise else raise_of(seen, 4, 10)


def fit_jump(seen: Situation) -> Shown:
    """Support and a suit of one's own."""
    if not seen.suit or not seen.partner or seen.suit == seen.partner:
        return None
    return ({seen.partner: (3, _UP), seen.suit: (4, _UP), "HCP": (6, 12)},)


def simple_raise(seen: Situation) -> Shown:
    """Support for partner's suit."""
    suit = seen.partner
    return suit_box(suit, 4 if suit in ("C", "D") else 3) if suit else None


def fourth_suit(seen: Situation) -> Shown:
    """Artificial and strong: a game force, or a strong invitation."""
    return (
        points_box(11 if seen.level < 2 or seen.partner_turns < 2 else 12)
        if seen.partner_opened
        else points_box(15)
    )


def checkback(seen: Situation) -> Shown:
    """An artificial question by responder with at least an invitation."""
    if not seen.partner_opened:
        return None
    if seen.partner_notrump and strength.strain_level(seen.partner_notrump) >= 2:
        return points_box(5)
    return points_box(10)


def gazzilli(seen: Situation) -> Shown:
    """Natural, or sixteen and more with any hand."""
    if not seen.own_opened or seen.suit != "C":
        return None
    return ({"C": (4, _UP), "HCP": (11, 16)}, {"HCP": (16, _MORE)})


def lebensohl(_seen: Situation) -> Shown:
    """A relay to 3C: it shows nothing yet."""
    return ANY


def kokish(_seen: Situation) -> Shown:
    """A relay after the strong 2C."""
    return ANY


def quantitative(seen: Situation) -> Shown:
    """An invitation to a slam in notrump."""
    if not seen.partner_notrump:
        return None
    return points_box(11, 12) if strength.strain_level(seen.partner_notrump) >= 2 else points_box(15, 17)


def second_negative(seen: Situation) -> Shown:
    """A very weak hand opposite a strong one."""
    return points_box(0, 4) if seen.partner_opened else None


def smolen(seen: Situation) -> Shown:
    """Four cards of the major bid, five of the other one, game forcing."""
    other = {"S": "H", "H": "S"}.get(seen.suit)
    return ({seen.suit: (4, 4), other: (5, _UP), "HCP": (9, _MORE)},) if other else None


def strong_club(seen: Situation) -> Shown:
    """Sixteen and more with any hand."""
    return points_box(16) if seen.opens else None


def natural(seen: Situation) -> Shown:
    """The suit that is bid is held; notrump is balanced."""
    if seen.strain == "NT":
        return shape_box("bal") if not seen.side_opened and not seen.turns else ANY
    if not seen.suit:
        return None
    if seen.is_raise:
        return suit_box(seen.suit, 3)
    if seen.suit == seen.own:
        return suit_box(seen.suit, 5)
    if seen.opens:
        return suit_box(
            seen.suit,
            3
            if seen.level == 1 and seen.suit == "C"
            else 4
            if seen.level == 1
            else 6
            if seen.level == 3
            else 5,
        )
    if seen.side_opened and (seen.level == 1 or seen.turns or seen.partner_turns > 1):
        return suit_box(seen.suit, 4)
    return suit_box(seen.suit, 6 if seen.jump and not seen.side_opened else 5)


def two_over_one(seen: Situation) -> Shown:
    """A game-forcing response at the two level."""
    return conjoin(suit_box(seen.suit, 4), points_box(12)) if seen.suit else None


CONVENTIONS: Final[dict[str, Callable[[Situation], Shown]]] = {
    "majors": defence.both_majors,
    "minors": defence.both_minors,
    "multi": multi,
    "weaktwo": weak_two,
    "michaels": defence.michaels,
    "leapingmichaels": defence.leaping_michaels,
    "lowest": defence.two_lowest,
    "unusual": defence.unusual,
    "ghestem": defence.ghestem,
    "landy": defence.landy,
    "multilandy": defence.multi_landy,
    "dont": defence.dont,
    "cappelletti": defence.cappelletti,
    "asptro": defence.asptro,
    "brozel": defence.brozel,
    "suction": defence.suction,
    "raptor": defence.raptor,
    "sandwich": defence.sandwich,
    "othersuits": defence.unbid_two,
    "flannery": flannery,
    "ekren": ekren,
    "wilkosz": wilkosz,
    "muiderberg": muiderberg,
    "acoltwo": acol_two,
    "precision": precision,
    "polish": polish,
    "strongclub": strong_club,
    "strongnt": notrump_opening(15, 17),
    "weaknt": notrump_opening(12, 14),
    "mininotrump": notrump_opening(10, 12),
    "shortclub": short_club,
    "mexican": notrump_opening(18, 20),
    "gambling": gambling,
    "namyats": namyats,
    "stayman": stayman,
    "transfer": transfer,
    "texas": texas,
    "splinter": splinter,
    "minisplinter": mini_splinter,
    "kaplaninversion": kaplan_inversion,
    "bergen": bergen,
    "drury": drury,
    "jacoby": jacoby,
    "truscott": truscott,
    "inverted": inverted,
    "fitjump": fit_jump,
    "raise": simple_raise,
    "fourthsuit": fourth_suit,
    "checkback": checkback,
    "gazzilli": gazzilli,
    "takeout": defence.takeout,
    "negative": defence.negative_double,
    "negdouble": defence.negative_double,
    "supportdouble": defence.support_double,
    "penalty": defence.penalty,
    "responsive": defence.responsive,
    "optional": defence.optional,
    "maximaldouble": defence.maximal_double,
    "leaddirecting": defence.lead_directing,
    "snapdragon": defence.snapdragon,
    "rosenkranz": defence.rosenkranz,
    "quantitative": quantitative,
    "secondnegative": second_negative,
    "trap": defence.trap,
    "smolen": smolen,
    "natural": natural,
    "twoone": two_over_one,
}


ASKING: Final = frozenset(
    (
        "ask", "relay", "waiting", "puppet", "puppettosuit", "keycard", "exclusion", "lebensohl", "rubensohl", "kokish",
        "scrambling", "ogust", "passcorrect", "retransfer", "completes", "lasttrain", "stayman", "checkback", "equallevel",
    )
)  # fmt: skip
"""Terms that ask or obey: alone they show nothing of the hand."""
