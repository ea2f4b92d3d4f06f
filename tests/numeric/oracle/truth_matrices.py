"""The formulas of functions of symmetric matrices, of matrix exponentiated gradient, and of boosting.

As `truth`: mpmath at the precision that is set, nothing of the project.
"""

import mpmath as mp

from tests.numeric.oracle.truth import ONE, ZERO, Undecided, Undefined, dot, minus, normalised_exp, total
from tests.numeric.oracle.truth_additive import log_sum_exp, softmax


def alpha(r, low, high):
    if not low < r < high:
        raise Undecided
    return mp.log((1 - r / low) / (1 - r / high)) / (high - low)


def progress_factor(r, low, high):
    return (1 - r / high) ** (high / (high - low)) * (1 - r / low) ** (-low / (high - low))


def decreasing_root(f, guess):
    """The root of a decreasing f, of the sign of the guess."""
    s = 1 if guess > 0 else -1
    near, far = ZERO, abs(guess)
    for _ in range(2000):
        if s * f(s * far) <= 0:
            break
        near, far = far, 2 * far
    else:
        raise Undefined
    a, b, fa, fb = near, far, s * f(s * near), s * f(s * far)
    for _ in range(400):
        if fb == 0 or abs(b - a) <= mp.mpf(10) ** (-mp.mp.dps // 2) * abs(b):
            return s * b
        c = b - fb * (b - a) / (fb - fa) if fb != fa else (a + b) / 2
        if not min(a, b) < c < max(a, b):
            c = (a + b) / 2
        fc = s * f(s * c)
        if (fc > 0) != (fb > 0):
            a, fa = b, fb
        else:
            fa /= 2
        b, fb = c, fc
    return s * b


def run_adaboost(w, margins, exact):
    """The last weights, alpha and ln of the exponential loss."""
    z = total(w)
    start = w = [t / z for t in w]
    d, a = [ZERO] * len(w), ZERO
    for m in margins:
        edge = dot(w, m)
        if abs(edge) <= mp.mpf(10) ** -13:
            raise Undecided
        a = ZERO
        if edge > 0:
            if edge >= 1 or (exact and not (min(m) < 0 < max(m))):
                raise Undefined
            a = alpha(edge, -ONE, ONE)
            if exact:
                a = decreasing_root(
                    lambda c, e=d, v=m: dot(normalised_exp(start, [s - c * t for s, t in zip(e, v, strict=True)]), v), a
                )
        d = [s - a * t for s, t in zip(d, m, strict=True)]
        w = normalised_exp(start, d)
    top = max(d)
    loss = top + mp.log(total([s * mp.exp(t - top) for s, t in zip(start, d, strict=True)]))
    return [*w, a, loss], [*(abs(t) for t in w), abs(a), max(abs(loss), abs(top), ONE)]


def eigen(A):
    """Eigenvalues, and the eigenvectors in the columns."""
    n = len(A)
    M = mp.matrix(n)
    for i in range(n):
        for j in range(n):
            M[i, j] = (A[i][j] + A[j][i]) / 2
    size = max(abs(t) for t in M)
    if size == 0:
        return [ZERO] * n, mp.eye(n)
    if all(M[i, j] == 0 for i in range(n) for j in range(n) if i != j):
        return [M[i, i] for i in range(n)], mp.eye(n)
    E, Q = mp.eigsy(M / size)
    return [e * size for e in E], Q


def rebuilt(values, Q):
    n = len(values)
    return [mp.fsum([values[k] * Q[i, k] * Q[j, k] for k in range(n)]) for i in range(n) for j in range(n)]


def as_rows(flat):
    n = round(len(flat) ** 0.5)
    return [flat[i * n : (i + 1) * n] for i in range(n)]


def matrix_function(f, A):
    values, Q = eigen(A)
    return rebuilt([f(t) for t in values], Q)


def positive_log(t):
    if t <= 0:
        raise Undefined
    return mp.log(t)


def matrix_softmax(A):
    values, Q = eigen(A)
    return rebuilt(softmax(values), Q)


def trace_product(A, B):
    return mp.fsum([A[i][j] * B[i][j] for i in range(len(A)) for j in range(len(A))])


def outer(x):
    return [[s * t for t in x] for s in x]


def run_matrix_eg(W, X, Y, eta):
    L = as_rows(matrix_function(positive_log, W))
    for x, y in zip(X, Y, strict=True):
        M = x if isinstance(x[0], list) else outer(x)
        c = 2 * eta * (trace_product(as_rows(matrix_softmax(L)), M) - y)
        L = [minus(row, c, part)[0] for row, part in zip(L, M, strict=True)]
    size = max(abs(t) for row in L for t in row)
    flat = matrix_softmax(L)
    return flat, [1 + size / 1000] * len(flat)


def run_definite_boost(W, Cs, levels, exact):
    """The last W, alpha and the dual objective."""
    L = as_rows(matrix_function(positive_log, W))
    n, a = len(W), ZERO
    start = log_sum_exp(eigen(L)[0])
    for given, level in zip(Cs, levels, strict=True):
        C = [[given[i][j] - (level if i == j else 0) for j in range(n)] for i in range(n)]
        now = as_rows(matrix_softmax(L))
        r = trace_product(now, C)
        size = max(abs(t) for row in C for t in row)
        if abs(r) <= mp.mpf(10) ** -12 * size:
            raise Undecided
        a = ZERO
        if r > 0:
            values = eigen(C)[0]
            if not min(values) < 0 < max(values):
                raise Undefined
            a = alpha(r, min(values), max(values))
            if exact:

                def left(c, L=L, C=C):
                    M = as_rows(matrix_softmax([minus(s, c, t)[0] for s, t in zip(L, C, strict=True)]))
                    return trace_product(M, C)

                a = decreasing_root(left, a)
        L = [minus(s, a, t)[0] for s, t in zip(L, C, strict=True)]
    flat = matrix_softmax(L)
    size = max(abs(t) for row in L for t in row)
    return [*flat, a, log_sum_exp(eigen(L)[0]) - start], [*([1 + size / 1000] * len(flat)), abs(a), 1 + size]
