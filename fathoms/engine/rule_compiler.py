"""How a rule is compiled for a processor: as a part of the kernels that call it, and of nothing else.

By itself Numba optimises every function together with all that it calls, and makes machine code of it, before a caller
does the same again. A rule is never called but from compiled code, so both are left to the kernel around it: compiling
a game takes about half the time, and its kernels are the same ones.
"""

from typing import Any

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.typed_passes import NativeLowering


class _WithoutEnvironments:
    """A code generator for functions that have no address, so that nothing can be told them at run time."""

    def __init__(self, codegen: Any) -> None:
        self._codegen = codegen

    def __getattr__(self, name: str) -> Any:
        return getattr(self._codegen, name)

    def set_env(self, name: str, environment: object) -> None:
        """Only what raises or prints objects would need one; kernels from our cache never had any."""


class _PartsLibrary(JITCodeLibrary):
    """Code to be linked into other code: neither optimised as a whole nor made executable."""

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        self._ensure_finalized()
        return 0  # as for what is not there

    @property
    def codegen(self) -> Any:
        return _WithoutEnvironments(self._codegen)


@register_pass(mutates_CFG=True, analysis_only=False)
class _RuleLowering(NativeLowering):
    _name = "rule_lowering"

    def run_pass(self, state: Any) -> bool:
        state.library = _PartsLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        return bool(super().run_pass(state))


class RuleCompiler(CompilerBase):
    """Numba's passes, with another library for what comes out of them."""

    def define_pipelines(self) -> list[Any]:
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.passes = [(_RuleLowering if one is NativeLowering else one, about) for one, about in passes.passes]
        passes.finalize()
        return [passes]
