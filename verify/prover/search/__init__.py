"""The search for proofs: it guesses freely, with floats as well; nothing is believed that a rule does not check."""
