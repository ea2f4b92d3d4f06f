"""What an author writes with, and its way into the core: nothing here is believed."""
