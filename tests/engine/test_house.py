"""The rooms of the house: which may import which, as pyproject.toml draws them and verify/README.md lists them."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import verify

HOUSE = Path(verify.__file__).parent
ROOT = HOUSE.parent
PUBLIC = {"audit", "__init__", "__main__", "notebook", "pytest_plugin", "threads", "usage"}

with (ROOT / "pyproject.toml").open("rb") as file:
    LAYERS = tomllib.load(file)["tool"]["importlinter"]["contracts"][0]["layers"]


def linted(config):
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as run; run()"]
    done = subprocess.run(
        [*command, "--config", config, "--no-cache"], capture_output=True, text=True, check=False, cwd=ROOT
    )
    return done.returncode, done.stdout


def test_every_import_goes_down():
    status, said = linted(ROOT / "pyproject.toml")
    assert status == 0, said


@pytest.mark.parametrize(
    ("old", "new", "broken"),
    [
        ('    "axioms",\n    "author",\n', '    "author",\n    "axioms",\n', "A room of verify"),
        ('    "discharge | claims",\n', '    "discharge",\n', "A room of verify"),
        ('forbidden_modules = ["sympy", ', 'forbidden_modules = ["flint", ', "The core imports"),
    ],
    ids=["an arrow turned round", "a room left out", "flint forbidden"],
)
def test_an_arrow_that_goes_up_is_seen(tmp_path, old, new, broken):
    config = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert old in config
    (tmp_path / "pyproject.toml").write_text(config.replace(old, new), encoding="utf-8")
    status, said = linted(tmp_path / "pyproject.toml")
    assert status != 0
    assert broken in said


def test_no_loose_modules_lie_beside_the_rooms():
    assert {file.stem for file in HOUSE.glob("*.py")} == PUBLIC


def test_the_readme_says_what_every_room_is_for():
    said = (HOUSE / "README.md").read_text(encoding="utf-8")
    rooms = [room for layer in LAYERS for room in layer.split(" | ") if (HOUSE / room).is_dir()]
    assert [line.split("`")[1] for line in said.splitlines() if line.startswith("| `verify/")] == [
        f"verify/{room}/" for room in rooms
    ]
