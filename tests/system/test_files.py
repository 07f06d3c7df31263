"""Files: read up to a limit and exactly, or refused in one line; written completely or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from perceptron.errors import InputError
from proofs.system import files
from tests.amounts import cases


@pytest.fixture
def target(tmp_path: Path) -> Path:
    file = tmp_path / "kept.json"
    file.write_text("before")
    return file


def test_a_file_is_read_up_to_its_limit_and_no_further(target: Path) -> None:
    assert files.read_text(target, limit=6) == "before"
    with pytest.raises(InputError, match="larger than 5 bytes"):
        files.read_text(target, limit=5)


def test_an_endless_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="larger than 1000 bytes"):
        files.read_text("/dev/zero", limit=1000)
    with pytest.raises(InputError, match="a device"):
        files.refuse_device("/dev/zero")
    files.refuse_device(tmp_path)  # whose reader has its own words


@pytest.mark.parametrize("case", cases(__file__, "no_json.txt"))
def test_json_that_is_not_exact_or_not_json_is_refused_in_one_line(target: Path, case: list[str]) -> None:
    text, why = map(eval, case)
    target.write_text(text)
    with pytest.raises(InputError, match=why) as refused:
        files.read_json(target)
    assert str(refused.value).startswith(str(target)) and "\n" not in str(refused.value)


@pytest.mark.parametrize("stop", [OSError(28, "No space left on device"), KeyboardInterrupt()], ids=["full disk", "interruption"])
def test_a_write_that_is_cut_off_leaves_the_file_as_it_was(target: Path, stop: BaseException, monkeypatch: pytest.MonkeyPatch) -> None:
    def cut_off(handle: int) -> None:
        raise stop

    monkeypatch.setattr(os, "fsync", cut_off)
    with pytest.raises(type(stop)):
        files.write_text(target, "after")
    assert target.read_text() == "before" and list(target.parent.iterdir()) == [target]


def test_writing_keeps_the_mode_and_writes_through_a_link(target: Path) -> None:
    target.chmod(0o640)
    link = target.with_name("link")
    link.symlink_to(target)
    files.write_text(link, "after")
    assert link.is_symlink() and target.read_text() == "after" and target.stat().st_mode & 0o777 == 0o640


def test_a_target_that_cannot_be_written_is_refused_before_the_work(target: Path) -> None:
    files.refuse_unwritable(target)
    files.refuse_unwritable("-")
    for path, kind in ((target.parent, IsADirectoryError), (target.parent / "no" / "file", FileNotFoundError)):
        with pytest.raises(kind):
            files.refuse_unwritable(path)
