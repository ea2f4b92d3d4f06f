"""What an attempt at a proof may end with: a refusal, or a computation that gives up."""

from verify.author.kernel import KernelError
from verify.normal_forms.calculus import NoDerivative
from verify.prover.rejected import Rejected, Resists
from verify.prover.search.order import STUMBLES

GIVES_UP = (KernelError, Resists, Rejected, NoDerivative, *STUMBLES)
