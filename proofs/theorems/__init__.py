"""The theorems, a page each, in families.

`core` has the argument that all mistake bounds share. `separable` and `hinge` are the bounds with and without a margin on all examples,
`margin_perceptron` and `winnow` those of two other learners, `experts` those of learners that follow experts; `losses`, `online`,
`kernels` and `batch` are the sources' applications, `probability` the chance that batches need, `lower_bounds` the limits of every
learner, and `engine` the theorems behind the compiled loops.
`catalogue` lists all theorems, and `lookup` also finds a page of the user's own.

`misprints` are the false sentences of the sources, `sources` lists each source claim by claim, and `witnesses` are the runs that show the
need for each hypothesis. `rebuild_certificates` searches again for the certificates that are stored.
"""
