"""The app around the pages: what a device needs to keep it on its home screen, and to open it without a network."""
