"""`python -m fathoms`: the command, where its name is not on the path."""

from fathoms.cli import main

main()
