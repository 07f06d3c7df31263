"""That there always is what a definition introduces, shown by the kernel: what shape a fact has, what follows from it, in which order."""
