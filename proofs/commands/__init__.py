"""The commands, one file each: options, a call, and what is printed.  What they need is imported when they run."""
