"""A function over many independent tasks: on one machine or a cluster, resumable, with the same results everywhere.

A task is plain JSON data, and its result depends on nothing else; so it does not matter where, when or how often it is
computed. `run` gives all results, `as_done` and `in_order` give them one by one and can be left early:

    def block(task):
        rng = np.random.default_rng(seeded(task["seed"], task["block"]))
        ...

    with closing(in_order(block, tasks, where=Local(2), kept=Kept(folder, key))) as shares:
        for share in shares:
            ...
"""

from verify.tasks.cluster import Cluster
from verify.tasks.crews import Crew, Where, WhereError
from verify.tasks.keeping import Kept
from verify.tasks.mapping import Share, TasksFailed, as_done, in_order, run
from verify.tasks.processes import Local
from verify.tasks.seeds import seeded

__all__ = [
    "Cluster", "Crew", "Kept", "Local", "Share", "TasksFailed", "Where", "WhereError", "as_done", "in_order", "run",
    "seeded",
]  # fmt: skip
