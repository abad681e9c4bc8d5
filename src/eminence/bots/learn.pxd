from libc.math cimport log

from eminence.bots.judge cimport Judge
from eminence.bots.lookahead cimport Lookahead
from eminence.bots.net cimport Net
from eminence.bots.outlook cimport Outlook
from eminence.rules.chance cimport Rng
from eminence.rules.state cimport State

cdef class School:
    cdef State truth
    cdef State world
    cdef State scratch
    cdef Net net
    cdef Outlook outlook
    cdef Lookahead lookahead
    cdef Judge referee
    cdef int players
    cdef int positions
    cdef int games
    cdef int room
    cdef readonly long long judged
    cdef double sums[1024]
    cdef float[::1] inputs
    cdef int[::1] starts
    cdef int[::1] firsts
    cdef float[::1] shares
    cdef float[::1] margins
    cdef double[::1] won
    cdef double[::1] led
    cdef double goal_share[5]
    cdef double goal_margin[5]
    cdef int decide(self, Rng rng, double noise, int worlds)
    cdef int best(self, Rng rng, double noise, int n) noexcept nogil
    cdef void keep(self) noexcept nogil
    cdef void finish(self) noexcept nogil
    cdef void feed(self, int t) noexcept nogil
    cdef void teach(self, int t) noexcept nogil
