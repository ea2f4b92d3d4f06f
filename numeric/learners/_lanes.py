"""Eight doubles side by side in numba's kernels: strict IEEE arithmetic, the same bits on every processor.

LLVM makes of each operation one vector instruction where registers have 64 bytes, and two or four where they are
shorter. Nothing is reordered, and nothing is contracted but what is written as `fma`, which is IEEE's wherever it runs,
slow on x86 processors from before 2013. What is written with +, -, * and the functions below takes numbers as well as
lanes; a number beside lanes stands in each of them.
"""

import operator
from typing import Any

from llvmlite import ir
from numba import njit, types
from numba.core import cgutils
from numba.core.typing.templates import ConcreteTemplate, infer_global, signature
from numba.extending import intrinsic, lower_builtin, models, register_model

_OPTIONS: dict[str, Any] = {"cache": True, "error_model": "numpy", "fastmath": False, "_nrt": False}
"""The last: no references to arrays are counted, as kernels make none and outlive none."""
strict = njit(**_OPTIONS)
inline = njit(**_OPTIONS, inline="always")

WIDTH = 8

_NUMBER, _BITS, _SHORT = ir.DoubleType(), ir.IntType(64), ir.IntType(32)
_VECTOR = ir.VectorType(_NUMBER, WIDTH)
_SUM = (([0, 4, 2, 6], [1, 5, 3, 7]), ([0, 1], [2, 3]), ([0], [1]))  # what is added to what; cheap to bring together


class Lanes(types.Type):
    """The type of eight doubles."""

    def __init__(self) -> None:
        super().__init__(name="Lanes")


lanes = Lanes()


@register_model(Lanes)
class _Model(models.PrimitiveModel):
    def __init__(self, dmm: Any, fe_type: Any) -> None:
        super().__init__(dmm, fe_type, _VECTOR)


def _spread(g: Any, kind: Any, value: Any) -> Any:
    """The value in each lane, if it is a number."""
    if kind == lanes:
        return value
    undefined = ir.Constant(_VECTOR, ir.Undefined)
    first = g.insert_element(undefined, value, ir.Constant(_SHORT, 0))
    return g.shuffle_vector(first, undefined, ir.Constant(ir.VectorType(_SHORT, WIDTH), [0] * WIDTH))


def _alike(g: Any, kinds: Any, values: Any) -> list[Any]:
    """The values, as lanes if one of them is."""
    return [_spread(g, k, v) for k, v in zip(kinds, values, strict=True)] if lanes in kinds else list(values)


def _operator(symbol: Any, name: str) -> None:
    pairs = ((lanes, lanes), (types.float64, lanes), (lanes, types.float64))

    @infer_global(symbol)
    class Typing(ConcreteTemplate):
        cases = [signature(lanes, *pair) for pair in pairs]  # noqa: RUF012

    def generate(_: Any, g: Any, sig: Any, args: Any) -> Any:
        return getattr(g, name)(*_alike(g, sig.args, args))

    for pair in pairs:
        lower_builtin(symbol, *pair)(generate)


_operator(operator.add, "fadd")
_operator(operator.sub, "fsub")
_operator(operator.mul, "fmul")
_operator(operator.truediv, "fdiv")


def _result(*kinds: Any) -> Any:
    return lanes if lanes in kinds else types.float64


@intrinsic
def fma(_: Any, a: Any, b: Any, c: Any) -> Any:
    """A b + c, rounded once."""

    def generate(_: Any, g: Any, sig: Any, args: Any) -> Any:
        values = _alike(g, sig.args, args)
        of = values[0].type
        name = f"llvm.fma.v{WIDTH}f64" if of == _VECTOR else "llvm.fma.f64"
        return g.call(cgutils.get_or_insert_function(g.module, ir.FunctionType(of, [of] * 3), name), values)

    return _result(a, b, c)(a, b, c), generate


@intrinsic
def root(_: Any, v: Any) -> Any:
    """The square root of v."""

    def generate(_: Any, g: Any, sig: Any, args: Any) -> Any:
        of = args[0].type
        name = f"llvm.sqrt.v{WIDTH}f64" if of == _VECTOR else "llvm.sqrt.f64"
        return g.call(cgutils.get_or_insert_function(g.module, ir.FunctionType(of, [of]), name), args)

    return v(v), generate


@intrinsic
def below(_: Any, a: Any, b: Any, u: Any, v: Any) -> Any:
    """U where a < b, v where not, or where one is NaN."""

    def generate(_: Any, g: Any, sig: Any, args: Any) -> Any:
        left, right, yes, no = _alike(g, sig.args, args)
        return g.select(g.fcmp_ordered("<", left, right), yes, no)

    return _result(a, b, u, v)(a, b, u, v), generate


@intrinsic
def some_below(_: Any, a: Any, b: Any) -> Any:
    """Whether a < b in some lane."""

    def generate(_: Any, g: Any, sig: Any, args: Any) -> Any:
        left, right = _alike(g, sig.args, args)
        found = g.fcmp_ordered("<", left, right)
        if found.type == ir.IntType(1):
            return found
        bits = ir.IntType(WIDTH)
        return g.icmp_unsigned("!=", g.bitcast(found, bits), ir.Constant(bits, 0))

    return types.boolean(a, b), generate


@intrinsic
def times_power(_: Any, v: Any, k: Any) -> Any:
    """V 2**j, where j stands in the last 12 bits of the double k; v and it must be normal."""

    def generate(_: Any, g: Any, sig: Any, args: Any) -> Any:
        of = args[0].type
        bits = ir.VectorType(_BITS, WIDTH) if of == _VECTOR else _BITS
        value, power = (g.bitcast(a, bits) for a in args)
        places = ir.Constant(bits, [52] * WIDTH if of == _VECTOR else 52)
        return g.bitcast(g.add(value, g.shl(power, places)), of)

    return _result(v)(v, k), generate


def _address(context: Any, g: Any, kind: Any, place: Any, pointed: Any) -> Any:
    a, i = place
    return g.bitcast(g.gep(context.make_array(kind)(context, g, a).data, [i]), pointed.as_pointer())


@intrinsic
def load(_: Any, like: Any, a: Any, i: Any) -> Any:
    """The number a[i], or the lanes a[i], …, a[i + 7], as the first argument is; i >= 0.

    numba would ask of each index whether it counts from the end.
    """

    def generate(context: Any, g: Any, sig: Any, args: Any) -> Any:
        value = g.load(_address(context, g, sig.args[1], args[1:], args[0].type))
        value.align = 8
        return value

    return like(like, a, types.int64), generate


@intrinsic
def store(_: Any, a: Any, i: Any, v: Any) -> Any:
    """Let a[i], or a[i], …, a[i + 7], be v; i >= 0."""

    def generate(context: Any, g: Any, sig: Any, args: Any) -> Any:
        g.store(args[2], _address(context, g, sig.args[0], args[:2], args[2].type)).align = 8
        return context.get_dummy_value()

    return types.void(a, types.int64, v), generate


@intrinsic
def held(_: Any, numbers: Any) -> Any:
    """A tuple of numbers, each in all lanes, that LLVM is not to know: it would make constants anew in every loop."""
    count = numbers.count
    same = ir.FunctionType(_BITS, [_BITS])

    def hidden(g: Any, number: Any) -> Any:
        return g.bitcast(g.asm(same, "", "=r,0", [g.bitcast(number, _BITS)], False), _NUMBER)  # no instruction at all

    def generate(_: Any, g: Any, __: Any, args: Any) -> Any:
        numbers = (hidden(g, g.extract_value(args[0], i)) for i in range(count))
        return cgutils.pack_array(g, [_spread(g, types.float64, number) for number in numbers])

    return types.UniTuple(lanes, count)(numbers), generate


@intrinsic
def zeros(_: Any) -> Any:
    """Eight zeros."""
    return lanes(), lambda *_: ir.Constant(_VECTOR, [0.0] * WIDTH)


@intrinsic
def total(_: Any, v: Any) -> Any:
    """The sum of the lanes in numpy's order: ((0+1)+(2+3)) + ((4+5)+(6+7))."""

    def generate(_: Any, g: Any, sig: Any, args: Any) -> Any:
        (sums,) = args
        for sides in _SUM:
            undefined = ir.Constant(sums.type, ir.Undefined)
            orders = [ir.Constant(ir.VectorType(_SHORT, len(side)), side) for side in sides]
            sums = g.fadd(*(g.shuffle_vector(sums, undefined, order) for order in orders))
        return g.extract_element(sums, ir.Constant(_SHORT, 0))

    return types.float64(lanes), generate


@intrinsic
def prefetch(_: Any, a: Any, i: Any) -> Any:
    """Begin to bring a[i] into the second cache; i may lie outside of a, where this does nothing."""

    def generate(context: Any, g: Any, sig: Any, args: Any) -> Any:
        at = _address(context, g, sig.args[0], args, ir.IntType(8))
        kind = ir.FunctionType(ir.VoidType(), [at.type, _SHORT, _SHORT, _SHORT])
        read, second, data = (ir.Constant(_SHORT, value) for value in (0, 2, 1))
        g.call(g.module.declare_intrinsic("llvm.prefetch", [at.type], kind), [at, read, second, data])
        return context.get_dummy_value()

    return types.void(a, types.int64), generate
