from libc.math cimport exp

from eminence.bots.net cimport Net
from eminence.bots.outlook cimport Outlook
from eminence.rules.state cimport State

cpdef double blended(double win, double margin, double part) noexcept nogil

cdef class Judge:
    cdef State state
    cdef Outlook outlook
    cdef int players
    cdef double part
    cdef double value[5]
    cdef double win[5]
    cdef double margin[5]
    cdef void judge(self) noexcept nogil
    cdef void estimate(self) noexcept nogil
    cdef void settle(self) noexcept nogil
    cdef void blend(self) noexcept nogil

cdef class NetJudge(Judge):
    cdef Net net
    cdef bint follow
    cdef void estimate(self) noexcept nogil
