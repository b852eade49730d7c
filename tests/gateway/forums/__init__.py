"""Forums: the queue, what is read, each kind of place. The suite of all kinds is a module of its own, with pytest's asserts."""

import pytest

pytest.register_assert_rewrite("tests.gateway.forums.conformance")
