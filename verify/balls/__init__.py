"""Ball arithmetic: enclosures in two arithmetics, and power series over them."""
