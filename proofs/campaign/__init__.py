"""Campaigns: long searches over many conjectures, recorded as they go, so that a kill at any moment loses nothing that was found.

    from proofs.campaign import Campaign
    campaign = Campaign("hinge.db")
    campaign.run(["M <= 1/gamma**2 + TD/gamma", "hinge-simple"], budget=60)
    campaign.status()

`entries` are the conjectures with the rules of their attack, and the findings against them. Budgets are cut into `units` of work. `store`
keeps plan and results in SQLite. `workers` do the units, on this machine or on a cluster. `status` presents the results.
"""

from proofs.campaign.campaign import Campaign
from proofs.campaign.entries import Entry
from proofs.campaign.status import Standing, Status

__all__ = ["Campaign", "Entry", "Standing", "Status"]
