"""Decodes each item by the model of its type and encodes it again."""
import json

import conversation_api.models as models

for line in open("corpus.jsonl", encoding="utf-8"):
    item = json.loads(line)
    answer = {"id": item["id"], "kind": item["kind"]}
    try:
        model = getattr(models, item["type"])
        answer["value"] = json.loads(model.from_json(json.dumps(item["value"])).to_json())
    except Exception as error:
        answer["error"] = f"{type(error).__name__}: {error}"[:300]
    print(json.dumps(answer))
