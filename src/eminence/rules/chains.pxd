cdef int lowest(unsigned long long mask) noexcept nogil
cdef int bits(unsigned long long mask) noexcept nogil

cdef class Chains:
    cdef int least
    cdef int left
    cdef bint remembers
    cdef bint has_memory
    cdef unsigned long long near[64]
    cdef unsigned long long *memory
    cdef int score(self, unsigned long long mask) noexcept nogil
    cdef int with_memory(self, unsigned long long part) noexcept nogil
    cdef unsigned long long spread(self, unsigned long long mask) noexcept nogil
    cdef int best_lines(self, unsigned long long mask, int enough) noexcept nogil
    cdef int loose_end(self, unsigned long long mask) noexcept nogil
    cdef int lines_through(self, unsigned long long rest, int head, int tail, int length, int cap) noexcept nogil
    cdef int lines_at_tail(self, unsigned long long rest, int tail, int length, int cap) noexcept nogil
    cdef unsigned long long key_of(self, int head, int tail, int length) noexcept nogil
    cdef int recall(self, unsigned long long rest, unsigned long long key, int length) noexcept nogil
    cdef void retain(self, unsigned long long rest, unsigned long long key, int length, int best) noexcept nogil
    cdef int slot_of(self, unsigned long long rest, unsigned long long key) noexcept nogil
