from libc.math cimport log, sqrt

from eminence.rules.chance cimport Rng
from eminence.rules.state cimport State

cdef class SearchTree:
    cdef State state
    cdef Rng rng
    cdef int capacity
    cdef double explore
    cdef bint halted
    cdef int each
    cdef bint ordered
    cdef readonly int size
    cdef readonly int iterations
    cdef short[::1] action
    cdef signed char[::1] actor
    cdef int[::1] visits
    cdef double[::1] value
    cdef int[::1] child
    cdef int[::1] sibling
    cdef int[::1] possible
    cdef int node_of[1024]
    cdef int path[512]
    cdef void iterate(self) noexcept nogil
    cdef int grow(self, int node, int action, int actor) noexcept nogil
    cdef int try_out(self, int node, int n) noexcept nogil
    cdef double promise(self, int action) noexcept nogil
