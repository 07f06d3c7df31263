"""What the search makes of a run: an evaluator for each geometry measures it, within the `time_budget`."""
