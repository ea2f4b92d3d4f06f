"""`verify new`: the folder of an audit of one's own, with a claim as a template."""

from __future__ import annotations

import importlib.util
import keyword
import sys
from pathlib import Path

from verify.claims.paper import is_paper_id
from verify.claims.places import DEFAULT, GROUP, PlaceError

PROJECT = """[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"

[project]
name = "{name}-claims"
version = "0.1.0"
requires-python = ">=3.11"
dependencies = ["verify-online-learning"]

[project.entry-points."{group}"]
{package} = "{package}"

[tool.setuptools.packages.find]
include = ["{package}*"]
"""

PAPER = '''"""The paper whose claims are in this package, one module a result."""

from verify.claims import Paper

PAPER = Paper("{id}", title={title!r}, authors="", where="")
'''

MEANS = '''"""A claim as a template: the harmonic mean is at most the arithmetic mean."""

from verify.audit import Claim, fails_without, follows, gt, le, real

a, b = real("a b")

MEANS = Claim(
    "{id}/means",
    at="Lemma 1",
    given=[gt(a, 0), gt(b, 0)],
    states=le(2 * a * b / (a + b), (a + b) / 2),
    says="The harmonic mean of two positive numbers is at most their arithmetic mean.",
    reading="For all real a, b > 0.",
)


@MEANS.proof
def square(claim):
    """The difference is (a − b)²/(2(a + b))."""
    return follows(claim.states[0], (a - b) ** 2, claim.given)


fails_without(MEANS, (gt(b, 0), "b may be negative: 4 ≤ −½", {{a: 1, b: -2}}))


@MEANS.instance
def equal():
    """Both means are 1."""
    return {{a: 1, b: 1}}
'''

README = """# Claims of {title}

`verify run` examines the claims of this folder, `verify report` writes what they gave, `pytest` runs one item a claim.
"""

IGNORED = """__pycache__/
*.egg-info/
.venv/
.pytest_cache/
.*.cache
.verify/
build/
verification-report/
report/
"""


WORKFLOW = """# Re-establishes every verdict where the project is pushed to, and keeps the report.
name: claims
on: [push, pull_request]
jobs:
  claims:
    runs-on: ubuntu-latest
    timeout-minutes: 60
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-python@v5
        with:
          python-version: "3.12"
      - uses: actions/cache@v4
        with:
          path: .verify/cache
          key: verify-${{{{ hashFiles('**/*.py', '**/found.json') }}}}
          restore-keys: verify-
      - run: pip install -e .
      - run: verify run -j 2
      - run: verify lint
      - run: verify report
      - uses: actions/upload-artifact@v4
        with:
          name: verification-report
          path: verification-report
"""

HOOKS = """# Before a commit: what has changed is examined again, the rest is kept.
repos:
  - repo: local
    hooks:
      - id: verify
        name: every verdict is re-established
        entry: verify run
        language: system
        pass_filenames: false
        types: [python]
"""


def make(folder: Path, paper: str, title: str = "", *, ci: bool = False) -> list[Path]:
    """Writes the files of a new project, and returns their paths.

    Args:
        folder: made, with those around it; or empty.
        paper: the paper's id, from which the package gets its name.
        title: the paper's title, else its id.
        ci: also a workflow for GitHub and a configuration of pre-commit.

    Raises:
        PlaceError: when the id is none or is taken, or the folder is not empty.
        OSError: when nothing can be written there.
    """
    package = _package(paper)
    if folder.exists() and not folder.is_dir():
        raise PlaceError(f"{folder}: it is a file; DIR must be a new or an empty folder")
    if folder.is_dir() and any(folder.iterdir()):
        raise PlaceError(f"{folder}: the folder is not empty; DIR must be a new or an empty folder")
    title = " ".join(title.split()) or paper
    words = {"id": paper, "title": title, "package": package, "group": GROUP, "name": package.replace("_", "-")}
    texts = {
        "pyproject.toml": PROJECT,
        "README.md": README,
        ".gitignore": IGNORED,
        f"{package}/__init__.py": PAPER,
        f"{package}/means.py": MEANS,
        **({".github/workflows/claims.yml": WORKFLOW, ".pre-commit-config.yaml": HOOKS} if ci else {}),
    }
    for name, text in texts.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text.format(**words), encoding="utf-8")
    return [folder / name for name in texts]


def _package(paper: str) -> str:
    """The package's name for a paper's id, which no other module may have.

    Raises:
        PlaceError: when the id is none, or is taken.
    """
    if not is_paper_id(paper):
        raise PlaceError(f"--paper must be lower-case words joined by - _ or ., such as experts, not {paper!r}")
    if "." not in paper and importlib.util.find_spec(DEFAULT) and importlib.util.find_spec(f"{DEFAULT}.{paper}"):
        raise PlaceError(f"--paper {paper}: a paper of this id comes with this project; choose another")
    name = paper.replace("-", "_").replace(".", "_")
    name = name if name.isidentifier() and not keyword.iskeyword(name) else f"paper_{name}"
    spec = importlib.util.find_spec(name)
    if name in sys.stdlib_module_names or (spec is not None and spec.origin is not None):  # a bare folder has none
        raise PlaceError(f"--paper {paper}: Python has another module named {name} already; choose another id")
    return name
