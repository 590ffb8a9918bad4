"""The four expansions of the Big Box. Each is a module of its own; the basic game knows none."""
