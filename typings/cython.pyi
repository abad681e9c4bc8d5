# What the compiled modules use of Cython's pure-Python mode, as types that mypy understands.
import builtins
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, Literal, TypeAlias, TypeVar

_F = TypeVar("_F", bound=Callable[..., Any])
_C = TypeVar("_C", bound=type)

compiled: Literal[False]
int: TypeAlias = builtins.int
uint: TypeAlias = builtins.int
ulonglong: TypeAlias = builtins.int
longlong: TypeAlias = builtins.int
bint: TypeAlias = builtins.bool
double: TypeAlias = builtins.float
p_int: TypeAlias = builtins.list[builtins.int]
p_uint: TypeAlias = builtins.list[builtins.int]
p_ulonglong: TypeAlias = builtins.list[builtins.int]

class _NoGil(AbstractContextManager[None]):
    def __exit__(self, *error: object) -> None: ...

nogil: _NoGil

def cast(type: Any, value: builtins.int) -> builtins.int: ...
def declare(type: Any, value: builtins.int) -> builtins.int: ...
def cclass(cls: _C) -> _C: ...
def final(cls: _C) -> _C: ...
