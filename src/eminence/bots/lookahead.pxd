from eminence.bots.judge cimport Judge
from eminence.rules.chance cimport Rng
from eminence.rules.state cimport State

cdef class Lookahead:
    cdef State state
    cdef Judge judge
    cdef int players
    cdef bint whole
    cdef int limit
    cdef int seen
    cdef int seat
    cdef int turn
    cdef int path[24]
    cdef short buffer[24576]
    cdef double top[5]
    cdef double top_win[5]
    cdef double top_margin[5]
    cdef int acts[1024]
    cdef double values[1024]
    cdef double sums[1024]
    cdef int survey(self) noexcept nogil
    cdef void consider(self, int action) noexcept nogil
    cdef void dive(self, int depth) noexcept nogil
    cdef bint rests(self) noexcept nogil
    cdef void weigh(self) noexcept nogil
