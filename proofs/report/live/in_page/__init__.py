"""What runs within a page, in Python compiled to WebAssembly: `answers` speaks to kernel and judge, `balls` stands in for python-flint."""
