"""The measurements behind `bench/index.py`: one module per command."""
