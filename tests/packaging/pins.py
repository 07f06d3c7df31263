"""The versions of `constraints.txt`: the newest that fit together on the lowest Python that the project supports.

python -m tests.packaging.pins       prints the file anew; pip chooses, and installs nothing
"""

import importlib.metadata
import json
import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HEAD = "# The versions that the tests run with, for all extras. Written by `make constraints`; do not edit."


def lowest_python(root: Path = ROOT) -> str:
    """The first release of the lowest Python in `requires-python`: 3.11.0 for ">=3.11"."""
    wanted = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["requires-python"]
    match = re.fullmatch(r">=(\d+\.\d+)", wanted)
    if match is None:
        raise ValueError(f'requires-python is expected to be like ">=3.11", not {wanted!r}')
    return f"{match[1]}.0"


def pins(root: Path = ROOT) -> dict[str, str]:
    """The versions in `constraints.txt` by name, in lower case with "-" for "_"."""
    lines = (root / "constraints.txt").read_text(encoding="ascii").splitlines()
    pairs = (line.split("==") for line in lines if not line.startswith("#"))
    return {normal(name): version for name, version in pairs}


def normal(name: str) -> str:
    """A distribution's name as it is compared: in lower case with "-" for "_"."""
    return name.lower().replace("_", "-")


def installed() -> dict[str, tuple[str, str]]:
    """The version and the Requires-Python of each distribution in this environment, by name."""
    found = importlib.metadata.distributions()
    return {normal(one.name): (one.version, one.metadata.get("Requires-Python") or "") for one in found}


def chosen(root: Path = ROOT) -> dict[str, str]:
    """The newest versions that fit together on the lowest Python, by name, as pip resolves them from the package index."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        pip = [sys.executable, "-m", "pip", "install", "--dry-run", "--ignore-installed", "--quiet", "--report", str(report)]
        lowest = ["--python-version", lowest_python(root), "--only-binary", ":all:", "--target", folder]
        subprocess.run([*pip, *lowest, f"{root}[test,peers,solvers,bench]"], check=True)
        found = json.loads(report.read_text(encoding="utf-8"))["install"]
    return {one["metadata"]["name"]: one["metadata"]["version"] for one in found if "dir_info" not in one["download_info"]}


if __name__ == "__main__":
    versions = chosen()
    print(HEAD, *sorted((f"{name}=={version}" for name, version in versions.items()), key=str.lower), sep="\n")
