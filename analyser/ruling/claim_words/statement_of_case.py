"""The statement of a claim in its case: the cards left, the tricks before it, and how its words are understood."""

from collections.abc import Iterator
from dataclasses import dataclass

from analyser.bridge import Deal, Play, Side, Strain, Suit
from analyser.casefile import Case, Claim
from analyser.messages import Message, Voice
from analyser.ruling.claim_answer import UnderstoodClaim
from analyser.ruling.claim_words.understanding import understand_statement


@dataclass(frozen=True, slots=True)
class CardsAtClaim:
    """The cards left when a claim was made, and the strain."""

    deal: Deal
    strain: Strain

    @property
    def size(self) -> int:
        """The number of tricks that remained."""
        return len(self.deal.hands[0])


def recorded_play(case: Case, claim: Claim) -> Play | None:
    """The play up to the claim, or `None` if it is not recorded."""
    if case.deal is None or case.play is None or claim.position is not None:
        return None
    return case.play if claim.after is None else case.play.before_trick(claim.after + 1)


def tricks_before_claim(case: Case, claim: Claim, size: int) -> dict[Side, int] | None:
    """Each side's tricks before the claim, when `size` are left: from the play, else as the case states them."""
    play = recorded_play(case, claim)
    if play is not None:
        return {side: play.won_by(side) for side in Side}
    if claim.won is None or case.declarer is None:
        return None
    side = case.declarer.side
    return {side: claim.won, side.other: 13 - size - claim.won}


def cards_at_claim(case: Case, claim: Claim) -> CardsAtClaim | None:
    """The cards left when the claim was made, with those of the trick in progress; `None` if they are not known."""
    if claim.position is not None:
        strain = claim.trumps
        if strain is None and case.contract is not None:
            strain = case.contract.strain
        return None if strain is None else CardsAtClaim(claim.position, strain)
    play, deal = recorded_play(case, claim), case.deal
    if play is None or deal is None:
        return None
    done = play.before_trick(len(play.complete_tricks) + 1)
    left = Deal(done.hands_left(deal))
    return CardsAtClaim(left, play.strain) if len(left.hands[0]) else None


def understand_claim(case: Case, claim: Claim) -> UnderstoodClaim | None:
    """What the words of the claim fix where the case leaves it out; `None` if they or the cards left are not known."""
    left = cards_at_claim(case, claim)
    if left is None or not claim.statement:
        return None
    before = tricks_before_claim(case, claim, left.size)
    return understand_statement(
        claim.statement, left, claim.by, None if before is None else before[claim.by.side]
    )


def claims_understood(case: Case) -> Iterator[tuple[int, Message]]:
    """How the statement of each claim of the case is understood, sentence by sentence, with the number of its incident."""
    for number, incident in enumerate(case.incident, 1):
        said = understand_claim(case, incident) if isinstance(incident, Claim) else None
        for sentence in said.sentences if said else ():
            yield number, sentence


def word_reading(said: Message, language: str) -> str:
    """A sentence on what was said, in plain words, for places where the reports' voice is too much to load."""
    voice = Voice(language)
    arguments = {name: _plain_text(value, voice) for name, value in said.args}
    return voice.words[voice.plural_key(said.code, said.arguments)].format(**arguments)


def _plain_text(value: object, voice: Voice) -> str:
    match value:
        case tuple():
            return ", ".join(_plain_text(part, voice) for part in value)
        case Message():
            return word_reading(value, voice.language)
        case Suit():
            return voice.words[f"strain.{value}"]
        case _:
            return str(value)
