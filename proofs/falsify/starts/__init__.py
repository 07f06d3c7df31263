"""Where a search starts: the extremal families of the literature, for each geometry."""
