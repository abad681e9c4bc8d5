from eminence.rules.display cimport DisplayState
from eminence.rules.state cimport State

cdef struct Kept:
    signed char marker[64]
    signed char left[8]
    signed char right[8]
    signed char supply[5]
    signed char boxed[5]
    signed char placed[5]
    signed char down[5]
    signed char holder[16]
    signed char played[16]
    signed char excluded[16]
    int seat
    int turn
    int lying
    int unmarked
    int rows_empty
    int phase
    int taken
    int turn_region
    int turn_weight
    int turn_limit
    int turn_cards
    int cell
    int took
    bint over
    bint any_colours

cdef unsigned long long blend(unsigned long long word) noexcept nogil
cdef int lead(int mine, int theirs) noexcept nogil

cdef class Endgame:
    cdef DisplayState state
    cdef unsigned long long salt
    cdef unsigned long long marks
    cdef int contests
    cdef int missing
    cdef int ahead
    cdef int base
    cdef int floor
    cdef int roof
    cdef int contest_of[192]
    cdef int weight_of[192]
    cdef int presence_of[192]
    cdef int held[32]
    cdef int shown[32]
    cdef int open[16]
    cdef int singles[16]
    cdef int sizes[16]
    cdef int pairs
    cdef int unseen[16]
    cdef int sure[16]
    cdef int least[16]
    cdef int most[16]
    cdef int code[16]
    cdef Kept kept[512]
    cdef void enter(self, int cell) noexcept nogil
    cdef void hand(self, int cell, int seat, int sign) noexcept nogil
    cdef void lay(self, int cell, int sign) noexcept nogil
    cdef int forced(self, int seat) noexcept nogil
    cdef void weigh(self, int j) noexcept nogil
    cdef int final(self) noexcept nogil
    cdef int origin(self) noexcept nogil
    cdef int ceiling(self) noexcept nogil
    cdef int ground(self) noexcept nogil
    cdef void keep(self, int ply) noexcept nogil
    cdef void do(self, int ply, int action) noexcept nogil
    cdef void undo(self, int ply) noexcept nogil
    cdef unsigned long long key(self) noexcept nogil
