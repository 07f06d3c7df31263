"""The learners, each as its update rule in exact numbers: `perceptron` (with the Margin Perceptron and Hebb), `winnow`, `ogd` with its
`losses`; `foreign` plays anybody's, and `specs` reads a learner from a line of text.
"""
