from libc.math cimport log, sqrt

from eminence.bots.judge cimport Judge
from eminence.bots.outlook cimport Outlook
from eminence.bots.tree cimport SearchTree
from eminence.rules.chance cimport Rng
from eminence.rules.state cimport State

cdef class Tree(SearchTree):
    cdef State state
    cdef Judge referee
    cdef int[::1] possible
    cdef void iterate(self) noexcept nogil
    cdef int choose(self, int node, int n) noexcept nogil
