"""The workers of a campaign: `processes` of this machine, or a `cluster`; both follow `protocol`."""
