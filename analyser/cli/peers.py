"""`peers`: what would others do here; no incident is needed."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from analyser.cli.options import Json
from analyser.cli.terminal import case_in, parsed_word, print_json, say
from analyser.errors import AnalyserError, CaseError, UsageError

if TYPE_CHECKING:
    from analyser.bridge import Seat
    from analyser.casefile import Case, PlayerClass
    from analyser.ruling.alternatives.logical_alternatives import PeerAnswer, PeerQuestion


def peers(
    source: Annotated[
        str,
        typer.Argument(
            metavar="FILE|HAND", help="a case, or spades.hearts.diamonds.clubs", show_default=False
        ),
    ],
    auction: Annotated[str | None, typer.Option(help="the calls so far, from the dealer on")] = None,
    vul: Annotated[str, typer.Option(help="none, NS, EW or all")] = "none",
    seat: Annotated[str | None, typer.Option(help="whose hand it is; S unless told")] = None,
    form: Annotated[str, typer.Option(help="imps, matchpoints …")] = "imps",
    peers_class: Annotated[
        str, typer.Option("--peers", help="novice, club, regional, national or expert")
    ] = "expert",
    json: Json = False,
) -> int:
    """Tell what peers would call or lead here."""
    from analyser.ruling.alternatives.logical_alternatives import peers_answer

    question = _question(source, auction, vul, seat, form, peers_class)
    answer = peers_answer(question)
    if json:
        print_json(_document(question, answer))
    else:
        _print(question, answer)
    return 0


def _question(
    source: str, auction: str | None, vul: str, seat: str | None, form: str, peers: str
) -> "PeerQuestion":
    """What is asked: of a case file, or of a hand and the calls so far."""
    from analyser.bridge import Auction, Hand, Seat, Vulnerability
    from analyser.casefile import Form, PlayerClass
    from analyser.ruling.alternatives.logical_alternatives import PeerQuestion

    scored = _known_word(form, "--form", list(map(str, Form)))
    meant = _known_word(peers, "--peers", list(map(str, PlayerClass)))
    if Path(source).exists() or Path(source).suffix.lower() == ".toml":
        return _question_of_case(case_in(Path(source)), auction, seat, PlayerClass(meant))
    try:
        hand = parsed_word(
            Hand.parse, source, "HAND", "write spades.hearts.diamonds.clubs, as AK9.AQ72.K76.A92"
        )
        turn = parsed_word(Seat.parse, seat, "--seat") if seat else Seat.S
        calls = _calls(auction or "")
        return PeerQuestion(
            hand,
            Auction.parse(_dealer(turn, calls), " ".join(calls)),
            parsed_word(Vulnerability.parse, vul, "--vul"),
            Form(scored),
            PlayerClass(meant),
        )
    except AnalyserError as error:
        raise UsageError.from_problems(error.problems) from None


def _calls(text: str) -> list[str]:
    """The calls as they were typed, each one a call."""
    from analyser.bridge import Call

    words = text.split()
    for word in words:
        parsed_word(Call.parse, word, "--auction")
    return words


def _known_word(word: str, where: str, known: list[str]) -> str:
    from analyser.messages.refusals import remedy_for

    if word.strip().lower() not in known:
        raise UsageError("not one of the values", where=where, found=word, remedy=remedy_for(word, known))
    return word.strip().lower()


def _dealer(turn: "Seat", calls: list[str]) -> "Seat":
    """Who dealt, so that the player asked is the one to act: the caller in turn, or the leader of a finished auction."""
    from analyser.bridge import Auction, Seat

    for dealer in Seat:
        trial = Auction.parse(dealer, " ".join(calls))
        contract = trial.contract
        acts = contract.leader if trial.is_over and contract is not None else trial.turn
        if acts is turn:
            return dealer
    return Seat.N


def _question_of_case(
    case: "Case", auction: str | None, seat: str | None, peers: "PlayerClass"
) -> "PeerQuestion":
    """The turn of the action complained of; else the player in turn of the auction given."""
    from analyser.bridge import Auction, Seat
    from analyser.casefile import Form
    from analyser.casefile.fields import Moment
    from analyser.ruling.alternatives.logical_alternatives import PeerQuestion

    whole = case.auction
    if auction is not None and case.dealer is not None:
        whole = Auction.parse(case.dealer, " ".join(_calls(auction)))
    elif whole is not None:
        actions = [incident.complained_action for incident in case.incident]
        numbers = [place.number for place in actions if place is not None and place.moment is Moment.CALL]
        whole = whole.before(numbers[0]) if numbers else whole
    if whole is None:
        raise CaseError("the case has no auction", where="table auction", remedy="give --auction")
    contract = whole.contract
    turn = contract.leader if whole.is_over and contract is not None else whole.turn
    if seat is not None and parsed_word(Seat.parse, seat, "--seat") is not turn:
        raise UsageError(
            f"it is {turn.word}'s turn there", where="--seat", found=seat, remedy="leave --seat away"
        )
    hand, vulnerability = case.hand(turn), case.vulnerability
    if hand is None or vulnerability is None:
        raise CaseError(f"{turn.word}'s hand or the vulnerability is not known", where="board")
    return PeerQuestion(
        hand, whole, vulnerability, case.event.form or Form.IMPS, case.player(turn).class_ or peers
    )


def _document(question: "PeerQuestion", answer: "PeerAnswer") -> dict[str, object]:
    return {
        "hand": str(question.hand),
        "auction": str(question.auction).split(),
        "seat": str(answer.seat),
        "vulnerable": str(question.vulnerability),
        "form": str(question.form),
        "peers": str(question.peers),
        "kind": "lead" if answer.is_lead else "call",
        "support": answer.support,
        "decile": answer.decile,
        "shares": [
            {
                "action": str(action),
                "share": round(share, 3),
                "interval": [round(end, 3) for end in interval],
            }
            for action, share, interval in answer.shares
        ],
    }


def _print(question: "PeerQuestion", answer: "PeerAnswer") -> None:
    say(
        f"{answer.seat.word} holds {question.hand}; {'the auction: ' if len(question.auction) else 'first to call'}{question.auction}"
    )
    for action, share, interval in answer.shares:
        say(f"  {action!s:<4} {share:6.1%}   between {interval[0]:.0%} and {interval[1]:.0%}")
    population = "leads against such contracts" if answer.is_lead else "decisions after exactly this auction"
    rare = "; a rare auction: trust it less" if answer.decile is not None and answer.decile <= 2 else ""
    say(
        f"support: {answer.support} {population}{rare}. The record holds experts only; their methods are not known."
    )
