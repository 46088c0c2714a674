"""What exists around the turns: the seed, credentials, chats and skills, and who may see what. All of it is in memory."""
import itertools, os, re, uuid
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path

import yaml

SEED = yaml.safe_load((Path(__file__).parent / "seed.yaml").read_text())
TIME_SCALE = float(os.environ.get("TIME_SCALE", "1"))
SCOPES = {"chat:read", "chat:write", "libraries:read", "skills:read", "skills:write", "connectors:use", "agents:use"}
CITATION = re.compile(r"\{\{(\w+):([^{}]*)\}\}")
KINDS = {"library": "libraries", "file": "files", "connector": "connectors", "skill": "skills"}

def now() -> str:
    return datetime.now(timezone.utc).isoformat()

def by_id(section: str) -> dict:
    return {item["id"]: item for item in SEED[section]}

COMPANIES, USERS, MODELS = by_id("companies"), by_id("users"), by_id("models")
for user in USERS.values():
    user["company"] = COMPANIES[user["company"]]
ITEMS = {kind: by_id(kind) for kind in ("libraries", "files", "connectors", "agents", "skills")}
for number, skill in ITEMS["skills"].items():
    fresh = {"shared_user_ids": [], "is_active": True, "deleted": False, "created_at": now()}
    ITEMS["skills"][number] = fresh | {"workspace_id": None, "description": None, "icon": None} | skill
skill_ids = itertools.count(7001)

class Failure(Exception):
    """A failure of the contract, as an HTTP answer."""
    def __init__(self, status: int, code: str, message: str, data=None, details: dict | None = None):
        self.status, self.code, self.message, self.data, self.details = status, code, message, data, details

def refuse(when, status: int, code: str, message: str, data=None, details: dict | None = None) -> None:
    if when:
        raise Failure(status, code, message, data, details)

def outage(service_code: str, dependency: str, operation: str, kind: str, outcome: str, action: str) -> dict:
    """The error detail that describes an outage."""
    return {"schema_version": 1, "service": "fjord-conversations", "service_code": service_code, "dependency": dependency,
            "operation": operation, "failure_kind": kind, "operation_outcome": outcome, "retryable": action == "retry",
            "retry_action": action, "request_id": str(uuid.uuid4())}

@dataclass(frozen=True)
class Credential:
    id: str
    user: dict
    scopes: frozenset
    allow: dict

    def user_sees(self, kind: str, item_id) -> dict | None:
        """The item if the user of this credential may see it, whatever the credential is limited to."""
        item = ITEMS[kind].get(item_id)
        if item is None:
            return None
        if kind == "files":
            return item if self.user_sees("libraries", item["library"]) else None
        me = self.user["id"]
        if kind == "skills":
            of_company = item["level"] == "company" and USERS[item["user"]]["company"] is self.user["company"]
            shared = item["level"] == "personal" and item["visibility"] == "shared" and me in item["shared_user_ids"]
            return item if (item["user"] == me or of_company or shared) and not item["deleted"] else None
        mine = item["company"] == self.user["company"]["id"] and me in item.get("users", [me])
        return item if mine and item.get("state") != "deleted" else None

    def sees(self, kind: str, item_id) -> dict | None:
        """The item if this credential may use it."""
        return self.user_sees(kind, item_id) if item_id in self.allow.get(kind, [item_id]) else None

    def all(self, kind: str) -> list[dict]:
        return [item for item_id, item in ITEMS[kind].items() if self.sees(kind, item_id)]

    def model(self, model_id: int) -> dict | None:
        model = MODELS.get(model_id)
        usable = model and model["company"] == self.user["company"]["id"] and model.get("enabled", True)
        return model if usable and model.get("type") != "embedding" else None

CREDENTIALS = {}  # by token
for entry in SEED["credentials"]:
    scopes = {entry["only"]} if "only" in entry else SCOPES - {entry.get("lacks")}
    credential = Credential(entry["id"], USERS[entry["user"]], frozenset(scopes), entry.get("allow", {}))
    CREDENTIALS["fjord-" + entry["id"]] = credential

class Chat:
    """A conversation. The credential is None for a chat of the application."""
    def __init__(self, user: dict, credential: str | None, chat_id=None, name=None, model_id=None, permission_mode="manual"):
        self.id, self.user, self.credential, self.name = chat_id or str(uuid.uuid4()), user, credential, name
        self.model_id, self.permission_mode, self.is_favorite, self.deleted = model_id, permission_mode, False, False
        self.turns, self.running, self.created_at, self.updated_at = [], None, now(), now()
        CHATS[self.id] = self

    def shown(self) -> dict:
        names = ("id", "name", "is_favorite", "permission_mode", "model_id", "created_at", "updated_at")
        return {name: getattr(self, name) for name in names}

CHATS: dict[str, Chat] = {}

def chat_of(credential: Credential, chat_id: uuid.UUID) -> Chat:
    chat = CHATS.get(str(chat_id))
    missing = chat is None or chat.deleted or chat.credential != credential.id
    refuse(missing, 404, "api_v1_not_found", "There is no such chat.")
    return chat

def shown_skill(skill: dict) -> dict:
    return {name: value for name, value in skill.items() if name not in ("user", "shared_user_ids", "deleted")}

def check_skill(credential: Credential, fields: dict, level: str) -> None:
    """Refuses a skill that names what the credential, or the user, may not use. Saves nothing."""
    library = fields.get("workspace_id")
    stranger = library is not None and not credential.sees("libraries", library)
    refuse(stranger, 403, "api_v1_resource_not_allowed", "The library may not be used.", {"workspace_id": library})
    misfit = (library is not None) != (level == "workspace") and ("workspace_id" in fields or "level" in fields)
    refuse(misfit, 422, "api_v1_validation_error", "A library goes with the level workspace, and only with it.")
    colleagues = {number for number, user in USERS.items() if user["company"] == credential.user["company"]}
    strangers = [user for user in fields.get("shared_user_ids", []) if user not in colleagues]
    refuse(strangers, 403, "api_v1_resource_not_allowed", "A user is of another company.", {"user_ids": strangers})
    invalid: dict[str, list] = {}
    for kind, name in CITATION.findall(fields.get("instructions", "")):
        tools = [tool for connector in credential.all("connectors") for tool in connector["tools"]]
        number = int(name) if name.isascii() and name.isdigit() else None
        if (kind in KINDS and not credential.user_sees(KINDS[kind], number)) or (kind == "tool" and name not in tools):
            invalid.setdefault("not_usable", []).append("{{%s:%s}}" % (kind, name))
        elif kind == "agent":
            invalid.setdefault("not_accepted", []).append("{{%s:%s}}" % (kind, name))
    refuse(invalid, 422, "prompt_refs_invalid", "The instructions cite what cannot be used.", [invalid])
