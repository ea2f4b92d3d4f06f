"""A headless Chromium, and reports to open in it: of a small package, and of full size as one file and as pages."""

import os
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from verify.report.page import page as page_of
from verify.report.page import pages as pages_of

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip


FONTS = '<fontconfig><dir>/usr/share/fonts</dir><cachedir prefix="xdg">fontconfig</cachedir></fontconfig>'
"""What fonts there are and nothing on how to draw them, as on a machine that nobody has set up."""

PATIENCE = 240_000
"""Milliseconds until something that is waited for on a page counts as missing: a busy machine may take long."""


@pytest.fixture(scope="session")
def chromium(needs, missing, tmp_path_factory):
    """The browser, with a profile of its own."""
    playwright = needs("playwright.sync_api", "browser")
    path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if path is None:
        missing("there is no Chromium: install the system's package chromium")
    with playwright.sync_playwright() as driver:
        fonts = tmp_path_factory.mktemp("fonts") / "fonts.conf"
        fonts.write_text(FONTS, encoding="utf-8")
        environment = {**os.environ, "FONTCONFIG_FILE": str(fonts)}
        browser = driver.chromium.launch(executable_path=path, args=FLAGS, env=environment)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def small(tmp_path_factory):
    """The file of a report on the claims in `toy.py`, made by the command."""
    folder = tmp_path_factory.mktemp("small")
    package = folder / "proofs" / "toy"
    package.mkdir(parents=True)
    (folder / "proofs" / "__init__.py").touch()
    (package / "__init__.py").write_text(
        'from verify.claims import Paper\n\nPAPER = Paper("toy", "A Toy Paper", "A. Author", "Journal of Toys 1")\n'
    )
    shutil.copy(HERE / "toy.py", package / "results.py")
    command = [sys.executable, "-m", "verify", "report", "--out", "out"]
    environment = {**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{ROOT}", "VERIFY_CACHE": str(folder / "cache")}
    run = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return folder / "out" / "report.html"


@pytest.fixture(scope="session")
def large(tmp_path_factory):
    """The file of a report with as many claims as five papers have, copies of few."""
    file = tmp_path_factory.mktemp("large") / "report.html"
    file.write_text(page_of(full_size()), encoding="utf-8")
    return file


@pytest.fixture(scope="session")
def several(tmp_path_factory):
    """The first page of the same report with a page a paper."""
    folder = tmp_path_factory.mktemp("several")
    (folder / "papers").mkdir()
    for place, text in pages_of(full_size()).items():
        (folder / place).write_text(text, encoding="utf-8")
    return folder / "report.html"


def full_size():
    return runpy.run_path(str(HERE / "synthetic.py"))["full_size"](papers=5, claims=100)


class Visit:
    """One open page, with what it said and asked for."""

    def __init__(self, page, file):
        self.page, self.said, self.asked = page, [], []
        page.on("console", lambda message: self.said.append(message.text))
        page.on("pageerror", lambda error: self.said.append(str(error)))
        page.on("request", lambda request: self.asked.append(request.url))
        self.url = file.as_uri()
        page.goto(self.url)

    def run(self, script, *arguments):
        return self.page.evaluate(script, *arguments)

    @property
    def shown(self):
        """The ids of the claims that are shown."""
        return self.run("[...document.querySelectorAll('article')].filter(a => a.checkVisibility()).map(a => a.id)")

    @property
    def count(self):
        return self.page.locator("#filter output").text_content()

    def expect_count(self, text):
        self.page.wait_for_function("text => document.querySelector('#filter output').textContent === text", arg=text)


@pytest.fixture
def visit(chromium):
    """Opens a report: `visit(file, **options of the browser's context)`."""
    contexts = []

    def opened(file, **options):
        contexts.append(chromium.new_context(**options))
        contexts[-1].set_default_timeout(PATIENCE)
        return Visit(contexts[-1].new_page(), file)

    yield opened
    for context in contexts:
        context.close()
