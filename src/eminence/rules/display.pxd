from eminence.rules.display_table cimport DisplayTable
from eminence.rules.scoring cimport majority, rank_points

cdef class DisplayState(DisplayTable):
    cdef int against_taking(self, int cell) noexcept nogil
    cdef int slot_held(self, int face) noexcept nogil
    cdef int against_token(self, int face) noexcept nogil
    cdef int each_marker(self, int base, int n) noexcept nogil
    cdef int each_unmarked(self, int n) noexcept nogil
    cdef int against_take(self, int cell) noexcept nogil
    cdef int against_payment(self, int action) noexcept nogil
    cdef int against_playing(self, int face) noexcept nogil
    cdef int against_place(self, int cell) noexcept nogil
    cdef int against_lift(self, int cell) noexcept nogil
    cdef int tokens_held(self, int seat, int face) noexcept nogil
    cdef int generate(self) noexcept nogil
    cdef int refusal(self, int action) noexcept nogil
    cdef bint may_go_on(self) noexcept nogil
    cdef bint can_take(self) noexcept nogil
    cdef bint might_play(self) noexcept nogil
    cdef bint can_put(self) noexcept nogil
    cdef bint can_move(self) noexcept nogil
    cdef bint lies(self, int cell) noexcept nogil
    cdef void apply(self, int action) noexcept nogil
    cdef void pay(self, int action) noexcept nogil
    cdef void take(self, int cell) noexcept nogil
    cdef void collect(self, int seat, int kind) noexcept nogil
    cdef void play_token(self, int face) noexcept nogil
    cdef void ask_on(self) noexcept nogil
    cdef void end_taking(self) noexcept nogil
    cdef void put(self, int cell) noexcept nogil
    cdef void end_turn(self) noexcept nogil
    cdef void tally(self) noexcept nogil
    cdef void tally_regions(self) noexcept nogil
    cdef void tally_countries(self) noexcept nogil
