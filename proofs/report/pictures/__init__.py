"""Pictures: runs (`plots`, `stepping`), audits, `tightness` along families, the `citation_graph`, `trees` of an adversary."""
