from eminence.rules.chance cimport Rng
from eminence.rules.state cimport State

cdef int play_out(State state, Rng rng) noexcept nogil
