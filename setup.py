"""Compile the hot modules. Where that is impossible the same files are installed as plain, slower Python."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_py import build_py

COMPILED = sorted(".".join(path.with_suffix("").parts[2:]) for path in Path("src/eminence").rglob("*.pxd"))
"""A module with a .pxd beside it is hot."""


def extensions() -> list[Extension]:
    """One extension a hot module, or none if Cython is absent or unwanted (EMINENCE_PURE=1)."""
    if os.environ.get("EMINENCE_PURE") == "1":
        return []
    try:
        from Cython.Build import cythonize
    except ImportError:
        return []
    flags = os.environ.get("EMINENCE_CFLAGS", "-O3 -g0").split()
    links = os.environ.get("EMINENCE_LDFLAGS", "").split()
    modules = [
        Extension(
            f"eminence.{name}",
            [f"src/eminence/{name.replace('.', '/')}.py"],
            extra_compile_args=flags,
            extra_link_args=links,
        )
        for name in COMPILED
    ]
    built: list[Extension] = cythonize(
        modules, build_dir="build/cython", include_path=["src"], annotate=bool(os.environ.get("EMINENCE_ANNOTATE"))
    )
    for extension in built:  # cythonize() drops Extension(optional=True)
        extension.optional = True
    return built


class BuildWithRulebook(build_py):
    """The rules pages of docs/rules go into the package, where `eminence rules` finds them."""

    def run(self) -> None:
        super().run()
        target = Path(self.build_lib) / "eminence" / "pages"
        if not self.editable_mode:
            shutil.rmtree(target, ignore_errors=True)
            shutil.copytree("docs/rules", target, ignore=shutil.ignore_patterns("README.md"))


setup(
    ext_modules=extensions(),
    cmdclass={"build_py": BuildWithRulebook},
    options={"build_ext": {"parallel": os.cpu_count() or 1}},
)
