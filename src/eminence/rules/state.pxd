from eminence.rules.chance cimport Rng

cdef int ACTS
cdef int LINE

cdef int number_of(object action) except -2

cdef class State:
    cdef public object game
    cdef readonly int players
    cdef readonly int start
    cdef readonly int seat
    cdef readonly bint over
    cdef readonly int turn
    cdef public object dealt
    cdef public list _decisions
    cdef public list _starts
    cdef public list _seats
    cdef public int _deciding
    cdef short acts[1024]
    cdef unsigned int words[192]
    cdef int lines
    cdef int line[320]
    cdef int counts[5]
    cdef int gains[5]
    cdef int score[5]
    cdef int breaker[5]
    cdef int rank[5]
    cdef int generate(self) noexcept nogil
    cdef void apply(self, int action) noexcept nogil
    cdef int refusal(self, int action) noexcept nogil
    cdef void tally(self) noexcept nogil
    cdef void lay(self) noexcept nogil
    cdef void reset(self) noexcept nogil
    cdef void guess(self, Rng rng) noexcept nogil
    cdef void shuffle(self, Rng rng) noexcept nogil
    cdef void settle(self) noexcept nogil
    cdef void write_line(self) noexcept nogil
