"""The exact classifiers beside scikit-learn, river, Vowpal Wabbit and a plain float loop: `python -m benchmarks.headline`."""
