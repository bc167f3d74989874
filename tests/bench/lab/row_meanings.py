"""What an explanation in bridge words shows about a hand, in the language of meanings; unknown words refuse the text.

The tables hold convention: what experts mean by the words if nothing else is agreed. A text is read completely or not
at all: if a word is in no table there is no meaning, and the word is named.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import Final

from analyser.bridge import HandConstraint

Alternatives = tuple[str, ...]

_SUITS: Final = {"spade": "S", "heart": "H", "diamond": "D", "club": "C"}
_NUMBERS: Final = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_MOST_ALTERNATIVES: Final = 8  # a meaning with more alternatives says too little to sample deals by


@dataclass(frozen=True, slots=True)
class ExplainedBid:
    """A call that was explained, with what came before it: the meaning of `weak` or `raise` depends on that."""

    call: str
    partner: str = ""  # partner's last suit
    opponents: str = ""  # the last suit of the other side
    first_of_theirs: str = ""
    opened: bool = False  # its own side had bid before
    contested: bool = False  # the other side had bid before
    jump: bool = False
    partner_opened_notrump: bool = False

    @property
    def suit(self) -> str:
        """The suit it names; empty for notrump, doubles and passes."""
        return self.call[1:] if self.call[1:] in ("S", "H", "D", "C") else ""

    @property
    def is_raise(self) -> bool:
        """Whether it names partner's suit."""
        return bool(self.suit) and self.suit == self.partner


def explained_bid(calls: tuple[str, ...], index: int) -> ExplainedBid:
    """The call at this index, seen from its maker's side."""
    calls_made = [call for number, call in enumerate(calls[:index]) if (index - number) % 2 == 0]
    partner = [call for number, call in enumerate(calls[:index]) if (index - number) % 4 == 2]
    theirs = [call for number, call in enumerate(calls[:index]) if (index - number) % 2]
    bids = [call for call in calls[:index] if call[0].isdigit()]
    suits = [call[1:] for call in theirs if call[1:] in ("S", "H", "D", "C")]
    jump = False
    if calls[index][0].isdigit() and bids:
        strains = ("C", "D", "H", "S", "NT")
        last, strain = bids[-1], calls[index][1:]
        lowest = int(last[0]) + (strains.index(strain) <= strains.index(last[1:]))
        jump = int(calls[index][0]) > lowest
    return ExplainedBid(
        calls[index],
        next((call[1:] for call in reversed(partner) if call[1:] in ("S", "H", "D", "C")), ""),
        suits[-1] if suits else "",
        suits[0] if suits else "",
        any(call[0].isdigit() for call in calls_made),
        any(call[0].isdigit() for call in theirs),
        jump,
        any(call == "1NT" for call in partner),
    )


@dataclass(frozen=True, slots=True)
class WordsRead:
    """What a text shows, if it was read completely; else the words that were not known.

    A text read completely that shows nothing of the hand, such as `to play`, sets no limit.
    """

    shows: str | None
    unread: tuple[str, ...] = ()
    sets_no_limit: bool = False


def meaning(text: str, bid: ExplainedBid) -> WordsRead:
    """The meaning of an explanation of a call.

    >>> opening = ExplainedBid("1NT")
    >>> meaning("15-17", opening).shows, meaning("a surprise", opening).shows
    ('bal HCP15-17', None)
    >>> meaning("hearts and a minor", ExplainedBid("2S", opponents="S", contested=True)).shows
    'H5+ D4+ | H5+ C4+'
    """
    plain = _plain(text)
    whole: Alternatives
    unread: tuple[str, ...]
    either = [_conjunction(part, bid) for part in plain.split(" or ")]
    if len(either) > 1 and all(alternatives and not words for alternatives, words in either):
        whole, unread = tuple(alternative for alternatives, _ in either for alternative in alternatives), ()
    else:
        whole, unread = _conjunction(plain, bid)
    if unread or not whole or not 0 < len(whole) <= _MOST_ALTERNATIVES:
        return WordsRead(None, unread, sets_no_limit=not unread and bool(_NO_LIMIT.search(plain)))
    if bid.call == "1NT" and not bid.opened and all(part.startswith("HCP") for part in whole):
        whole = tuple(f"bal {part}" for part in whole)  # of a natural notrump only the points are stated
    shows = " | ".join(dict.fromkeys(whole))
    return WordsRead(None if HandConstraint.problems(shows) else str(HandConstraint.parse(shows)))


def natural_meaning(bid: ExplainedBid) -> str | None:
    """The meaning of a call that is not alerted: the suit is held, a simple raise, balanced cards."""
    words = "natural" if not bid.is_raise else "raise" if bid.jump or bid.contested else "5-10 points raise"
    return meaning(words, bid).shows if bid.call[0].isdigit() else None


def _plain(text: str) -> str:
    """Lower case, numbers as figures, suits by name, ranges and minima in one spelling."""
    plain = re.sub(r"\([^)]*\)?", " ", text.lower())  # an explanation in brackets says it in other words
    plain = re.sub(r"!([shdc])", lambda match: f" {_named(match[1])} ", plain)
    plain = plain.replace("–", "-").replace("hcp", " points ").replace("no trump", "notrump")
    plain = re.sub(r"\bpts?\b|\bhigh-card points\b|\bcount\b", " points ", plain)
    for number, word in enumerate(_NUMBERS):
        plain = re.sub(rf"\b{word}(?=\b|-)", str(number), plain)
    plain = re.sub(r"\b(\d+) or (?:more|longer|better)\b|\bat least (\d+)\b", r"\1\2+", plain)
    plain = re.sub(r"\b(\d+) or (?:fewer|less)\b|\bat most (\d+)\b", r"0-\1\2", plain)
    plain = re.sub(r"(\d\+?)[\s-]?cards?\b", r"\1 card", re.sub(r"\bexactly (\d)", r"\1", plain))
    plain = re.sub(r"[.,()\"']|;", " ", re.sub(r"(?<=\D)/(?=\D)", " ", plain)).replace(" - ", " ")
    return " ".join(plain.split())


def _named(letter: str) -> str:
    return next(name for name, suit in _SUITS.items() if suit == letter.upper()) + "s"


def _conjunction(plain: str, bid: ExplainedBid) -> tuple[Alternatives, tuple[str, ...]]:
    """The meaning of all these words together, each alternative spelled out, and the unknown words."""
    rest = f" {plain} "
    terms: list[Alternatives] = []
    for pattern, read in _RULES:
        for match in list(re.finditer(pattern, rest)):
            alternatives = read(match, bid)
            if alternatives is None:
                continue
            terms += [alternatives] if alternatives else []
            rest = rest.replace(match[0], " ; ", 1)
    unread = tuple(word for word in re.findall(r"[^\s;]+", rest) if word not in _SAYING_NOTHING)
    texts = [" ".join(_tightest(" ".join(parts).split())) for parts in product(*terms)] if terms else []
    return tuple(part for part in texts if part), unread


def _tightest(words: list[str]) -> Iterator[str]:
    """The terms without repetition; of two lengths of one suit the more specific one."""
    for place, word in enumerate(dict.fromkeys(words)):
        key = re.match(r"[A-Za-z]+", word)
        if key and any(
            other != word
            and re.match(r"[A-Za-z]+(?=\d)", other)
            and other.startswith(key[0])
            and re.fullmatch(rf"{key[0]}\d.*", other)
            and _narrower(other, word, place < number)
            for number, other in enumerate(dict.fromkeys(words))
        ):
            continue
        yield word


def _narrower(other: str, word: str, other_is_later: bool) -> bool:
    """Whether a term of the same suit or of points is more specific than this one."""
    spans = [_bounds(text) for text in (other, word)]
    if None in spans:
        return False
    (low, high), (own_low, own_high) = ((span or (0, 0)) for span in spans)
    inside = own_low <= low and high <= own_high
    return inside and ((low, high) != (own_low, own_high) or other_is_later)


def _bounds(term: str) -> tuple[int, int] | None:
    match = re.fullmatch(r"[A-Za-z]+(\d+)(\+|-(?!\d))?(?:-(\d+))?", term)
    if match is None:
        return None
    low = int(match[1])
    if match[2] == "-":
        return 0, low
    return low, 40 if match[2] == "+" else int(match[3] or low)


Told = Callable[[re.Match[str], ExplainedBid], Alternatives | None]
_SUIT: Final = r"(spade|heart|diamond|club)s?"
_SUIT_OR_GROUP: Final = r"(spade|heart|diamond|club|major|minor)s?"
_TWO_SUITED: Final = tuple(
    f"{long}5+ {short}4+"
    for long, short in (("S", "H"), ("S", "D"), ("S", "C"), ("H", "D"), ("H", "C"), ("D", "C"))
) + tuple(f"{short}5+ {long}4+" for long, short in (("S", "H"),))


def _letter(word: str) -> str:
    return {"major": "M", "minor": "m"}.get(word) or _SUITS[word]


def _length(match: re.Match[str], _: ExplainedBid) -> Alternatives | None:
    """`5+ hearts`, `four hearts`, `0-4 spades`."""
    low, plus, high, word = match[1], match[2], match[3], match[4]
    if int(low) > 9 or (high and int(high) > 13):
        return None
    return (f"{_letter(word)}{low}{'+' if plus else f'-{high}' if high else ''}",)


def _not_so_long(match: re.Match[str], _: ExplainedBid) -> Alternatives:
    return (f"{_SUITS[match[2]]}{int(match[1]) - 1}-",)


def _own_length(match: re.Match[str], bid: ExplainedBid) -> Alternatives | None:
    return (f"{bid.suit}{match[1]}{match[2] or '+'}",) if bid.suit else None


def _support(match: re.Match[str], bid: ExplainedBid) -> Alternatives | None:
    suit = bid.partner
    return (f"{suit}{match[1]}{match[2] or ''}",) if suit else None


def _short(match: re.Match[str], _: ExplainedBid) -> Alternatives:
    return (f"{_SUITS[match[1]]}{'0' if 'void' in match[0] else '1-'}",)


def _and_another(match: re.Match[str], _: ExplainedBid) -> Alternatives:
    suit, group = _SUITS[match[1]], match[2]
    others = [other for other in "SHDC" if other != suit]
    if group in ("major", "minor"):
        return tuple(f"{suit}5+ {other}4+" for other in others if (other in "SH") == (group == "major"))
    return tuple(f"{suit}5+ {other}4+" for other in others) + tuple(f"{suit}4 {other}5+" for other in others)


def _two_named(match: re.Match[str], _: ExplainedBid) -> Alternatives:
    first, second = _SUITS[match[1]], _SUITS[match[2]]
    return (f"{first}5+ {second}4+", f"{first}4 {second}5+")


def _points(match: re.Match[str], _: ExplainedBid) -> Alternatives | None:
    """`15-17`, `11+ points`, `0-7`; a pair that falls, or of equals, is a shape and not a range."""
    low, high = int(match[1]), match[3] and int(match[3])
    if high:
        return (f"HCP{low}-{high}",) if low < high <= 37 else None
    if match[2] == "+" and (low >= 8 or "points" in match[0]) and low <= 37:
        return (f"HCP{low}+",)
    return (f"HCP{low}",) if "points" in match[0] and low <= 37 else None


def _shape(match: re.Match[str], _: ExplainedBid) -> Alternatives | None:
    """`5-5 in the majors`, `5-5 majors`."""
    first, second = match[1], match[2]
    suits = ("S", "H") if match[3].startswith("major") else ("D", "C")
    ways = {(first, second), (second, first)}
    return tuple(f"{suits[0]}{length}+ {suits[1]}{other}+" for length, other in sorted(ways, reverse=True))


def _fixed(*alternatives: str) -> Told:
    """A meaning independent of the auction; `{own}`, `{raised}` and `{theirs}` name suits of the auction."""

    def told(_: re.Match[str], bid: ExplainedBid) -> Alternatives | None:
        suits = {"own": bid.suit, "raised": bid.partner, "theirs": bid.opponents}
        wanted = set(re.findall(r"\{(\w+)\}", " ".join(alternatives)))
        return tuple(a.format(**suits) for a in alternatives) if all(suits[name] for name in wanted) else None

    return told


def _michaels(_: re.Match[str], bid: ExplainedBid) -> Alternatives | None:
    """Both majors over a minor, the other major and a minor over a major."""
    if bid.first_of_theirs in ("C", "D"):
        return ("S5+ H5+",)
    other = {"S": "H", "H": "S"}.get(bid.first_of_theirs)
    return None if other is None else (f"{other}5+ C5+", f"{other}5+ D5+")


def _lowest_unbid(_: re.Match[str], bid: ExplainedBid) -> Alternatives | None:
    suits = [suit for suit in "CDHS" if suit != bid.first_of_theirs][:2]
    return (f"{suits[0]}5+ {suits[1]}5+",) if bid.first_of_theirs else None


def _takeout(_: re.Match[str], bid: ExplainedBid) -> Alternatives | None:
    """Short in their suit, at least three in each other: the classic shape."""
    if bid.call not in ("X", "XX") or not bid.opponents:
        return None
    others = " ".join(f"{suit}3+" for suit in "SHDC" if suit != bid.opponents)
    return (f"{bid.opponents}2- {others}",)


def _penalty(_: re.Match[str], bid: ExplainedBid) -> Alternatives | None:
    """Length in their suit; against notrump, points."""
    if bid.call != "X":
        return None
    return (f"{bid.opponents}4+",) if bid.opponents else ("HCP15+",)


def _optional(_: re.Match[str], bid: ExplainedBid) -> Alternatives | None:
    """Values, with or without length in their suit: partner may pass it."""
    return ("HCP9+",) if bid.call == "X" and bid.opponents else None


def _natural(_: re.Match[str], bid: ExplainedBid) -> Alternatives | None:
    """A suit that is bid is held: four cards, five in an overcall or from the two level on; notrump is balanced."""
    if bid.is_raise:
        return (f"{bid.suit}3+",)
    if bid.suit:
        return (f"{bid.suit}{5 if (bid.contested and not bid.opened) or bid.call[0] > '1' else 4}+",)
    if not bid.call.endswith("NT"):
        return None
    return () if bid.opened else ("bal",)  # a response in notrump names no shape


def _weak(_: re.Match[str], bid: ExplainedBid) -> Alternatives | None:
    if bid.is_raise:
        return (f"{bid.suit}3+ HCP10-",)
    if bid.suit and (bid.jump or (not bid.opened and not bid.contested and bid.call[0] > "1")):
        return (f"{bid.suit}6+ HCP{7 if bid.opened else 10}-",)
    if bid.call == "1NT" and not bid.opened and not bid.contested:
        return ("bal HCP12-14",)
    return ("HCP10-",) if bid.suit else None


def _strong(_: re.Match[str], bid: ExplainedBid) -> Alternatives | None:
    if bid.call == "1NT":
        return ("bal HCP15-18" if bid.contested else "bal HCP15-17",)
    if bid.is_raise:
        return (f"{bid.suit}3+ HCP13+",)
    if bid.contested and bid.suit:
        return (f"{bid.suit}5+ HCP15+",)
    return ("HCP16+",) if not bid.opened else ("HCP13+",)


def _game_force(_: re.Match[str], bid: ExplainedBid) -> Alternatives:
    """With an opening opposite, about thirteen; alone against two bidders, more."""
    return ("HCP13+",) if bid.opened else ("HCP15+",)


def _limit(_: re.Match[str], bid: ExplainedBid) -> Alternatives | None:
    """Support and ten to twelve: three cards in a major, four in a minor."""
    suit = bid.partner
    return (f"{suit}{3 if suit in ('S', 'H') else 4}+ HCP10-12",) if suit else None


def _invitation(_: re.Match[str], bid: ExplainedBid) -> Alternatives:
    return ("HCP8-9",) if bid.partner_opened_notrump else ("HCP10-12",)


def _transfer(match: re.Match[str], bid: ExplainedBid) -> Alternatives | None:
    """The suit it names, else the next one up."""
    named = match[1] if match.lastindex else None
    suit = _SUITS[named] if named else {"C": "D", "D": "H", "H": "S", "S": "C"}.get(bid.suit)
    return None if suit is None else (f"{suit}5+",)


def _suit_shown(match: re.Match[str], bid: ExplainedBid) -> Alternatives:
    """A suit by its name alone: four cards where partner has bid, else five."""
    suit = _SUITS[match[1]]
    return (f"{suit}{4 if bid.opened or bid.call in ('X', 'XX') else 5}+",)


def _sandwich(_: re.Match[str], bid: ExplainedBid) -> Alternatives | None:
    """Between two bidders: the other two suits, less than an opening."""
    suits = [suit for suit in "SHDC" if suit not in (bid.first_of_theirs, bid.opponents)]
    if len(suits) != 2:
        return None
    return (f"{suits[0]}5+ {suits[1]}4+ HCP11-", f"{suits[0]}4 {suits[1]}5+ HCP11-")


def _shape_of_suit(match: re.Match[str], _: ExplainedBid) -> Alternatives:
    """`5H332`."""
    return (f"{match[2].upper()}{match[1]} bal",)


_RULES: Final[tuple[tuple[str, Told], ...]] = (
    # Strength words that bound each other come before their parts.
    (r"\b(?:invitational|limit|invitation) or (?:weaker|less|worse)\b", _fixed("HCP11-")),
    (r"\bless than (?:an )?opening\b", _fixed("HCP11-")),
    (r"\bweak (?:1\s?nt|notrump|nt)\b", _fixed("bal HCP12-14")),
    (r"\bstrong (?:1\s?nt|notrump|nt)\b", _fixed("bal HCP15-17")),
    (r"\bweak 2 in (?:either|a|1) major\b|\bmulti\b", _fixed("S6+ HCP5-10", "H6+ HCP5-10")),
    (r"\bweak jump(?: shift| overcall)?\b", _fixed("{own}6+ HCP10-")),
    (r"\bweak (?:2|3)(?: bid)?\b", _fixed("{own}6+ HCP5-10")),
    (r"\b(?:good|inverted) (?:\w+ )?raise\b|\binverted\b", _fixed("{raised}4+ HCP10+")),
    (r"\blimit raise(?: or better)?(?: in \w+)?\b", _limit),
    (r"\bweak raise\b|\bpre-?empt(?:ive)? raise\b|\bextended pre-?empt\b", _fixed("{raised}3+ HCP10-")),
    (r"\b(?:heart |spade |diamond |club )?raise\b", _fixed("{raised}3+")),
    (r"\bfor 1 round\b|\b1-round\b", lambda _match, _bid: ()),
    # Conventions.
    (r"\bsandwich\b", _sandwich),
    (r"\bmichaels\b", _michaels),
    (r"\bunusual(?: notrump| 2nt)?\b|\b2 lowest(?: unbid)?(?: suits)?\b", _lowest_unbid),
    (r"\bflannery\b", _fixed("S4 H5+ HCP11-15")),
    (r"\bprecision\b|\bstrong club\b", _fixed("HCP16+")),
    (r"\bjacoby 2nt\b|\bjacoby\b", _fixed("{raised}4+ HCP13+")),
    (r"\blandy\b", _fixed("S5+ H4+", "S4 H5+")),
    (r"\bstayman\b", _fixed("S4+", "H4+")),
    (r"\bsplinter\b", _fixed("{raised}4+ {own}1- HCP10+")),
    (r"\bgambling\b", _fixed("C7+ CA CK CQ", "D7+ DA DK DQ")),
    (r"\btransfer (?:to|for|into) " + _SUIT, _transfer),
    (r"\btransfer\b", _transfer),
    (r"\btake-?out(?: double)?(?: of (?:spades|hearts|diamonds|clubs))?\b", _takeout),
    (r"\bpenalt(?:y|ies)\b|\bbusiness\b", _penalty),
    (r"\boptional(?: double)?\b", _optional),
    # Two suits and one.
    (r"\b(\d)([shdc])332\b", _shape_of_suit),
    (r"\b(\d)-?(\d) (?:in )?(?:the |both )?(majors|minors)\b", _shape),
    (
        r"(?:\b5?\+? ?)"
        + _SUIT
        + r"(?: and|\s?\+| \+)? (?:a |an |any |1 )?(another|other|minor|major)(?: suit)?\b",
        _and_another,
    ),
    (r"\b(?:a |1 )(minor|major)\b", lambda match, _bid: (f"{_letter(match[1])}6+",)),
    (r"\b(?:both |the )?majors\b", _fixed("S5+ H4+", "S4 H5+")),
    (r"\b(?:both |the )?minors\b", _fixed("D5+ C4+", "D4 C5+")),
    (r"\b(?:any |a )?2[- ]?suit(?:er|ed|s)\b", _fixed(*_TWO_SUITED)),
    (r"\b(?:a )?(?:1|single)[- ]?suit(?:er|ed)?\b", _fixed("S6+", "H6+", "D6+", "C6+")),
    # Lengths.
    (r"\b(?:not|without|no|denies) (\d)\+? (?:card )?" + _SUIT, _not_so_long),
    (r"\b(\d{1,2})(\+)?(?:-(\d{1,2}))?\s*(?:card |in )?(?:a )?" + _SUIT_OR_GROUP + r"\b(?: suit)?", _length),
    (r"\b(\d)(\+)? (?:card )?support\b", _support),
    (r"\b(?:short(?:age|ness)?|singleton|void)(?: in| of)? " + _SUIT, _short),
    (r"\b(\d)(\+)? card(?: suit)?\b(?! *(?:spade|heart|diamond|club))", _own_length),
    (_SUIT + r" (?:and|\+) " + _SUIT, _two_named),
    (r"^\s*(\d)(\+)\s*$", _own_length),
    # Points.
    (r"\b(\d{1,2})(\+)?(?:\s?-\s?(\d{1,2}))?(?: points)?(?![\w+-])", _points),
    # Shape and strength by a word.
    (r"\bsemi-?balanced\b", _fixed("semi")),
    (r"\bunbal(?:anced)?\b", _fixed("unbal")),
    (r"\bbal(?:anced)?\b", _fixed("bal")),
    (r"\bgame[- ]forc(?:e|ing)\b", _game_force),
    (r"\binvit(?:ational|ation|e|ing)?\b|\blimit\b", _invitation),
    (r"\bpre-?empt(?:ive)?\b|\bweak\b", _weak),
    (r"\bstrong\b", _strong),
    (r"\bnatural\b", _natural),
    (r"\bvalues\b|\bcards\b", _fixed("HCP9+")),
    (_SUIT + r"\b(?! (?:lead|tricks?|control|honou?r))", _suit_shown),
)
_NO_LIMIT: Final = re.compile(
    r"\bto play\b|\brelay\b|\bforcing\b|\bask(?:s|ing)?\b|\bkeycard\b|\bblackwood\b"
)
_SAYING_NOTHING: Final = frozenset(
    re.findall(
        r"\S+",
        "a an the and with of in or to by for is it as at be shows showing showed show shown promises "
        "promised promising holds holding has having alerted alert opening opener normal overcall "
        "response bid call hand suit suits shape any good card forcing semi-forcing non-forcing "
        "nonforcing forward round play relay asks ask asking keycard blackwood general artificial system "
        "systemically agreement partnership on usually normally + ; one-round 1-round once north east "
        "south west told explained written that sequence strength",
    )
)
