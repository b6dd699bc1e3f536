"""Many games at once, in numpy arrays, for programs that learn."""

from __future__ import annotations

from spielwerk._native import Batch, RandomPolicy, random_playouts

__all__ = ["Batch", "RandomPolicy", "random_playouts"]
