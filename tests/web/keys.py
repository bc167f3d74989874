"""A person without a mouse: everything is reached with the tab key and done with the keys beside it."""

from tests.support.browsers import drawn, fits_every_width

_HERE = """
selector => {
  const one = document.activeElement;
  if (!one || one === document.body) return {found: false, name: "", ring: true, seen: true};
  const drawn = one.matches(".choices input") ? one.nextElementSibling : one;
  const style = getComputedStyle(drawn), box = drawn.getBoundingClientRect();
  return {
    found: one.matches(selector),
    name: one.outerHTML.slice(0, 120),
    ring: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2,
    seen: box.width > 1 && box.height > 1 && box.bottom > 0 && box.top < innerHeight && box.right > 0,
  };
}
"""
FARTHEST = 260  # presses of the tab key; no page has as many places to stop at


class Keys:
    """The keyboard of a page; whatever it comes to must show that it is there."""

    def __init__(self, page):
        self.page = page
        self.dull = []

    def here(self, selector="*"):
        """Where the keyboard is: whether that is the place meant, and whether one sees it."""
        return self.page.evaluate(_HERE, selector)

    def to(self, selector, key="Tab"):
        """On to a place, step by step, each step visible."""
        drawn(self.page)
        for _ in range(FARTHEST):
            self.page.keyboard.press(key)
            element = self.here(selector)
            if not (element["ring"] and element["seen"]):
                self.dull.append(element["name"])
            if element["found"]:
                assert self.dull == [], f"the keyboard is there and nobody sees it: {self.dull}"
                return self
        raise AssertionError(f"the keyboard does not come to {selector}")

    def fits(self):
        """Nothing stands beyond the edge at any width."""
        fits_every_width(self.page)
        return self

    def press(self, *keys):
        drawn(self.page)
        for key in keys:
            self.page.keyboard.press(key)
        return self

    def type(self, text):
        """In place of what stands in the field."""
        self.page.keyboard.press("Control+A")
        self.page.keyboard.insert_text(text) if "\n" in text else self.page.keyboard.type(text)
        return self

    def choose(self, value):
        """In a list or among buttons of which one is pressed: with the arrow until it is the one."""
        for _ in range(60):
            if self.page.evaluate("document.activeElement.value") == value:
                return self
            self.page.keyboard.press("ArrowDown")
        raise AssertionError(f"no {value} in the list")

    def opens(self, key="Enter"):
        """A key that leads to another page."""
        drawn(self.page)
        with self.page.expect_navigation():
            self.page.keyboard.press(key)
        return self
