"""Who does the work: `processes` of this machine or a `cluster`, both by the same `protocol`."""
