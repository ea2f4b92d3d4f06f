"""The JSON Schema of report.json, made from the types of what it has (`verify.report.records`).

Records are objects with no other fields than theirs. One without parameters has a definition of its own, named as it
is; another is written out where it is used. Of a union of records that some fields tell apart, such as `kind`, the
schema says for each of them what the others must be, so that what is wrong is named, and not only that something is.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    NotRequired,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from verify.claims.records import Keyword
from verify.report.records import SCHEMA, WrittenReport
from verify.verdicts.records import LEFT_OUT

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"

Schema = dict[str, Any]
"""What is made here: JSON."""

_PLAIN: Final[Mapping[object, str]] = {
    str: "string", bool: "boolean", int: "integer", float: "number", NoneType: "null",
}  # fmt: skip


def report_schema() -> Schema:
    """The schema of report.json."""
    return {"$schema": DIALECT, "title": SCHEMA, **schema_of(WrittenReport)}


def schema_of(form: Any) -> Schema:
    """The schema of a type, with the definitions that it uses.

    Raises:
        TypeError: for a type that is none of JSON.
    """
    writer = _Writer()
    made = writer.schema(form)
    return {**made, "$defs": writer.definitions} if writer.definitions else made


class _Writer:
    """Writes schemas of types, and gathers definitions of the records that are named in them."""

    def __init__(self) -> None:
        self.definitions: dict[str, Schema] = {}

    def schema(self, form: Any) -> Schema:
        origin, args = get_origin(form), get_args(form)
        if form in _PLAIN:
            return {"type": _PLAIN[form]}
        if origin is Annotated:
            return self.schema(args[0]) | dict(map(_beside, form.__metadata__))
        if origin is Literal:
            return {"const": args[0]} if len(args) == 1 else {"enum": list(args)}
        if origin in (Union, UnionType):
            return self._union(args)
        if origin is list:
            return {"type": "array", "items": self.schema(args[0])}
        if origin is dict:
            return self._table(*args)
        if is_typeddict(origin):
            return self._record(form)
        if is_typeddict(form):
            if form.__name__ not in self.definitions:
                self.definitions[form.__name__] = self._record(form)
            return {"$ref": f"#/$defs/{form.__name__}"}
        raise TypeError(f"{form!r} is no type of JSON")

    def _record(self, form: Any) -> Schema:
        fields = _fields(form)
        return {
            "type": "object",
            "description": _description(get_origin(form) or form),
            "properties": {name: self.schema(_given(field)) for name, field in fields.items()},
            "required": [name for name, field in fields.items() if get_origin(field) is not NotRequired],
            "additionalProperties": False,
        }

    def _table(self, key: Any, value: Any) -> Schema:
        """An object with any fields, or any of those that the type of its keys names."""
        names = {name: part for name, part in self.schema(key).items() if name != "type"}
        some = {"propertyNames": names} if names else {}
        return {"type": "object", **some, "additionalProperties": self.schema(value)}

    def _union(self, forms: Sequence[Any]) -> Schema:
        if all(get_origin(form) is Literal for form in forms):
            return {"enum": [value for form in forms for value in get_args(form)]}
        if tags := _tags(forms):
            return self._told_apart(forms, tags)
        made = [self.schema(form) for form in forms]
        if all(part.keys() == {"type"} for part in made):
            return {"type": [part["type"] for part in made]}
        return {"anyOf": made}

    def _told_apart(self, forms: Sequence[Any], tags: Sequence[str]) -> Schema:
        """Records: what their tags can be, and what a record with these tags has."""
        cases = []
        for form in forms:
            fields = _fields(form)
            said = {"properties": {tag: self.schema(_bare(fields[tag])) for tag in tags}, "required": list(tags)}
            cases.append((said, self.schema(form)))
        choices = [{"if": tagged, "then": whole} for tagged, whole in cases]
        return {"type": "object", "anyOf": [tagged for tagged, _ in cases], "allOf": choices}


def _fields(form: Any) -> dict[str, Any]:
    """The fields of a record with their types, its parameters filled in, without those that are no part of a report."""
    kind, values = get_origin(form) or form, _parameters(form)
    hints = {name: _filled(hint, values) for name, hint in get_type_hints(kind, include_extras=True).items()}
    return {name: hint for name, hint in hints.items() if LEFT_OUT not in getattr(_given(hint), "__metadata__", ())}


def _parameters(form: Any) -> dict[Any, Any]:
    """What the parameters of a record stand for, and those of the records that it extends."""
    kind = get_origin(form) or form
    values = dict(zip(getattr(kind, "__parameters__", ()), get_args(form), strict=True))
    for base in getattr(kind, "__orig_bases__", ()):
        if is_typeddict(get_origin(base)):
            values |= _parameters(_filled(base, values))
    return values


def _filled(hint: Any, values: Mapping[Any, Any]) -> Any:
    if isinstance(hint, TypeVar):
        return values[hint]
    open_ones = getattr(hint, "__parameters__", ())
    return hint[tuple(values[parameter] for parameter in open_ones)] if open_ones else hint


def _given(field: Any) -> Any:
    """The type of a field that may be missing, where it is not."""
    return get_args(field)[0] if get_origin(field) is NotRequired else field


def _bare(form: Any) -> Any:
    """A type without what stands beside it."""
    return get_args(form)[0] if get_origin(form) is Annotated else form


def _tags(forms: Sequence[Any]) -> list[str]:
    """The fields by which records are told apart: those that have fixed values in each of them."""
    if not all(is_typeddict(get_origin(form) or form) for form in forms):
        return []
    fixed = [[name for name, hint in _fields(form).items() if get_origin(_bare(hint)) is Literal] for form in forms]
    return [name for name in fixed[0] if all(name in others for others in fixed)]


def _beside(said: object) -> tuple[str, object]:
    """What stands beside a type: a keyword, or else a description."""
    if not isinstance(said, Keyword):
        return "description", said
    return said.name, list(said.value) if isinstance(said.value, tuple) else said.value


def _description(record: type) -> str:
    """The first paragraph of what a record says of itself."""
    return " ".join((inspect.getdoc(record) or "").partition("\n\n")[0].split())
