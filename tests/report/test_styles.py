"""The styles that many proofs bring along stand in one file of the book."""

from __future__ import annotations

from pathlib import Path

from proofs.report.book.build import SHARED, share_styles


def test_what_pages_share_is_in_one_file(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.html").write_text("<style>.a{color:red}</style><pre>if x:\n    y</pre>", encoding="utf-8")
    (tmp_path / "furo.css.map").touch()
    share_styles(tmp_path, [".a{color:red}"])
    assert (tmp_path / "_static" / SHARED).read_text(encoding="utf-8") == ".a{color:red}"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["_static", "a.html", "b.html"]
    assert (tmp_path / "a.html").read_text(encoding="utf-8") == "<pre>if x:\n    y</pre>"
