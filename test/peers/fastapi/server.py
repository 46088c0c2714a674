"""A server of the Conversational AI Service API v1, for tests: FastAPI, scripted models, everything in memory."""
import asyncio, hashlib, json, os, socket, sys, uuid
from typing import Annotated, Any, Literal

import uvicorn
from fastapi import Depends, FastAPI, Header, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response, StreamingResponse
from pydantic import BaseModel, ConfigDict, Field, model_validator

import store
from store import CHATS, CREDENTIALS, ITEMS, MODELS, SEED, Chat, Credential, Failure, chat_of, now, outage, refuse
from turns import ACTIONS, Turn, TurnFailure

app = FastAPI(openapi_url=None, redirect_slashes=False)
API, CHAT, SKILL = "/api/v1", "/api/v1/chats/{chat_id}", "/api/v1/skills/{skill_id}"

# Answers

def dump(value) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()

def ok(data, status: int = 200, **more) -> Response:
    meta = {"request_id": str(uuid.uuid4()), **more}
    body = {"status": "success", "message": "OK", "message_code": "api_v1_ok", "data": data, "meta": meta}
    return Response(dump(body), status, media_type="application/json")

@app.exception_handler(Failure)
async def answer_failure(request: Request, failure: Failure) -> Response:
    meta = {"request_id": str(uuid.uuid4())} | ({"error_details": failure.details} if failure.details else {})
    body = {"status": "error", "message": failure.message, "message_code": failure.code, "data": failure.data, "meta": meta}
    return Response(dump(body), failure.status, media_type="application/json")

@app.exception_handler(RequestValidationError)
async def answer_invalid(request: Request, invalid: RequestValidationError) -> Response:
    first = invalid.errors()[0]
    codes = {("body", "content"): "api_v1_content_too_long", ("body", "instructions"): "prompt_text_too_long"}
    code = codes.get(first["loc"]) if first["type"] == "string_too_long" else None
    return await answer_failure(request, Failure(422, code or "api_v1_validation_error", f"{first['loc']}: {first['msg']}"))

# Requests

Id = Annotated[int, Field(ge=1)]
Mode = Literal["manual", "auto"]
Text200, Text255, Text500, Text12000, Text64000 = (
    Annotated[str, Field(max_length=limit)] for limit in (200, 255, 500, 12000, 64000))

class Body(BaseModel):
    model_config = ConfigDict(strict=True)

class NewChat(Body):
    name: Text200 | None = None
    model_id: int | None = None
    permission_mode: Mode = "manual"

class ChatChange(Body):
    name: str | None = None
    is_favorite: bool | None = None

class Attachments(Body):
    workspace_ids: list[Id] = []
    file_ids: list[Id] = []
    skill_ids: list[Id] = []
    mcp_server_ids: list[Id] = []
    agent_ids: list[Id] = []

class NewTurn(Body):
    content: Text64000
    model_id: Id | None = None
    permission_mode: Mode = "manual"
    attachments: Attachments = Attachments()
    principal_agent_id: Id | None = None
    metadata: dict[str, Any] | None = None

    @model_validator(mode="after")
    def check(self):
        text = json.dumps(self.metadata or {}, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
        if len(text.encode()) > 2048:
            raise ValueError("metadata has more than 2048 bytes")
        return self

class Cancellation(Body):
    action_id: str | None = None

class Answer(Body):
    action_id: str

class Decision(Body):
    tool_use_id: str
    approved: bool

class ToolAnswer(Answer):
    decisions: Annotated[list[Decision], Field(min_length=1)]

class PlanAnswer(Answer):
    action: Literal["approve", "reject"]

class QuestionAnswer(Answer):
    action: Literal["accept", "decline", "cancel"]
    content: dict[str, Any] | None = None

    @model_validator(mode="after")
    def check(self):
        if self.action == "accept" and self.content is None:
            raise ValueError("accept needs content")
        return self

class SkillChange(Body):
    name: Text255 | None = None
    instructions: Text12000 | None = None
    description: Text500 | None = None
    icon: str | None = None
    visibility: Literal["public", "private", "shared"] | None = None
    workspace_id: int | None = None
    shared_user_ids: list[int] | None = None

class NewSkill(SkillChange):
    name: Text255
    instructions: Text12000
    level: Literal["personal", "company", "workspace"] = "personal"

def require_scopes(credential: Credential, scopes) -> None:
    missing = [scope for scope in scopes if scope not in credential.scopes]
    refuse(missing, 403, "api_token_scope_not_allowed", "The credential lacks a scope.", {"required_scopes": missing})

def needs(scope: str):
    """The credential of the request, which must have the scope."""
    async def read(authorization: Annotated[str, Header()] = "") -> Credential:
        kind, _, token = authorization.partition(" ")
        credential = CREDENTIALS.get(token.strip()) if kind.lower() == "bearer" else None
        refuse(credential is None, 401, "api_v1_unauthenticated", "Send a valid bearer token.")
        require_scopes(credential, [scope])
        return credential
    return Annotated[Credential, Depends(read)]

async def read_faults(x_test_fault: Annotated[str, Header()] = "") -> set[str]:
    return {fault.strip() for fault in x_test_fault.split(",")}

async def read_page(page: Annotated[int, Query(ge=1)] = 1, size: Annotated[int, Query(ge=1, le=200)] = 50):
    return page, size

ChatReader, ChatWriter, SkillReader, SkillWriter = map(needs, ("chat:read", "chat:write", "skills:read", "skills:write"))
Faults = Annotated[set, Depends(read_faults)]
Page = Annotated[tuple, Depends(read_page)]

def listed(items: list, page: tuple[int, int]) -> Response:
    number, size = page
    return ok(items[(number - 1) * size : number * size], page=number, size=size, total=len(items))

# Chats

@app.get(f"{API}/chats")
async def list_chats(credential: ChatReader, page: Page, is_favorite: bool | None = None):
    chats = [chat for chat in CHATS.values() if chat.credential == credential.id and not chat.deleted]
    return listed([chat.shown() for chat in reversed(chats) if is_favorite in (None, chat.is_favorite)], page)

@app.post(f"{API}/chats")
async def create_chat(credential: ChatWriter, body: NewChat):
    unknown = body.model_id is not None and not credential.model(body.model_id)
    refuse(unknown, 422, "api_v1_validation_error", "There is no such model.")
    return ok(Chat(credential.user, credential.id, None, **body.model_dump()).shown(), 201)

@app.get(CHAT)
async def get_chat(credential: ChatReader, chat_id: uuid.UUID):
    return ok(chat_of(credential, chat_id).shown())

@app.patch(CHAT)
async def update_chat(credential: ChatWriter, chat_id: uuid.UUID, body: ChatChange):
    chat = chat_of(credential, chat_id)
    for name, value in body.model_dump(exclude_none=True).items():
        setattr(chat, name, value)
    chat.updated_at = now()
    return ok(chat.shown())

@app.delete(CHAT)
async def delete_chat(credential: ChatWriter, chat_id: uuid.UUID):
    chat = chat_of(credential, chat_id)
    chat.deleted = True
    if chat.running:
        chat.running.cancel()
    return ok({"id": chat.id, "deleted": True})

@app.get(f"{CHAT}/messages")
async def list_messages(credential: ChatReader, chat_id: uuid.UUID, page: Page):
    return listed([turn.shown() | {"prompt": turn.body.content} for turn in chat_of(credential, chat_id).turns], page)

# Turns

KEYS: dict[tuple[str, str], tuple[str, Turn]] = {}

def refuse_busy(chat: Chat | None) -> None:
    running = chat and chat.running
    refuse(running, 409, "api_v1_chat_busy", "The chat runs another turn.", running and {"message_id": running.id})

def check_turn(credential: Credential, body: NewTurn, agent_ids: list[int], faults: set[str]) -> None:
    """Refuses a turn that names what it may not use."""
    attached, invalid = body.attachments, "api_v1_validation_error"
    named = [("libraries", attached.workspace_ids, "libraries:read"), ("files", attached.file_ids, "libraries:read"),
             ("skills", attached.skill_ids, "skills:read"), ("connectors", attached.mcp_server_ids, "connectors:use"),
             ("agents", agent_ids, "agents:use")]
    require_scopes(credential, dict.fromkeys(scope for _, ids, scope in named if ids))
    refuse(len(agent_ids) > 15, 422, "api_v1_too_many_agents", "A turn selects at most 15 agents.")
    refuse(body.principal_agent_id not in [None, *agent_ids], 422, invalid, "The principal is not among the selected agents.")
    refuse(0 in agent_ids, 422, invalid, "An id is not positive.")
    many = sum(len(ids) for _, ids, _ in named) > SEED["limits"]["attachments"]
    refuse(many, 422, "api_v1_too_many_attachments", "The turn has too many attachments.")
    for kind, ids, _ in named:
        strangers = [number for number in ids if not credential.sees(kind, number)]
        refuse(strangers, 403, "api_token_resource_not_allowed", f"Some {kind} are not allowed.", {"ids": strangers})
    idle = any(ITEMS["agents"][number].get("state", "active") != "active" for number in agent_ids)
    refuse(idle, 403, "api_v1_agent_not_available", "A selected agent cannot run.")
    details = outage("agents_disabled", "agents", "delegate", "disabled", "not_started", "none")
    off = agent_ids and "agents_disabled" in faults
    refuse(off, 503, "api_v1_agents_disabled", "Agents are switched off for now.", None, details)
    refuse(body.model_id and not credential.model(body.model_id), 422, invalid, "There is no such model.")

async def find_or_begin(request: Request, credential: ChatWriter, chat_id: uuid.UUID, body: NewTurn, faults: Faults,
                        idempotency_key: Annotated[str, Header()] = "") -> tuple[Turn, bool]:
    """The turn of a key, and whether this request has begun it."""
    digest = hashlib.sha256(chat_id.bytes + await request.body()).hexdigest()
    # From here on nothing waits, so that no two requests mix.
    is_stream = request.url.path.endswith("/stream")
    refuse(not idempotency_key, 400, "api_v1_idempotency_key_required", "Send an Idempotency-Key.")
    unanswerable = not is_stream and body.permission_mode != "auto"
    refuse(unanswerable, 409, "api_v1_sync_requires_auto", "The blocking send runs turns in mode auto only.")
    chat = CHATS.get(str(chat_id)) and chat_of(credential, chat_id)
    known_digest, known = KEYS.get((credential.id, idempotency_key), (digest, None))
    refuse(known_digest != digest, 409, "api_v1_idempotency_conflict", "The key was used with another body.")
    refuse(known and not known.done.is_set(), 409, "api_v1_turn_in_progress", "The turn of this key still runs.")
    if known:
        return known, False
    cited = [int(name) for kind, name in store.CITATION.findall(body.content) if kind == "agent" and name.isdecimal()]
    agent_ids = list(dict.fromkeys(body.attachments.agent_ids + cited))
    check_turn(credential, body, agent_ids, faults)
    refuse_busy(chat)
    details = outage("agents_unprepared", "agents", "delegate", "unavailable", "not_started", "retry")
    off = agent_ids and "agents_unavailable" in faults
    refuse(off, 503, "api_v1_agents_unavailable", "The delegation could not be prepared.", None, details)
    chat = chat or Chat(credential.user, credential.id, str(chat_id))
    model = MODELS[body.model_id or chat.model_id or credential.user["company"]["default_model"]]
    agents = [ITEMS["agents"][number] for number in agent_ids]
    turn = Turn(chat, credential, body, model, is_stream, agents, faults)
    KEYS[credential.id, idempotency_key] = digest, turn
    return turn, True

TurnOfKey = Annotated[tuple[Turn, bool], Depends(find_or_begin)]

@app.post(f"{CHAT}/messages")
async def send_message(found: TurnOfKey):
    turn, is_new = found
    await turn.done.wait()
    outcome = turn.live if is_new else turn.stored
    if not isinstance(outcome, TurnFailure):
        return ok(turn.answered())
    ids, own = {"chat_id": turn.chat.id, "message_id": turn.id}, {"code": outcome.code}
    rows = {"turn_timeout": (504, "turn_timeout", ids), "not_dispatched": (503, "not_dispatched", ids),
            "persistence_failed": (503, "api_v1_core_unavailable", own),
            "idempotency_outcome_unknown": (409, "api_v1_core_unavailable", own)}
    status, code, data = rows.get(outcome.code, (502, outcome.code, ids))
    raise Failure(status, code, outcome.message, data, outcome.details)

@app.post(f"{CHAT}/messages/stream")
async def stream_message(found: TurnOfKey):
    turn, is_new = found

    async def replay():
        yield turn.start_event()
        yield turn.terminal_event(turn.stored)

    async def frames():
        async for name, data in turn.follow() if is_new else replay():
            yield b"event: %s\ndata: %s\n\n" % (name.encode(), dump(data))

    return StreamingResponse(frames(), media_type="text/event-stream", headers={"cache-control": "no-store"})

class ApplicationTurn(NewTurn):
    chat_id: str | None = None

@app.post("/test/application/turns")
async def run_application_turn(credential: ChatWriter, body: ApplicationTurn):
    """Outside the contract: a turn that the user of the credential runs in the application."""
    chat = CHATS.get(body.chat_id) if body.chat_id else Chat(credential.user, None)
    missing = chat is None or chat.deleted or chat.user is not credential.user
    refuse(missing, 404, "api_v1_not_found", "There is no such chat.")
    refuse_busy(chat)
    body.permission_mode = "auto"
    turn = Turn(chat, credential, body, MODELS[chat.model_id or credential.user["company"]["default_model"]])
    return ok({"chat_id": chat.id, "message_id": turn.id}, 202)

# Interactions

def settle(credential: Credential, chat_id: uuid.UUID, kind: str, action_id: str, faults: set[str], decide) -> Response:
    """Answers an interaction. `decide` makes the answer from the payload, or refuses."""
    chat = chat_of(credential, chat_id)
    unresolvable = "interaction_backend" in faults
    refuse(unresolvable, 503, "api_v1_interaction_backend_unavailable", "Interactions cannot be resolved now.")
    action = ACTIONS.get(action_id)
    missing = action is None or action.turn.chat is not chat or action.kind != kind or action.state == "expired"
    refuse(missing, 404, "api_v1_action_not_found", "There is no such interaction, or it has expired.")
    refuse(action.state != "pending", 409, "api_v1_action_not_pending", "The interaction was answered before.")
    decision, unknown = decide(action.payload), "api_v1_action_result_unknown"
    details = outage("decision_not_sent", "conversation_core", kind, "connection_refused", "not_started", "retry")
    unsent = "action_not_sent" in faults
    refuse(unsent, 503, "api_v1_service_unavailable", "The decision was not sent.", None, details)
    is_rejected, is_lost = "action_rejected" in faults, "action_no_answer" in faults
    action.state = "closed" if is_rejected else "unknown" if is_lost else "resolved"
    action.answer.set_result(None if is_rejected else decision)
    refuse(is_rejected, 409, unknown, "The decision was rejected.", {"upstream_status": 409})
    details = outage("decision_unanswered", "conversation_core", kind, "timeout", "unknown", "check_status")
    refuse(is_lost, 503, unknown, "The decision got no answer.", None, details)
    return ok({"action_id": action.id, "state": "resolved"})

@app.post(f"{CHAT}/actions/approve-tool")
async def approve_tool(credential: ChatWriter, chat_id: uuid.UUID, body: ToolAnswer, faults: Faults):
    def decide(payload: dict) -> dict:
        decided = sorted(decision.tool_use_id for decision in body.decisions)
        differs = decided != sorted(tool["tool_use_id"] for tool in payload["tools"])
        refuse(differs, 422, "api_v1_validation_error", "Send one decision for each tool.")
        return {decision.tool_use_id: decision.approved for decision in body.decisions}
    return settle(credential, chat_id, "tool_approval", body.action_id, faults, decide)

@app.post(f"{CHAT}/actions/respond-plan")
async def respond_plan(credential: ChatWriter, chat_id: uuid.UUID, body: PlanAnswer, faults: Faults):
    return settle(credential, chat_id, "plan_approval", body.action_id, faults, lambda _: body.action)

@app.post(f"{CHAT}/actions/respond-elicitation")
async def respond_elicitation(credential: ChatWriter, chat_id: uuid.UUID, body: QuestionAnswer, faults: Faults):
    given = {"action": body.action} | ({"content": body.content} if body.action == "accept" else {})
    return settle(credential, chat_id, "elicitation", body.action_id, faults, lambda _: given)

@app.post(f"{CHAT}/actions/cancel-auth")
async def cancel_auth(credential: ChatWriter, chat_id: uuid.UUID, body: Answer, faults: Faults):
    return settle(credential, chat_id, "auth_required", body.action_id, faults, lambda _: "cancel")

@app.post(f"{CHAT}/actions/cancel")
async def cancel_turn(credential: ChatWriter, chat_id: uuid.UUID, faults: Faults, body: Cancellation = Cancellation()):
    chat = chat_of(credential, chat_id)
    turn, action = chat.running, ACTIONS.get(body.action_id)
    if body.action_id is not None:
        missing = action is None or action.turn.chat is not chat
        refuse(missing, 404, "api_v1_action_not_found", "There is no such interaction.")
        turn = action.turn
    refuse("cancel_delivery" in faults, 502, "api_v1_core_unavailable", "The cancellation was not delivered.")
    was_running = turn is not None and not turn.done.is_set()
    if was_running:
        turn.cancel()
        await turn.done.wait()
    return ok({"chat_id": chat.id, "cancelled": was_running})

# Catalog and skills

@app.get(f"{API}/chat/catalog")
async def get_catalog(credential: ChatReader, faults: Faults):
    def rows(items, *names: str) -> list[dict]:
        return [{name: item.get(name) for name in names} for item in items]
    models = [model | {"type": "completion"} for number, model in MODELS.items() if credential.model(number)]
    skills = [skill for skill in credential.all("skills") if skill["is_active"]]
    agents = [agent for agent in credential.all("agents") if agent.get("state", "active") == "active"]
    blocks = {"libraries": ("libraries:read", rows(credential.all("libraries"), "id", "name")),
              "skills": ("skills:read", rows(skills, "id", "name")),
              "connectors": ("connectors:use", rows(credential.all("connectors"), "id", "name", "display_name")),
              "agents": ("agents:use", rows(agents, "id", "name", "description", "tag"))}
    if "agents_disabled" in faults:
        del blocks["agents"]
    catalog = {"models": rows(models, "id", "name", "code", "type"), "permission_modes": ["manual", "auto"]}
    return ok(catalog | {name: block for name, (scope, block) in blocks.items() if scope in credential.scopes})

def skill_of(credential: Credential, skill_id: int) -> dict:
    skill = credential.sees("skills", skill_id)
    refuse(skill is None, 404, "api_v1_not_found", "There is no such skill.")
    return skill

def own_skill(credential: Credential, skill_id: int) -> dict:
    skill = skill_of(credential, skill_id)
    refuse(skill["user"] != credential.user["id"], 403, "api_v1_forbidden", "The skill belongs to somebody else.")
    return skill

@app.get(f"{API}/skills")
async def list_skills(credential: SkillReader, page: Page):
    return listed([store.shown_skill(skill) for skill in credential.all("skills")], page)

@app.post(f"{API}/skills")
async def create_skill(credential: SkillWriter, body: NewSkill):
    limited = "skills" in credential.allow
    refuse(limited, 403, "api_v1_resource_policy_create_denied", "The credential is limited to chosen skills.")
    fields = {"shared_user_ids": [], "visibility": "public"} | body.model_dump(exclude_none=True)
    store.check_skill(credential, fields, body.level)
    skill = {"id": next(store.skill_ids), "user": credential.user["id"], "is_active": True, "deleted": False}
    skill |= {"description": None, "icon": None, "workspace_id": None, "created_at": now()} | fields
    ITEMS["skills"][skill["id"]] = skill
    return ok(store.shown_skill(skill), 201)

@app.get(SKILL)
async def get_skill(credential: SkillReader, skill_id: int):
    return ok(store.shown_skill(skill_of(credential, skill_id)))

@app.patch(SKILL)
async def update_skill(credential: SkillWriter, skill_id: int, body: SkillChange):
    skill, changes = own_skill(credential, skill_id), body.model_dump(exclude_none=True)
    store.check_skill(credential, changes, skill["level"])
    skill.update(changes)
    return ok(store.shown_skill(skill))

@app.patch(f"{SKILL}/toggle")
async def toggle_skill(credential: SkillWriter, skill_id: int):
    skill = own_skill(credential, skill_id)
    skill["is_active"] = not skill["is_active"]
    return ok(store.shown_skill(skill))

@app.delete(SKILL)
async def delete_skill(credential: SkillWriter, skill_id: int):
    own_skill(credential, skill_id)["deleted"] = True
    return ok({"id": skill_id})

class Server(uvicorn.Server):
    """Says where it listens, and stops at once."""
    async def startup(self, sockets=None) -> None:
        await super().startup(sockets)
        print(f"http://127.0.0.1:{sockets[0].getsockname()[1]}", flush=True)

    def handle_exit(self, sig, frame) -> None:
        os._exit(0)

if __name__ == "__main__":
    sys.modules["server"] = sys.modules["__main__"]  # these three lines are for mistakes.py and differences.py only
    for switch in {"MISTAKE", "DIFFERENCE"} & set(os.environ):
        app = __import__(switch.lower() + "s").build(os.environ[switch], app)
    listener = socket.socket(proto=socket.IPPROTO_TCP)  # the protocol is named, or else asyncio does not set TCP_NODELAY
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind(("127.0.0.1", int(os.environ.get("PORT", "0"))))
    config = uvicorn.Config(app, log_level="error", access_log=False, timeout_keep_alive=75, lifespan="off")
    asyncio.run(Server(config).serve([listener]))
