"""What the adversary plays: `feedback` sees w and answers it, `against_kernel` and `against_winnow` do so in their geometry, `arbitrary`
plays anything.
"""
