"""Registered colors, their layers and their names: a part of the evaluator."""
from typing import NamedTuple

from binding import FOREIGN_ID, OK, STALE_ID, UNKNOWN_NAME

THEME, DEFAULTS, USER = 0, 1, 2  # the layers that every theme has


class Entry(NamedTuple):
    owner: int
    definition: object


class Registry:
    """All that is registered. Ids are the library's: it says which one it gave, and this judges."""

    def __init__(self):
        self.given = []  # every id, in the order in which they were first given out
        self.entries = {}  # by id: entries by layer
        self.colors = {}  # by id: the definitions of the highest layers
        self.ids = {}  # by name, also of colors that are declared or unregistered
        self.names = {}  # by id
        self.declared_only = set()
        self.forwards = {}  # names, by those that came before
        self.layer_names = ["theme", "defaults", "user"]
        self.order = [DEFAULTS, THEME, USER]  # from the lowest
        self.owners = []  # names; the first has the number 1

    def expected_id(self, name):
        """The id that registering or declaring this name must give; None for a new one."""
        return self.ids.get(name) if name is not None else None

    def is_new(self, id):
        """Whether an id may be given to another color: itself and its row are nobody's."""
        kept = set(self.colors) | set(self.ids.values())
        return id != 0 and id not in self.given and id >> 12 not in {k >> 12 for k in kept}

    def give(self, name, id):
        if id not in self.given:
            self.given.append(id)
        if name is not None:
            self.ids[name] = id
            self.names[id] = name

    def declare(self, name, id):
        if id not in self.given:
            self.declared_only.add(id)
        self.give(name, id)

    def register(self, name, id, definition, layer=THEME, owner=0):
        self.give(name, id)
        self.entries.setdefault(id, {})[layer] = Entry(owner, definition)
        self.declared_only.discard(id)
        self.show(id)

    def unregister(self, id):
        status = self.status_of(id)
        if status == OK:
            del self.entries[id], self.colors[id]
        return status

    def rename(self, id, name):
        old = self.names.get(id)
        if old is not None:
            del self.ids[old]
        self.give(name, id)

    # -- Layers

    def show(self, id):
        """Lets the highest layer define a color; without any it is gone."""
        if self.entries[id]:
            self.colors[id] = self.entries[id][self.highest(self.entries[id])].definition
        else:
            del self.entries[id], self.colors[id]

    def highest(self, layers):
        return max(layers, key=self.order.index)

    def declare_layer(self, name, above):
        """The number of a layer, directly beneath another if it is new."""
        if name not in self.layer_names:
            self.layer_names.append(name)
            self.order.insert(self.order.index(above), len(self.layer_names) - 1)
        return self.layer_names.index(name)

    def take_out(self, goes):
        """Takes out all entries of which something holds: of their id, layer and owner."""
        for id, entries in list(self.entries.items()):
            for layer, entry in list(entries.items()):
                if goes(id, layer, entry.owner):
                    del entries[layer]
            self.show(id)

    def drop(self, layer):
        self.take_out(lambda id, where, owner: where == layer)

    def unregister_owner(self, owner):
        self.take_out(lambda id, layer, whose: whose == owner)

    def unregister_in(self, layer, id):
        status = self.status_of(id)
        if status == OK and layer not in self.entries[id]:
            status = UNKNOWN_NAME
        if status == OK:
            self.take_out(lambda other, where, owner: (other, where) == (id, layer))
        return status

    def provenance(self, id):
        """The layers, owners and definitions of a color, from the highest."""
        entries = self.entries.get(id, {})
        return [(layer, *entries[layer]) for layer in reversed(self.order) if layer in entries]

    # -- Finding

    def status_of(self, id):
        if id not in self.given:
            return FOREIGN_ID
        return OK if id in self.colors else STALE_ID

    def status_of_name(self, id):
        """A color that is gone has its name until its row is another color's."""
        if id not in self.given:
            return FOREIGN_ID
        newest = next(each for each in reversed(self.given) if each >> 12 == id >> 12)
        return OK if newest == id else STALE_ID

    def find(self, name):
        id = self.ids.get(name)
        if id in self.colors:
            return id
        return self.find(self.forwards[name]) if name in self.forwards else None

    def forward(self, old, name):
        """Forwards a name to another, or with None no longer."""
        self.forwards.pop(old, None)
        if name is not None:
            self.forwards[old] = name

    def current(self, name):
        """The name under which another is found: the first that a color has, or else the last."""
        while self.ids.get(name) not in self.colors and name in self.forwards:
            name = self.forwards[name]
        return name

    def forwarded(self, name):
        return self.current(self.forwards[name]) if name in self.forwards else None

    def comes_back(self, old, name):
        """Whether a name would be forwarded to itself."""
        while name is not None and name != old:
            name = self.forwards.get(name)
        return name == old

    def list(self):
        return sorted(self.colors, key=lambda id: id >> 12)
