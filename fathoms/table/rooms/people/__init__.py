"""What is kept of people: where they sit, whom a table waits for, their devices, and how they wish to be called."""
