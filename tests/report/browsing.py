"""A page opened from the disk, and everything that is wrong with it."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlparse

MARKUP = re.compile(r"\$|\\\(|`|\\[a-z]{2,}|\{(?:html|doc|ref)\}|\\u\{|[\w)\]⟩‖]\^|[\w)‖]_\(|(?<!\w)[^\W\d_]{1,3}_[^\W_]{1,3}(?!\w)")
SEARCH = "?q=margin"
LOCAL = ("file", "blob", "data")
View = tuple[int, str]
VIEWS: tuple[View, ...] = ((360, "light"), (800, "dark"), (1440, "light"), (1440, "dark"))
TARGETS = {"rules": {"target-size": {"enabled": True}}}  # of WCAG 2.2 AA, which axe leaves out by default
AXE: dict[View, dict[str, Any]] = {VIEWS[0]: TARGETS, VIEWS[3]: {"runOnly": ["color-contrast"]}}  # the scheme changes colours alone

SCRIPTS = (Path(__file__).parent / "browsing.js").read_text(encoding="utf-8")


def ask(page: Any, name: str, argument: object = None) -> Any:
    """What a function of `browsing.js` gives on the page."""
    return page.evaluate(f"(argument) => {SCRIPTS}.{name}(argument)", argument)


@dataclass
class Visit:
    """What was seen on one page."""

    file: Path
    problems: list[str] = field(default_factory=list)


@contextmanager
def opened(browser: Any, file: Path, **options: Any) -> Iterator[Any]:
    """A page from the disk in a context of its own, on which nothing goes wrong and no request leaves the disk."""
    context, problems = browser.new_context(**options), list[str]()
    page = context.new_page()
    page.set_default_timeout(120_000)  # Python takes seconds to start in a page
    watch(page, problems.append)
    go(page, file)
    yield page
    context.close()
    assert problems == []


def watch(page: Any, on_progress: Callable[[str], object]) -> None:
    """Tell of requests to anywhere but the disk, of what is not loaded, and of errors; but not of what a page that is left breaks off."""
    page.on("request", lambda request: urlparse(request.url).scheme in LOCAL or on_progress(f"it asks for {request.url}"))
    page.on(
        "requestfailed", lambda request: "ABORTED" in str(request.failure) or on_progress(f"not loaded: {request.url}: {request.failure}")
    )
    page.on("pageerror", lambda error: on_progress(f"error: {error}"))
    page.on("console", lambda message: message.type == "error" and on_progress(f"console: {message.text}"))


def go(page: Any, file: Path) -> None:
    page.goto(file.as_uri() + SEARCH * (file.name == "search.html"))


def visits(browser: Any, views: Mapping[Path, Collection[View]], audited: Collection[Path]) -> dict[Path, Visit]:
    """Open each page in its views, and look at all that it holds; `audited` are those for axe.

    They are opened one after the other in one context: one for each takes twice as long as all that is looked at."""
    context = browser.new_context()
    page = context.new_page()
    seen = {file: Visit(file) for file in views}
    now: list[Visit] = []
    watch(page, lambda problem: now[-1].problems.append(problem))
    for file, visit in seen.items():
        now.append(visit)
        go(page, file)
        _look(page, visit, views[file], file in audited)
    context.close()
    return seen


def _look(page: Any, seen: Visit, views: Collection[View], audited: bool) -> None:
    facts = ask(page, "facts")
    for text in facts["texts"]:
        if found := MARKUP.search(text):
            seen.problems.append(f"raw markup: {text[max(0, found.start() - 40) : found.end() + 40]!r}")
    if len(facts["main"].strip()) < 20:
        seen.problems.append("nothing to read")
    if (facts["mains"], facts["heads"]) != (1, 1):
        seen.problems.append(f"{facts['mains']} main parts and {facts['heads']} headings of the first level, not one of each")
    for name in ("pictures", "blank", "broken"):
        seen.problems += [f"{name}: {told}" for told in facts[name]]
    if facts["drawings"]:
        seen.problems.append(f"{facts['drawings']} drawings without a text for who cannot see them")
    for view in views:
        seen.problems += too_wide(page, *view)
    shown = view
    for width, scheme in (view for view in reversed(AXE) if audited and view in views):  # last, since it takes the page apart
        if (width, scheme) != shown:
            show(page, width, scheme)
        shown = width, scheme
        seen.problems += [f"{width} px, {scheme}: {line}" for line in violations(page, AXE[width, scheme])]


def show(page: Any, width: int, scheme: str) -> None:
    """Show the page in this width and scheme, and wait until it is drawn."""
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme=scheme)
    ask(page, "drawn")


def too_wide(page: Any, width: int, scheme: str) -> list[str]:
    """By how much the page is wider than this view."""
    show(page, width, scheme)
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return [f"{width} px, {scheme}: it scrolls sideways by {wide} px"] if wide > 1 else []


def violations(page: Any, options: dict[str, Any]) -> list[str]:
    """What axe finds: the rule, how often, and the first place.  The page is of no further use: its formulas become text."""
    from axe_playwright_python.sync_playwright import Axe

    options = {"preload": False, "resultTypes": ["violations"]} | options  # style sheets are not to be fetched: a browser refuses
    if not page.evaluate("'axe' in globalThis"):
        page.evaluate(Axe().axe_script)
    ask(page, "standIns")
    ask(page, "alike")
    found = page.evaluate("(options) => axe.run(options).then((found) => found.violations)", options)
    return [f"{v['id']}: {len(v['nodes'])} times, first {v['nodes'][0]['html'][:160]}" for v in found]


def told(visits: dict[Path, Visit]) -> str:
    """The problems, those of several pages once."""
    pages: dict[str, list[str]] = {}
    for file, seen in visits.items():
        for problem in dict.fromkeys(seen.problems):
            pages.setdefault(problem, []).append(file.stem)
    return "".join(f"\n{problem}   [{', '.join(names[:3])}{', …' * (len(names) > 3)}: {len(names)}]" for problem, names in pages.items())
