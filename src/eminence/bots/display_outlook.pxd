from eminence.bots.outlook cimport Outlook
from eminence.rules.display cimport DisplayState

cdef class DisplayOutlook(Outlook):
    cdef DisplayState state
    cdef int tokens[120]
    cdef int counts[60]
    cdef int kept[60]
    cdef int cards_kept[60]
    cdef int free[12]
    cdef int cards_free[12]
    cdef int whole[12]
    cdef int signs[20]
    cdef int signs_free[4]
    cdef int rings[240]
    cdef int rings_free[48]
    cdef double region_worth[60]
    cdef double sign_worth[20]
    cdef double changed[5]
    cdef int end_cell[16]
    cdef double end_gain[16]
    cdef int end_behind[16]
    cdef double single_best[12]
    cdef double single_next[12]
    cdef void look(self) noexcept nogil
    cdef bint calm(self) noexcept nogil
    cdef bint repeats(self, int last, int action) noexcept nogil
    cdef int way_out(self) noexcept nogil
    cdef int owner_of(self, int cell) noexcept nogil
    cdef void count(self) noexcept nogil
    cdef void ring(self, int kind, int owner, int region, int n) noexcept nogil
    cdef void judge_region(self, int r) noexcept nogil
    cdef void judge_sign(self, int k) noexcept nogil
    cdef void expect(self) noexcept nogil
    cdef void move_card(self, int cell, int source, int target) noexcept nogil
    cdef double gain(self, int cell, int seat) noexcept nogil
    cdef int write_ends(self) noexcept nogil
    cdef void write_end(self, int i, int taker) noexcept nogil
    cdef int write_regions(self, int i) noexcept nogil
    cdef void write_players(self, int i) noexcept nogil
