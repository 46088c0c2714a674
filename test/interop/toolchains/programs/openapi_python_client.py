"""Decodes each item by the model of its type and encodes it again."""
import json

import attrs
import conversation_api.models as models


def untyped(decoded):
    """The name of a member that was only kept as an additional one, in a class that has members of its own."""
    if isinstance(decoded, list):
        return next(filter(None, map(untyped, decoded)), None)
    if not attrs.has(type(decoded)):
        return None
    own = [field.name for field in attrs.fields(type(decoded)) if field.name != "additional_properties"]
    extra = getattr(decoded, "additional_properties", {}) if own else {}
    return next(iter(extra), None) or next(filter(None, (untyped(getattr(decoded, name)) for name in own)), None)


for line in open("corpus.jsonl", encoding="utf-8"):
    item = json.loads(line)
    answer = {"id": item["id"], "kind": item["kind"]}
    try:
        decoded = getattr(models, item["type"]).from_dict(item["value"])
        if lost := untyped(decoded):
            raise TypeError(f"{lost} has no type")
        answer["value"] = decoded.to_dict()
    except Exception as error:
        answer["error"] = f"{type(error).__name__}: {error}"[:300]
    print(json.dumps(answer))
