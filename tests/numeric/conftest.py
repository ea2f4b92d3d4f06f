"""Errors in ulp (2**-52) against mpmath, and one assertion that names the failing point."""

from collections.abc import Callable, Sequence
from typing import Any

import mpmath as mp
import numpy as np
import pytest

ULP = 2.0**-52


class Errors:
    """Compares float64 results with mpf references."""

    @staticmethod
    def relative(got: Any, want: Any) -> float:
        """|got - want| / |want| in ulp; 0 for an exact 0."""
        with mp.workdps(60):
            w = mp.mpf(want)
            d = abs(mp.mpf(float(got)) - w)
            return 0.0 if d == 0 else float("inf") if w == 0 else float(d / abs(w)) / ULP

    @staticmethod
    def vector(got: Any, want: Sequence[Any], scale: Any = None) -> float:
        """Largest coordinate error over `scale` (default: the length of want), in ulp."""
        assert len(got) == len(want)
        with mp.workdps(60):
            d = max(abs(mp.mpf(float(a)) - b) for a, b in zip(got, want, strict=True))
            s = mp.norm(want) if scale is None else mp.mpf(scale)
            return 0.0 if d == 0 else float("inf") if s == 0 else float(d / s) / ULP

    @staticmethod
    def check(what: str, error: float, bound: float, **point: Any) -> None:
        """The error is at most the bound; otherwise the message has the point."""
        shown = {k: v.tolist() if isinstance(v, np.ndarray) else v for k, v in point.items()}
        assert error <= bound, f"{what}: {error:.3g} ulp > {bound} ulp at {shown}"


@pytest.fixture(scope="session")
def errors() -> Errors:
    return Errors()


@pytest.fixture(scope="session")
def refuses() -> Callable[..., None]:
    """The call raises ValueError with one line that contains the text."""

    def check(text: str, f: Callable[..., Any], *args: Any, **kwargs: Any) -> None:
        with pytest.raises(ValueError) as caught:  # noqa: PT011
            f(*args, **kwargs)
        message = str(caught.value)
        assert text in message, message
        assert "\n" not in message

    return check
