"""Kinds of files that people have data in and that are not read: each is refused by its name, with what to do instead."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from perceptron.errors import InputError


class Foreign(NamedTuple):
    """A kind of file: its name, its suffixes, how its bytes begin (a pattern), and the way out."""

    name: str
    suffixes: str
    begins: bytes
    instead: str


PANDAS = "pandas reads it, and its to_csv writes CSV"
KINDS = (
    Foreign("a spreadsheet", ".xlsx .xlsm .xls .ods", rb"\xd0\xcf\x11\xe0|PK\x03\x04.{26}(\[Content|mimetypeapp)", "save it as CSV"),
    Foreign("a zip archive", "", rb"PK[\x03\x05]", "it is read if its name ends in .zip"),
    Foreign("an archive", ".7z .rar .tar .zst .lz4", rb"7z\xbc\xaf|Rar!|\x28\xb5\x2f\xfd|\x1f\x9d|.{257}ustar", "unpack it"),
    Foreign("ARFF", ".arff", rb"(\s*%[^\n]*\n)*\s*@relation", "without the lines that begin with @ it is CSV"),
    Foreign("JSON", ".json .jsonl .ndjson", rb"\s*(\{|\[\s*[\[{])", PANDAS),
    Foreign("a web page", ".html .htm", rb"\s*<(!doctype|html|head|\?xml)", "download the data, and not the page that shows them"),
    Foreign("a file of numpy's", "", rb"\x93NUMPY", "it is read if its name ends in .npy"),
    Foreign("a Parquet file", "", rb"PAR1", "it is read if its name ends in .parquet"),
    Foreign("a Feather file", ".feather .arrow", rb"ARROW1|FEA1", "pandas reads it, and its to_parquet writes Parquet"),
    Foreign("a MATLAB file", ".mat", rb"MATLAB 5", "MATLAB's writematrix writes CSV"),
    Foreign("an HDF5 file", ".h5 .hdf5 .hdf", rb"\x89HDF", PANDAS),
    Foreign("a pickle", ".pkl .pickle", rb"\x80[\x02-\x05]", "numpy's savez writes the arrays X and y as .npz"),
    Foreign("a file of R's", ".rds .rda .rdata", rb"RD[XA][23]\n", "R's write.csv writes CSV"),
    Foreign("a statistical package's file", ".sav .dta .sas7bdat", rb"\$FL2|<stata_dta", PANDAS),
    Foreign("a database", ".sqlite .db", rb"SQLite format 3", "export the table as CSV"),
    Foreign("a PDF document", ".pdf", rb"%PDF-", "look for the data themselves"),
    Foreign("a pointer of Git LFS", "", rb"version https://git-lfs", "git lfs pull gets the file that it stands for"),
)


def refuse_foreign(path: str | Path, suffix: str, head: bytes) -> None:
    """Raise InputError if a file is of another kind than text with numbers: by its suffix, or by its first bytes."""
    found = [kind for kind in KINDS if suffix in kind.suffixes.split()]
    found += [kind for kind in KINDS if re.match(kind.begins, head.removeprefix(b"\xef\xbb\xbf"), re.IGNORECASE | re.DOTALL)]
    if found:
        raise InputError(f"{path}: {found[0].name}, which is not read: {found[0].instead}")
