"""`python -m crib_count` is `crib-count`."""

from crib_count.cli import count

count(prog_name="crib-count")
