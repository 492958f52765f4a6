"""How fast it is, beside its peers: decisions a second, search, memory, where the time goes, a GPU."""
