"""The language of statements: abstract functions, vectors, points, indexed families, relations, schemas.

Scalars are sympy expressions over declared symbols; what sympy lacks is added here as inert nodes.

| node | stands for |
|---|---|
| `Fun(head, n, x, …)` | the n-th derivative of an abstract real function, or a component of an indexed family |
| `Vec(head, space, …)`, `Pt(head, …)` | an abstract vector of an inner-product space; an abstract point |
| `Inner(u, v)` | the inner product; `norm(u)` is its root |
| `Gradient(P, x)`, `Hessian(P, x, u)` | of the abstract scalar field P at the vector x; the latter applied to u |
| `Deriv(body, s, at)` | the derivative in s of body, at s = at (s is bound) |
| `Relation`, `ForAll`, `Predicate` | formulas |

A variable is a `Symbol` or the head of an abstract node; a formula with free variables holds for all of them. A
formula holds at an assignment when everything in it is defined there and it is true there.
"""

from __future__ import annotations

from verify.language.binding import (
    FRESH,
    Lambda,
    alpha,
    free_variables,
    fresh,
    has_reserved_name,
    sort_of,
    spaces,
    substitute,
)
from verify.language.formulas import (
    TURNED,
    Counterexample,
    ForAll,
    Formula,
    Predicate,
    Property,
    Relation,
    as_formula,
    conditions,
    difference,
    eq,
    ge,
    gt,
    in_words,
    le,
    lt,
    ne,
)
from verify.language.names import (
    family,
    field,
    forall,
    function,
    in_domain,
    integer,
    nonnegative,
    norm,
    partial,
    point,
    points,
    positive,
    real,
    vector,
    vectors,
)
from verify.language.nodes import (
    EUCLIDEAN,
    Constant,
    Deriv,
    Fun,
    FunHead,
    Gradient,
    Head,
    Hessian,
    IllFormed,
    Inner,
    PartialHead,
    Pt,
    PtHead,
    Tangent,
    Vec,
    VecHead,
    Word,
    minus_last,
    power_of_norm,
    text,
)

__all__ = [
    "EUCLIDEAN",
    "FRESH",
    "TURNED",
    "Constant",
    "Counterexample",
    "Deriv",
    "ForAll",
    "Formula",
    "Fun",
    "FunHead",
    "Gradient",
    "Head",
    "Hessian",
    "IllFormed",
    "Inner",
    "Lambda",
    "PartialHead",
    "Predicate",
    "Property",
    "Pt",
    "PtHead",
    "Relation",
    "Tangent",
    "Vec",
    "VecHead",
    "Word",
    "alpha",
    "as_formula",
    "conditions",
    "difference",
    "eq",
    "family",
    "field",
    "forall",
    "free_variables",
    "fresh",
    "function",
    "ge",
    "gt",
    "has_reserved_name",
    "in_domain",
    "in_words",
    "integer",
    "le",
    "lt",
    "minus_last",
    "ne",
    "nonnegative",
    "norm",
    "partial",
    "point",
    "points",
    "positive",
    "power_of_norm",
    "real",
    "sort_of",
    "spaces",
    "substitute",
    "text",
    "vector",
    "vectors",
]
