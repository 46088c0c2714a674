"""Decodes each item by the model of its type and encodes it again."""
import json

import conversation_api as models
from pydantic import TypeAdapter

for line in open("corpus.jsonl", encoding="utf-8"):
    item = json.loads(line)
    answer = {"id": item["id"], "kind": item["kind"]}
    try:
        adapter = TypeAdapter(getattr(models, item["type"]))
        decoded = adapter.validate_json(json.dumps(item["value"]))
        answer["value"] = json.loads(adapter.dump_json(decoded, by_alias=True, exclude_unset=True))
    except Exception as error:
        answer["error"] = f"{type(error).__name__}: {error}"[:300]
    print(json.dumps(answer))
