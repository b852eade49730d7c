"""The envelope of every order language, and what is common to their words."""
