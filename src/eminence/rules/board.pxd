from eminence.rules.chance cimport Rng
from eminence.rules.scoring cimport chains, rank_points
from eminence.rules.state cimport State

cdef class BoardState(State):
    cdef BoardState root
    cdef int fields
    cdef int countries
    cdef int colours
    cdef int alliances
    cdef int monastery_supply
    cdef int advisor_supply
    cdef int full_hand
    cdef int full_open
    cdef int chain
    cdef int logged
    cdef int open_size
    cdef int half
    cdef int pile_size
    cdef int top
    cdef int phase
    cdef int pieces
    cdef int turn_country
    cdef int turn_pieces
    cdef int viewer
    cdef bint final
    cdef unsigned long long near[64]
    cdef unsigned long long held[5]
    cdef unsigned int later[96]
    cdef unsigned char log[256]
    cdef short middle[60]
    cdef int old_pool[8]
    cdef int new_pool[8]
    cdef int kept_old_pool[8]
    cdef int kept_new_pool[8]
    cdef signed char kept_old[40]
    cdef signed char kept_new[40]
    cdef signed char kept_old_places[5]
    cdef signed char kept_new_places[5]
    cdef signed char field_country[64]
    cdef signed char country_colour[12]
    cdef signed char first_field[13]
    cdef signed char allied[64]
    cdef signed char start_counts[8]
    cdef signed char owner[64]
    cdef signed char monasteries[60]
    cdef signed char advisors[60]
    cdef signed char built[12]
    cdef signed char seated[12]
    cdef signed char most[12]
    cdef signed char monasteries_left[5]
    cdef signed char advisors_left[5]
    cdef signed char hand[40]
    cdef signed char hand_size[5]
    cdef signed char known[40]
    cdef signed char open[8]
    cdef signed char discard[8]
    cdef signed char pile[96]
    cdef signed char then_open[8]
    cdef signed char second[8]
    cdef signed char then_hand[40]
    cdef signed char then_known[40]
    cdef signed char then_hidden[5]
    cdef signed char second_open[8]
    cdef signed char second_drawn[40]
    cdef signed char old_places[5]
    cdef signed char new_places[5]
    cdef signed char old_played[40]
    cdef signed char new_played[40]
    cdef signed char urn[96]
    cdef int from_pile(self) noexcept nogil
    cdef int generate(self) noexcept nogil
    cdef int each_piece(self, int country, int n) noexcept nogil
    cdef int refusal(self, int action) noexcept nogil
    cdef int against_piece(self, int target, int payment) noexcept nogil
    cdef int against_exchange(self, int colour) noexcept nogil
    cdef int against_draw(self, int action) noexcept nogil
    cdef int fill_urn(self, int *pool, Rng rng) noexcept nogil
    cdef bint has_field(self, int country) noexcept nogil
    cdef bint has_room(self, int country) noexcept nogil
    cdef bint might_place(self, int seat, int country) noexcept nogil
    cdef bint might_place_anywhere(self, int seat) noexcept nogil
    cdef bint map_closed(self) noexcept nogil
    cdef double tell_story(self, Rng rng) noexcept nogil
    cdef void begin_story(self) noexcept nogil
    cdef void keep_story(self) noexcept nogil
    cdef void lay(self) noexcept nogil
    cdef void deal_out(self) noexcept nogil
    cdef void begin_turn(self) noexcept nogil
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
    cdef void reset(self) noexcept nogil
    cdef void guess(self, Rng rng) noexcept nogil
    cdef void guess_first(self, Rng rng) noexcept nogil
    cdef void stack_pile(self, int n) noexcept nogil
    cdef void guess_second(self, Rng rng) noexcept nogil
