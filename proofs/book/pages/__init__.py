"""The pages that are made from the catalogue, as MyST Markdown: `theorem`, `family`, `sources`, `errata`; `markup` has what they share."""
