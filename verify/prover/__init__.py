"""Rigorous inequalities over whole domains: statements, rules that certificates name, tactics that find them."""
