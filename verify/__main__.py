"""`python -m verify` is `verify`."""

import os
import sys

from verify.threads import ONE_THREAD

for variable, value in ONE_THREAD.items():
    os.environ.setdefault(variable, value)

from verify.commands.cli import main  # noqa: E402  # numpy reads them when it is imported

if __name__ == "__main__":
    sys.exit(main())
