"""Stubs of places that are not to be had here, after what is documented of them."""
