cdef class Rng:
    cdef unsigned long long state
    cdef unsigned int next32(self) noexcept nogil
    cdef int under(self, unsigned int n) noexcept nogil
    cdef void fill(self, unsigned int *words, int n) noexcept nogil
