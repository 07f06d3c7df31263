"""The learners, each as an update rule in exact numbers: `perceptron` (with the Margin Perceptron and Hebb), `winnow`, `ogd`.

`losses` are those of a margin, `custom` plays a learner of any other kind, and `specs` reads a learner from JSON data.
"""
