cdef void majority(int *counts, int players, bint tied_score, int *out) noexcept nogil
cdef void rank_points(int *counts, int players, int whole, int *out) noexcept nogil
