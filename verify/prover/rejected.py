"""How the prover says no: a check refuses data, a search finds nothing."""


class Rejected(ValueError):
    """The data prove nothing; the message says in one line what does not hold."""


class Resists(ArithmeticError):
    """No certificate was found within the budget; the message says what resisted."""
