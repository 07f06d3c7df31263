"""Python's search for garbage in cycles, in processes that prove."""

import gc


def collect_seldom() -> None:
    """Search for garbage less often: proofs are millions of small objects, of which hardly one is in a cycle. `verify` takes an eighth less
    time, and no more memory."""
    gc.set_threshold(20_000, 20, 20)
