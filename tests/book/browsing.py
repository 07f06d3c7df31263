"""A page opened from the disk, and everything that is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urldefrag, urlparse

MARKUP = re.compile(r"\$|\\\(|`|\\[a-z]{2,}|\{(?:html|doc|ref)\}")
SEARCH = "?q=margin"
LOCAL = ("file", "blob", "data")
VIEWS = ((360, "light"), (800, "dark"), (1440, "light"), (1440, "dark"))
AXE: dict[tuple[int, str], dict[str, Any]] = {VIEWS[0]: {}, VIEWS[3]: {"runOnly": ["color-contrast"]}}  # the scheme changes colours alone

FACTS = """() => {
  const shown = (e) => e.getClientRects().length > 0;
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const visible = [];
  for (let n = texts.nextNode(); n; n = texts.nextNode())
    if (!n.parentElement.closest("script, style, pre, code, textarea, noscript, annotation")) visible.push(n.data);
  return {
    texts: visible,
    main: (document.querySelector("[role=main], main, article") || document.body).innerText,
    ids: [...document.querySelectorAll("[id], a[name]")].map((e) => e.id || e.name),
    links: [...document.querySelectorAll("a[href]")].map((e) => e.getAttribute("href")),
    pictures: [...document.images].filter((e) => !e.alt.trim() && e.getAttribute("aria-hidden") !== "true").map((e) => e.src),
    drawings: [...document.querySelectorAll("main svg, [role=main] svg, article svg")].filter((e) =>
      shown(e) && !e.closest("[aria-hidden=true], button, a, label") && !e.matches("[aria-label], [aria-labelledby], :has(title)")).length,
    blank: [...document.querySelectorAll(".output, .cell_output, .live")].filter((e) =>
      !e.innerText.trim() && !e.querySelector("img, svg, math, canvas, video")).map((e) => e.outerHTML.slice(0, 200)),
    broken: [...document.images].filter((e) => e.complete && !e.naturalWidth).map((e) => e.src),
  };
}"""


@dataclass
class Visit:
    """What was seen on one page."""

    file: Path
    problems: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    ids: set[str] = field(default_factory=set)


@contextmanager
def opened(browser: Any, file: Path, problems: list[str], **options: Any) -> Iterator[Any]:
    """A page from the disk in a context of its own, without a network; requests and errors become problems."""
    context = browser.new_context(**options)
    page = context.new_page()

    def requested(request: Any) -> None:
        if urlparse(request.url).scheme not in LOCAL:
            problems.append(f"it asks for {request.url}")

    page.on("request", requested)
    page.on("requestfailed", lambda request: problems.append(f"not loaded: {request.url}: {request.failure}"))
    page.on("pageerror", lambda error: problems.append(f"error: {error}"))
    page.on("console", lambda message: message.type == "error" and problems.append(f"console: {message.text}"))
    page.goto(file.as_uri() + SEARCH * (file.name == "search.html"))
    yield page
    context.close()


def visit(browser: Any, file: Path) -> Visit:
    """Open a page in every view, and look at all that it holds."""
    seen = Visit(file)
    with opened(browser, file, seen.problems) as page:
        facts = page.evaluate(FACTS)
        seen.links, seen.ids = facts["links"], set(facts["ids"])
        for text in facts["texts"]:
            if found := MARKUP.search(text):
                seen.problems.append(f"raw markup: {text[max(0, found.start() - 40) : found.end() + 40]!r}")
        if len(facts["main"].strip()) < 20:
            seen.problems.append("nothing to read")
        for name in ("pictures", "blank", "broken"):
            seen.problems += [f"{name}: {told}" for told in facts[name]]
        if facts["drawings"]:
            seen.problems.append(f"{facts['drawings']} drawings without a text for who cannot see them")
        for view in VIEWS:
            seen.problems += looked_at(page, *view)
    return seen


def looked_at(page: Any, width: int, scheme: str) -> list[str]:
    """What is wrong with the page in this width and scheme."""
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme=scheme)
    page.wait_for_timeout(300)  # the page hears of its new width, and looks once more when fonts are there
    where = f"{width} px, {scheme}"
    found = []
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    if wide > 1:
        found.append(f"{where}: it scrolls sideways by {wide} px")
    if (width, scheme) in AXE:
        found += [f"{where}: {line}" for line in violations(page, AXE[width, scheme])]
    return found


def violations(page: Any, options: dict[str, Any]) -> list[str]:
    """What axe finds: the rule, how often, and the first place."""
    from axe_playwright_python.sync_playwright import Axe

    options = {"preload": False, "resultTypes": ["violations"]} | options  # style sheets are not to be fetched: a browser refuses
    context = {"exclude": [["math"]]} if "runOnly" in options else None  # formulas have the colours of the text around them
    found = Axe().run(page, context=context, options=options).response["violations"]
    return [f"{v['id']}: {len(v['nodes'])} times, first {v['nodes'][0]['html'][:160]}" for v in found]


def told(visits: dict[Path, Visit]) -> str:
    """The problems, those of several pages once."""
    pages: dict[str, list[str]] = {}
    for file, seen in visits.items():
        for problem in dict.fromkeys(seen.problems):
            pages.setdefault(problem, []).append(file.stem)
    return "".join(f"\n{problem}   [{', '.join(names[:3])}{', …' * (len(names) > 3)}: {len(names)}]" for problem, names in pages.items())


def broken_links(visits: dict[Path, Visit]) -> Iterator[str]:
    """Links and anchors that lead nowhere on the disk; what lies on other machines is the reader's to follow."""
    for file, seen in visits.items():
        for link in dict.fromkeys(seen.links):
            path, anchor = urldefrag(link)
            if urlparse(path).scheme:
                continue
            target = (file.parent / unquote(path)).resolve() if path else file
            if not target.is_file():
                yield f"{file.name}: {link} is not there"
            elif anchor and target in visits and unquote(anchor) not in visits[target].ids:
                yield f"{file.name}: {link} has no such anchor"
