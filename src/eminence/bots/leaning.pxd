from eminence.rules.display cimport DisplayState

cdef class Leaning:
    cdef DisplayState state
    cdef double point
    cdef float[::1] gains
    cdef int whole[16]
    cdef int region[64]
    cdef int crests[64]
    cdef int symbol[64]
    cdef int signs[64]
    cdef int have[5]
    cdef int at[85]
    cdef int root_at[85]
    cdef int cell
    cdef int root_cell
    cdef void begin(self) noexcept nogil
    cdef void recall(self) noexcept nogil
    cdef void follow(self, int action) noexcept nogil
    cdef void weigh(self, int stake) noexcept nogil
    cdef bint missing(self, int seat, int stake) noexcept nogil
    cdef double card(self, int cell) noexcept nogil
    cdef double worth(self, int action) noexcept nogil
