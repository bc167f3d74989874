"""What a claim statement fixes in the position it was made in: an order of suits, cards led to, ruffs, tricks, trumps named.

Its line is followed only if every word of it was understood; else what was not is named, with the keys that say it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, Protocol, assert_never

from analyser.bridge import Card, Deal, Seat, Strain, Suit
from analyser.messages import Message, message
from analyser.ruling import UnderstoodClaim
from analyser.ruling.claim_words.grammar import Phrase, PhraseKind, Statement, parse_statement

_ORDER: Final = ("incident order", "incident towards")
_LINE: Final = ("incident order", "judgement normal-line")
_TRICKS: Final = ("incident claims",)


class CardsLeft(Protocol):
    """The cards left in four equal hands, the strain and the number of tricks to come."""

    @property
    def deal(self) -> Deal:
        """The hands, with the cards of a trick in progress."""

    @property
    def strain(self) -> Strain:
        """The trumps, or none."""

    @property
    def size(self) -> int:
        """The number of tricks."""


def understand_statement(text: str, ending: CardsLeft, by: Seat, won: int | None) -> UnderstoodClaim | None:
    """The statement as understood, after `won` tricks of the claimer's side; `None` if it says nothing that can be read."""
    statement = parse_statement(text)
    return None if statement is None else _Reader(statement, ending, by, won).understand()


@dataclass(slots=True)
class _Reader:
    """Reads one statement against the cards that were left."""

    statement: Statement
    ending: CardsLeft
    by: Seat
    won: int | None
    says: list[Message] = field(default_factory=list)
    order: list[Suit] = field(default_factory=list)
    listed: list[Suit] = field(default_factory=list)
    towards: list[Card] = field(default_factory=list)
    ruffs: list[Suit] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    asks: list[str] = field(default_factory=list)
    counted: int | None = None
    mentions: bool | None = None
    claims: int | None = None
    conceded: int = 0
    is_open: bool = False  # the order of suits just named was not said: nothing after them is in order either

    has_list: bool = (
        False  # winners are listed, which says neither their order nor that nothing comes before them
    )

    def understand(self) -> UnderstoodClaim:
        """The statement phrase by phrase."""
        statement = self.statement
        if statement.unknown:
            self.unknown += statement.unknown
            self.asks += _ORDER
        for phrase in statement.phrases:
            self._read_phrase(phrase, is_last=phrase is statement.phrases[-1])
        whole = not self.unknown
        trump_named = not statement.is_conditional
        return UnderstoodClaim(
            statement.language,
            tuple(self.says),
            order=tuple(dict.fromkeys(self.order)) if whole else (),
            listed=tuple(dict.fromkeys(self.listed)) if whole and not self.has_list else (),
            is_ordered=not self.has_list,
            towards=tuple(dict.fromkeys(self.towards)) if whole else (),
            ruffs=tuple(dict.fromkeys(self.ruffs)) if whole else (),
            claims=self._tricks_claimed() if whole else None,
            trumps_counted=self.counted if trump_named else None,
            mentions_trump=self.mentions if trump_named else None,
            unknown=tuple(dict.fromkeys(self.unknown)),
            asks=tuple(dict.fromkeys(self.asks)),
        )

    def _ask(self, phrase: Phrase, keys: tuple[str, ...]) -> None:
        """Note that a phrase fixes nothing, with the keys that say it instead."""
        self.unknown.append(phrase.written)
        self.asks += keys

    def _say(self, code: str, **args: object) -> None:
        self.says.append(message(f"claim.says.{code}", **args))

    def _tricks_claimed(self) -> int | None:
        """The tricks claimed of those that remain, as far as the words say."""
        if self.conceded:
            claimed = (self.claims if self.claims is not None else self.ending.size) - self.conceded
            return claimed if claimed >= 0 else None
        return self.claims

    def _read_phrase(self, phrase: Phrase, *, is_last: bool) -> None:
        match phrase.kind:
            case PhraseKind.DRAW | PhraseKind.TRUMP_OUT | PhraseKind.NO_TRUMP_OUT:
                self._read_trumps(phrase)
            case PhraseKind.SUIT | PhraseKind.WINNERS:
                self._read_suits(phrase, is_last=is_last)
            case PhraseKind.DISLODGE:
                self._read_dislodging(phrase)
            case PhraseKind.TOWARDS | PhraseKind.FINESSE:
                self._read_card_led_to(phrase)
            case PhraseKind.RUFF | PhraseKind.CROSS_RUFF:
                self._read_ruffs(phrase)
            case PhraseKind.CONCEDE:
                self._read_concession(phrase, is_last=is_last)
            case PhraseKind.REST | PhraseKind.HIGH | PhraseKind.TRICKS:
                self._read_tricks(phrase)
            case PhraseKind.LINE:
                self._ask(phrase, _LINE)
            case _:
                assert_never(phrase.kind)

    def _follow(self, *suits: Suit) -> None:
        """Take suits into the order of play, or beside those whose order was not said."""
        (self.listed if self.is_open else self.order).extend(suits)

    # Trumps.

    def _read_trumps(self, phrase: Phrase) -> None:
        trump = self.ending.strain.trump
        if trump is None:
            self._ask(phrase, _ORDER)
            return
        if phrase.kind is PhraseKind.NO_TRUMP_OUT:
            self.mentions, self.counted = False, 0
            self._say("no-trump-out")
            return
        self.mentions = True
        if phrase.is_rounds and phrase.number is not None:
            self._count_rounds(trump, phrase.number)
        elif phrase.number is not None:
            self.counted = phrase.number
            self._say("trumps-out", count=phrase.number)
        if phrase.kind is PhraseKind.TRUMP_OUT:
            if phrase.number is None:
                self._say("trump-out")
            return
        if not phrase.is_rounds:
            self._say("draws")
        if not self.is_open:
            self._follow(trump)

    def _count_rounds(self, trump: Suit, rounds: int) -> None:
        """What so many rounds of trumps leave out counts as not known to him."""
        out = [len(self.ending.deal[seat].holding(trump)) for seat in Seat if seat.side is not self.by.side]
        drawn = sum(min(count, rounds) for count in out)
        if drawn < sum(out):
            self.counted = drawn
        self._say("rounds", count=rounds)

    # Suits and cards.

    def _read_suits(self, phrase: Phrase, *, is_last: bool) -> None:
        in_order = self.statement.is_sequence or phrase.kind is PhraseKind.SUIT
        if phrase.suits == (self.ending.strain.trump,) and phrase.is_played:
            self.mentions = True if self.mentions is None else self.mentions
        if not phrase.suits:
            if self.statement.is_sequence and phrase.ranks and not is_last:
                self._ask(phrase, _ORDER)  # the cards of a suit that is not named, to be played before others
                return
            self._say("winners", words=phrase.written)
            self.is_open = self.is_open or phrase.is_played
        elif in_order and (len(phrase.suits) == 1 or self.statement.is_sequence):
            for suit in phrase.suits:
                self._say("suit", suit=suit)
            self._follow(*phrase.suits)
        else:
            self._say("winners", words=phrase.written)
            self.is_open = True
            self.has_list = self.has_list or not phrase.is_played
            self._follow(*phrase.suits)

    def _read_dislodging(self, phrase: Phrase) -> None:
        if len(phrase.suits) != 1:
            self._ask(phrase, _ORDER)
            return
        self.conceded += 1
        self._say("dislodge", suit=phrase.suits[0])
        self._follow(*phrase.suits)

    def _read_card_led_to(self, phrase: Phrase) -> None:
        cards = tuple(
            self._finessed(phrase)
            if phrase.kind is PhraseKind.FINESSE
            else self._held(phrase.suits, phrase.ranks)
        )
        if not cards or len({card.suit for card in cards}) > 1:
            self._ask(phrase, ("incident towards",))
            return
        suit = cards[0].suit
        self._say("towards", suit=suit, cards=cards)
        self.towards += cards
        self._follow(suit)

    def _held(self, suits: tuple[Suit, ...], ranks: tuple[int, ...]) -> Iterator[Card]:
        """The named cards, if the claimer's side holds all of them."""
        cards = [Card(suit, rank) for suit in suits for rank in ranks]
        if all(self._is_ours(card) for card in cards):
            yield from cards

    def _is_ours(self, card: Card) -> bool:
        holder = self.ending.deal.holder(card)
        return holder is not None and holder.side is self.by.side

    def _finessed(self, phrase: Phrase) -> Iterator[Card]:
        """The one card a finesse can be taken with; none if there are several, or none."""
        suits = phrase.suits or tuple(Suit)
        rank = phrase.ranks[0] if phrase.ranks else None
        if rank is not None and not phrase.is_against:
            own = [Card(suit, rank) for suit in suits if self._is_ours(Card(suit, rank))]
            if own:
                yield from own[:1] if len(own) == 1 else ()
                return
        found = [card for suit in suits for card in self._tenaces(suit, rank)]
        yield from found if len(found) == 1 else ()

    def _tenaces(self, suit: Suit, missing: int | None) -> Iterator[Card]:
        """For each hand of the side its highest card below one missing card, with a higher one beside or across."""
        deal = self.ending.deal
        for seat in (self.by, self.by.partner):
            if not deal[seat.partner].holding(suit):
                continue
            own = sorted((c for c in deal[seat] if c.suit is suit), key=lambda c: -c.rank)
            for card in own:
                above = [Card(suit, rank) for rank in range(card.rank + 1, 15)]
                out = [c for c in above if deal.holder(c) is not None and not self._is_ours(c)]
                covered = out and any(self._is_ours(c) for c in above if c.rank > out[0].rank)
                if len(out) == 1 and covered and missing in (None, out[0].rank):
                    yield card
                    break

    # Ruffs, tricks lost and won.

    def _read_ruffs(self, phrase: Phrase) -> None:
        suits = phrase.suits
        if phrase.kind is PhraseKind.CROSS_RUFF:
            suits = suits or tuple(suit for suit in Suit if self._may_be_ruffed(suit))
            if len(suits) < 2:
                suits = ()
        if not suits or self.ending.strain.trump is None or self.ending.strain.trump in suits:
            self._ask(phrase, _ORDER)
            return
        code = "cross-ruff" if phrase.kind is PhraseKind.CROSS_RUFF else "ruff"
        self._say(code, suits=suits)
        self.ruffs += suits
        self._follow(*suits)

    def _may_be_ruffed(self, suit: Suit) -> bool:
        """Whether one hand of the side has trumps and none of the suit, and the other has some of it."""
        trump = self.ending.strain.trump
        if trump is None or suit is trump:
            return False
        own = [self.ending.deal[seat] for seat in (self.by, self.by.partner)]
        return any(
            hand.holding(trump) and not hand.holding(suit) and other.holding(suit)
            for hand, other in (own, own[::-1])
        )

    def _read_concession(self, phrase: Phrase, *, is_last: bool) -> None:
        number = phrase.number or 1
        self.conceded += number
        if "t" in phrase.codes:
            self.mentions = True
        if phrase.suits and self.statement.is_sequence and not is_last and not self._may_lead_losers(phrase):
            self._ask(phrase, _LINE)
            return
        self._say("concedes", count=number)
        if self.statement.is_sequence and not is_last:
            self._follow(*phrase.suits)

    def _may_lead_losers(self, phrase: Phrase) -> bool:
        """Whether the search can lead these suits for the tricks they lose: the highest card left is an opponent's."""
        return all(not self._is_ours(max(self._left(suit))) for suit in phrase.suits if self._left(suit))

    def _left(self, suit: Suit) -> list[Card]:
        return [card for hand in self.ending.deal.hands for card in hand if card.suit is suit]

    def _read_tricks(self, phrase: Phrase) -> None:
        """All the rest, or a number: of those still to come or of the side's in all, where only one of them can be meant."""
        if phrase.kind is not PhraseKind.TRICKS:
            if phrase.kind is PhraseKind.REST:
                self.claims = self.ending.size
            self._say(str(phrase.kind))
            return
        number, size, won = phrase.number or 0, self.ending.size, self.won
        still = number <= size
        total = won is not None and not phrase.is_more and 0 < won <= number <= won + size
        if still and (phrase.is_more or not total):
            self.claims = number
        elif total and won is not None and not still:
            self.claims = number - won
        else:
            self._ask(phrase, _TRICKS)
            return
        self._say("tricks", count=self.claims)
