"""How many tricks a claim gives, as every report prints it: a whole number, or its bounds where the search stopped."""

from analyser.report.page_voice import TextVoice
from analyser.ruling import ClaimAnswer


def tricks_of_claim(answer: ClaimAnswer, voice: TextVoice) -> str:
    """The sentence on the tricks of the claiming side."""
    if answer.tricks is None:
        return voice("claims.bounds", at_least=answer.at_least, at_most=answer.at_most)
    return voice("claims.tricks", tricks=answer.tricks)


def line_heading(answer: ClaimAnswer) -> str:
    """The key of the heading above the line shown: the worst normal line, or one found before the search stopped."""
    return "claims.line" if answer.tricks is not None else "claims.line-so-far"
