"""The extremal families: runs whose numbers are known beforehand, so that only those are built that should break a conjecture.

    orthogonal   examples that have nothing in common, with every progress and slack: the ends of the plain Perceptron's range
    flat         few dimensions: the zig-zag of the plane, the spiral in space, unit vectors on the circle, the seesaw
    long         thousands of updates by few examples, followed instead of listed
    other_learners   spirals against the Margin Perceptron; points orthogonal among the features of a kernel; against Winnow a target on one
                 coordinate, with the others balanced
    rules        wrong labels, corners of a cube, dropped hypotheses
    plain        short runs of every kind, for numbers that have no closed form and for somebody's own learner

A family claims nothing.  `proofs.decide.refute` has each run judged."""
