"""The rule books. `GAMES` is the only list of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.core.game.protocol import Game
from pbem.games.sovereign_seas import SOVEREIGN_SEAS
from pbem.games.star_navy import STAR_NAVY
from pbem.games.stingray import STINGRAY
from pbem.games.wet_thrust import WET_THRUST

GAMES: Mapping[str, Game[Any, Any]] = {game.key: game for game in (STAR_NAVY, STINGRAY, SOVEREIGN_SEAS, WET_THRUST)}
