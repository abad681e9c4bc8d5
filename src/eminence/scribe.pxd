from eminence.rules.board_table cimport BoardTable
from eminence.rules.display_table cimport DisplayTable
from eminence.rules.state cimport State

cdef int COLOURS
cdef int COUNTRIES
cdef int LINE
cdef int LOW
cdef int HIGH
cdef int PAYING
cdef int PUTTING
cdef list NUMBERS
cdef bytes YES
cdef bytes NO

cdef bytes number_of(int number)
cdef void listed(list[bytes] out, signed char* values, int count) except *
cdef void named(list[bytes] out, list[bytes] names, signed char* values, int base, int count) except *

cdef class Scribe:
    cdef bytes head
    cdef bytes sheet_head
    cdef object keys
    cdef object notation
    cdef bint shared_win
    cdef bytes breaker
    cdef bytes tied_win
    cdef tuple sums_of
    cdef list subtotals
    cdef dict lines
    cdef list sections
    cdef dict texts
    cdef list phases
    cdef int sums[10]
    cdef void place(self, State state, list[bytes] out) except *
    cdef void hold(self, State state, list[bytes] out) except *
    cdef int phase(self, State state) except -1
    cpdef bytes common(self, State state, str unfinished, bint closed)
    cpdef bytes own(self, State state, int viewer, bint silent)
    cpdef bytes standing(self, State state)
    cdef bytes text(self, int action)

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

cdef class BoardScribe(Scribe):
    cdef list fields
    cdef list countries
    cdef list names
    cdef list colours
    cdef void place(self, State state, list[bytes] out) except *
    cdef void hold(self, State state, list[bytes] out) except *
    cdef int phase(self, State state) except -1
