"""Property tests try the same examples at every run; VERIFY_EXPLORE=1 draws new ones."""

import os

from hypothesis import settings

settings.register_profile("repeatable", derandomize=True)
if not os.environ.get("VERIFY_EXPLORE"):
    settings.load_profile("repeatable")
