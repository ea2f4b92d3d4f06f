"""Data from outside → terms: the letter of JSON, and how terms are written in it.

Nothing in a file is believed, and nothing of it is evaluated. Whatever does not make sense is refused by one line;
it takes no more memory or time than its length warrants: a term is written out, so it is no larger than its file.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Collection, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, Final

from verify.core.nodes import (
    CONSTANT, FORMULAS, FUNCTION, FUNCTIONS, INTEGER, INTEGERS, MOST_HEIGHT, NUMBER, PARTIAL, POINT, VECTOR,
    Refused, Term, node,
)  # fmt: skip
from verify.core.terms import binding, forall, function, number, variable

MOST_EXPONENT: Final = 10_000
"""No exponent that is a number has a larger numerator or denominator."""
MOST_NAME: Final = 200
_FIRST: Final = "A-Za-zΓΔΘΛΞΠΣΦΨΩα-νξπ-ωϑϕϵℓ∂_ˆ"
_HAT: Final = r"(?:[\u0302-\u0304\u0308]|(?<![ij])\u0307)"
_IN_NAMES: Final = re.compile(rf"[{_FIRST}]{_HAT}?(?:[{_FIRST}0-9₀-₉₊₋′]{_HAT}?|⋆(?![{_FIRST}0-9]))*")
"""Letters with hats and indices: with other signs a name could pass for a formula, or for another name, where it is
shown (–, ∙, ⁻ and ⁄ are no letters, х and Α are ones of another alphabet, and of some signs nothing is seen, as of a
second hat on a letter, or of a dot on one that has a dot)."""
_LETTER: Final = "A-Za-zÀ-ÖØ-öø-ɏΑ-Ωα-ωϑϕϱϵḀ-ỿᴬ-ᵪ"
_SIGN: Final = r" !#-&(-@\[-_{-~°±²³·¹¼-¾×‖–—…†⁰-ₜℓℕℝℤ→-⇿∀-⋿⟨⟩"
_IN_QUOTES: Final = re.compile(rf"(?:[{_LETTER}][\u0302-\u0304\u0307\u0308]?|[{_SIGN}]|['’′](?!['’′]))+")
"""Words in which nothing passes for a quotation mark, as “, ″ and two apostrophes would."""


class Unreadable(Refused):
    """The data does not say what it should; the message says where it stops making sense."""


# --- terms ------------------------------------------------------------------------------------------------------------
#
# An integer is a number, [p, q] is p/q; {"name": x, "kind": …, "is": {…}} a variable; every other node is
# {"Name": [arguments]}. Variables have names everywhere: what binds lists its variables before they become numbers.

_CONSTANTS: Final = {"pi": "pi", "E": "e"}
_KINDS: Final = {
    "Symbol": NUMBER, "FunHead": FUNCTION, "PartialHead": PARTIAL, "VecHead": VECTOR, "Constant": CONSTANT,
    "PtHead": POINT,
}  # fmt: skip
_WITH_INTEGER: Final = {NUMBER: INTEGER, FUNCTION: INTEGERS}
_DECLARATIONS: Final = ("real", "integer", "positive", "nonnegative")
_PLAIN: Final = {
    "Add": "add", "Mul": "mul", "Pow": "power", "Max": "max", "Min": "min", "KroneckerDelta": "delta", "Inner": "inner",
    "Tuple": "tuple", "Tangent": "tangent", "Vec": "vector", "Pt": "point", "Gradient": "gradient",
    "Hessian": "hessian", "Abs": "abs", **{name: name for name in FUNCTIONS if name != "abs"},
}  # fmt: skip
"""Nodes whose arguments are all terms."""


def decode(data: Any) -> Term:
    """The term or formula that the JSON value stands for.

    Raises:
        Refused: where it stands for none.
    """
    return _term(data, MOST_HEIGHT)


def decode_formula(data: Any) -> Term:
    """The formula that the JSON value stands for."""
    found = decode(data)
    if found.kind not in FORMULAS:
        raise Unreadable(f"a formula is expected, not {found!r}")
    return found


def _term(data: Any, room: int) -> Term:
    """The term; `room` is how much deeper it may be nested."""
    if room <= 0:
        raise Unreadable(f"a term is nested deeper than {MOST_HEIGHT}")
    if type(data) is int:
        return number(data)
    if type(data) is list:
        if len(data) != 2 or any(type(n) is not int for n in data) or data[1] == 0:
            raise Unreadable("a list must be a rational number [p, q]")
        return number(Fraction(*data))
    if type(data) is not dict:
        raise Unreadable(f"{said(data)} is no term")
    if "name" in data:
        return _variable(data)
    if len(data) != 1:
        raise Unreadable(f"a node has one name, not {len(data)}")
    ((name, args),) = data.items()
    if name == "constant":
        if type(args) is not str or args not in _CONSTANTS:
            raise Unreadable(f"there is no constant {said(args)}")
        return node(_CONSTANTS[args])
    if type(args) is not list:
        raise Unreadable(f"{said(name)} needs a list of arguments")
    if name in _PLAIN:
        parts = [_term(a, room - 1) for a in args]
        if name == "Pow" and len(parts) == 2 and parts[1].kind == "number":
            q = parts[1].args[0]
            if max(abs(q.numerator), q.denominator) > MOST_EXPONENT:
                raise Unreadable(f"an exponent is larger than {MOST_EXPONENT}")
        return node(_PLAIN[name], *parts)
    if name not in _OTHERS:
        raise Unreadable(f"there is no node {said(name)}")
    return _OTHERS[name](args, room - 1)


def said(data: Any) -> str:
    """A piece of data in a message, in a few characters."""
    if type(data) is str:
        return repr(data[:40])
    return "true" if data is True else "false" if data is False else "null" if data is None else type(data).__name__


def words(data: Any) -> str:
    """Text that can be shown: names, and what predicates say."""
    if type(data) is not str or not data.isprintable() or data != " ".join(data.split()) or not data or '"' in data:
        raise Unreadable(f"{said(data)} is no text in one line")
    return data


def quoted(data: Any) -> str:
    """Words that are shown in quotation marks, which do not seem to end before they do."""
    if _IN_QUOTES.fullmatch(words(data)) is None:
        raise Unreadable(f"{said(data)} has signs that could pass for quotation marks")
    return str(data)


def is_name(text: str) -> bool:
    """Whether it can be the name of a variable in a file."""
    plain = unicodedata.is_normalized("NFC", text) and text not in (*FUNCTIONS, "max", "min")
    return plain and len(text) <= MOST_NAME and _IN_NAMES.fullmatch(unicodedata.normalize("NFD", text)) is not None


def _variable(data: dict[str, Any]) -> Term:
    if set(data) != {"name", "kind", "is"}:
        raise Unreadable('a variable must have "name", "kind", "is", and nothing else')
    name, kind, declared = data["name"], data["kind"], data["is"]
    if type(name) is not str or type(kind) is not str:
        raise Unreadable(f"there is no variable {said(name)} of the kind {said(kind)}")
    if type(declared) is not dict or not all(
        type(d) is str and d in _DECLARATIONS and v is True for d, v in declared.items()
    ):
        raise Unreadable(f"{said(name)} may be declared real, integer, positive, nonnegative: true")
    return _declared(name, kind, frozenset(declared))


@cache
def _declared(name: str, kind: str, declared: frozenset[str]) -> Term:
    words(name)
    if not is_name(name):
        raise Unreadable(
            f"{said(name)} is no name: it is too long, for use inside the core, or holds signs of formulas"
        )
    if kind not in _KINDS:
        raise Unreadable(f"there is no variable of the kind {said(kind)}")
    sort = _KINDS[kind]
    if "integer" in declared:
        if sort not in _WITH_INTEGER:
            raise Unreadable(f"{said(name)} cannot be declared an integer")
        sort = _WITH_INTEGER[sort]
    if sort in (VECTOR, CONSTANT, POINT) and declared:
        raise Unreadable(f"{said(name)} is a {sort}: nothing is declared of it")
    signs = [s for s in ("positive", "nonnegative") if s in declared]
    if len(signs) > 1:
        raise Unreadable(f"{said(name)} is declared to have two signs")
    return variable(name, sort, signs[0] if signs else "")


def _count(name: str, args: Sequence[Any], least: int, most: int | None = None) -> None:
    if len(args) < least or (most is not None and len(args) > most):
        raise Unreadable(f"{name} has a wrong number of arguments")


def _list(data: Any, room: int) -> list[Term]:
    """The terms of {"Tuple": [...]}."""
    if type(data) is not dict or set(data) != {"Tuple"} or type(data["Tuple"]) is not list:
        raise Unreadable('{"Tuple": [...]} is expected')
    return [_term(a, room) for a in data["Tuple"]]


def _text(data: Any) -> str:
    if type(data) is not dict or set(data) != {"text"}:
        raise Unreadable('{"text": ...} is expected')
    return quoted(data["text"])


def _relation(args: list[Any], room: int) -> Term:
    _count("Relation", args, 3, 3)
    return node("relation", _text(args[0]), _term(args[1], room), _term(args[2], room))


def _predicate(args: list[Any], room: int) -> Term:
    _count("Predicate", args, 1)
    return node("predicate", _text(args[0]), *(_term(a, room) for a in args[1:]))


def _forall(args: list[Any], room: int) -> Term:
    _count("ForAll", args, 3, 3)
    given, body = _list(args[1], room), _term(args[2], room)
    for f in (*given, body):
        if f.kind not in FORMULAS:
            raise Unreadable(f"for all: a formula is expected, not {f!r}")
    return forall(_list(args[0], room), given, body)


def _lambda(args: list[Any], room: int) -> Term:
    _count("Lambda", args, 2, 2)
    return function(_list(args[0], room), _term(args[1], room))


def _bound(kind: str, name: str) -> Callable[[list[Any], int], Term]:
    def read(args: list[Any], room: int) -> Term:
        _count(name, args, 2)
        body = _term(args[0], room)
        for limit in args[1:]:  # the first limit is that of the innermost sum
            found = _list(limit, room)
            _count(f"a limit of {name}", found, 3, 3)
            body = binding(kind, found[0], body, *found[1:])
        return body

    return read


def _derivative(args: list[Any], room: int) -> Term:
    _count("Deriv", args, 3, 3)
    body, v, at = (_term(a, room) for a in args)
    return binding("derivative", v, body, at)


def _applied(args: list[Any], room: int) -> Term:
    _count("Fun", args, 2)
    order = args[1]
    if type(order) is not int or not 0 <= order <= MOST_HEIGHT:
        raise Unreadable(f"the order of a derivative must be an integer from 0 to {MOST_HEIGHT}")
    return node("apply", _term(args[0], room), order, *(_term(a, room) for a in args[2:]))


_OTHERS: Final[dict[str, Callable[[list[Any], int], Term]]] = {
    "Relation": _relation, "Predicate": _predicate, "ForAll": _forall, "Lambda": _lambda, "Sum": _bound("sum", "Sum"),
    "Integral": _bound("integral", "Integral"), "Deriv": _derivative, "Fun": _applied,
}  # fmt: skip


# --- JSON -------------------------------------------------------------------------------------------------------------

MOST_BYTES: Final = 64 << 20


def parsed(written: bytes) -> Any:
    """The value that is written in a file, by the letter of JSON: in UTF-8, no key twice, no fractions, no NaN.

    Raises:
        Refused: where it is not JSON; numbers of thousands of digits and nesting without end are not read either.
    """
    if len(written) > MOST_BYTES:
        raise Unreadable(f"it has more than {MOST_BYTES >> 20} MiB")
    try:
        return json.loads(
            written.decode("utf-8"), object_pairs_hook=_object, parse_float=_no_float, parse_constant=_no_float
        )
    except UnicodeDecodeError as error:
        raise Unreadable(f"it is not UTF-8 at byte {error.start}") from None
    except json.JSONDecodeError as error:
        raise Unreadable(f"it is not JSON at line {error.lineno}, column {error.colno}: {error.msg}") from None
    except RecursionError:
        raise Unreadable("it is nested too deeply") from None
    except ValueError:  # of int(), for a number of more digits than Python reads
        raise Unreadable("a number has too many digits") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise Unreadable("an object has a key twice")
    return found


def _no_float(written: str) -> Any:
    raise Unreadable(f"{written[:40]} is no integer: fractions are written [p, q]")


def record(data: Any, what: str, required: Collection[str], optional: Collection[str] = ()) -> dict[str, Any]:
    """The data, if it is an object with just these fields."""
    if type(data) is not dict:
        raise Unreadable(f"{what} must be an object, not {said(data)}")
    for name in data:
        if name not in required and name not in optional:
            raise Unreadable(f"{what} has a field {said(name)} that means nothing")
    for name in required:
        if name not in data:
            raise Unreadable(f"{what} lacks the field {name!r}")
    return data


def listed(data: Any, what: str) -> list[Any]:
    """The data, if it is a list."""
    if type(data) is not list:
        raise Unreadable(f"{what} must be a list, not {said(data)}")
    return data


def whole(data: Any, what: str, below: int) -> int:
    """The data, if it is an integer from 0 to `below` − 1."""
    if type(data) is not int or not 0 <= data < below:
        shown = f", not {data}" if type(data) is int and abs(data) < 1 << 64 else ""
        raise Unreadable(f"{what} must be an integer from 0 to {below - 1}{shown}")
    return data
