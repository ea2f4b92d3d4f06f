"""Prints the experiments' tables with every matrix product and eigendecomposition of `numeric` off by its rounding.

    python perturbed.py SEED NAME=STEPS...

A product A B moves by a random -1, 0 or 1 times 2**-53 |A| |B|, its rounding error, and stays symmetric where it is;
the matrix of an eigendecomposition by as much of its largest entry, the backward error. So do BLAS kernels differ among
processors. `@` is rewritten in the sources as they are imported; the seed 0 leaves everything as it is.
"""

import ast
import importlib.machinery
import json
import sys
from functools import partial

import numpy as np

SEED = int(sys.argv[1])
rng = np.random.default_rng(SEED)
counted = {"products": 0, "decompositions": 0}


def moved(value, size):
    noise = rng.integers(-1, 2, size=np.shape(value)) * 2.0**-53
    if np.ndim(value) >= 2 and np.array_equal(value, np.swapaxes(value, -1, -2)):
        noise = np.triu(noise) + np.swapaxes(np.triu(noise, 1), -1, -2)
    return value + noise * size


def product(operation, *operands):
    """A product, moved; `operation` is linear in each of its operands."""
    value = operation(*operands)
    if SEED == 0 or np.asarray(value).dtype != np.float64:
        return value
    counted["products"] += 1
    return moved(value, operation(*map(np.abs, operands)))


def of_matrix(operation):
    def decomposed(A, *rest, **named):
        if SEED == 0:
            return operation(A, *rest, **named)
        counted["decompositions"] += 1
        return operation(moved(A, np.max(np.abs(A))), *rest, **named)

    return decomposed


class Products(ast.NodeTransformer):
    def visit_BinOp(self, node):
        self.generic_visit(node)
        if not isinstance(node.op, ast.MatMult):
            return node
        call = ast.parse("__import__('numpy').matmul(0, 0)", mode="eval").body
        call.args = [node.left, node.right]
        return ast.copy_location(call, node)


class Loader(importlib.machinery.SourceFileLoader):
    def get_code(self, fullname):
        tree = Products().visit(ast.parse(self.get_data(self.path)))
        return compile(ast.fix_missing_locations(tree), self.path, "exec")


class Finder:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name.split(".")[0] != "numeric":
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        if spec is not None and isinstance(spec.loader, importlib.machinery.SourceFileLoader):
            spec.loader = Loader(spec.loader.name, spec.loader.path)
        return spec


sys.meta_path.insert(0, Finder)
for name in ("matmul", "dot", "vdot"):
    setattr(np, name, partial(product, getattr(np, name)))
einsum = np.einsum
np.einsum = lambda how, *a, **named: product(lambda *b: einsum(how, *b, **named), *a)
for name in ("eigh", "eigvalsh", "svd"):
    setattr(np.linalg, name, of_matrix(getattr(np.linalg, name)))

from proofs.matrix_eg.online_experiment import distances_of_iris_flowers  # noqa: E402
from proofs.matrix_eg.projection_experiment import close_pairs_of_iris_flowers  # noqa: E402
from verify.claims.experiments import finish  # noqa: E402
from verify.report.text import number  # noqa: E402

FUNCTIONS = {"online": distances_of_iris_flowers, "projection": close_pairs_of_iris_flowers}
tables = {}
for argument in sys.argv[2:]:
    which, steps = argument.split("=")
    found = finish(FUNCTIONS[which], int(steps), 0, None, lambda stage: None).findings
    tables[which] = [[f.what, number(f.value), f.printed, f.agrees, f.instead] for f in found]
print(json.dumps({"tables": tables, "counted": counted}))
