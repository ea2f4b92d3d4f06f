"""What is raised beside plain ValueError for arguments that are not accepted."""


class Unrepresentable(ValueError):
    """The true result is beyond the largest float64, or what it takes to get there is; the arguments are accepted."""
