"""Faults put into the core on purpose, one at a time: what does the table of false steps notice, what the fuzzing?

`python -m tests.attacks.planted` prints all of them with what noticed each; `python -m tests.attacks.planted NAME`
plants one in this process and prints what notices it.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path

ROOT = Path(__file__).parents[2]
FAULTS: dict[str, Callable[[], None]] = {}
OF_TOTAL_MODELS: list[str] = []
"""The faults that take what is true for defined, or what suffices for what is necessary: the fuzzing must see each."""


def fault(function):
    FAULTS[function.__name__.replace("_", " ")] = function
    return function


def fault_of_total_models(function):
    OF_TOTAL_MODELS.append(function.__name__.replace("_", " "))
    return fault(function)


def core():
    from verify.core import kernel  # noqa: F401, PLC0415  # it imports all of the core that rules use

    return {name: m for name, m in sys.modules.items() if name.startswith("verify.core.")}


def plant(module: str, name: str, make):
    """Puts make(the original) in the place of a function or number, wherever in the core it is known."""
    modules = core()
    old = getattr(modules[f"verify.core.{module}"], name)
    new = make(old)
    for m in modules.values():
        for key, value in list(vars(m).items()):
            if value is old and (key == name or callable(old)):
                setattr(m, key, new)


def plant_method(module: str, owner: str, name: str, make):
    """The same for a method."""
    cls = getattr(core()[f"verify.core.{module}"], owner)
    setattr(cls, name, make(cls.__dict__[name]))


# --- binders and sorts ------------------------------------------------------------------------------------------------


@fault
def raised_does_nothing():
    plant("terms", "raised", lambda old: lambda term, by, depth=0: term)


@fault
def values_of_the_wrong_kind_fit():
    plant("terms", "_fits", lambda old: lambda v, value: None)


@fault
def closing_does_not_count_binders():
    from verify.core.terms import node  # noqa: PLC0415

    def make(old):
        def close(term, variables):
            def walk(t):
                if t.free.isdisjoint(variables):
                    return t
                if t.kind == "variable":
                    return node("bound", list(variables).index(t), *t.args[1:]) if t in variables else t
                return node(t.kind, *(walk(a) if hasattr(a, "kind") else a for a in t.args))

            try:
                return walk(term)
            except Exception:  # where that is no term, it is closed as it should be
                return old(term, variables)

        return close

    plant("terms", "close", make)


@fault
def local_names_are_all_the_same():
    from verify.core.terms import variable  # noqa: PLC0415

    plant(
        "terms",
        "local",
        lambda old: lambda term, *signatures: [variable(f"~{1 + i}", *s) for i, s in enumerate(signatures)],
    )


# --- definedness ------------------------------------------------------------------------------------------------------


@fault
def nothing_needs_conditions():
    plant("definedness", "conditions", lambda old: lambda term: ())


@fault
def denominators_may_vanish():
    plant(
        "definedness",
        "_own",
        lambda old: (
            lambda t, *near: (
                () if t.kind == "power" and t.args[1].kind == "number" and t.args[1].args[0] == -1 else old(t, *near)
            )
        ),
    )


@fault
def roots_of_all_numbers():
    plant(
        "definedness",
        "_own",
        lambda old: (
            lambda t, *near: (
                ()
                if t.kind == "power" and t.args[1].kind == "number" and t.args[1].args[0].denominator == 2
                else old(t, *near)
            )
        ),
    )


@fault
def logarithms_of_all_numbers():
    plant("definedness", "_own", lambda old: lambda t, *near: () if t.kind == "log" else old(t, *near))


@fault
def partial_functions_are_total():
    plant("definedness", "_own", lambda old: lambda t, *near: () if t.kind == "apply" else old(t, *near))


@fault
def bodies_of_sums_need_nothing():
    plant("definedness", "_conditions", lambda old: lambda t, *near: () if t.kind == "sum" else old(t, *near))


@fault
def bodies_of_integrals_need_nothing():
    plant("definedness", "_conditions", lambda old: lambda t, *near: () if t.kind == "integral" else old(t, *near))


@fault
def ranges_end_one_early():
    from verify.core.terms import add, number, relation  # noqa: PLC0415

    def make(old):
        def within(v, low, high, integer=False):
            if integer:
                return (relation("≥", v, low), relation("≥", add(high, number(-1)), v))
            return old(v, low, high, integer)

        return within

    plant("definedness", "within", make)


# --- signs ------------------------------------------------------------------------------------------------------------


@fault
def any_sign_is_not_negative():
    plant_method("signs", "Facts", "signs", lambda old: lambda self, t: old(self, t) if old(self, t) != 7 else 6)


@fault
def not_negative_is_positive():
    plant_method("signs", "Facts", "signs", lambda old: lambda self, t: 4 if old(self, t) == 6 else old(self, t))


@fault
def a_product_of_negatives_is_negative():
    plant("signs", "sign_product", lambda old: lambda a, b: old(a, b) if (a, b) != (1, 1) else 1)


@fault
def a_sum_has_the_sign_of_its_first():
    plant("signs", "sign_sum", lambda old: lambda signs: signs[0] if signs else 2)


@fault
def odd_powers_are_even():
    plant(
        "signs",
        "sign_power",
        lambda old: lambda sign, exponent: old(sign, exponent + exponent % 2) if exponent > 0 else old(sign, exponent),
    )


@fault
def shifted_facts_ignore_the_offset():
    plant("signs", "shifted", lambda old: lambda op, factor, offset, whole: old(op, factor, Fraction(0), whole))


@fault
def reals_have_gaps_like_integers():
    plant("signs", "shifted", lambda old: lambda op, factor, offset, whole: old(op, factor, offset, True))


@fault
def a_schema_asks_no_conditions():
    plant_method("signs", "Facts", "_meets", lambda old: lambda self, found, bindings: found.at(bindings)[1])


@fault
def every_variable_is_positive():
    core()["verify.core.signs"].DECLARED[""] = 4


@fault
def a_sum_is_never_empty():
    from verify.core.definedness import within  # noqa: PLC0415
    from verify.core.terms import fresh, opened  # noqa: PLC0415

    def make(old):
        def _sum(self, t):
            (v,) = fresh(("integer", ""))
            return self.more(within(v, t.args[1], t.args[2], True)).signs(opened(t.args[0], [v]))

        return _sum

    plant_method("signs", "Facts", "_sum", make)


# --- the zero test ----------------------------------------------------------------------------------------------------


@fault
def everything_is_zero_if_short():
    plant_method("zero", "NormalForm", "is_zero", lambda old: lambda self, t: old(self, t) or t.height < 3)


@fault
def roots_of_squares_without_bars():
    plant("zero_functions", "magnitude", lambda old: lambda form, f: (f, form.one))


@fault
def sums_are_peeled_without_a_range():
    plant_method(
        "zero", "NormalForm", "holds",
        lambda old: lambda self, f: (
            (f.kind == "relation" and f.args[0] == "≥" and any(v.args[1] == "integer" for v in f.free)) or old(self, f)
        ),
    )  # fmt: skip


@fault
def rules_rewrite_without_their_conditions():
    plant("zero_equations", "meets", lambda old: lambda form, rule, found: len(found) == len(rule.variables))


@fault
def inner_products_of_unlike_vectors_are_alike():
    plant("zero_vectors", "_inner_of_atoms", lambda old: lambda form, x, y: old(form, x, x))


@fault
def cosine_and_sine_rotate_backwards():
    plant("zero_functions", "_rotated", lambda old: lambda form, x, y: old(form, x, (y[0], form.negated(y[1]))))


@fault
def a_maximum_is_a_minimum():
    plant("zero_functions", "extreme", lambda old: lambda form, parts, sign: old(form, parts, -sign))


@fault
def light_roots_lose_their_bars():
    plant("polynomials", "plainly_nonnegative", lambda old: lambda x: True)


@fault
def different_indices_are_equal():
    from verify.core.terms import ONE  # noqa: PLC0415

    plant("polynomials", "_delta", lambda old: lambda i, j: {(): Fraction(1)} if ONE else None)


# --- the rules --------------------------------------------------------------------------------------------------------


@fault
def any_case_will_do():
    plant("signs", "sign_product", lambda old: old)
    core()["verify.core.kernel"].ALLOWED = {"=": 7, "≠": 7, "≥": 7, ">": 7}


@fault
def hypotheses_are_dropped():
    plant("equality", "taken_on", lambda old: lambda needed, hypotheses, known=(): None)


@fault
def conclusions_are_not_compared():
    plant("equality", "concluded", lambda old: lambda stated, proved, hypotheses, known: None)


@fault
def conclusions_need_not_be_defined():
    def make(old):
        from verify.core.equality import same  # noqa: PLC0415
        from verify.core.nodes import Refused  # noqa: PLC0415

        def concluded(stated, proved, hypotheses, known):
            if stated is not proved and not same(proved, stated, [*known, *hypotheses]):
                raise Refused("it says something else")

        return concluded

    plant("equality", "concluded", make)


@fault
def nothing_is_settled():
    plant("equality", "settle", lambda old: lambda formulas, hypotheses, known, what: None)


@fault
def values_need_no_sign():
    plant("replacing", "check_values", lambda old: lambda values, formulas, uses, facts: [])


@fault
def conditions_of_schemas_count_for_nothing():
    def make(old):
        from verify.core.nodes import node  # noqa: PLC0415

        def same(f, g, facts=()):
            if f.kind == g.kind == "forall":
                f, g = node("forall", f.args[0], f.args[-1]), node("forall", g.args[0], g.args[-1])
            return old(f, g, facts)

        return same

    plant("equality", "same", make)


@fault
def at_least_says_more_than():
    def make(old):
        def sides(formula):
            op, larger, smaller = old(formula)
            return ("≥" if op == ">" else op), larger, smaller

        return sides

    plant("terms", "sides", make)


@fault
def at_most_is_read_as_at_least():
    plant(
        "terms",
        "sides",
        lambda old: (
            lambda formula: (
                formula.args
                if formula.args[0] not in ("≤", "<")
                else ("≥" if formula.args[0] == "≤" else ">", *formula.args[1:])
            )
        ),
    )


@fault
def the_induction_starts_anywhere():
    plant("equality", "says", lambda old: lambda proved, stated, known: None)


@fault
def uses_are_forgotten():
    core()["verify.core.kernel"].uses_of = lambda formulas: core()["verify.core.uses"].NOTHING


# --- derivatives ------------------------------------------------------------------------------------------------------


@fault
def the_absolute_value_is_smooth():
    table = core()["verify.core.derivatives"].ELEMENTARY
    old = table["abs"]
    table["abs"] = lambda u: (old(u)[0], ())


@fault
def roots_are_smooth_at_zero():
    plant("derivatives", "_of_power", lambda old: lambda t, v: (old(t, v)[0], ()))


@fault
def the_cosine_grows():
    from verify.core.nodes import node  # noqa: PLC0415

    core()["verify.core.derivatives"].ELEMENTARY["cos"] = lambda u: (node("sin", u), ())


@fault
def the_chain_rule_is_forgotten():
    plant("derivatives", "_of_head", lambda old: lambda t, v: (core()["verify.core.derivatives"].of_head(t, v)[0], ()))


# --- what is true need not be defined ---------------------------------------------------------------------------------


def unsettled(*kinds: str):
    """The rules do not settle what they say by these words."""
    plant(
        "equality",
        "settle",
        lambda old: (
            lambda formulas, hypotheses, known, what: None if what in kinds else old(formulas, hypotheses, known, what)
        ),
    )


@fault_of_total_models
def facts_are_used_whether_defined_or_not():
    def make(old):
        def note(self, *formulas):
            old(self, *formulas)
            for f in self._waiting:
                self._use(f)
            self._waiting = []
            self._forget()

        return note

    plant_method("signs", "Facts", "note", make)


@fault_of_total_models
def instances_of_schemas_are_used_whether_defined_or_not():
    def make(_):
        def meets(self, found, bindings):
            if self._beyond is None:
                self._beyond = self.more(())
            given, body = found.at(bindings)
            return body if all(map(self._beyond.holds, given)) else None

        return meets

    plant_method("signs", "Facts", "_meets", make)


@fault_of_total_models
def what_says_the_same_as_a_fact_is_true():
    plant_method("signs", "Facts", "is_defined", lambda old: lambda self, fact: True)


@fault_of_total_models
def what_holds_by_a_law_need_not_be_defined():
    plant_method("signs", "Facts", "defines", lambda old: lambda self, formula: True)


@fault_of_total_models
def an_assumption_need_not_be_defined():
    unsettled("the hypothesis")


@fault_of_total_models
def values_may_leave_the_conclusion_undefined():
    unsettled("the values")


@fault_of_total_models
def what_is_given_may_be_undefined():
    core()["verify.core.kernel"].restrictions = lambda formula: ()


@fault_of_total_models
def what_suffices_is_granted_to_a_claim():
    core()["verify.core.equality"].necessary = core()["verify.core.definedness"].conditions


@fault_of_total_models
def conditions_of_for_all_forget_what_is_given():
    conditions, terms = core()["verify.core.definedness"].conditions, core()["verify.core.terms"]

    def make(old):
        def forgetful(t, near):
            if t.kind != "forall":
                return old(t, near)
            variables, given, body = terms.opened_formula(t)
            parts = ((given[:n], c) for n, f in enumerate((*given, body)) for c in conditions(f))
            return tuple(terms.forall(variables, g, c) if c.free & {*variables} else c for g, c in parts)

        return forgetful

    plant("definedness", "_conditions", make)


def noticed(name: str, applications: int = 3000, *, quickly: bool = False) -> str:
    """Plants the fault here, for good, and says what notices it: the table, the applications, the terms, or nothing.

    Quickly: what the table notices is not tried further, unless the fuzzing must see it.
    """
    FAULTS[name]()
    of_total_models = name in OF_TOTAL_MODELS
    from tests.attacks.fuzz import applications as fuzz  # noqa: PLC0415
    from tests.attacks.fuzz import terms_against_models  # noqa: PLC0415
    from tests.attacks.table_false import FALSE  # noqa: PLC0415
    from verify.core.nodes import Refused  # noqa: PLC0415

    accepted = []
    for entry, step in FALSE.items():
        try:
            step.run()
        except Refused:
            continue
        except Exception:
            pass
        accepted.append(entry)
    if accepted and quickly and not of_total_models:
        return f"table ({len(accepted)})"
    tally = fuzz(applications, seed=7, tries=12, stop=True, gaps=of_total_models or None)
    said = [f"table ({len(accepted)})"] if accepted else []
    if tally.holes:
        said.append(f"fuzz ({tally.counts['accepted'] + tally.counts['refused']} applications)")
    elif terms_against_models(300, seed=7).holes:
        said.append("terms")
    return ", ".join(said) or "nothing"


def judged(name: str, applications: int = 3000, *, quickly: bool = False) -> str:
    """The same in a process of its own."""
    words = [name, str(applications), *(["quickly"] if quickly else [])]
    made = subprocess.run(
        [sys.executable, "-m", "tests.attacks.planted", *words], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return made.stdout.strip() or f"it stopped: {made.stderr.strip().splitlines()[-1:]}"


if __name__ == "__main__":
    if len(sys.argv) > 1:
        print(noticed(sys.argv[1], *map(int, sys.argv[2:3]), quickly="quickly" in sys.argv))
    else:
        with ThreadPoolExecutor(2) as pool:
            for label, answer in zip(FAULTS, pool.map(judged, FAULTS), strict=True):
                print(f"{label:<50} {answer}", flush=True)
