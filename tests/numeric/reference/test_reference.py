import mpmath as mp
import pytest

from numeric import reference as ref

TINY = mp.mpf(10) ** -45


def close(a, b):
    with mp.workdps(60):
        return abs(a - b) < TINY


def test_sphere_at_known_points():
    with mp.workdps(60):
        e1, e2 = [mp.mpf(1), mp.mpf(0)], [mp.mpf(0), mp.mpf(1)]
        assert close(ref.sphere.dist(e1, e2, radius=3), 3 * mp.pi / 2)
        assert all(map(close, ref.sphere.exp(e1, [0, mp.pi / 6]), [mp.sqrt(3) / 2, mp.mpf(1) / 2]))
        assert all(map(close, ref.sphere.log(e1, e2), [mp.mpf(0), mp.pi / 2]))
        assert all(map(close, ref.sphere.projx([3, 4], radius=10), [mp.mpf(6), mp.mpf(8)]))


def test_simplex_at_known_points():
    with mp.workdps(60):
        half = [mp.mpf(1) / 2] * 2
        assert close(ref.simplex.dist(half, [1, 0]), mp.pi / 2)
        assert all(map(close, ref.simplex.isometry([0.25, 0.75]), [mp.mpf(1), mp.sqrt(3)]))
        assert close(ref.simplex.gradient_norm(half, [3, 1]), mp.mpf(1))
        want = ref.simplex.push_forward(half, ref.simplex.egrad2rgrad(half, [3, 1]))
        assert all(map(close, ref.simplex.push_forward_gradient(half, [3, 1]), want))
        p = ref.simplex.point([1, 2, 5])
        v = ref.simplex.proju(p, [0.1, 0.2, -0.4])
        length = mp.sqrt(ref.simplex.inner(p, v, v))
        assert close(ref.simplex.dist(p, ref.simplex.exp(p, v)), length)


def test_geodesic_at_known_points():
    with mp.workdps(60):
        p, x = [mp.mpf(1), mp.mpf(0)], [mp.cos(1), mp.sin(1)]
        assert close(ref.geodesic.gradient_norm(p, x), mp.sin(2))
        moved = ref.geodesic.sphere_update(p, x, mp.mpf(1) / 2)
        assert close(ref.sphere.dist(p, moved), mp.sin(2) / 2)
        g = [0.5, -1.0, 0.25]
        a = ref.geodesic.explicit_update_simplex([0.25, 0.25, 0.5], g, 0.25)
        v = [-mp.mpf(t) / 4 for t in ref.simplex.egrad2rgrad([0.25, 0.25, 0.5], g)]
        assert all(map(close, a, ref.simplex.exp([0.25, 0.25, 0.5], v)))
        assert close(ref.geodesic.implicit_update_line([1], [1], 0, 0.5)[0], mp.mpf(1) / 2)


@pytest.mark.parametrize("name", ref.matching.NUMBERS)
def test_quadrature_potentials_and_inverse_agree(name):
    y, yhat = {"exponential": (2.5, 0.75), "identity": (2.5, -0.75)}.get(name, (0.125, 0.75))
    a, b = ref.matching.inverse(name, y), ref.matching.inverse(name, yhat)
    want = ref.matching.matching_loss_by_quadrature(name, y, yhat)
    assert close(ref.matching.matching_loss(name, y, yhat), want)
    assert close(ref.matching.divergence(name, b, a), want)
    assert close(ref.matching.inverse_matching_loss(name, b, a), want)
    with mp.workdps(60):
        slope = mp.diff(lambda t: ref.matching.potential(name, t, dps=200), a)
        assert abs(slope - mp.mpf(y)) < mp.mpf(10) ** -20


def test_vectors_agree():
    a, b = [0.5, -1.0, 2.0], [0.25, 0.0, -1.0]
    s = ref.matching.divergence("softmax", [*b, 0], [*a, 0])
    assert close(s, ref.matching.divergence("rho", b, a))
    assert close(s, ref.matching.inverse_matching_loss("rho", b, a))
    assert close(s, ref.matching.softmax_matching_loss_from_activations([*a, 0], [*b, 0]))
    y, yhat = ref.matching.transfer("rho", a), ref.matching.transfer("rho", b)
    assert close(s, ref.matching.matching_loss("rho", y, yhat))
    with pytest.raises(ValueError, match="inverse"):
        ref.matching.inverse("softmax", a)


def test_precision_grows():
    with mp.workdps(100):
        p, q = [mp.mpf(1), mp.mpf(0)], [mp.mpf(1), mp.mpf("1e-30")]
        assert ref.sphere.dist(p, q, dps=30) != ref.sphere.dist(p, q, dps=200)
        assert abs(ref.sphere.dist(p, q, dps=200) / mp.mpf("1e-30") - 1) < mp.mpf(10) ** -55
