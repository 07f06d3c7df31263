"""Pictures: runs (`plots`, `draw`, from `run_data`), `tightness` along families, the `citation_graph`, `trees` of an adversary."""
