from eminence.bots.outlook cimport Outlook
from eminence.rules.board cimport BoardState
from eminence.rules.chains cimport bits

cdef class BoardOutlook(Outlook):
    cdef BoardState state
    cdef double stage
    cdef double country_worth[60]
    cdef double allied_worth[160]
    cdef double advised[60]
    cdef int roads[5]
    cdef int ways[5]
    cdef int lines[5]
    cdef unsigned long long last_held[5]
    cdef double usable[8]
    cdef void look(self) noexcept nogil
    cdef bint calm(self) noexcept nogil
    cdef bint repeats(self, int last, int action) noexcept nogil
    cdef int way_out(self) noexcept nogil
    cdef int left_of(self, int n, double part) noexcept nogil
    cdef void expect(self) noexcept nogil
    cdef double most_advisors(self, int seat, int left) noexcept nogil
    cdef void expect_alliance(self, int i) noexcept nogil
    cdef void count_roads(self, int p) noexcept nogil
    cdef int write_map(self, int i) noexcept nogil
    cdef int write_cards(self, int i) noexcept nogil
    cdef void write_players(self, int i) noexcept nogil
