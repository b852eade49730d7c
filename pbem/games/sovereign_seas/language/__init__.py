"""The order language: words to orders, and orders back to words."""
