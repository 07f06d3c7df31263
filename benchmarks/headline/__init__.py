"""The exact classifiers beside scikit-learn, river, Vowpal Wabbit and a compiled float loop: `python -m benchmarks.headline`."""
