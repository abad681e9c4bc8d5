# What the compiled modules use of Cython's pure-Python mode, as types that mypy understands.
import builtins
from collections.abc import Callable, MutableSequence
from contextlib import AbstractContextManager
from typing import Any, Literal, TypeAlias, TypeVar, overload

_F = TypeVar("_F", bound=Callable[..., Any])
_C = TypeVar("_C", bound=type)

compiled: Literal[False]
int: TypeAlias = builtins.int
uint: TypeAlias = builtins.int
ulonglong: TypeAlias = builtins.int
longlong: TypeAlias = builtins.int
bint: TypeAlias = builtins.bool
double: TypeAlias = builtins.float
float: TypeAlias = builtins.float
p_float: TypeAlias = MutableSequence[builtins.float]
p_schar: TypeAlias = builtins.list[builtins.int]
p_int: TypeAlias = builtins.list[builtins.int]
p_uint: TypeAlias = builtins.list[builtins.int]
p_ulonglong: TypeAlias = builtins.list[builtins.int]

class _NoGil(AbstractContextManager[None]):
    def __exit__(self, *error: object) -> None: ...

nogil: _NoGil

def address(value: Any) -> Any: ...
def cast(type: Any, value: builtins.float) -> builtins.int: ...
@overload
def declare(type: Any, value: builtins.int) -> builtins.int: ...
@overload
def declare(type: Any, value: builtins.float) -> builtins.float: ...
def cclass(cls: _C) -> _C: ...
def final(cls: _C) -> _C: ...
