"""Quotations: text between “ and ” in this room is printed in a source, letter by letter but for the way of setting formulas.

The sources do not come with the package.  So each quotation that was found in their texts is listed in `quotations.txt` by a digest, with
the sources that print it: a quotation that is new, or of which a word is changed, is on the list only after

    python -m proofs.theorems.sources.quotations FOLDER

which looks for all of them in the texts of that folder (files that begin with the first letter of NG, BL, SS, MR or VE, in Markdown with
LaTeX or plain), names those that it does not find, and writes the list anew.
"""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from proofs.system.files import write_text
from proofs.theorems.sources import DOCUMENTS, FOLDER, errata

LIST = FOLDER / "quotations.txt"
SIGNS = {
    "le": "≤", "leq": "≤", "ge": "≥", "geq": "≥", "ne": "≠", "neq": "≠", "in": "∈", "forall": "∀", "leftarrow": "←", "sqrt": "√",
    "sum": "∑", "langle": "⟨", "rangle": "⟩", "infty": "∞", "pm": "±", "mapsto": "↦", "ell": "l", "gamma": "γ", "rho": "ρ", "phi": "φ",
    "theta": "θ", "eta": "η", "alpha": "α", "delta": "δ", "Delta": "Δ", "epsilon": "ε", "xi": "ξ", "cdot": "·", "times": "×", "sim": "∼",
    "dots": "...", "ldots": "...", "cdots": "...", **{name: name for name in ("sgn", "cos", "log", "min", "max", "inf", "Pr")},
}  # fmt: skip
COMMAND = re.compile(r"\\([A-Za-z]+)")
INSIDE = r"(?:[^{}]|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})*"  # braces in braces, as deep as the sources have them
FRACTION = re.compile(rf"\\frac\s*\{{({INSIDE})\}}\s*\{{({INSIDE})\}}")
SAME = str.maketrans({"Σ": "∑", "⋅": "·", "′": "'", "’": "'", "−": "-", "–": "-", "∥": "‖", "*": "", "₊": "+"})
QUOTED = re.compile(r"“([^”]+)”")


def plain(text: str) -> str:
    """The letters, digits and signs of a text in one form: LaTeX's commands as signs, and no spaces, brackets or places of indices."""
    while (shorter := FRACTION.sub(r"\1/\2", text)) != text:
        text = shorter
    text = text.replace(r"\|", "‖").replace("||", "‖").replace("^o$", "°").replace(r"\prime", "'")
    text = COMMAND.sub(lambda command: SIGNS.get(command[1], ""), text)
    text = unicodedata.normalize("NFKC", text).translate(SAME)
    return re.sub(r'[\s\\{}()\[\]_^$#&,|"]', "", text).lower()


def quote() -> Iterator[tuple[str, str]]:
    """Every quotation of the room, with the source that it is of, if that is known: those of errata, and what “ and ” enclose."""
    for e in errata():
        if e.printed:
            yield e.document, e.printed
    files = (path for path in FOLDER.parent.rglob("*") if path.suffix == ".toml" or (path.suffix == ".py" and path.parent != FOLDER))
    for file in sorted(files):
        for text in QUOTED.findall(file.read_text(encoding="utf-8")):
            yield "", " ".join(line.strip("# ") for line in text.splitlines())


def line(document: str, text: str) -> str:
    return f"{document} {sha256(plain(text).encode()).hexdigest()[:24]}"


def find(texts: dict[str, str]) -> tuple[list[str], list[str]]:
    """The lines of the list for the quotations that these texts print, and those that none does."""
    whole = {document: plain(text) for document, text in texts.items()}
    listed: set[str] = set()
    missing: list[str] = []
    for document, text in quote():
        printing = [name for name in ([document] if document else DOCUMENTS) if plain(text) in whole[name]]
        listed.update(line(name, text) for name in printing)
        missing += [] if printing else [f"{document}: {text}"]
    return sorted(listed), missing


def read(folder: Path) -> dict[str, str]:
    return {name: next(folder.glob(f"{name[0].lower()}*")).read_text(encoding="utf-8") for name in DOCUMENTS}


if __name__ == "__main__":
    listed, missing = find(read(Path(sys.argv[1])))
    write_text(LIST, "".join(f"{entry}\n" for entry in listed))
    sys.exit("\n".join(f"not printed: {text}" for text in missing) or 0)
