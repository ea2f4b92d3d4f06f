"""The command line's words for where work is done."""

from __future__ import annotations

import argparse
import os
import re
from typing import Final

from verify.tasks.cluster import Cluster
from verify.tasks.crews import Where, WhereError
from verify.tasks.processes import Local

MOST: Final = 4
"""Processes that are started unasked; with many claims each grows to more than a gigabyte."""

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


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def where(options: argparse.Namespace, *, all_processors: bool = False, seconds: float | None = None) -> Where:
    """Where the options `--jobs` and `--dask` say that work is done.

    Args:
        options: of a command.
        all_processors: whether there are as many jobs as processors, in processes of their own, unless `--jobs` says
            how many; else there is one, in this process.
        seconds: after which a task is ended.

    Raises:
        WhereError: when the options contradict each other.
    """
    address = getattr(options, "dask", None)
    if address is None:
        given = options.jobs
        return Local(given or (min(processors(), MOST) if all_processors else 1), all_processors and not given, seconds)
    if options.jobs is not None and options.jobs > 1:
        raise WhereError(f"--dask and -j cannot both be given: {address} or {options.jobs} processes on this machine")
    if seconds is not None:
        raise WhereError("--dask and --seconds cannot both be given: only processes of this machine are ended")
    return Cluster(address)
