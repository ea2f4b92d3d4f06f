"""What must be believed, and all of it: the language, the zero test, signs, definedness, enclosures, the rules."""
