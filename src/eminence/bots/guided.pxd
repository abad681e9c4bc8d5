from libc.math cimport exp, sqrt

from eminence.bots.leaning cimport Leaning
from eminence.bots.lookahead cimport Lookahead
from eminence.bots.tree cimport SearchTree
from eminence.rules.chance cimport Rng
from eminence.rules.state cimport State

cdef class Guided(SearchTree):
    cdef State world
    cdef Lookahead lookahead
    cdef Leaning leaning
    cdef bint leans
    cdef double sharpness
    cdef int players
    cdef int after
    cdef double trust
    cdef int draws
    cdef float[::1] luck
    cdef float[::1] times
    cdef int lot[512]
    cdef double[::1] wins
    cdef double[::1] margins
    cdef float[::1] first
    cdef float[::1] prior
    cdef int[::1] whence
    cdef short legal[1024]
    cdef double leaf[5]
    cdef double leaf_win[5]
    cdef double leaf_margin[5]
    cdef void copy_node(self, int d, Guided other, int c, bint judged) noexcept
    cdef void look_again(self, int n) noexcept nogil
    cdef void level(self, int worlds) noexcept nogil
    cdef void iterate(self) noexcept nogil
    cdef void descend(self) noexcept nogil
    cdef double promise(self, int action) noexcept nogil
    cdef void play_on(self, int depth) noexcept nogil
    cdef void judge_end(self) noexcept nogil
    cdef void judge_there(self) noexcept nogil
    cdef bint expand(self, int node, int n) noexcept nogil
    cdef int choose(self, int n) noexcept nogil
