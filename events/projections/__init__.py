"""Tables that only repeat what the log says, kept in the same transaction and rebuildable at any time.

Beside them, the marks of reports that were sent. What is asked of all of them is in `lists`.
"""

from events.projections.comparison import clear, stale_rows
from events.projections.projectors import PROJECTORS, project
from events.projections.tables import migrations, migrations_of_reports

__all__ = ["PROJECTORS", "clear", "migrations", "migrations_of_reports", "project", "stale_rows"]
