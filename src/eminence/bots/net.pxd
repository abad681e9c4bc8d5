from libc.math cimport exp, sqrt

cdef class Net:
    cdef readonly int inputs
    cdef readonly int hidden
    cdef readonly int players
    cdef readonly int outputs
    cdef readonly int size
    cdef readonly int steps
    cdef int bias
    cdef int top
    cdef float[::1] w
    cdef float[::1] g
    cdef float[::1] m
    cdef float[::1] v
    cdef float[::1] given
    cdef float h[128]
    cdef float base[128]
    cdef float known[1024]
    cdef float change[1024]
    cdef int fresh
    cdef int used[1025]
    cdef float out[10]
    cdef float dout[10]
    cdef float dh[128]
    cdef float share[5]
    cdef void forward(self, float *x) noexcept nogil
    cdef void follow(self, float *x) noexcept nogil
    cpdef void forget(self) noexcept nogil
    cdef void add_up(self, float *to, float *x, int k) noexcept nogil
    cdef void conclude(self) noexcept nogil
    cdef void learn(self, float *x) noexcept nogil
    cdef void step(self, float rate, int count) noexcept nogil

cdef void add(float *to, float *what, float times, int n) noexcept nogil
cdef void add_four(float *to, float *rows, float *x, int *used, int n) noexcept nogil
