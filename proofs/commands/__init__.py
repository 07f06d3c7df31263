"""The commands, one file each: options, a call, and the output. They import what they need when they run."""
