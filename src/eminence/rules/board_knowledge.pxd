from eminence.rules.board_table cimport BoardTable
from eminence.rules.chance cimport Rng

cdef class BoardKnowledge(BoardTable):
    cdef void guess(self, Rng rng) noexcept nogil
    cdef void guess_first(self, Rng rng) noexcept nogil
    cdef int fill_urn(self, int *pool, Rng rng) noexcept nogil
    cdef void stack_pile(self, int n) noexcept nogil
    cdef void guess_second(self, Rng rng) noexcept nogil
    cdef void begin_story(self) noexcept nogil
    cdef double tell_story(self, Rng rng) noexcept nogil
    cdef void keep_story(self) noexcept nogil
