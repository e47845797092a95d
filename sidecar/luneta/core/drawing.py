"""The map as a picture: clusters as clouds of dots, bridges as lines between them. SVG, light and dark."""

import math
from collections.abc import Sequence
from xml.sax.saxutils import escape, quoteattr

import numpy as np
import numpy.typing as npt

from luneta.core.topology import Topology

Places = npt.NDArray[np.float64]

_WIDTH, _HEIGHT, _MARGIN = 1200, 860, 70
#: Distance between the dots of a cloud, in pixels, before all is scaled to fit.
_DOT = 7.0
#: The angle by which leaves turn: dots laid by it fill a circle evenly.
_GOLDEN = math.pi * (3 - math.sqrt(5))
_STEPS = 400
#: Between clouds, in pixels before scaling: room for the names.
_GAP = 26
_HUES = (210, 28, 150, 330, 265, 95, 185, 0, 48, 240, 120, 300)
#: Bridges and labels drawn at the most: more is a thicket.
_MOST_BRIDGES, _MOST_LABELS = 40, 60
#: Width of a letter of a name, in pixels, about.
_LETTER = 8.4
_STYLE = """
  svg { background: #fdfcfa; font-family: ui-sans-serif, system-ui, sans-serif; }
  .name { font-size: 15px; font-weight: 600; fill: #26272b; text-anchor: middle; paint-order: stroke; stroke: #fdfcfa;
    stroke-width: 4px; stroke-linejoin: round; }
  .count { font-size: 11px; fill: #6b6d76; text-anchor: middle; paint-order: stroke; stroke: #fdfcfa;
    stroke-width: 3px; }
  .bridge { stroke: #8b8f9c; fill: none; stroke-linecap: round; opacity: 0.6; }
  .cloud { opacity: 0.09; } .dot { opacity: 0.8; } .end { stroke: #26272b; stroke-width: 1.2px; opacity: 1; }
  .head { font-size: 20px; font-weight: 650; fill: #26272b; } .foot { font-size: 12px; fill: #6b6d76; }
  .orphan { fill: #9a9ca6; opacity: 0.7; }
  @media (prefers-color-scheme: dark) {
    svg { background: #1b1c20; } .name, .head { fill: #eceef2; } .name, .count { stroke: #1b1c20; }
    .count, .foot { fill: #9ea2ae; } .end { stroke: #eceef2; } .cloud { opacity: 0.16; }
  }
"""


def draw(found: Topology, title: str) -> str:
    """The picture of a map; every dot says its note's title when pointed at."""
    radii = np.array([_DOT * math.sqrt(len(cluster.notes)) + 6 for cluster in found.clusters])
    places, radii, scale = _fitted(_spread(_first_places(found.centres), radii), radii)
    spots = _spots(found, places, scale)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img"'
        f" aria-label={quoteattr(title)}>",
        f"<style>{_STYLE}</style>",
        f'<text class="head" x="28" y="40">{escape(title)}</text>',
        f'<text class="foot" x="28" y="60">{escape(_told(found))}</text>',
        *_clouds(places, radii),
        *_bridges(found, spots),
        *_dots(found, spots, max(1.2, 2.6 * scale)),
        *_labels(found, places, radii),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _told(found: Topology) -> str:
    counts = (
        (len(found.notes), "note", "notes"),
        (len(found.clusters), "cluster", "clusters"),
        (len(found.bridges), "bridge", "bridges"),
        (len(found.orphans), "orphan", "orphans"),
    )
    return " · ".join(f"{count:,} {one if count == 1 else many}" for count, one, many in counts)


def _first_places(centres: npt.NDArray[np.float32]) -> Places:
    """The two directions in which the clusters differ most."""
    if len(centres) < 2:
        return np.zeros((len(centres), 2))
    moved = centres.astype(np.float64) - centres.mean(axis=0)
    _, _, axes = np.linalg.svd(moved, full_matrices=False)
    # The sign of an axis is the library's whim: the largest part points up.
    signs = np.sign(axes[np.arange(len(axes)), np.abs(axes).argmax(axis=1)])
    flat = moved @ (axes * signs[:, None])[:2].T
    padded = np.zeros((len(centres), 2))
    padded[:, : flat.shape[1]] = flat
    return padded


def _spread(places: Places, radii: npt.NDArray[np.float64]) -> Places:
    """The places moved apart until no cloud covers another, each no further than it must."""
    if len(places) < 2:
        return places
    reach = math.sqrt(float((radii**2).sum())) * 1.5
    placed = places / (np.abs(places).max() or 1.0) * reach
    angles = np.arange(len(placed)) * _GOLDEN
    placed = placed + np.stack([np.cos(angles), np.sin(angles)], axis=1) * 0.01
    need = radii[:, None] + radii[None, :] + _GAP
    for _ in range(_STEPS):
        apart = placed[:, None, :] - placed[None, :, :]
        distance = np.linalg.norm(apart, axis=2)
        np.fill_diagonal(distance, np.inf)
        overlap = np.clip(need - distance, 0, None)
        placed = placed * 0.998  # a pull to the middle keeps the picture dense
        if not overlap.any():
            continue
        push = (apart / np.maximum(distance, 1e-6)[:, :, None]) * (overlap / 2)[:, :, None]
        placed = placed + push.sum(axis=1) * 0.9
    return placed


def _fitted(places: Places, radii: npt.NDArray[np.float64]) -> tuple[Places, npt.NDArray[np.float64], float]:
    if not len(places):
        return places, radii, 1.0
    low, high = (places - radii[:, None]).min(axis=0), (places + radii[:, None]).max(axis=0)
    room = np.array([_WIDTH - 2 * _MARGIN, _HEIGHT - 2 * _MARGIN - 30])
    scale = float(min((room / np.maximum(high - low, 1)).min(), 4.0))
    middle = np.array([_WIDTH / 2, _HEIGHT / 2 + 20])
    return (places - (low + high) / 2) * scale + middle, radii * scale, scale


def _spots(found: Topology, places: Places, scale: float) -> dict[int, tuple[float, float, int]]:
    """Where each note's dot is, and its cluster: the most central note in the middle of its cloud."""
    spots = {}
    for number, cluster in enumerate(found.clusters):
        for turn, note in enumerate(cluster.notes):
            reach, angle = _DOT * math.sqrt(turn + 0.5) * scale, turn * _GOLDEN
            x, y = places[number] + np.array([math.cos(angle), math.sin(angle)]) * reach
            spots[note] = (round(float(x), 1), round(float(y), 1), number)
    return spots


def _colour(number: int) -> str:
    return f"hsl({_HUES[number % len(_HUES)]} 62% {52 if number < len(_HUES) else 62}%)"


def _clouds(places: Places, radii: Sequence[float] | npt.NDArray[np.float64]) -> list[str]:
    return [
        f'<circle class="cloud" cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="{_colour(number)}"/>'
        for number, ((x, y), radius) in enumerate(zip(places.tolist(), radii, strict=True))
    ]


def _bridges(found: Topology, spots: dict[int, tuple[float, float, int]]) -> list[str]:
    lines = []
    for bridge in found.bridges[:_MOST_BRIDGES]:
        one, other = bridge.ties[0]
        (x1, y1, _), (x2, y2, _) = spots[one], spots[other]
        # Bent a little, so that two bridges along one way can be told apart.
        bent_x, bent_y = (x1 + x2) / 2 - (y2 - y1) * 0.12, (y1 + y2) / 2 + (x2 - x1) * 0.12
        told = escape(f"{found.notes[one].title} – {found.notes[other].title}")
        width = 0.8 + min(bridge.strength, 3) * 0.7
        lines.append(
            f'<path class="bridge" stroke-width="{width:.1f}" d="M{x1} {y1}Q{bent_x:.1f} {bent_y:.1f} {x2} {y2}">'
            f"<title>{told}</title></path>"
        )
    return lines


def _dots(found: Topology, spots: dict[int, tuple[float, float, int]], size: float) -> list[str]:
    ends = {note for bridge in found.bridges[:_MOST_BRIDGES] for note in bridge.ties[0]}
    drawn = []
    for note, (x, y, cluster) in sorted(spots.items(), key=lambda spot: spot[0] in ends):
        kind, radius = ("dot end", size * 1.7) if note in ends else ("dot", size)
        drawn.append(
            f'<circle class="{kind}" cx="{x}" cy="{y}" r="{radius:.1f}" fill="{_colour(cluster)}">'
            f"<title>{escape(found.notes[note].title)}</title></circle>"
        )
    return drawn


def _labels(found: Topology, places: Places, radii: npt.NDArray[np.float64]) -> list[str]:
    """Names of the largest clusters, whole or by their first word, wherever they cover no other name."""
    written: list[str] = []
    taken: list[tuple[float, float, float, float]] = []
    for number, cluster in enumerate(found.clusters[:_MOST_LABELS]):
        x, y = places[number].tolist()
        top = y - radii[number] - 4
        for name in (cluster.name, cluster.name.split(",")[0]):
            half = len(name) * _LETTER / 2
            box = (x - half, top - 26, x + half, top + 2)
            if not any(box[0] < b[2] and b[0] < box[2] and box[1] < b[3] and b[1] < box[3] for b in taken):
                taken.append(box)
                written.append(f'<text class="name" x="{x:.1f}" y="{top - 12:.1f}">{escape(name)}</text>')
                written.append(f'<text class="count" x="{x:.1f}" y="{top:.1f}">{len(cluster.notes)} notes</text>')
                break
    return written
