from eminence.rules.state cimport State

cdef class Outlook:
    cdef int players
    cdef readonly int inputs
    cdef readonly int first
    cdef float x[1024]
    cdef double points[5]
    cdef double[::1] ahead
    cdef double[::1] tail
    cdef double worth[5]
    cdef int seats[5]
    cdef int have[5]
    cdef int order[5]
    cdef double behind[6]
    cdef unsigned long long asked[1021]
    cdef double answers[5105]
    cdef void look(self) noexcept nogil
    cdef bint calm(self) noexcept nogil
    cdef bint repeats(self, int last, int action) noexcept nogil
    cdef int way_out(self) noexcept nogil
    cdef void begin_with(self, int seat) noexcept nogil
    cdef double lead(self, int seat) noexcept nogil
    cdef int place(self, int lead, int left) noexcept nogil
    cdef double no_worse(self, int lead, int left) noexcept nogil
    cdef double at_least(self, int wanted, int left) noexcept nogil
    cdef void expect_majority(self, int left, bint tied_score) noexcept nogil
    cdef void expect_ranks(self, int left, int whole) noexcept nogil
    cdef void share_ranks(self, int left, double whole) noexcept nogil
