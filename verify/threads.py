"""Linear algebra in one thread: for small matrices more cost ten times what they save, and change last digits."""

_READ_BY_LIBRARIES = ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")

ONE_THREAD = dict.fromkeys(_READ_BY_LIBRARIES, "1")
"""Environment variables to be set before numpy is imported."""
