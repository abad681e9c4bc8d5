from eminence.rules.board_knowledge cimport BoardKnowledge
from eminence.rules.scoring cimport rank_points

cdef class BoardState(BoardKnowledge):
    cdef int generate(self) noexcept nogil
    cdef int find_pairs(self) noexcept nogil
    cdef int each_piece(self, int country, int pairs, int n) noexcept nogil
    cdef int each_target(self, int country, int payment, int n) noexcept nogil
    cdef int refusal(self, int action) noexcept nogil
    cdef int against_piece(self, int target, int payment) noexcept nogil
    cdef int against_exchange(self, int colour) noexcept nogil
    cdef int against_draw(self, int action) noexcept nogil
    cdef bint has_field(self, int country) noexcept nogil
    cdef bint has_room(self, int country) noexcept nogil
    cdef bint might_place(self, int seat, int country) noexcept nogil
    cdef bint might_place_anywhere(self, int seat) noexcept nogil
    cdef bint map_closed(self) noexcept nogil
    cdef void apply(self, int action) noexcept nogil
    cdef void place(self, int target, int payment) noexcept nogil
    cdef void spend(self, int colour, int n) noexcept nogil
    cdef void begin_drawing(self) noexcept nogil
    cdef void draw_open(self, int colour) noexcept nogil
    cdef void draw_pile(self) noexcept nogil
    cdef void drawn(self) noexcept nogil
    cdef void exhausted(self) noexcept nogil
    cdef void score_middle(self) noexcept nogil
    cdef void remember(self) noexcept nogil
    cdef void reshuffle(self) noexcept nogil
    cdef void end_turn(self) noexcept nogil
    cdef void rank_country(self, int country) noexcept nogil
    cdef void tally(self) noexcept nogil
    cdef void score_alliance(self, int a, int b) noexcept nogil
