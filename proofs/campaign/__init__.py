"""Campaigns: long searches over many conjectures, recorded as they go, so that a kill at any moment loses nothing that was found.

    from proofs.campaign import Campaign
    campaign = Campaign("hinge.db")
    campaign.run(["M <= 1/gamma**2 + TD/gamma", "hinge-simple"], budget=60)
    campaign.status()

`entries` says what a conjecture file may hold; `slices` cuts budgets into units of work; `store` (with `database`, `schema`, `lock` and
`faults`) keeps them in SQLite; `work` does one, `result` examines the answer; `processes` and `cluster` are the two crews; `runner` is the
loop; `status`, `view` and `export` tell."""

from proofs.campaign.campaign import Campaign
from proofs.campaign.plan.entries import Entry
from proofs.campaign.status import Standing, Status

__all__ = ["Campaign", "Entry", "Standing", "Status"]
