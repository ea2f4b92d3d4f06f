"""What an equation between polynomials says of their coefficients."""

from __future__ import annotations

from sympy import Add, Expr, Mul, Poly, PolynomialError, Pow, S, Symbol

from verify.hunt.spaces.grounding import Ground, Schema

MOST_OPERATIONS = 400
"""The longest equation that is multiplied out; a longer one is looked at in samples."""


def is_polynomial(term: Expr, s: Symbol) -> bool:
    """Whether s is met in sums, products and natural powers alone; to look for a factor elsewhere takes long."""
    if term == s or s not in term.free_symbols:
        return True
    if isinstance(term, Pow):
        return bool(term.exp.is_Integer and term.exp > 0) and is_polynomial(term.base, s)
    return isinstance(term, Add | Mul) and all(is_polynomial(a, s) for a in term.args)


def coefficients(schema: Schema) -> list[Ground] | None:
    """What an equation between polynomials in the schema's variables says of their coefficients."""
    body = schema.body
    if schema.given or not isinstance(body, Ground):
        return None
    if not (body.lhs.free_symbols | body.rhs.free_symbols) & set(schema.variables):
        return [body]
    if body.op != "=" or not body.difference.free_symbols - set(schema.variables):
        return None
    if not all(is_polynomial(body.difference, s) for s in schema.variables):
        return None
    if body.difference.count_ops() > MOST_OPERATIONS:
        return None
    try:
        polynomial = Poly(body.difference, *schema.variables)
    except PolynomialError:
        return None
    if any(c.free_symbols & set(schema.variables) for c in polynomial.coeffs()):
        return None
    return [Ground("=", c, S.Zero, body.group) for c in polynomial.coeffs() if c != 0]
