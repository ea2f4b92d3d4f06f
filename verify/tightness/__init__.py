"""How sharp a bound is: the ratio of what happens to what is promised, at exact instances and from above."""
