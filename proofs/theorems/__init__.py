"""The theorems, a page each, in families.

`core` has the argument that all mistake bounds share.  `separable` and `hinge` are the bounds with and without a margin on all examples,
`margin_perceptron` and `winnow` those of two other learners; `losses`, `online`, `kernels` and `batch` are what the sources draw from them,
`probability` what batches need of chance, `lower_bounds` what no learner can better, and `engine` what the compiled loops rest on.
`catalogue` lists all theorems, and `lookup` also finds a page of the user's own.

`misprints` are the false sentences of the sources, `sources` goes through each source claim by claim, and `witnesses` are the runs that
show what each hypothesis is for.  `rebuild_certificates` searches again for the certificates that are stored.
"""
