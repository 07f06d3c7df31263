"""Long work reports its progress where there is no terminal."""

import time

import pytest

from proofs.system import progress_bar
from proofs.system.progress_bar import bar


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines come after hundredths of seconds."""
    monkeypatch.setattr(progress_bar, "FIRST_LINE", 0.05)
    monkeypatch.setattr(progress_bar, "EACH_LINE", 0.01)


def reported(capsys: pytest.CaptureFixture[str]) -> str:
    """The first line on stderr, which comes within ten seconds."""
    for _ in range(1000):
        if text := capsys.readouterr().err:
            return text.splitlines()[0]
        time.sleep(0.01)
    raise AssertionError("no line in ten seconds")


def test_bar_on_a_pipe_prints_what_is_done_and_how_far(soon: None, capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever pipes a command of minutes has to see that it is alive."""
    with bar("verifying", 203) as progress:
        progress.describe("novikoff")
        progress.step(7)
        assert reported(capsys) == "… novikoff, 7 of 203 done (0 s so far)"


def test_bar_on_a_pipe_is_silent_after_its_end(soon: None, capsys: pytest.CaptureFixture[str]) -> None:
    """A line after the answer would say that work goes on."""
    with bar("searching", None):
        reported(capsys)
    capsys.readouterr()
    time.sleep(0.1)
    assert capsys.readouterr().err == ""


def test_bar_of_work_that_prints_lines_adds_none(soon: None, capsys: pytest.CaptureFixture[str]) -> None:
    """`verify` prints a line for each theorem."""
    with bar("verifying", 3, prints=True):
        time.sleep(0.2)
    assert capsys.readouterr().err == ""
