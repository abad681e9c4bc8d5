from eminence.rules.state cimport State

cdef int LINE
cdef int LOW
cdef int HIGH
cdef list NUMBERS

cdef bytes number_of(int number)
cdef bytes boolean(bint value)
cdef void listed(list[bytes] out, signed char* values, int count) except *
cdef void counted(list[bytes] out, int* values, int base, int count) except *
cdef void named(list[bytes] out, list[bytes] names, signed char* values, int base, int count) except *
cdef void owned(list[bytes] out, list[bytes] names, signed char* owners, int count) except *

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
