"""Cesa-Bianchi: Online Gradient Descent."""

from verify.claims import Paper

PAPER = Paper(
    "gradient_descent",
    title="Online Gradient Descent",
    authors="N. Cesa-Bianchi",
    where="lecture notes, Università degli Studi di Milano",
)
