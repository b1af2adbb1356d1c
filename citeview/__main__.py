"""`python -m citeview`."""

import sys

from citeview.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
