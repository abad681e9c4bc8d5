cdef void majority(int *counts, int players, bint tied_score, int *out) noexcept nogil
cdef void rank_points(int *counts, int players, int whole, int *out) noexcept nogil
cdef int lowest(unsigned long long mask) noexcept nogil
cdef int bits(unsigned long long mask) noexcept nogil
cdef unsigned long long spread(unsigned long long *near, unsigned long long mask, unsigned long long seed) noexcept nogil
cdef int chains(unsigned long long *near, unsigned long long mask, int least) noexcept nogil
cdef int best_lines(unsigned long long *near, unsigned long long mask, int least, int enough) noexcept nogil
cdef int loose_end(unsigned long long *near, unsigned long long mask) noexcept nogil
cdef int lines_through(unsigned long long *near, unsigned long long rest, unsigned long long line, int head, int tail, int least, int length, int cap) noexcept nogil
cdef int lines_tail(unsigned long long *near, unsigned long long rest, unsigned long long line, int tail, int least, int length, int cap) noexcept nogil
