"""The papers' functions in float64, right to the last digits, for people who want to run them.

Needs numpy, and python-flint for the implicit update; `numeric.reference` has the same functions in
mpmath at any precision, straight from their definitions.

- `numeric.manifolds`: `Euclidean`, `Sphere`, `Simplex`, `Hyperbolic`, `PositiveOrthant`, `PulledBack`.
- `numeric.matching`: transfer functions with their potentials, matching losses, divergences and constants.
- `numeric.entropy`: log-sum-exp, softmax, entropies and relative entropies.
- `numeric.spectral`: functions of symmetric matrices, von Neumann entropy and divergence.
- `numeric.data`: real data that needs no download (extra `data`).
- `numeric.learners`: one update of a learner, learners with `learn_one` and `predict_one`, and `run`.
- `numeric.estimators`, `numeric.streams`: the learners for scikit-learn and for river (extras `sklearn`, `river`).

Arrays are float64, vectors lie in the last axis and the leading axes broadcast. Every function checks its
arguments and raises ValueError with one line that names the argument; where the result is no float64, that is
`numeric.errors.Unrepresentable`.
"""
