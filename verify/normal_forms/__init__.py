"""Normal forms: decision procedures for \"this expression is zero\"."""
