"""Pictures as pixels, for mail readers and places that show no SVG."""
