from eminence.rules.chains cimport Chains
from eminence.rules.state cimport State

cdef class BoardTable(State):
    cdef BoardTable root
    cdef Chains chains
    cdef int fields
    cdef int countries
    cdef int colours
    cdef int alliances
    cdef int monastery_supply
    cdef int advisor_supply
    cdef int full_hand
    cdef int full_open
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
    cdef signed char pair[8]
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
    cdef void lay(self) noexcept nogil
    cdef void deal_out(self) noexcept nogil
    cdef int from_pile(self) noexcept nogil
    cdef void begin_turn(self) noexcept nogil
    cdef void reset(self) noexcept nogil
