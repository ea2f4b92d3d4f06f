"""`python -m verify` is `verify`."""

import os
import sys

# Matrices here are small: threads of the linear algebra cost ten times what they save, and change last digits.
for variable in ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"):
    os.environ.setdefault(variable, "1")

from verify.cli import main  # noqa: E402  # numpy reads them when it is imported

if __name__ == "__main__":
    sys.exit(main())
