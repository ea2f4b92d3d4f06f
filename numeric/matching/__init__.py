"""Transfer functions with their potentials, matching losses, divergences and constants (general_additive, section 2).

A transfer function phi has a convex potential P with phi = grad P. Two losses of the same number:

- `divergence(a_hat, a)` = Delta(a_hat, a) = P(a_hat) - P(a) - (a_hat - a).phi(a) (eq. 19), of activations,
- `matching_loss(y, yhat)` = L(y, yhat) (eq. 11 and 16), of outputs, where y = phi(a), yhat = phi(a_hat).

Both are computed as sums of terms >= 0, so they keep their digits when the arguments are close. Where phi
is one-to-one, `inverse_matching_loss(phi, a_hat, a)` is the loss of phi's inverse, from the potential of
the inverse by its defining difference: the third side of the duality (eq. 15 and 18).

`Identity`, `Logistic`, `Exponential` and `Tanh` act on numbers: arrays of any shape, elementwise, one loss an
entry (the loss of k independent outputs is the sum of the k). `Softmax`, `Rho` and `Linear` act on vectors in the
last axis, one loss a vector. Leading axes broadcast. A wrong shape, NaN, or an output outside the closed range
raises ValueError. Conventions 0 ln 0 = 0 and y ln(y/0) = inf for y > 0 (general_additive, Example 2).

The constants of the loss bounds are suprema, with whether they are attained: `b(X)` (eq. 28) and `c(outputs)`
(eq. 29):

| phi | b(X), the largest over x in X | c | c attained |
|---|---|---|---|
| `Identity` | x.x | 1 | by every pair |
| `Logistic` | x.x/4 | 1/4 | no: y, yhat to 1/2 |
| `Tanh` | x.x | 1 | no: y, yhat to 0 |
| `Exponential` | inf, unless every x is 0 | inf | no: y, yhat to inf |
| `Softmax` | (max x - min x)**2/4 | 1/2 for k >= 2 (Example 6 has 1/4) | no: two outputs of 1/2 |
| `Rho` | the same of (x, 0) | 1/4 for one output, 1/2 for more | no |
| `Linear` | x.Ax | the largest eigenvalue of A | along its eigenvector |

`Normalisation` and `Proportions` have no matching loss, for two reasons: asking for it raises ValueError.
"""

from numeric.matching.base import InvertibleTransfer, Supremum, Transfer, inverse_matching_loss
from numeric.matching.entrywise import Exponential, Identity, Logistic, Tanh
from numeric.matching.linear import Linear
from numeric.matching.normalisation import Normalisation, Proportions
from numeric.matching.softmax import Rho, Softmax

__all__ = [
    "Exponential",
    "Identity",
    "InvertibleTransfer",
    "Linear",
    "Logistic",
    "Normalisation",
    "Proportions",
    "Rho",
    "Softmax",
    "Supremum",
    "Tanh",
    "Transfer",
    "inverse_matching_loss",
]
