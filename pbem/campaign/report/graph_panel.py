"""The graph of the campaign in words: nodes, what has become of each, and what follows."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.campaign.model.campaign_file import Node
from pbem.campaign.model.state import Battle, State
from pbem.campaign.report.phrases import ended, points, scenario_words, titles, when_words
from pbem.core.game.panels import panel_of
from pbem.core.game.phrases import join_words
from pbem.core.game.report_parts import Panel, Paragraph

INDENT = "    "


def graph_panel(known: State) -> Panel:
    """A node after the other, in the order of the file. With a pairing there is but one."""
    nodes = [] if known.file.pairing else known.file.nodes
    return panel_of("THE NODES", *(part for node in nodes for part in _node(known, node)))


def _node(known: State, node: Node) -> Iterator[Paragraph]:
    worth = f"; worth {points(node.value)}" if node.value else ""
    yield Paragraph(f"{node.id}  {node.title}: {node_state(known, node)}", INDENT)
    yield Paragraph(f"{INDENT}{scenario_words(node)}; {titles(known, node.sides)}{worth}", INDENT)
    if node.edges:
        yield Paragraph(f"{INDENT}then {'; '.join(_followed(known, node))}", INDENT)


def _followed(known: State, node: Node) -> Iterator[str]:
    """`PURSUIT if Blue Navy wins or if it is drawn`."""
    for to in dict.fromkeys(edge.to for edge in node.edges):
        whens = [when_words(known, edge.when) for edge in node.edges if edge.to == to]
        yield f"{to} {' or '.join(whens)}"


def battles_at(known: State, node: str) -> list[Battle]:
    """Those that the reader knows of, in order."""
    return [battle for battle in known.battles.values() if battle.node == node]


def last_battle(known: State, node: str) -> Battle | None:
    """The battle that decided a node last, if one did."""
    return known.battles.get(known.fought.get(node, 0))


def node_state(known: State, node: Node) -> str:
    """What has become of a node, in words."""
    fighting = [f"battle {battle.number}" for battle in battles_at(known, node.id) if not battle.over]
    said = [f"{join_words(fighting)} {'void' if known.over else 'being fought'}"] if fighting else []
    said += ["open"] if node.id in known.open_nodes and not known.over else []
    last = last_battle(known, node.id)
    if last:
        said.append(f"{ended(known, last.outcome, last.winners)} (battle {last.number})")
    return ", ".join(said) or ("not reached" if known.over else "not reached yet")
