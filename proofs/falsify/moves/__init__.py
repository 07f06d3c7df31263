"""How moves are made against each kind of learner (`against_euclidean` with `aimed_move`, `against_kernel`, `against_winnow`,
`against_custom_learner`), and `arbitrary` short runs."""
