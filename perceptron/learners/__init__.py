"""The learners, each as an update rule in exact numbers: `perceptron` (with the Margin Perceptron and Hebb), `winnow`, `ogd`; `losses`
of a margin; `foreign`, which plays a learner of any other kind; and `specs`, which reads a learner from JSON data.
"""
