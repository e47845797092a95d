"""`python -m luneta`: the same as the `luneta` command."""

import sys

from luneta.cli import main

if __name__ == "__main__":
    sys.exit(main())
