from eminence.bots.endgame cimport Endgame
from eminence.rules.state cimport State

cdef int lower_end(int value, bint exact) noexcept nogil

cdef class Solver(Endgame):
    cdef readonly bint stopped
    cdef unsigned long long[::1] table
    cdef unsigned long long mask
    cdef readonly long long nodes
    cdef long long limit
    cdef bint halt
    cdef object turn
    cdef bint broken
    cdef int low
    cdef int high
    cdef int cut
    cdef short moves[40960]
    cdef int order[40960]
    cdef int history[1024]
    cdef void clear(self) noexcept nogil
    cdef int probe(self, unsigned long long key) noexcept nogil
    cdef void store(self, unsigned long long key, int low, int high, int move) noexcept nogil
    cdef int step(self, int ply, int action, int beta) noexcept nogil
    cdef int seek(self, int ply, int beta) noexcept nogil
    cdef int look(self, int ply, int n, int beta, int skip) noexcept nogil
    cdef int judge(self, int ply) noexcept nogil
    cdef int margin(self, int ply) noexcept nogil
    cdef int outcome(self, int ply) noexcept nogil
    cdef int keeper(self, int ply, int value, bint exact) noexcept nogil
