"""Tables: `verdicts` of the main job, `tightness` of witnesses (and `tightness_files`), and small ones for any use (`listing`)."""
