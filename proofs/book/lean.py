"""What Sphinx, theme and plots put into each of hundreds of files is put into one, and what no reader sees is left out.

A book of 300 theorems is a fifth smaller by it, and looks the same.
"""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import quote

SHARED = "proofs.css"
UNSEEN = ("*.map", "debug.css", "objects.inv", ".buildinfo")  # for who develops the theme, links to the book or builds it again
STYLE = re.compile(r"<style>\s*(body \{.*?|\.pp-worked .*?)</style>", re.DOTALL)  # the colours of code, SymPy's derivations
ICON = re.compile(r'<symbol id="([^"]*)" (viewBox="[^"]*")>(?:\s*<title>.*?</title>)?(.*?)</symbol>', re.DOTALL)
NO_ICONS = re.compile(r'<svg xmlns="[^"]*" style="display: none;">\s*</svg>')
VERBATIM = re.compile(r"(<(pre|textarea|script|style)\b.*?</\2>)", re.DOTALL)
INDENT = re.compile(r"\s*\n\s*")
# What the styles say for all, and end tags that HTML lets be left out: the next cell, row or item ends the last one.
NEEDLESS = re.compile(
    r' style="text-align:left"| class="row-(?:odd|even)"|(?<=class="reference) internal(?=")| class="tex2jax_ignore mathjax_ignore"'
    r"|(?:</p>\s*)?</(?:t[dh]|li)>|</tr>"
)
TAG = re.compile(r"<[^<>]*>")
QUOTES = re.compile(r'="([\w./#:-]+)"(?=[\s>])')  # of a word
UNSTYLED = re.compile(r'<span class="(?:pre|(?:std std-)?(?:doc|ref))">([^<]*)</span>')
NO_HEAD = re.compile(r"<thead>\s*<tr[^>]*>\s*(?:<td[^>]*></td>\s*)+</tr>\s*</thead>\s*")
# A hundredth of a point is less than a screen shows; scales, which are no lengths, keep all their digits.
PATH = re.compile(r' (?:d|x|y)="[^"]*"|translate\([^)]*\)')
DIGITS = re.compile(r"(\.\d\d)\d+")
METADATA = re.compile(r"<metadata>.*?</metadata>|<!--.*?-->", re.DOTALL)


def slim(folder: Path, styles: list[str]) -> None:
    """Make every page and picture of a book smaller; `styles`, and those that pages share, go into one file of `_static`.

    Raises OSError.
    """
    shared = dict.fromkeys(styles)
    for file in folder.rglob("*.html"):
        page = file.read_text(encoding="utf-8")
        shared |= dict.fromkeys(STYLE.findall(page)) | dict.fromkeys(map(icon, ICON.findall(page)))
        for style in styles:
            page = page.replace(f"<style>{style}</style>", "")
        file.write_text(leaner(page), encoding="utf-8")
    for file in folder.rglob("*.svg"):
        file.write_text(plain(file.read_text(encoding="utf-8")), encoding="utf-8")
    for file in [file for name in UNSEEN for file in folder.rglob(name)]:
        file.unlink()
    (folder / "_static").mkdir(exist_ok=True)
    (folder / "_static" / SHARED).write_text("\n".join(shared), encoding="utf-8")


def icon(found: tuple[str, str, str]) -> str:
    """An icon of the theme as a rule for whatever element uses it: its name, its box, its drawing.

    >>> icon(("sun", 'viewBox="0 0 9 9"', "<path/>")).partition(";")[0]
    'svg:has(> use[href="#sun"]){background:currentColor'
    """
    name, box, drawing = found
    image = quote(f'<svg xmlns="http://www.w3.org/2000/svg" {box}>{INDENT.sub(" ", drawing)}</svg>', safe=" /:=(),")
    return f'svg:has(> use[href="#{name}"]){{background:currentColor;mask:url("data:image/svg+xml,{image}") center/contain no-repeat}}'


def leaner(page: str) -> str:
    """The page without what stands in the shared file, without indentation where a line break is as good, and without what says nothing.

    >>> leaner('<p>\\n   a</p><symbol id="b" viewBox="0">c</symbol><pre>d\\n   e</pre>')
    '<p>\\na</p><pre>d\\n   e</pre>'
    """
    page = NO_ICONS.sub("", ICON.sub("", STYLE.sub("", page)))
    parts = VERBATIM.split(page)  # text, what is verbatim, its tag, text, …
    return "".join(_text(part) if i % 3 == 0 else part for i, part in enumerate(parts) if i % 3 < 2)


def _text(part: str) -> str:
    part = UNSTYLED.sub(r"\1", NEEDLESS.sub("", NO_HEAD.sub("", part)))
    return INDENT.sub("\n", TAG.sub(lambda tag: QUOTES.sub(r"=\1", tag[0]), part))


def plain(svg: str) -> str:
    """A picture of Matplotlib without what it says of itself, and with two decimals of a point."""
    return INDENT.sub("\n", PATH.sub(lambda path: INDENT.sub(" ", DIGITS.sub(r"\1", path[0])), METADATA.sub("", svg)))
