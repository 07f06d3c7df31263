"""Signals: one that falls into a library's callback is not lost."""

from __future__ import annotations

import signal
import subprocess
import sys

BUSY_COLLECTING = """
import gc, time
from proofs.system.processes import answer_signals

def stop(*_):
    raise KeyboardInterrupt

def callback(phase, info):  # Python drops what is raised here
    print(phase, flush=True)
    time.sleep(1)

answer_signals(stop)
gc.callbacks.append(callback)
try:
    gc.collect()
    gc.callbacks.clear()
    time.sleep(20)
    print("slept to the end")
except KeyboardInterrupt:
    print("stopped")
"""


def test_a_signal_inside_a_callback_of_the_garbage_collector_is_heard_afterwards_and_without_a_message() -> None:
    run = subprocess.Popen([sys.executable, "-c", BUSY_COLLECTING], text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert run.stdout is not None and run.stdout.readline() == "start\n"
    run.send_signal(signal.SIGTERM)
    out, err = run.communicate(timeout=15)
    assert out.splitlines()[-1] == "stopped" and err == ""


def test_anything_else_that_is_dropped_is_told() -> None:
    code = (
        "from proofs.system.processes import answer_signals\nanswer_signals()\nclass A:\n    def __del__(self): raise ValueError('x')\nA()"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "ValueError: x" in run.stderr
