from eminence.rules.chance cimport Rng
from eminence.rules.state cimport State

cdef class DisplayTable(State):
    cdef DisplayTable root
    cdef int rows
    cdef int columns
    cdef int cells
    cdef int regions
    cdef int kinds
    cdef int circle_kinds
    cdef int types
    cdef int slots
    cdef int tokens
    cdef int markers
    cdef int max_cards
    cdef int limit
    cdef int marker_limit
    cdef int missing
    cdef int present
    cdef int lying
    cdef int unmarked
    cdef int rows_empty
    cdef int phase
    cdef int taken
    cdef int turn_region
    cdef int turn_weight
    cdef int turn_limit
    cdef int turn_cards
    cdef int cell
    cdef bint first_turn_one
    cdef bint tablets
    cdef bint scores_ranks
    cdef bint tied_score
    cdef bint early_end
    cdef bint short_rules
    cdef bint any_colours
    cdef signed char type_region[64]
    cdef signed char type_weight[64]
    cdef signed char type_circle[128]
    cdef signed char type_symbol[64]
    cdef signed char deck[64]
    cdef signed char region_cards[12]
    cdef signed char discs[32]
    cdef signed char slot_cell[16]
    cdef signed char slot_at[64]
    cdef signed char kind[64]
    cdef signed char region[64]
    cdef signed char weight[64]
    cdef signed char marker[64]
    cdef signed char taker[64]
    cdef signed char left[8]
    cdef signed char right[8]
    cdef signed char supply[5]
    cdef signed char boxed[5]
    cdef signed char placed[5]
    cdef signed char cards[60]
    cdef signed char crests[60]
    cdef signed char circles[240]
    cdef signed char symbols[20]
    cdef signed char total[5]
    cdef signed char down[5]
    cdef signed char face[16]
    cdef signed char holder[16]
    cdef signed char played[16]
    cdef signed char excluded[16]
    cdef signed char rest[32]
    cdef signed char pool[32]
    cdef void lay(self) noexcept nogil
    cdef void open_table(self) noexcept nogil
    cdef void begin_turn(self) noexcept nogil
    cdef void reset(self) noexcept nogil
    cdef void guess(self, Rng rng) noexcept nogil
