"""What lies on disk: files under a key, whole or not there, and the sources that results are made from."""
