from eminence.rules.chance cimport Rng
from eminence.rules.scoring cimport majority, rank_points
from eminence.rules.state cimport State

cdef class DisplayState(State):
    cdef DisplayState root
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
    cdef signed char face[16]
    cdef signed char holder[16]
    cdef signed char played[16]
    cdef signed char excluded[16]
    cdef signed char rest[32]
    cdef signed char pool[32]
    cdef int against_taking(self, int cell) noexcept nogil
    cdef int face_down(self, int seat) noexcept nogil
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
    cdef bint can_take(self) noexcept nogil
    cdef bint might_play(self) noexcept nogil
    cdef bint can_put(self) noexcept nogil
    cdef bint can_move(self) noexcept nogil
    cdef bint lies(self, int cell) noexcept nogil
    cdef void lay(self) noexcept nogil
    cdef void open_table(self) noexcept nogil
    cdef void begin_turn(self) noexcept nogil
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
    cdef void reset(self) noexcept nogil
    cdef void guess(self, Rng rng) noexcept nogil
