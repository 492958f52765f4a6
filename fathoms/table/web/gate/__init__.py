"""Before any page: who asks, from where and how often, and what every request and answer must respect."""
