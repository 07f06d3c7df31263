"""The chapters in JupyterLab untrusted, as a new reader meets them: no style sheet, SVG, MathML or script of an output is left."""

import json
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from proofs.report.book.stored_outputs import plain, restore, store
from tests.cli.running import ROOT

CHAPTERS = sorted((ROOT / "notebooks").glob("*.ipynb"))
SETTINGS = {"notebook-extension/tracker": {"windowingMode": "none"}, "apputils-extension/notification": {"fetchNews": "false"}}
START = 60  # seconds within which JupyterLab answers
# The outputs as a reader sees them, without the text that MathJax keeps for screen readers.
SEEN = """() => [...document.querySelectorAll(".jp-OutputArea-output")].map(output => {
  const copy = output.cloneNode(true);
  copy.querySelectorAll("mjx-container").forEach(one => one.replaceWith("¤"));
  return copy.innerText || copy.textContent;
})"""
TYPESET = """count => { const all = [...document.querySelectorAll(".jp-OutputArea-output")];
  return all.length == count && !all.some(one => one.innerHTML.replace(/<mjx-container.*?<\\/mjx-container>/gs, "").includes("$")) }"""
OPEN = """path => window.jupyterapp.commands.execute("docmanager:open",
  {path: path, factory: "Notebook", kernelPreference: {shouldStart: false, canStart: false}})"""
BROKEN = """() => [...document.querySelectorAll(".jp-OutputArea-output img")].filter(one => !one.complete || !one.naturalWidth).length"""


def free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return int(listening.getsockname()[1])


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """JupyterLab's address and its folder. It has never seen a notebook, so that it trusts none."""
    pytest.importorskip("jupyterlab", reason="the notebooks are opened in JupyterLab: pip install -e '.[notebooks]'")
    home = tmp_path_factory.mktemp("home")
    for name, settings in SETTINGS.items():
        file = home / "settings" / "@jupyterlab" / f"{name}.jupyterlab-settings"
        file.parent.mkdir(parents=True)
        file.write_text(json.dumps(settings))
    (home / "notebooks").mkdir()
    places = {"JUPYTERLAB_SETTINGS_DIR": "settings", "JUPYTER_CONFIG_DIR": "config", "JUPYTER_DATA_DIR": "data"}
    environment = {**os.environ, "HOME": str(home)} | {name: str(home / folder) for name, folder in places.items()}
    address = f"http://127.0.0.1:{(port := free_port())}"
    flags = ["--no-browser", "--allow-root", f"--port={port}", "--IdentityProvider.token=", "--ServerApp.root_dir=notebooks"]
    flags.append("--LabApp.expose_app_in_browser=True")
    with (home / "log").open("w") as log:
        server = subprocess.Popen([sys.executable, "-m", "jupyter", "lab", *flags], cwd=home, env=environment, stdout=log, stderr=log)
        try:
            for _ in range(START * 10):
                try:
                    urlopen(f"{address}/api", timeout=5).close()
                    break
                except (URLError, OSError):
                    assert server.poll() is None, (home / "log").read_text()
                    time.sleep(0.1)
            yield address, home / "notebooks"
        finally:
            server.terminate()
            server.wait()


def outputs_of(file: Path) -> list[dict[str, Any]]:
    """The outputs that are more than printed text."""
    cells = json.loads(file.read_text(encoding="utf-8"))["cells"]
    return [output for cell in cells for output in cell.get("outputs", ()) if "data" in output]


def only_outputs(file: Path) -> str:
    """The notebook with all its outputs below one empty cell: editors and prose take most of the time, and are not looked at."""
    notebook = json.loads(file.read_text(encoding="utf-8"))
    cell = next(cell for cell in notebook["cells"] if cell["cell_type"] == "code")
    notebook["cells"] = [cell | {"source": [], "outputs": outputs_of(file)}]
    return json.dumps(notebook)


@pytest.fixture(scope="module")
def page(lab: tuple[str, Path], browser: Any) -> Iterator[Any]:
    """One page of JupyterLab, in which the chapters are opened one after the other."""
    for file in CHAPTERS:
        (lab[1] / file.name).write_text(only_outputs(file), encoding="utf-8")
    page = browser.new_page()
    page.goto(f"{lab[0]}/lab?reset")
    page.wait_for_function("() => window.jupyterapp", timeout=60_000)
    page.evaluate("() => window.jupyterapp.restored")
    yield page
    page.close()


@pytest.mark.nocover
@pytest.mark.parametrize("file", CHAPTERS, ids=lambda file: file.stem)
def test_a_chapter_opened_untrusted_shows_no_rubble(file: Path, page: Any) -> None:
    """A new reader's first picture was thirteen times “u+ zwR√MγMR²/γ² = 25 ‹ back next ›”, and the claim “M≤R2γ2”."""
    outputs = outputs_of(file)
    page.evaluate("() => window.jupyterapp.commands.execute('application:close-all')")
    page.evaluate(OPEN, file.name)
    page.wait_for_function(TYPESET, arg=len(outputs), timeout=60_000)
    seen = "\n".join(page.evaluate(SEEN))
    drawn, failed = page.locator(".jp-OutputArea-output img").count(), page.evaluate(BROKEN)
    bad = page.locator(".jp-OutputArea-output mjx-merror").count()
    html = ["".join(output["data"]["text/html"]) for output in outputs if "text/html" in output["data"]]
    pictures = sum(plain(restore(text)).count("<img") for text in html) + sum("image/png" in output["data"] for output in outputs)
    assert (drawn, failed, bad) == (pictures, 0, 0)
    for tag in ("text", "tspan"):
        for rubble in re.findall(rf"<{tag}\b[^>]*>([^<]{{6,}})</{tag}>", "".join(map(restore, html))):
            assert rubble.strip() not in seen.splitlines(), rubble
    assert "next ›" not in seen and "arrow keys" not in seen and "\u2061" not in seen and "\u2062" not in seen
    formulas = [re.sub(r"<[^>]+>", "", one) for text in html for one in re.findall(r"<math\b.*?</math>", restore(text))]
    assert [one for one in formulas if len(one) > 8 and one in seen] == []


def test_a_formula_is_stored_as_tex_a_drawing_as_an_image() -> None:
    """Both are removed from what nobody trusts, and their text stays."""
    rich = '<style>p{color:red}</style><p><math><msqrt><mi>M</mi></msqrt></math></p><svg viewBox="0 0 9 9"><text>R√M</text></svg>'
    text = store(rich)
    seen = text.partition("<script")[0]
    assert "$\\sqrt{M}$" in seen and 'src="data:image/svg+xml;base64,' in seen
    assert not re.search("<style|<svg|<math|R√M", seen) and restore(text) == rich


def test_html_without_drawings_and_formulas_is_stored_as_it_is() -> None:
    """A table needs no second form."""
    assert store("<table><tr><td>1</td></tr></table>") == restore("<table><tr><td>1</td></tr></table>")


def test_a_script_in_an_output_survives_the_storing() -> None:
    """The rich form lies in a script, which another one would end."""
    rich = "<style></style><script>let a = 1</script>"
    assert restore(store(rich)) == rich


def test_every_output_of_the_chapters_has_its_plain_form() -> None:
    """`make chapters` writes both; a chapter stored by hand would have one."""
    texts = ["".join(output["data"]["text/html"]) for file in CHAPTERS for output in outputs_of(file) if "text/html" in output["data"]]
    assert len(texts) > 100 and [text[:80] for text in texts if store(restore(text)) != text] == []
