"""How sharp a bound is: exact worst cases, and the theorems that say that nothing is worse."""
