"""Whatever a file holds, and whatever happens while one is written: one line and an exit code, and never half a file."""

import os
import re
import shlex
import signal
import time
from pathlib import Path

import pytest

from proofs.cli.topics import TOPICS
from proofs.conjecture import claims
from proofs.conjecture.nodes import NAMES
from proofs.system.files import write_text
from tests.amounts import rows, sampled
from tests.cli.running import ENVIRONMENT, pp, refused, start


@pytest.mark.parametrize(("command", "words"), rows(__file__, "refusals.txt"))
def test_bad_input_is_refused_in_one_line(tmp_path: Path, command: str, words: str) -> None:
    (tmp_path / "file").touch()
    text, _, command = command.rpartition(" > ")
    refused(pp(*shlex.split(command.replace("TMP", str(tmp_path))), stdin=text.replace(";", "\n")), *words.split(" | "))
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_help_as_a_word_prints_what_the_option_prints() -> None:
    """`help` is the first thing that many type."""
    assert pp("help").output == pp("--help").output
    assert pp("help", "decide").output == pp("decide", "--help").output
    assert pp("campaign", "help", "run").output == pp("campaign", "run", "--help").output


def test_help_topic_has_every_name_and_every_exit_code() -> None:
    """The tables that the help of `falsify` and `decide` refers to."""
    assert {line.split()[0] for line in pp("help", "quantities").output.splitlines()[2:]} == set(NAMES)
    assert [line.split()[0] for line in pp("help", "exit-codes").output.splitlines()] == ["0", "1", "2", "3", "4", "6", "130"]
    named = {command: re.findall(r"help ([a-z-]+)", pp(command, "--help").output) for command in ("falsify", "decide", "exercises")}
    assert named["falsify"] == named["decide"] and {*named["decide"], *named["exercises"]} == set(TOPICS)
    assert all(pp("help", topic).exit_code == 0 for topic in TOPICS)
    example = next(line.strip() for line in pp("help", "conjectures").output.splitlines() if line.startswith("    1 <="))
    assert len(claims(example)) == 3


def test_no_command_prints_the_help() -> None:
    result = pp()
    assert result.exit_code == 2 and "falsify" in result.output


def test_control_characters_do_not_reach_the_terminal() -> None:
    result = pp("verify", "\x1b[31mred\x07")
    assert result.exit_code == 2 and "\x1b" not in result.stderr and "\x07" not in result.stderr


# --- writing


def test_a_failed_write_names_the_file_that_was_asked_for(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as raised:
        write_text(tmp_path / "none" / "f", "x")
    assert raised.value.filename == str(tmp_path / "none" / "f")


def without_progress(text: str) -> str:
    """The lines on stderr that are no progress, which a command prints after five seconds."""
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith("… "))


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
@pytest.mark.parametrize("arguments", sampled([["export", "novikoff"], ["show", "novikoff"], ["verify", "progress", "--attack", "0"]], 1))
def test_a_full_disk_is_said_in_one_line(arguments: list[str]) -> None:
    with open("/dev/full", "w") as full:
        process = start(*arguments, stdout=full)
        text = without_progress(process.stderr.read())
        assert process.wait() == 2
    assert text.startswith("error: ") and "No space left" in text and len(text.splitlines()) == 1


@pytest.mark.parametrize("sent", sampled([signal.SIGKILL, signal.SIGTERM, signal.SIGINT], 1))
def test_a_run_that_is_killed_leaves_no_half_file(tmp_path: Path, sent: signal.Signals) -> None:
    file = tmp_path / "v.json"
    process = start("verify", "progress", "novikoff", "--attack", "2", "--json", file, cwd=tmp_path)
    process.stdout.readline()  # at work
    process.send_signal(sent)
    process.communicate()
    assert process.returncode == (-9 if sent == signal.SIGKILL else 130)
    assert list(tmp_path.iterdir()) == []


# --- signals and pipes


def test_an_interrupted_search_says_what_it_tried() -> None:
    process = start("falsify", "novikoff", "--budget", "60")
    maps, deadline = Path(f"/proc/{process.pid}/maps"), time.monotonic() + 30
    while time.monotonic() < deadline and (not maps.exists() or "flint" not in maps.read_text()):  # until it is past its imports
        time.sleep(0.1)
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate()
    assert process.returncode == 130
    assert err == "interrupted\n" and (out == "" or out.startswith("tried "))


def test_a_reader_that_leaves_is_no_error() -> None:
    process = start("verify", "progress", "novikoff", "hinge-root", "--attack", "0.2")
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == ""
    assert process.wait() == 141


every_command = pytest.mark.parametrize(("command",), sampled(rows(__file__, "commands.txt"), 2))


@every_command
def test_nobody_reads(command: str) -> None:
    read, write = os.pipe()
    os.close(read)
    process = start(*shlex.split(command), stdout=write)
    os.close(write)
    _, err = process.communicate()
    assert (process.returncode, without_progress(err)) == (141, "")


@every_command
def test_a_closed_stdout_is_silence(command: str) -> None:
    process = start(*shlex.split(command), preexec_fn=lambda: os.close(1))
    _, err = process.communicate()
    assert (process.returncode, without_progress(err)) == (command.startswith("falsify"), "")


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc")
@pytest.mark.parametrize("delay", sampled([0.0, 0.1, 0.3], 1))
def test_an_interrupted_start_of_workers_is_one_line(delay: float) -> None:
    """Ctrl-C goes to all processes of the terminal, also to a worker that does not listen yet."""
    process = start("verify", "--workers", "2", "--attack", "1", start_new_session=True)
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    while len(children.read_text().split()) < 2:  # the tracker of multiprocessing and a worker
        time.sleep(0.01)
    time.sleep(delay)
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate()
    assert (process.returncode, err) == (130, "interrupted\n")


def test_a_terminal_that_has_no_greek_gets_question_marks() -> None:
    process = start("show", "cauchy-schwarz", env={**ENVIRONMENT, "PYTHONIOENCODING": "latin-1"}, encoding="latin-1")
    out, err = process.communicate()
    assert process.returncode == 0 and err == "" and out.startswith("Lemma cauchy-schwarz: ?a, b?² ? ?a")
