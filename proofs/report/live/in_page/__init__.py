"""Code that runs within a page, in Python compiled to WebAssembly: `answers` calls kernel and judge, `balls` replaces python-flint."""
