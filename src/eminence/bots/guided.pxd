from libc.math cimport exp, sqrt

from eminence.bots.lookahead cimport Lookahead
from eminence.rules.chance cimport Rng
from eminence.rules.state cimport State

cdef class Guided:
    cdef State world
    cdef State state
    cdef Lookahead lookahead
    cdef Rng rng
    cdef double explore
    cdef double sharpness
    cdef int capacity
    cdef int players
    cdef bint halted
    cdef readonly int size
    cdef readonly int iterations
    cdef short[::1] action
    cdef signed char[::1] actor
    cdef int[::1] visits
    cdef double[::1] value
    cdef double[::1] wins
    cdef double[::1] margins
    cdef float[::1] first
    cdef float[::1] prior
    cdef int[::1] child
    cdef int[::1] sibling
    cdef int node_of[1024]
    cdef short legal[1024]
    cdef int path[256]
    cdef double leaf[5]
    cdef double leaf_win[5]
    cdef double leaf_margin[5]
    cdef void iterate(self) noexcept nogil
    cdef void judge_end(self) noexcept nogil
    cdef bint expand(self, int node, int n) noexcept nogil
    cdef int choose(self, int n) noexcept nogil
