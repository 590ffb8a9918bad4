"""Where the templates are."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[1]
_SHIPPED = _PACKAGE / "templates"
FOLDER = _SHIPPED if _SHIPPED.is_dir() else _PACKAGE.parent / "templates"
"""The templates: inside the package where it is installed, at the top in a checkout."""
