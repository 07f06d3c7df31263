"""A page of HTML as its tags and the texts between them, in their order, for code that reads or changes a page.

The pages are those of Sphinx and of this package: their tags are whole, and a part that nothing changes is written as it was read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape, unescape

VOID = {"area", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
VERBATIM = ("script", "style")  # whose text has no tags
_ATTRIBUTE = r"\s+[^\s=<>\"'/]+(?:\s*=\s*(?:\"[^\"]*\"|'[^']*'|[^\s\"'<>=]+))?"
_NAME = r"(?P<end>/?)(?P<name>[a-zA-Z][\w:-]*)"
TAG = re.compile(rf"<{_NAME}(?P<attributes>(?:{_ATTRIBUTE})*)\s*(?P<empty>/?)>|<!--.*?-->|<[!?][^>]*>", re.DOTALL)
ATTRIBUTE = re.compile(r"\s+(?P<name>[^\s=]+)(?:\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|(\S+)))?")


@dataclass(slots=True)
class Part:
    """A start tag, an end tag, a text, or else a comment or a declaration.

    source   as the page has it
    start    the name of the element that it begins
    end      the name of the element that it ends
    empty    whether the tag is an element by itself, such as <br> and <path/>
    """

    source: str
    start: str = ""
    end: str = ""
    empty: bool = False
    is_text: bool = False
    _attributes: str = field(default="", repr=False)

    @property
    def attributes(self) -> dict[str, str]:
        """The attributes of a start tag; "" for those without a value."""
        given = ATTRIBUTE.findall(self._attributes) if self._attributes else ()
        return {name: unescape("".join(values)) for name, *values in given}

    def change(self, **attributes: str) -> None:
        """Give the start tag these attributes; `_` in a name stands for a hyphen."""
        self.become(self.start, self.attributes | {name.strip("_").replace("_", "-"): value for name, value in attributes.items()})

    def become(self, name: str, attributes: Mapping[str, str] = {}) -> None:
        """Turn the tag into one of this name and these attributes; an end tag has none."""
        if self.end:
            self.end, self.source = name, f"</{name}>"
        else:
            self._attributes = "".join(f' {key}="{escape(value)}"' for key, value in attributes.items())
            self.start, self.source = name, f"<{name}{self._attributes}{'/' * self.empty * (name not in VOID)}>"


def parts_of(page: str) -> list[Part]:
    """The parts of a page.

    >>> [part.start or part.end or part.source for part in parts_of("<p class=a>x &lt; y<br></p>")]
    ['p', 'x &lt; y', 'br', 'p']
    """
    parts, at = list[Part](), 0
    while found := TAG.search(page, at):
        if found.start() > at:
            parts.append(Part(page[at : found.start()], is_text=True))
        at, name, end = found.end(), found["name"] or "", bool(found["end"])
        empty = bool(name) and not end and (bool(found["empty"]) or name in VOID)
        parts.append(Part(found[0], "" if end else name, name if end else "", empty, False, found["attributes"] or ""))
        if name in VERBATIM and not end and (close := page.find(f"</{name}", at)) > at:
            parts.append(Part(page[at:close], is_text=True))
            at = close
    return [*parts, Part(page[at:], is_text=True)] if at < len(page) else parts


def source_of(parts: Iterable[Part]) -> str:
    """The page that consists of these parts."""
    return "".join([part.source for part in parts])


def end_of(parts: Sequence[Part], at: int) -> int:
    """The place of the next end tag of the element that begins at `at`, or the last place of the page."""
    return next((i for i in range(at, len(parts)) if parts[i].end == parts[at].start), len(parts) - 1)


def level_headings(parts: Iterable[Part]) -> None:
    """Put each heading one level below the last one that is above it, the first at level 1.

    >>> level_headings(parts := parts_of("<h2>a</h2><h4>b</h4>"))
    >>> source_of(parts)
    '<h1>a</h1><h2>b</h2>'
    """
    levels: list[str] = []
    for part in parts:
        name = part.start or part.end
        if name in HEADINGS:
            while part.start and levels and levels[-1] >= name:
                levels.pop()
            if part.start:
                levels.append(name)
            if name != HEADINGS[len(levels) - 1]:
                part.become(HEADINGS[len(levels) - 1], part.attributes)
