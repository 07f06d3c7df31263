"""Campaigns: long searches over many conjectures, recorded as they go, so that a kill at any moment loses nothing that was found.

    from proofs.campaign import Campaign
    campaign = Campaign("hinge.db")
    campaign.run(["M <= 1/gamma**2 + TD/gamma", "hinge-simple"], budget=60)
    campaign.status()

`plan` holds the conjectures and cuts budgets into units of work. `store` keeps the plan and the results in SQLite. `workers` does the
units, on this machine or on a cluster. `runner` is the loop. `status`, `view` and `export` present the results.
"""

from proofs.campaign.campaign import Campaign
from proofs.campaign.plan.entries import Entry
from proofs.campaign.status import Standing, Status

__all__ = ["Campaign", "Entry", "Standing", "Status"]
