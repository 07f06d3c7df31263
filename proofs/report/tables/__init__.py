"""Tables: `verdicts` of the main job, `tightness` of witnesses, the `sources`, and small ones for any use (`listing`)."""
