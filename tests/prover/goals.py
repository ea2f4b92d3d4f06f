"""What a test of the search asks: the goal of a statement, and points of its domain."""

from verify.prover.search.samples import Samples
from verify.prover.statement import parse_statement


def asked(relation, where):
    """The first goal of the statement, and its samples."""
    goal = parse_statement(relation, where).goals[0]
    return goal, Samples(goal)
