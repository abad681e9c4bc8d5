from eminence.rules.display_table cimport DisplayTable
from eminence.rules.state cimport State
from eminence.scribe.scribe cimport Scribe, boolean, listed, number_of, owned

cdef int PAYING
cdef int PUTTING

cdef class DisplayScribe(Scribe):
    cdef object box
    cdef int kinds
    cdef list cells
    cdef list names
    cdef list codes
    cdef list regions
    cdef dict tokens
    cdef int taken[320]
    cdef void place(self, State state, list[bytes] out) except *
    cdef void hold(self, State state, list[bytes] out) except *
    cdef int phase(self, State state) except -1
