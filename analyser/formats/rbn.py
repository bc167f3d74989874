"""Reader of RBN: lines with one lettered fact each for deal, auction, play and result of a match."""

import re
from collections.abc import Iterator
from dataclasses import replace

from analyser.bridge import (
    HIGHEST_BOARD,
    PASS,
    Auction,
    Call,
    Card,
    Contract,
    Hand,
    Seat,
    Strain,
    Vulnerability,
)
from analyser.errors import NotationError, Text
from analyser.formats.cells import BOARDS, TEXT_SIZE, LossReport, text_of
from analyser.formats.hands import Hands, deal_conflict, dotted_hand
from analyser.formats.published import form_of, published_boards, read_carry_over
from analyser.formats.record import (
    BoardRecord,
    Comment,
    FileReading,
    PointsKind,
    PublishedMatch,
    RecordedRevoke,
    RecordNote,
    Room,
    Tag,
)
from analyser.formats.replay import agreed_tricks, auction_length, reach_contract, replay_of
from analyser.messages import sentence

RBN_BEGINS = re.compile(
    r"(?=[\s\S]*^(?:H [NESW][:;]|A [NESW][ZNEB?]:))\s*(?:[DTLESFKNBHACPRMI0-9] |\{)", re.MULTILINE
)
_STANDING = "DTLESFKNBH"  # facts valid until stated again
_FORMS = {"I": "IMP", "B": "BAM", "T": "Total", "X": "IMP;Cross", "M": "MP", "N": "Instant", "R": "Rubber", "C": "Chicago",
          "A": "Cavendish"}  # fmt: skip
_VULNERABLE = {"Z": Vulnerability.NONE, "N": Vulnerability.NS, "E": Vulnerability.EW, "B": Vulnerability.ALL}
_DEALT = re.compile(r"([NESW])([ZNEB?]):", re.IGNORECASE)
_CALL = re.compile(r"([1-7])([CDHSN])|([PXRAY])|(\*)|\^([0-9*])|([: ;])", re.IGNORECASE)
_CARD = re.compile(r"([SHDC]?)([AKQJT2-9])", re.IGNORECASE)
_CONTRACT = re.compile(
    r"([1-7])\s*([CDHSN])\s*(XX|X|R|D|)\s*:?\s*([NESW])(?::([NESW]))?(?::.*)?", re.IGNORECASE
)
_ROOMS = {"O": Room.OPEN, "C": Room.CLOSED}
_PART = re.compile(r"(?<!:):(?!:)")


def read_rbn(data: bytes | str, *, check: bool = True) -> FileReading:
    """Every board of a file; with `check` the play is compared with the deal."""
    text = text_of(data)
    report = LossReport(text)
    records: list[BoardRecord] = []
    starts: list[int] = []
    revokes: list[RecordedRevoke] = []
    matches: dict[str, PublishedMatch] = {}
    standing: dict[str, str] = {}
    for lines, comments, offset in _games(text, report):
        standing |= {label: words for label, words in lines.items() if label in _STANDING}
        if not {"H", "A", "C", "R", "P", "B"} & lines.keys():
            continue
        if len(records) >= BOARDS:
            raise NotationError(sentence("file-board-count", boards=BOARDS), remedy=sentence("split-file"))
        board = _RbnBoard(standing | lines, offset, report)
        record = board.record(tuple(Comment(0, 0, words) for words in comments))
        if "K" in standing:
            matches.setdefault(standing["K"] + standing.get("S", ""), board.match())
        path = replay_of(record, check=check)
        for at, why in path.wrong if path else ():
            report.lose(
                offset, str(record.cards[at - 1]), sentence("loss-trick", trick=(at + 3) // 4, why=why)
            )
        revokes += [RecordedRevoke(len(records), at) for at in (path.revokes if path else ())]
        records.append(record)
        starts.append(offset)
    places = tuple(map(report.place, starts))
    published = published_boards(records, tuple(matches.values()))
    return FileReading(tuple(records), tuple(report), tuple(revokes), starts=places, published=published)


def _games(text: str, report: LossReport) -> Iterator[tuple[dict[str, str], list[str], int]]:
    """The lines of each board by their letters, its free texts, and its place; blank lines separate boards."""
    lines: dict[str, str] = {}
    comments: list[str] = []
    begins, offset, within = 0, 0, False
    for line in [*text.split("\n"), ""]:
        if not lines and not comments:
            begins = offset
        if within:
            comments[-1] += "\n" + line.rstrip().removesuffix("}")
            within = not line.rstrip().endswith("}")
        elif not line.strip():
            if lines or comments:
                yield lines, comments, begins
            lines, comments = {}, []
        elif line[0] == "{":
            comments.append(line[1:].rstrip().removesuffix("}"))
            within = not line.rstrip().endswith("}")
        elif re.match(r"[A-Z0-9] ", line) and len(line) <= TEXT_SIZE:
            lines.setdefault(line[0], line[2:].strip())
        elif not re.fullmatch(r"[A-Z0-9]\s*", line):
            report.lose(offset, line, sentence("loss-left-out", why=sentence("loss-not-rbn")))
        offset += len(line) + 1


def _parts(words: str) -> list[str]:
    """The parts of a line; a doubled colon is a colon of the text."""
    return [part.replace("::", ":").strip() for part in _PART.split(words)]


class _RbnBoard:
    """The lines of one board by their letters."""

    def __init__(self, lines: dict[str, str], offset: int, report: LossReport) -> None:
        self.lines = lines
        self.offset = offset
        self.report = report
        self.tags: list[Tag] = []
        self.notes: list[RecordNote] = []
        self.dealer: Seat | None = None
        self.vulnerability: Vulnerability | None = None

    def lose(self, found: str, why: Text) -> None:
        """Record that a part of this board was not understood."""
        self.report.lose(self.offset, found, why)

    def match(self) -> PublishedMatch:
        """The two teams and their carry-over."""
        teams = [*_parts(self.lines["K"]), "", "", ""]
        return PublishedMatch(
            round=self.lines.get("S", ""),
            home=teams[0],
            visitors=teams[1],
            carried=read_carry_over((teams[2] or "0", teams[3] or "0")),
            unit=form_of(self._scoring()) or PointsKind.UNNAMED,
        )

    def record(self, comments: tuple[Comment, ...]) -> BoardRecord:
        """The board."""
        auction = self._auction()
        contract, passed_out, leader = self._contract(auction)
        number, _, section = self.lines.get("B", "").partition(":")
        if section:
            self.tags.append(Tag("Section", section))
        known = (
            number.isascii() and number.isdecimal() and len(number) < 6 and 1 <= int(number) <= HIGHEST_BOARD
        )
        if number and not known:
            self.tags.append(Tag("Board", number))
            self.lose(
                number,
                sentence(
                    "loss-kept", why=sentence("loss-at", where="Board", why=sentence("loss-not-understood"))
                ),
            )
        names, room = self._names()
        self._teams()
        tricks = self._result()
        record = BoardRecord(
            number=int(number) if known else None,
            dealer=self.dealer,
            vulnerability=self.vulnerability,
            hands=self._hands(),
            names=names,
            room=room,
            event=" ".join(_parts(self.lines.get("E", ""))),
            site=", ".join(filter(None, _parts(self.lines.get("L", "")))),
            date=self._date(),
            scoring=self._scoring(),
            auction=auction,
            call_notes=tuple(self.notes),
            contract=contract,
            passed_out=passed_out,
            leader=leader,
            cards=self._cards() if leader is not None else (),
            tricks=None,
            comments=comments,
            tags=tuple(self.tags),
        )
        path = replay_of(record, check=False)
        agreed, why = agreed_tricks(record, tricks, path.won if path and record.cards else None)
        if why:
            self.lose(str(tricks), why)
        return record if agreed is None or contract is None else replace(record, tricks=agreed)

    def _hands(self) -> Hands:
        words = self.lines.get("H", "")
        if not words:
            return (None, None, None, None)
        first, *rest = re.split("[:;]", words)
        hands: list[Hand | None] = [None] * 4
        bad = False
        if first.strip().upper() in tuple("NESW") and len(rest) <= len(hands):
            start = "NESW".index(first.strip().upper())
            for place, word in enumerate(rest):
                hand = dotted_hand(word.strip()) if word.strip() else None
                bad = bad or (hand is None and bool(word.strip()))
                hands[start + place & 3] = hand
        whole, why = deal_conflict((hands[0], hands[1], hands[2], hands[3]), fourth=True)
        if bad or why or not any(whole):
            self.lose(words, sentence("loss-left-out", why=why or sentence("loss-not-hands")))
            return (None, None, None, None)
        return whole

    def _auction(self) -> Auction | None:
        words = self.lines.get("A", "")
        begin = _DEALT.match(words)
        rest = words[begin.end() :] if begin else words
        if begin is None and not _CALL.match(words):
            if words:
                self.lose(
                    words,
                    sentence(
                        "loss-left-out",
                        why=sentence("loss-at", where="Auction", why=sentence("loss-not-understood")),
                    ),
                )
            return None
        if begin is None:  # West by convention; the vulnerability does not matter
            self.dealer = Seat.W
        else:
            self.dealer, self.vulnerability = Seat.parse(begin[1]), _VULNERABLE.get(begin[2].upper())
        calls: list[Call] = []
        place = 0
        while place < len(rest):
            match = _CALL.match(rest, place)
            if match is None or (match[3] or "").upper() == "Y":
                if match is None:
                    self.lose(rest[place:], sentence("loss-auction-ends", why=sentence("not-a-call")))
                break
            place = match.end()
            self._call(match, calls)
        del calls[auction_length(calls) :]
        return Auction(self.dealer, tuple(calls)) if calls else None

    def _call(self, match: re.Match[str], calls: list[Call]) -> None:
        """Read one sign of an auction: a call, all pass, or a mark at the last call."""
        if match[1]:
            calls.append(Call.bid(int(match[1]), Strain.parse(match[2])))
        elif match[3] and match[3].upper() == "A":
            calls += [PASS] * (3 if any(call.code for call in calls) else 4)
        elif match[3]:
            calls.append(Call.parse({"R": "XX"}.get(match[3].upper(), match[3])))
        elif calls and (match[4] or match[5]):
            number = match[5] or "*"
            text = self.lines.get(number, "") if number != "*" else ""
            self.notes = [note for note in self.notes if note.at != len(calls)]
            self.notes.append(RecordNote(len(calls), text, alerted=number == "*"))

    def _contract(self, auction: Auction | None) -> tuple[Contract | None, bool, Seat | None]:
        words = self.lines.get("C", "")
        stated, passed, leader = None, words.upper() in ("P", "PASS", "PASSED OUT"), None
        if words and not passed:
            match = _CONTRACT.fullmatch(words)
            if match is None:
                self.lose(
                    words,
                    sentence(
                        "loss-left-out",
                        why=sentence("loss-at", where="Contract", why=sentence("loss-not-understood")),
                    ),
                )
            else:
                doubled = {"X": 1, "D": 1, "XX": 2, "R": 2}.get(match[3].upper(), 0)
                stated = Contract(int(match[1]), Strain.parse(match[2]), doubled, Seat.parse(match[4]))
                leader = Seat.parse(match[5]) if match[5] else None
        legal = auction is not None and not auction.problems()
        contract, out, why = reach_contract(auction, stated, passed_out=passed, legal=legal)
        if why:
            self.lose(words, why)
        if leader is None and contract is not None and self.lines.get("P"):
            leader = (BoardRecord(auction=auction, contract=contract).contract_played or contract).leader
        return contract, out, leader if self.lines.get("P") else None

    def _cards(self) -> tuple[Card, ...]:
        """Read the play by tricks: a card without its suit is of the suit led to that trick."""
        cards: list[Card] = []
        for trick in re.split("[:;]", re.sub(r"^[NESW][:;]|\^.|[ *]", "", self.lines.get("P", ""))):
            led, place = "", 0
            while place < len(trick):
                match = _CARD.match(trick, place)
                suit = (match[1] or led).upper() if match else ""
                if match is None or not suit or len(cards) == 52:
                    self.lose(trick[place:], sentence("loss-play-ends", why=sentence("not-a-card")))
                    return tuple(cards)
                led = led or suit
                cards.append(Card.parse(suit + match[2].upper()))
                place = match.end()
        return tuple(cards)

    def _names(self) -> tuple[tuple[str, str, str, str], Room | None]:
        parts = [*_parts(self.lines.get("N", "")), "", ""]
        (north, _, south), (west, _, east) = parts[0].partition("+"), parts[1].partition("+")
        room = _ROOMS.get(parts[2].upper()) if len(parts) > 4 else None
        if len(parts) > 4 and room is None and parts[2]:
            self.tags.append(Tag("Table", parts[2]))
        return (north.strip(), east.strip(), south.strip(), west.strip()), room

    def _teams(self) -> None:
        teams = [*_parts(self.lines.get("K", "")), ""]
        for name, team in zip(("HomeTeam", "VisitTeam"), teams, strict=False):
            if team:
                self.tags.append(Tag(name, team))
        if self.lines.get("S"):
            self.tags.append(Tag("Round" if teams[0] else "Session", self.lines["S"]))

    def _scoring(self) -> str:
        form, *more = _parts(self.lines.get("F", ""))
        return ";".join([_FORMS.get(form.upper(), form), *more]).strip(";")

    def _date(self) -> str:
        """The date as PBN writes it, if year, month and day are stated."""
        words = self.lines.get("D", "")
        return (
            f"{words[:4]}.{words[4:6]}.{words[6:8]}"
            if re.match(r"[0-9]{8}(?:[0-9]{2})?(?![0-9])", words)
            else words
        )

    def _result(self) -> int | None:
        words, _, score = self.lines.get("R", "").partition(":")
        if score.strip():
            self.tags.append(Tag("Rbn_score", score.strip()))  # sources differ on whose score it is
        word = words.strip()
        if word.isascii() and word.isdecimal() and len(word) <= len("13") and int(word) <= 13:
            return int(word)
        if word:
            self.lose(
                words,
                sentence(
                    "loss-left-out", why=sentence("loss-at", where="Result", why=sentence("not-tricks"))
                ),
            )
        return None
