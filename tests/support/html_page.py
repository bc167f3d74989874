"""A page read as a browser reads it: its tags, its words, and every tag closed."""

from html.parser import HTMLParser

VOID = {"meta", "path", "use", "rect", "line", "circle", "br", "img", "link"}

Attributes = list[tuple[str, str | None]]


class HtmlPage(HTMLParser):
    """The tags of a page with their attributes, and its words."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        """Remember the tag, and that it is open."""
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: Attributes) -> None:
        """Remember a tag that is closed at once."""
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        """What is closed is what was opened last."""
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        """Remember the words."""
        self.words.append(data)

    @property
    def text(self) -> str:
        """The words of the page, with single blanks."""
        return " ".join("".join(self.words).split())
