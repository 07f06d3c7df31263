"""The Perceptrons of other libraries beside the exact learner: `python -m benchmarks.peers`."""
