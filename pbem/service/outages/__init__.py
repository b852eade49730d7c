"""Times in which the service could not take orders: how they are noticed, and how deadlines are moved for them."""
