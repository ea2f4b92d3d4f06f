"""The command line's words for where work is done."""

from __future__ import annotations

import argparse
import re

from verify.tasks.cluster import Cluster
from verify.tasks.crews import Where, WhereError
from verify.tasks.processes import Local

_ADDRESS = re.compile(r"(?:tcp|tls|ws|wss)://(?:\[[0-9a-fA-F:.%]+\]|[^\s:/@\[\]]+):(\d{1,5})")


def add_dask(parser: argparse.ArgumentParser) -> None:
    """The option `--dask ADDRESS`."""
    parser.add_argument(
        "--dask",
        metavar="ADDRESS",
        type=dask_address,
        help="run on the cluster of this dask scheduler (tcp://host:8786)",
    )


def dask_address(text: str) -> str:
    """The address of a dask scheduler.

    Raises:
        argparse.ArgumentTypeError: for what is none.
    """
    match = _ADDRESS.fullmatch(text)
    if not match or not 1 <= int(match[1]) <= 65535:
        raise argparse.ArgumentTypeError(f"the address of a dask scheduler must be like tcp://host:8786, not {text!r}")
    return text


def where(options: argparse.Namespace) -> Where:
    """Where the options `--jobs` and `--dask` say that work is done.

    Raises:
        WhereError: when both say something.
    """
    address = getattr(options, "dask", None)
    if address is None:
        return Local(options.jobs)
    if options.jobs > 1:
        raise WhereError(f"--dask and -j cannot both be given: {address} or {options.jobs} processes on this machine")
    return Cluster(address)
