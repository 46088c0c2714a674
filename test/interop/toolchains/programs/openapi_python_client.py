"""Decodes each item by the model of its type and encodes it again."""
import json

import conversation_api.models as models

for line in open("corpus.jsonl", encoding="utf-8"):
    item = json.loads(line)
    answer = {"id": item["id"], "kind": item["kind"]}
    try:
        answer["value"] = getattr(models, item["type"]).from_dict(item["value"]).to_dict()
    except Exception as error:
        answer["error"] = f"{type(error).__name__}: {error}"[:300]
    print(json.dumps(answer))
