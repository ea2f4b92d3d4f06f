"""The core is small, stands alone, and can be read: what it imports, and how long it is."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import verify.core

CORE = Path(verify.core.__file__).parent
README = CORE.parents[1] / "README.md"
MODULES = sorted(CORE.glob("*.py"))


def _imported(file: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{file.name}: imports by relative name"
            found.add(str(node.module))
    return found


def test_imports_the_standard_library_flint_and_itself_and_nothing_else():
    for file in MODULES:
        for name in _imported(file):
            root = name.partition(".")[0]
            own = name == "verify.core" or name.startswith("verify.core.")
            assert own or root == "flint" or root in sys.stdlib_module_names, f"{file.name} imports {name}"


def test_imports_nothing_at_run_time_by_a_name_that_is_not_written_down():
    for file in MODULES:
        assert not {name.partition(".")[0] for name in _imported(file)} & {"importlib", "pickle", "ctypes"}, file.name
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            called = node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
            assert called not in ("exec", "eval", "__import__", "compile"), f"{file.name}: {node.lineno}"


def test_has_no_floats():
    for file in MODULES:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            assert not (isinstance(node, ast.Constant) and isinstance(node.value, float)), f"{file.name}: {node.lineno}"
            called = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "float"
            assert not called, f"{file.name}: {node.lineno} calls float"


def test_is_as_short_as_the_readme_says():
    said = README.read_text(encoding="utf-8")
    found = re.search(r"at most ([\d,]+) lines, no module over (\d+)", said)
    assert found, "README: says how long the core is"
    most, longest = (int(n.replace(",", "")) for n in found.groups())
    lines = {file.name: len(file.read_text(encoding="utf-8").splitlines()) for file in MODULES}
    assert max(lines.values()) <= longest <= 500, {name: n for name, n in lines.items() if n > 500}
    assert sum(lines.values()) <= most, sum(lines.values())


def test_can_be_imported_where_sympy_numpy_and_mpmath_are_not_installed():
    program = (
        "import sys\n"
        "for name in ('sympy', 'mpmath', 'numpy', 'hypothesis'): sys.modules[name] = None\n"
        "import verify.core.kernel, verify.core.__main__\n"
        "print(sorted(m for m in sys.modules if m.startswith('verify.') and not m.startswith('verify.core')))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "[]"
