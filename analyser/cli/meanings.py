"""`meaning`: what an explanation in words shows about the hand of the call it explains."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from analyser.cli.options import Json, Lang
from analyser.cli.terminal import parsed_word, print_json, say
from analyser.errors import CaseError, Problem, UsageError
from analyser.messages import checked_language, message, sentence

if TYPE_CHECKING:
    from analyser.bridge import Auction, Seat
    from analyser.estimates.meanings import Understood

_LONGEST_QUOTE = 120  # characters of a text that a problem repeats


def meaning(
    text: Annotated[str, typer.Argument(metavar="TEXT", help="the explanation", show_default=False)],
    auction: Annotated[
        str,
        typer.Option(help="the calls from the dealer on; the text explains the last one", show_default=False),
    ],
    dealer: Annotated[str, typer.Option(help="N, E, S or W")] = "N",
    vul: Annotated[str, typer.Option("--vul", "--vulnerable", help="none, NS, EW or all")] = "none",
    lang: Lang = "en",
    json: Json = False,
) -> int:
    """Tell what an explanation in words shows of the hand; it is a proposal to confirm, not a finding."""
    from analyser.bridge import Seat, Vulnerability
    from analyser.estimates.meanings import NotUnderstood, understand

    checked_language(lang)
    called = _auction(auction, parsed_word(Seat.parse, dealer, "--dealer"))
    vulnerable = parsed_word(Vulnerability.parse, vul, "--vul")
    answer = understand(text, called.calls, dealer=called.dealer, vulnerable=vulnerable)
    if isinstance(answer, NotUnderstood):
        raise CaseError.from_problems([_not_understood(answer)])
    if json:
        print_json(_document(answer, lang))
    else:
        _print(answer, lang)
    return 0


def _auction(text: str, dealer: "Seat") -> "Auction":
    """The auction up to and with the explained call."""
    from analyser.bridge import Auction, Call

    for word in text.split():
        parsed_word(Call.parse, word, "--auction")
    called = parsed_word(lambda words: Auction.parse(dealer, words), text, "--auction")
    if not called.calls:
        raise UsageError(
            sentence("meaning-no-call"), where="--auction", remedy=sentence("meaning-give-auction")
        )
    return called


def _not_understood(answer: Any) -> Problem:  # noqa: ANN401 - loaded when asked
    """What the lexicon does not know, and what to write instead."""
    if not answer.unknown:
        return Problem(
            "TEXT", answer.text[:_LONGEST_QUOTE], sentence("meaning-says-nothing"), sentence("meaning-state")
        )
    words = ", ".join(answer.unknown)[:_LONGEST_QUOTE]
    return Problem("TEXT", words, sentence("meaning-words-unknown"), sentence("meaning-state"))


def shows_in_words(answer: "Understood", language: str) -> str:
    """What the explanation shows, as a phrase of the language."""
    from analyser.report.page_voice import TextVoice

    voice = TextVoice(language, signs=True)
    if answer.constraint is None:
        return voice.say(message("meaning.asks" if answer.asks else "meaning.nothing"))
    shown = voice.plain_text(answer.constraint)
    return voice.say(message("meaning.asks-and", shown=shown)) if answer.asks else shown


def _document(answer: "Understood", language: str) -> dict[str, Any]:
    low, high = answer.points_between()
    return {
        "text": answer.text,
        "auction": " ".join(map(str, answer.auction)),
        "call": str(answer.auction[-1]),
        "understood": True,
        "shows": answer.shows,
        "says": shows_in_words(answer, language),
        "points": {"mean": round(answer.mean_points(), 4), "low": low, "high": high},
        "lengths": {
            suit: round(length, 4) for suit, length in zip("SHDC", answer.mean_lengths(), strict=True)
        },
        "share": round(answer.share, 4),
    }


def _print(answer: "Understood", language: str) -> None:
    from fractions import Fraction

    from analyser.report.page_voice import TextVoice

    voice = TextVoice(language, signs=True)

    def tell(code: str, **args: object) -> None:
        say(voice.say(message(code, **args)))

    low, high = answer.points_between()
    mean = Fraction(round(answer.mean_points() * 10), 10)
    lengths = {
        suit: Fraction(round(length * 10), 10)
        for suit, length in zip("shdc", answer.mean_lengths(), strict=True)
    }
    tell("meaning.understood", call=answer.auction[-1], shown=shows_in_words(answer, language))
    if answer.constraint is not None:
        say(f"  {answer.shows}")
        tell("meaning.share", share=voice.percent(Fraction(round(answer.share * 100), 100), 0))
    tell("meaning.points", mean=mean, low=low, high=high)
    tell("meaning.lengths", **lengths)
    tell("meaning.proposal")
