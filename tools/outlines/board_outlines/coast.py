"""Coasts that look like coasts: the smooth mesh bent by a field of noise, the same on every run.

The whole plane is bent, not one line at a time, so lines that meet go on meeting and none that
lie apart can touch. Inside the boxes of names and counters the field is still.
"""

import numpy as np

from board_outlines.forces import Array
from board_outlines.mesh import Key, Mesh, cut_corners, even
from board_outlines.planar import Point

# wavelength and height of each octave in pixels
OCTAVES = ((130.0, 8.0), (52.0, 8.5), (25.0, 5.4), (12.0, 2.6), (6.0, 1.0))
INNER = 0.3  # part of the field that bends borders inland
SHORE_REACH = 26.0  # pixels from the shore over which a border calms down
BOX_REACH = 14.0  # pixels around a box over which the field wakes up
CALM_REACH = 40.0  # pixels around a place where the field folded a line
COAST_STEP, BORDER_STEP = 2.6, 3.2


def roughen(
    mesh: Mesh, boxes: Array, seed: int, calm: list[Point], coasts: frozenset[Key] = frozenset()
) -> dict[Key, Array]:
    """The final lines: shores bent by the whole field, borders by a part of it.

    ``boxes`` has a row (middle x, middle y, half width, half height) for each province. Around
    each point of ``calm`` the field is halved (again for every time it is listed). ``coasts`` are
    borders that are shores too.
    """
    rough = {}
    for key, line in mesh.lines.items():
        path = mesh.points[list(line)]
        border = len(key) == 2
        path = cut_corners(path, 2, closed=len(key) == 1)
        path = even(path, BORDER_STEP if border else COAST_STEP)
        inland = border and key not in coasts
        share = _share(mesh, key, path, coasts) if inland else np.ones(len(path))
        if key in mesh.lakes:
            share *= INNER
        bend = field(path, seed) * (share * _awake(path, boxes) * _calmness(path, calm))[:, None]
        rough[key] = path + bend
    return rough


def field(at: Array, seed: int) -> Array:
    """The displacement at each point: smooth noise of several wavelengths."""
    bend = np.zeros_like(at)
    for octave, (wave, height) in enumerate(OCTAVES):
        for k in (0, 1):
            bend[:, k] += height * _noise(at / wave, seed * 97 + octave * 2 + k)
    return bend


def _noise(at: Array, seed: int) -> Array:
    """Gradient noise in -1..1: a random slope at every whole point, blended between them."""
    corner = np.floor(at).astype(np.int64)
    inside = at - corner
    fade = inside**3 * (inside * (inside * 6 - 15) + 10)
    total = np.zeros(len(at))
    for dx in (0, 1):
        for dy in (0, 1):
            turn = _hash(corner[:, 0] + dx, corner[:, 1] + dy, seed) * (2 * np.pi)
            slope = np.cos(turn) * (inside[:, 0] - dx) + np.sin(turn) * (inside[:, 1] - dy)
            weight = (fade[:, 0] if dx else 1 - fade[:, 0]) * (fade[:, 1] if dy else 1 - fade[:, 1])
            total += slope * weight
    noise: Array = total * 1.6
    return noise


def _hash(x: Array, y: Array, seed: int) -> Array:
    bits = (x * 374761393 + y * 668265263 + (seed * 2246822519 & 0xFFFFFFFF)) & 0xFFFFFFFF
    bits = ((bits ^ (bits >> 13)) * 1274126177) & 0xFFFFFFFF
    bits = ((bits ^ (bits >> 15)) * 2654435761) & 0xFFFFFFFF
    share: Array = ((bits ^ (bits >> 16)) & 0xFFFFFF) / float(1 << 24)
    return share


def _share(mesh: Mesh, key: Key, path: Array, coasts: frozenset[Key]) -> Array:
    """How much of the field bends a border: all at a shore, a part of it inland."""
    shore = {line[0] for k, line in mesh.lines.items() if len(k) == 3 and k not in mesh.lakes}
    shore |= {end for coast in coasts for end in (mesh.lines[coast][0], mesh.lines[coast][-1])}
    share = np.full(len(path), INNER)
    line = mesh.lines[key]
    for end, point in ((line[0], path[0]), (line[-1], path[-1])):
        if end in shore:
            near = np.clip(1 - np.hypot(*(path - point).T) / SHORE_REACH, 0, 1)
            share = np.maximum(share, INNER + (1 - INNER) * near)
    return share


def _calmness(path: Array, calm: list[Point]) -> Array:
    left = np.ones(len(path))
    for point in calm:
        left *= 1 - 0.5 * np.exp(-((np.hypot(*(path - np.array(point)).T) / CALM_REACH) ** 2))
    return left


def _awake(path: Array, boxes: Array) -> Array:
    off = np.abs(path[:, None, :] - boxes[None, :, :2]) - boxes[None, :, 2:]
    away = np.hypot(*np.maximum(off, 0).transpose(2, 0, 1)).min(axis=1)
    near = np.clip(away / BOX_REACH, 0, 1)
    awake: Array = near * near * (3 - 2 * near)
    return awake
