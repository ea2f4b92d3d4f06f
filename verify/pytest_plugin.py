"""`pytest proofs/` runs the claims: one item each, which passes when its evidence re-establishes the verdict.

Only files inside packages of claims are looked at (`verify.claims.places`); the engine is imported when there is one.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterable
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from verify.claims.places import module_at
from verify.claims.registry import Registry, keep_for_good, using
from verify.claims.remedies import explained

if TYPE_CHECKING:
    from verify.claims.claim import Claim
    from verify.verdicts.verdict import Outcome

REGISTRY = pytest.StashKey[Registry]()


def pytest_configure(config: pytest.Config) -> None:
    """Gives the run a registry of its own."""
    registry = Registry()
    config.stash[REGISTRY] = registry
    stack = ExitStack()
    stack.enter_context(using(registry))
    config.add_cleanup(stack.close)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Takes the modules of packages of claims but those whose names begin with `_`."""
    if file_path.suffix != ".py" or (file_path.name.startswith("_") and file_path.name != "__init__.py"):
        return None
    return None if module_at(file_path) is None else ClaimFile.from_parent(parent, path=file_path)


class ClaimFile(pytest.File):
    """A module of claims."""

    def collect(self) -> Iterable[pytest.Item]:
        """One item a claim that the module declares."""
        found = module_at(self.path)
        assert found is not None
        name, root = found
        if str(root) not in sys.path:
            sys.path.insert(0, str(root))
        try:
            module = importlib.import_module(name)
        except (Exception, SystemExit) as error:
            raise self.CollectError(f"{self.path.name} does not import: {explained(error)}") from error
        keep_for_good()
        if Path(module.__file__ or "").resolve() != self.path.resolve():
            raise self.CollectError(f"{name} is imported from {module.__file__}, another package of that name")
        for claim in self.config.stash[REGISTRY].claims_of(name):
            yield ClaimItem.from_parent(self, name=claim.id, claim=claim)


class ClaimItem(pytest.Item):
    """One claim; all its steps run, always anew. What they give is kept, so that a report need not run them again."""

    def __init__(self, *, claim: Claim, **rest: object) -> None:
        super().__init__(**rest)  # type: ignore[arg-type]
        self.claim = claim

    def runtest(self) -> None:
        """Examines the claim.

        Raises:
            NotEstablished: when a step fails, or nothing decides the claim and it does not say why.
        """
        from verify.claims.registry import current  # noqa: PLC0415
        from verify.session.cache import Cache, key  # noqa: PLC0415
        from verify.verdicts.dependencies import with_others  # noqa: PLC0415
        from verify.verdicts.verdict import examine  # noqa: PLC0415

        before = key(self.claim)
        outcome = examine(self.claim)
        keep_for_good()
        with suppress(OSError):
            Cache().put(self.claim, outcome, before)
        outcome = with_others(current(), self.claim, outcome)
        if not outcome.ok:
            raise NotEstablished(outcome)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None) -> str:
        """The failed steps, one a line; a traceback only for what is no failed step."""
        if isinstance(excinfo.value, NotEstablished):
            return str(excinfo.value)
        return str(super().repr_failure(excinfo))

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where the claim is declared."""
        return self.path, self.claim.source.line - 1, self.claim.id


class NotEstablished(Exception):
    """The evidence does not re-establish the claim's verdict."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__("\n".join([f"{outcome.id} ({outcome.verdict})", *(f"  {f}" for f in outcome.failures)]))
