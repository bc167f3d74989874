"""What in a case cannot be: cards, calls, plays and places that contradict each other, findings that do not add up."""

from collections.abc import Callable, Iterator
from fractions import Fraction

from analyser.bridge import Auction, Call, Card, Contract, Deal, Play, Result, Seat, parse_result
from analyser.casefile.contradictions import find_contradictions
from analyser.casefile.fields import Moment, Place
from analyser.casefile.partial_case import PartialCase, tables
from analyser.casefile.toml_reader import Tree
from analyser.errors import AnalyserError, BridgeError, Problem, ScoringError
from analyser.messages import sentence
from analyser.messages.refusals import remedy_for
from analyser.scoring import check_whole, parse_weight

_KEYS = {
    "remark": ("at",),
    "incident": ("at", "action"),
    "judgement": ("at",),
}


def _places(facts: PartialCase) -> Iterator[Problem]:
    """Every place that is not in the auction or play, and every player who did not act there."""
    tree, auction, play, has_auction = facts.tree, facts.auction, facts.play, "auction" in facts.table
    for table, keys in _KEYS.items():
        for number, entry in enumerate(tables(tree, table), 1):
            for key in keys:
                yield from _place(f"{table} {number} {key}", entry.get(key), auction, play, has_auction)
            yield from _node(f"{table} {number} after", entry.get("after"), auction)
            if table == "incident":
                decisions = entry.get("decisions")
                for index, text in enumerate(decisions if isinstance(decisions, list) else [], 1):
                    yield from _place(f"{table} {number} decisions {index}", text, auction, play, has_auction)
                yield from _actor(f"{table} {number}", entry, auction)


def _place(
    where: str, text: object, auction: Auction | None, play: Play | None, has_auction: bool
) -> Iterator[Problem]:
    place = _parse_place(text)
    if place is None:
        return
    if place.moment is Moment.CALL and (auction is not None or not has_auction):
        last = len(auction) if auction else 0
        if not 1 <= place.number <= last:
            why = sentence("auction-has-last-call", last=last) if last else sentence("auction-not-recorded")
            yield Problem(where, str(text), why, sentence("count-calls"))
    elif place.moment is Moment.TRICK and play is not None:
        tricks = play.tricks
        known = place.number <= len(tricks) and place.seat is not None
        if not known or (place.seat is not None and tricks[place.number - 1].card_of(place.seat) is None):
            why = sentence("card-not-in-play", count=len(tricks))
            yield Problem(where, str(text), why, sentence("count-tricks"))


def _node(where: str, text: object, auction: Auction | None) -> Iterator[Problem]:
    """A node of the auction is one that can be reached by legal calls, with a call still to be made."""
    if not isinstance(text, str) or auction is None:
        return
    try:
        node = Auction(auction.dealer, tuple(map(Call.parse, text.split())))
    except BridgeError:
        return  # the schema tells which call cannot be read
    if slip := next(iter(node.problems()), None):
        remedy = sentence("give-all-calls-before")
        yield Problem(where, slip.found, sentence("at-place", where=slip.where, why=slip.why), remedy)
        return
    if node.is_over:
        yield Problem(where, text, sentence("auction-over-there"), sentence("give-calls-before"))


def _actor(where: str, entry: Tree, auction: Auction | None) -> Iterator[Problem]:
    """The action complained of must be the offender's, the information its source's."""
    if auction is None or entry.get("kind") not in ("unauthorised-information", "withdrawn-call"):
        return
    for key, who in (("action", "offender"), ("at", "source")):
        place, seat = _parse_place(entry.get(key)), entry.get(who)
        if place is None or place.moment is not Moment.CALL or not 1 <= place.number <= len(auction):
            continue
        maker = auction.seat_of(place.number)
        if isinstance(seat, str) and seat in "NESW" and seat and seat != maker.name and key == "action":
            why = sentence("call-made-by", number=place.number, word=maker.word)
            yield Problem(f"{where} {key}", str(entry.get(key)), why, sentence("name-own-call", who=who))


def _parse_place(text: object) -> Place | None:
    if not isinstance(text, str):
        return None
    try:
        return Place.parse(text)
    except BridgeError:
        return None


_WHOLE = {"judgement": ("answer", "ns", "ew"), "ruling": ("ns", "ew"), "error": ("without",)}
_WITHOUT_WEIGHTS = {"claim": "a claim gives a whole number of tricks and is never weighted (Laws 69-71)"}


def _findings(facts: PartialCase) -> Iterator[Problem]:
    """Every fault in what persons found."""
    tree = facts.tree
    incidents = tables(tree, "incident")
    kinds = {str(entry.get("id")): str(entry.get("kind")) for entry in incidents}
    names = [str(entry.get("id")) for entry in incidents]
    for number, name in enumerate(names, 1):
        if isinstance(incidents[number - 1].get("id"), str) and name in names[: number - 1]:
            why = sentence("incident-name-taken")
            yield Problem(f"incident {number} id", name, why, sentence("give-each-its-own"))
    for table in ("poll", "judgement", "error", "ruling"):
        for number, entry in enumerate(tables(tree, table), 1):
            named = entry.get("incident")
            if isinstance(named, str) and named not in kinds:
                remedy = remedy_for(named, kinds) if kinds else sentence("add-incident")
                yield Problem(f"{table} {number} incident", named, sentence("incident-unknown"), remedy)
    for table, keys in _WHOLE.items():
        for number, entry in enumerate(tables(tree, table), 1):
            single = isinstance(tree.get(table), dict)
            where = table if single else f"{table} {number}"
            for key in keys:
                yield from _weights(f"{where} {key}", entry.get(key), _kind_of(entry, kinds), table)
    for number, entry in enumerate(tables(tree, "poll"), 1):
        yield from _poll(f"poll {number}", entry)


def _kind_of(entry: Tree, kinds: dict[str, str]) -> str:
    """The kind of incident a finding speaks of; the only one when it names none."""
    named = entry.get("incident")
    if isinstance(named, str):
        return kinds.get(named, "")
    return next(iter(kinds.values())) if len(set(kinds.values())) == 1 else ""


def _weights(where: str, entries: object, kind: str, table: str) -> Iterator[Problem]:
    if not isinstance(entries, list) or not entries or not all(isinstance(entry, dict) for entry in entries):
        return
    weights: list[Fraction] = []
    for entry in entries:
        try:
            weights.append(parse_weight(str(entry["weight"])) if "weight" in entry else Fraction(1))
        except ScoringError:
            return  # the schema tells which weight cannot be read
    if kind in _WITHOUT_WEIGHTS and table == "judgement" and any("weight" in entry for entry in entries):
        yield Problem(where, "weights", _WITHOUT_WEIGHTS[kind], sentence("give-tricks-or-line"))
        return
    if any("action" in entry for entry in entries) and sum(weights) <= 1:
        return  # shares of some actions: the rest is the model's
    try:
        check_whole(weights, where)
    except ScoringError as error:
        yield from error.problems


def _poll(where: str, entry: Tree) -> Iterator[Problem]:
    asked, answers = entry.get("asked"), entry.get("answers")
    if not isinstance(asked, int) or not isinstance(answers, list):
        return
    chosen = 0
    for number, answer in enumerate(answers, 1):
        counts = (
            {key: answer.get(key) for key in ("considered", "chosen")} if isinstance(answer, dict) else {}
        )
        for key, count in counts.items():
            if isinstance(count, int) and count > asked:
                why = sentence("only-so-many-asked", asked=asked)
                yield Problem(f"{where} answers {number} {key}", str(count), why, sentence("check-count"))
        considered, picked = counts.get("considered"), counts.get("chosen")
        if isinstance(considered, int) and isinstance(picked, int) and picked > considered:
            why = sentence("more-chosen-than-considered", picked=picked, considered=considered)
            yield Problem(
                f"{where} answers {number} chosen", str(picked), why, sentence("chosen-was-considered")
            )
        chosen += picked if isinstance(picked, int) else 0
    if chosen > asked:
        yield Problem(
            f"{where} answers",
            f"{chosen} chosen",
            sentence("only-so-many-asked", asked=asked),
            sentence("peer-chooses-once"),
        )


def bridge_problems(tree: Tree) -> tuple[Problem, ...]:
    """Every fault of cards, calls, contract, play, places and weights."""
    facts = PartialCase(tree)
    return tuple(problem for check in _CHECKS for problem in check(facts))


def _board(facts: PartialCase) -> Iterator[Problem]:
    board = facts.board
    seats = [seat for seat in Seat if seat in facts.hands]
    if "deal" in board and "hands" in board:
        yield Problem("board hands", "", sentence("deal-tells-all"), sentence("deal-or-hands"))
    for place, seat in enumerate(seats):
        if len(facts.hands[seat]) != 13:
            cards_held = sentence("cards-counted", count=len(facts.hands[seat]))
            yield Problem(
                f"board hands {seat}", cards_held, sentence("hand-has-thirteen"), sentence("complete-hand")
            )
        for other in seats[:place]:
            shared_cards = facts.hands[seat].mask & facts.hands[other].mask
            if shared_cards:
                card = next(card for card in facts.hands[seat] if shared_cards >> card.index & 1)
                why = sentence("card-in-hand-too", word=other.word)
                yield Problem(f"board hands {seat}", str(card), why, sentence("give-card-to-one"))
    if facts.deal is not None and not facts.deal.is_complete:
        cards_held = sentence("cards-counted", count=4 * len(facts.deal[Seat.N]))
        why = sentence("deal-has-fifty-two")
        yield Problem("board deal", cards_held, why, sentence("ending-as-position"))
    needs_none: list[object] = [kind for kind in _kinds(facts.tree) if kind in _WITHOUT_DEAL]
    needs_none += [entry for entry in tables(facts.tree, "incident") if {"won_by", "won_with"} & entry.keys()]
    if "board" in facts.tree and not ({"deal", "hands"} & board.keys()) and not needs_none:
        remedy = sentence("write-deal-or-hands")
        yield Problem("board deal", "", sentence("case-needs-cards"), remedy)


# Kinds that go by the facts told of them: what the Laws order at the table hangs on no card that is not named.
_WITHOUT_DEAL = {
    "no-play",
    "fouled-board",
    "score-error",
    "wrong-board",
    "wrong-hand",
    "claim",
    "other",
    "irregular-call",
    "lead-out-of-turn",
    "exposed-card",
    "played-card",
    "outside-information",
    "penalty",
}


def _kinds(tree: Tree) -> list[str]:
    kinds = []
    for incident in tables(tree, "incident"):
        kind = incident.get("kind")
        if isinstance(kind, str) and (kind != "claim" or "position" in incident):
            kinds.append(kind)
    return kinds


def _auction(facts: PartialCase) -> Iterator[Problem]:
    if facts.auction is None:
        return
    for problem in facts.auction.problems():
        yield problem.prefix_place("table")
    if facts.dealer is None and "dealer" not in facts.board and "number" not in facts.board:
        yield Problem(
            "board dealer", "", sentence("auction-needs-dealer"), sentence("write-number-or-dealer")
        )


def _elsewhere(facts: PartialCase) -> Iterator[Problem]:
    """The auctions of other tables: legal, and ending in the contract of the result."""
    comparison = facts.tree.get("comparison")
    rows = comparison.get("tables") if isinstance(comparison, dict) else None
    if facts.dealer is None or not isinstance(rows, list):
        return
    for number, row in enumerate(rows, 1):
        text, result = (row.get("auction"), row.get("result")) if isinstance(row, dict) else (None, None)
        if not isinstance(text, str) or not isinstance(result, str):
            continue
        try:
            auction = Auction(facts.dealer, tuple(map(Call.parse, text.split())))
            stated = parse_result(result)
        except BridgeError:
            continue  # the schema tells what cannot be read
        for problem in auction.problems():
            yield problem.prefix_place(f"comparison tables {number}")
        if auction.is_over and isinstance(stated, Result) and stated.contract != auction.contract:
            why = sentence("auction-there-ends-in", value=auction.contract or "four passes")
            yield Problem(
                f"comparison tables {number} result", result, why, sentence("check-auction-and-result")
            )


def _contract(facts: PartialCase) -> Iterator[Problem]:
    stated, derived, table = facts.stated_contract, facts.derived_contract, facts.table
    text = table.get("contract")
    if (
        not isinstance(text, str)
        or not facts.auction_is_sound
        or facts.auction is None
        or not facts.auction.is_over
    ):
        return
    if derived is None:
        if text != "passed out":
            yield Problem(
                "table contract",
                text,
                sentence("auction-passed-out"),
                sentence("write-passed-out"),
            )
        return
    if text == "passed out":
        yield Problem(
            "table contract",
            text,
            sentence("auction-ends-in", name=derived.name),
            sentence("leave-contract-away"),
        )
    elif stated is not None and stated.name != derived.name:
        why = sentence("auction-ends-in", name=derived.name)
        yield Problem("table contract", text, why, sentence("mend-contract"))
    elif stated is not None and facts.dealer is not None and stated.declarer is not derived.declarer:
        why = sentence("named-strain-first", word=derived.declarer.word)
        yield Problem("table declarer", str(stated.declarer), why, sentence("mend-declarer"))


def _declarer(facts: PartialCase) -> Iterator[Problem]:
    table = facts.table
    played = [key for key in ("contract", "tricks", "play", "lead") if key in table]
    if played and facts.contract is None and table.get("contract") != "passed out":
        if "contract" in table and "declarer" not in table and facts.auction is None:
            yield Problem(
                "table declarer", "", sentence("contract-needs-declarer"), sentence("write-declarer")
            )
        elif "contract" not in table and facts.auction is None:
            remedy = sentence("write-contract-or-auction")
            yield Problem("table contract", "", sentence("key-needs-contract", played=played[0]), remedy)


def _play(facts: PartialCase) -> Iterator[Problem]:
    play = facts.play
    if play is None:
        yield from _lead(facts, facts.contract)
        return
    problems = play.problems(facts.deal)
    for problem in problems:
        yield problem.prefix_place("table")
    short = [number for number, size in enumerate(_sizes(facts), 1) if size < 4]
    if short and short[0] < len(_sizes(facts)):
        cards_recorded = sentence("cards-counted", count=_sizes(facts)[short[0] - 1])
        why = sentence("only-last-trick-partial")
        yield Problem(f"table play trick {short[0]}", cards_recorded, why, sentence("write-four-cards"))
    elif not problems:
        yield from _tricks(facts, play)
    yield from _lead(facts, facts.contract)


def _sizes(facts: PartialCase) -> list[int]:
    tricks = facts.table.get("play")
    return (
        [len(trick.split()) for trick in tricks if isinstance(trick, str)] if isinstance(tricks, list) else []
    )


def _tricks(facts: PartialCase, play: Play) -> Iterator[Problem]:
    tricks, contract = facts.table.get("tricks"), facts.contract
    if not isinstance(tricks, int) or isinstance(tricks, bool) or not 0 <= tricks <= 13 or contract is None:
        return
    ours, theirs = play.won_by(contract.declarer.side), play.won_by(contract.declarer.side.other)
    changes_tricks = any(
        i.get("kind") in ("claim", "revoke", "played-card", "score-error")
        for i in tables(facts.tree, "incident")
    )
    if changes_tricks:
        return  # the Laws may move tricks there; the figure is what was scored
    if not ours <= tricks <= 13 - theirs:
        why = sentence("play-gives-tricks", ours=ours, theirs=theirs)
        yield Problem("table tricks", str(tricks), why, sentence("mend-tricks-or-play"))


def _lead(facts: PartialCase, contract: Contract | None) -> Iterator[Problem]:
    lead = facts.table.get("lead")
    if not isinstance(lead, str):
        return
    if facts.cards and str(facts.cards[0]) != lead.strip().upper().replace("10", "T"):
        why = sentence("play-begins-with", cards=facts.cards[0])
        yield Problem("table lead", lead, why, sentence("leave-lead-away"))
        return
    if facts.cards or contract is None or facts.deal is None:
        return
    play = Play.parse(contract.leader, contract.strain, lead) if _is_card(lead) else None
    for problem in play.problems(facts.deal) if play else ():
        yield Problem(
            "table lead",
            problem.found,
            sentence("other-player-leads", word=contract.leader.word, why=problem.why),
            problem.remedy,
        )


def _is_card(text: str) -> bool:
    try:
        Card.parse(text.strip())
    except BridgeError:
        return False
    return True


def _claims(facts: PartialCase) -> Iterator[Problem]:
    for number, incident in enumerate(tables(facts.tree, "incident"), 1):
        if incident.get("kind") != "claim":
            continue
        place = f"incident {number}"
        if "position" not in incident and "after" not in incident:
            remedy = sentence("write-after-or-position")
            yield Problem(f"{place} position", "", sentence("claim-needs-cards"), remedy)
        after, claims, concedes = (incident.get(key) for key in ("after", "claims", "concedes"))
        if isinstance(after, int) and "position" not in incident and 0 <= after <= 13:
            done = len(facts.play.complete_tricks) if facts.play else 0
            if done < after:
                why = sentence("whole-tricks-recorded", done=done)
                yield Problem(f"{place} after", str(after), why, sentence("record-play-or-position"))
        stated = [
            count for count in (claims, concedes) if isinstance(count, int) and not isinstance(count, bool)
        ]
        if isinstance(after, int) and stated and sum(stated) > 13 - after >= 0:
            why = sentence("tricks-left", number=13 - after)
            yield Problem(f"{place} claims", str(sum(stated)), why, sentence("claim-of-tricks-left"))
        yield from _check_tricks_won(facts, incident, f"{place} won")


def _check_tricks_won(facts: PartialCase, claim: Tree, place: str) -> Iterator[Problem]:
    """Tricks said to be won before a claim, against the play, the cards left and the contract."""
    won, after = claim.get("won"), claim.get("after")
    if not isinstance(won, int) or isinstance(won, bool) or not 0 <= won <= 13:
        return
    if facts.contract is None:
        if "contract" not in facts.table and facts.auction is None:
            why = sentence("key-needs-contract", played="won")
            yield Problem(place, str(won), why, sentence("write-contract-or-auction"))
        return
    left = _size_of(claim.get("position"))
    done = after if left is None and isinstance(after, int) else None if left is None else 13 - left
    play, side = facts.play, facts.contract.declarer.side
    if play is not None and done is not None and len(play.complete_tricks) >= done:
        before = play.before_trick(done + 1)
        if before.won_by(side) != won:
            why = sentence("play-gives-tricks", ours=before.won_by(side), theirs=before.won_by(side.other))
            yield Problem(place, str(won), why, sentence("mend-tricks-or-play"))
    elif done is not None and won > done:
        why = sentence("tricks-before-claim", number=done)
        yield Problem(place, str(won), why, sentence("won-before-claim"))


def _size_of(position: object) -> int | None:
    """How many tricks are left in a position that can be read."""
    try:
        return len(Deal.parse(position)[Seat.N]) if isinstance(position, str) else None
    except AnalyserError:
        return None


def _revokes(facts: PartialCase) -> Iterator[Problem]:
    for number, incident in enumerate(tables(facts.tree, "incident"), 1):
        trick, play = incident.get("trick"), facts.play
        if (
            incident.get("kind") == "revoke"
            and isinstance(trick, int)
            and play is not None
            and len(play.tricks) < trick
        ):
            why = sentence("tricks-recorded", count=len(play.tricks))
            yield Problem(f"incident {number} trick", str(trick), why, sentence("record-play-to-revoke"))
        elif play is not None and isinstance(trick, int) and 0 < trick <= len(play.complete_tricks):
            winner = play.complete_tricks[trick - 1].winner
            stated = incident.get("won_by")
            if winner is not None and isinstance(stated, str) and stated != winner.name:
                why = sentence("play-shows-winner", word=winner.word)
                yield Problem(f"incident {number} won_by", stated, why, sentence("leave-away-or-correct"))


def _results(facts: PartialCase) -> Iterator[Problem]:
    """A result of a board that is said to have none, and an entry that is no other than the result."""
    tricks = facts.table.get("tricks", facts.table.get("contract"))
    has_result = "tricks" in facts.table or tricks == "passed out"
    for number, incident in enumerate(tables(facts.tree, "incident"), 1):
        kind, entry = incident.get("kind"), incident.get("correct")
        if kind == "no-play" and has_result:
            where = "table tricks" if "tricks" in facts.table else "table contract"
            yield Problem(
                where, str(tricks), sentence("no-play-with-result"), sentence("leave-result-or-kind")
            )
        same = entry is not None and incident.get("recorded") == entry
        if kind == "score-error" and same and incident.get("nature") != "tricks-and-number":
            remedy = sentence("write-both-entries")
            yield Problem(f"incident {number} correct", str(entry), sentence("entries-equal"), remedy)


_CHECKS: tuple[Callable[[PartialCase], Iterator[Problem]], ...] = (
    _board,
    _auction,
    _elsewhere,
    _contract,
    _declarer,
    _play,
    _claims,
    _revokes,
    _results,
    _places,
    find_contradictions,
    _findings,
)
