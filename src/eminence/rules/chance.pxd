cdef class Rng:
    cdef unsigned long long a
    cdef unsigned long long b
    cdef unsigned long long c
    cdef unsigned long long d
    cdef unsigned int next32(self) noexcept nogil
    cdef int under(self, unsigned int n) noexcept nogil
    cdef void fill(self, unsigned int *words, int n) noexcept nogil
