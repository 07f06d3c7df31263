"""Z3 in a thread of its own, while the main thread attacks: the solver computes outside Python, so the two share two cores.

It also keeps Ctrl-C working.  Z3 would take the signal for itself and answer ‘unknown’; here the main thread gets it, and tells Z3 to stop.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager

from proofs.kernel import Proof
from proofs.verify.checks.verdict import RefereeFinding


@contextmanager
def z3_in_background(proofs: Mapping[str, Proof]) -> Iterator[Callable[[str], RefereeFinding]]:
    """Judge these proofs, in order, in the background; what is yielded waits for the finding on one of them."""
    missing = _unavailable()
    if missing is not None:
        yield lambda id: missing
        return
    import z3

    pool = ThreadPoolExecutor(1, thread_name_prefix="z3")
    futures: dict[str, Future[RefereeFinding]] = {id: pool.submit(finding, proof) for id, proof in proofs.items()}
    try:
        yield lambda id: futures[id].result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        while running := [f for f in futures.values() if not f.done()]:
            z3.main_ctx().interrupt()  # one question; the job has many
            wait(running, timeout=0.02)


def z3_now(proof: Proof) -> RefereeFinding:
    """Z3's finding on a proof, in this thread; for a process that nobody interrupts."""
    return _unavailable() or finding(proof)


def _unavailable() -> RefereeFinding | None:
    """What to say if there is no Z3; and if there is, it shall leave Ctrl-C alone."""
    try:
        import z3
    except ImportError as error:
        return RefereeFinding(None, reason=f"Z3 is not installed ({error})")
    z3.set_param("ctrl_c", False)
    z3.main_ctx()  # made here: two threads that ask for it first at once would get one each, and their terms would not mix
    return None


def finding(proof: Proof) -> RefereeFinding:
    """Z3's finding on a proof that the kernel has just accepted."""
    from proofs.referees.z3 import judge_again

    judged = judge_again(proof)
    counts = judged.counts
    details: dict[str, object] = {"judged": len(proof.steps) - counts.get("structural", 0), "satisfiable": judged.satisfiable}
    if judged.redundant:
        details["redundant"] = list(judged.redundant)
    if judged.verdict == "unknown":
        return RefereeFinding(None, len(proof.steps), judged.seconds, "", details, judged.named("unknown"))
    reason = "" if judged.ok else f"{judged.verdict} at {', '.join(judged.named(judged.verdict)) or 'the hypotheses'}"
    return RefereeFinding(judged.ok, len(proof.steps), judged.seconds, reason, details)
