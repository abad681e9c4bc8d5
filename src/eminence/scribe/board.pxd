from eminence.rules.board_table cimport BoardTable
from eminence.rules.state cimport State
from eminence.scribe.scribe cimport Scribe, boolean, listed, named, number_of, owned

cdef int COLOURS
cdef int COUNTRIES
cdef int LINE

cdef class BoardScribe(Scribe):
    cdef list fields
    cdef list countries
    cdef list names
    cdef list colours
    cdef void place(self, State state, list[bytes] out) except *
    cdef void hold(self, State state, list[bytes] out) except *
    cdef int phase(self, State state) except -1
    cdef void cards(self, list[bytes] out, signed char* values, int players, int colours) except *
