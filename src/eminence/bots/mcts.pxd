from eminence.bots.judge cimport Judge
from eminence.bots.outlook cimport Outlook
from eminence.bots.tree cimport SearchTree
from eminence.rules.chance cimport Rng
from eminence.rules.state cimport State

cdef class Tree(SearchTree):
    cdef Judge referee
    cdef void iterate(self) noexcept nogil
