"""What says, in Rocq, that a term or formula of the core is defined."""

from __future__ import annotations

from verify.core.nodes import Term, is_vector
from verify.core.terms import HEADED
from verify.export.rocq.names import Names
from verify.export.rocq.terms import Scope, Terms


class Writer(Terms):
    """Writes terms and formulas with the names of one file, and what says that they are defined."""

    def __init__(self, names: Names) -> None:
        super().__init__(names)
        self._settled = False

    def defined(self, t: Term, scope: Scope = ()) -> list[str]:
        """Propositions that together say that a term or formula is defined."""
        kind, args = t.kind, t.args
        if kind in ("number", "pi", "e", "variable", "bound"):
            return []
        if kind in ("sum", "integral", "derivative"):
            return self._defined_inside(t, scope)
        if kind == "forall":
            return self._defined_for_all(t, scope)
        if kind == "lambda":
            variables, inside = self.opened(t, scope)
            return [self.for_all(variables, [], d) for d in self.defined(args[1], inside)]
        first = HEADED.get(kind, 0) if kind in HEADED else 0
        parts = [d for a in args[first:] if type(a) is Term for d in self.defined(a, scope)]
        return [*parts, *self._own(t, scope)]

    def settled(self, t: Term) -> list[str]:
        """Propositions that say more, where the core's rules settle more: bases of powers are positive."""
        self._settled = True
        try:
            return self.defined(t)
        finally:
            self._settled = False

    def _defined_inside(self, t: Term, scope: Scope) -> list[str]:
        v = self.bind(t, scope)
        inside = (v, *scope)
        bounds = [d for a in t.args[1:] for d in self.defined(a, scope)]
        body = self.defined(t.args[0], inside)
        first, *last = (self.term(a, scope) for a in t.args[1:])
        if t.kind == "sum":
            within = f"Int {v.name} -> {first} <= {v.name} -> {v.name} <= {last[0]}"
            return [*bounds, *(f"(forall {v.name}, {within} -> {d})" for d in body)]
        function = f"(fun {v.name} => {self.value(t.args[0], inside)})"
        if t.kind == "integral":
            within = f"Rmin {first} {last[0]} <= {v.name} <= Rmax {first} {last[0]}"
            found = [f"(forall {v.name}, {within} -> {d})" for d in body]
            return [*bounds, *found, f"(forall {v.name}, {within} -> continuous {function} {v.name})"]
        smooth = "vsmooth_near" if is_vector(t) else "smooth_near"
        found = [f"locally {first} (fun {v.name} => {d})" for d in body]
        return [*bounds, *found, f"{smooth} 1 {function} {first}"]

    def _defined_for_all(self, t: Term, scope: Scope) -> list[str]:
        variables, inside = self.opened(t, scope)
        *given, _ = [self.formula(p, inside) for p in t.args[1:]]
        return [
            self.for_all(variables, given[:n], d) for n, p in enumerate(t.args[1:]) for d in self.defined(p, inside)
        ]

    def _own(self, t: Term, scope: Scope) -> list[str]:
        kind, args = t.kind, t.args
        if kind in ("apply", "vector", "gradient", "hessian"):
            return self.in_domain(t, scope)
        if kind == "power":
            base = self.term(args[0], scope)
            if args[1].kind != "number":
                return [f"0 < {base}"] if self._settled else [f"pw_defined {base} {self.term(args[1], scope)}"]
            q = args[1].args[0]
            if q.denominator == 1:
                return [f"{base} <> 0"] if q < 0 else []
            return [f"0 {'<' if q < 0 else '<='} {base}"]
        if kind in ("log", "acosh", "tan", "acos", "asin", "atanh"):
            u = self.term(args[0], scope)
            strict = "<" if kind == "atanh" else "<="
            return {
                "log": [f"0 < {u}"], "acosh": [f"1 <= {u}"], "tan": [f"cos {u} <> 0"],
            }.get(kind, [f"-1 {strict} {u}", f"{u} {strict} 1"])  # fmt: skip
        return []
