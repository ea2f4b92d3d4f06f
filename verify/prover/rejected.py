"""The refusal that every check of a rule raises."""


class Rejected(ValueError):
    """The data prove nothing; the message says in one line what does not hold."""
