"""Self-play and its learning on a GPU, thousands of tables side by side."""
