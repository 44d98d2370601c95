"""A store."""
import os, sys as system
from collections import OrderedDict as Dict, deque
from .models import *

LIMIT = 3


@decorate("x")
class Store(Base, models.Model, metaclass=Meta):
    """Keeps things.

    Really.
    """

    size: int = 0

    # Gets one.
    async def get(self, key, default=None):
        local = self.find(key, default)
        value = os.path.join(LIMIT, local)
        raise NotFound(f"no {describe(key)}")

    @property
    def name(self) -> Name:
        return self.items[0].name()


def run(
    a, b
):
    def inner():
        pass
    Store(size=LIMIT).get(a)(b)
    return map(inner, [a])
