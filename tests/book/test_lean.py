"""What many pages share stands in one file, what nobody sees is left out, and the reader sees the same."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from proofs.book.lean import SHARED, leaner, plain, slim
from tests.book.browsing import opened

ICON = """<symbol id="sun" viewBox="0 0 24 24">
  <title>Light mode</title>
  <svg viewBox="0 0 24 24" fill="none" stroke="currentColor"><circle cx="12" cy="12" r="5"></circle></svg>
</symbol>"""
PAGE = f"""<!doctype html><html lang="en"><head><meta charset="utf-8"><title>a page</title>
<link rel="stylesheet" href="_static/{SHARED}"><style>.a{{color:red}}</style>
<style>
  body {{ --colour: #f2f2f2; }}
</style></head><body><svg xmlns="http://www.w3.org/2000/svg" style="display: none;">{ICON}</svg>
<svg id="shown" width="24" height="24"><use href="#sun"></use></svg>
<table>
   <tr><th>a</th><td><p><span class="pre">b</span></p></td>
   </tr>
   <tr><td>c</td></tr>
</table><ul><li>d<ul><li>e</li></ul></li><li>f</li></ul><pre>if x:
    y</pre></body></html>"""
SEEN = """() => [...document.querySelectorAll("th, td, li")].map((e) => [e.tagName, e.parentElement.tagName, e.innerText.trim()])"""


def test_what_pages_share_is_in_one_file(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.html").write_text(PAGE, encoding="utf-8")
    (tmp_path / "furo.css.map").touch()
    slim(tmp_path, [".a{color:red}"])
    shared = (tmp_path / "_static" / SHARED).read_text(encoding="utf-8")
    for once in (".a{color:red}", "--colour: #f2f2f2", 'use[href="#sun"]'):
        assert shared.count(once) == 1 and once not in (tmp_path / "a.html").read_text(encoding="utf-8")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["_static", "a.html", "b.html"]


def test_the_reader_sees_the_same(browser: Any, tmp_path: Path) -> None:
    problems: list[str] = []
    seen, icons = [], []
    for name in ("before", "after"):
        file = tmp_path / name / "page.html"
        file.parent.mkdir()
        file.write_text(PAGE, encoding="utf-8")
        if name == "after":
            slim(file.parent, [".a{color:red}"])
        with opened(browser, file, problems if name == "after" else []) as page:
            seen.append(page.evaluate(SEEN))
            icons.append(page.locator("#shown").screenshot())
    blank = page_without_icons(browser, tmp_path)
    assert seen[0] == seen[1] and len(seen[0]) == 6 and problems == []
    assert icons[1] != blank != icons[0]


def page_without_icons(browser: Any, folder: Path) -> bytes:
    file = folder / "blank.html"
    file.write_text(PAGE.replace(ICON, ""), encoding="utf-8")
    with opened(browser, file, []) as page:
        return bytes(page.locator("#shown").screenshot())


def test_code_keeps_its_indentation_and_its_tags() -> None:
    code = "<pre>if x:\n    y</pre><script>\n  const row = '</td>';\n</script>"
    assert leaner(f"<div>\n      <p>a\n  b</p></div>{code}") == f"<div>\n<p>a\nb</p></div>{code}"


def test_a_picture_keeps_its_scales_and_hundredths_of_its_lengths() -> None:
    use = '<use transform="translate({} 1) scale(0.015625)"/>'
    svg = f'<svg><metadata>x</metadata><path d="M 1.23456 2\nL 3 4"/><!-- a -->{use.format("54.594246")}</svg>'
    assert plain(svg) == f'<svg><path d="M 1.23 2 L 3 4"/>{use.format("54.59")}</svg>'
