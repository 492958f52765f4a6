"""`python -m fathoms.cli`."""

from fathoms.cli import main

main()
