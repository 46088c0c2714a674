"""Other answers that the documents leave open, named by env DIFFERENCE with commas: those that wrap the application last, and one of
mistakes.edited alone. A check must find nothing in any of them."""
import asyncio, gzip, itertools, json, re

import mistakes, server, store, turns
from fastapi import Request
from fastapi.responses import HTMLResponse, Response

CHOICES = {}


def choice(build):
    CHOICES[build.__name__.replace("_", "-")] = build
    return build


def build(names, app):
    for name in names.split(","):
        app = CHOICES[name](app) or app
    return app


@choice
def bad_request(app):
    """A-03 minimal, A-09 and A-10 bad-request: 400 and nothing but a code, for malformed ids, queries and bodies."""
    strict = server.answer_invalid

    async def answer(request, invalid):
        first = invalid.errors()[0]
        place = set(map(str, first["loc"]))
        if place & {"agent_ids", "principal_agent_id"} or first["type"] == "string_too_long":
            return await strict(request, invalid)
        return Response(b'{"message_code":"malformed"}', 400, media_type="application/problem+json")

    app.exception_handlers[server.RequestValidationError] = answer


@choice
def extra_members(app):
    """Every object that is sent has one more member."""
    plain = server.dump

    def grow(value):
        if isinstance(value, dict):
            return {"x_added": {"later": [1]}} | {name: item if name in ("metadata", "input", "requested_schema") else grow(item)
                                                  for name, item in value.items()}
        return [grow(item) for item in value] if isinstance(value, list) else value

    server.dump = lambda value: plain(grow(value))


@choice
def other_2xx(app):
    """A-07: 200 for a new chat, 202 for everything but a new skill, a cancellation and reads."""
    plain = server.ok

    def ok(data, status=200, **more):
        answer = plain(data, status, **more)
        if status == 201 and "is_favorite" in data:
            answer.status_code = 200
        elif status == 200 and isinstance(data, dict) and "cancelled" not in data and "models" not in data:
            answer.status_code = 202
        return answer

    server.ok = ok


@choice
def member_order(app):
    """Members in another order, with spaces, tabs and raw Unicode."""
    def turned(value):
        if isinstance(value, dict):
            return {name: turned(value[name]) for name in sorted(value, reverse=True)}
        return [turned(item) for item in value] if isinstance(value, list) else value

    def dump(value):
        return json.dumps(turned(value), ensure_ascii=False, separators=(" ,\t", " :  ")).encode()

    server.dump = dump


@choice
def html_401(app):
    """A-02: a gateway in front answers a missing or wrong token with a page."""
    plain = server.answer_failure

    async def answer(request, failure):
        if failure.status == 401:
            return HTMLResponse("<h1>Who are you?</h1>", 401)
        return await plain(request, failure)

    app.exception_handlers[store.Failure] = answer


@choice
def whole_seconds(app):
    """A-14: timestamps of whole seconds, with Z."""
    store.now = turns.now = server.now = lambda: turns.time.strftime("%Y-%m-%dT%H:%M:%SZ", turns.time.gmtime())


@choice
def no_offset(app):
    """A-14: timestamps without an offset, with nine digits of fraction. A warning is allowed."""
    plain = store.now
    store.now = turns.now = server.now = lambda: plain()[:19] + ".123456789"


@choice
def compressed(app):
    """JSON answers are compressed when the client takes it (Starlette leaves event streams out)."""
    from starlette.middleware.gzip import GZipMiddleware

    return GZipMiddleware(app, minimum_size=1)


class Pieces:
    """Sends bodies in pieces of seven bytes, so that events and characters are cut anywhere."""

    def __init__(self, app):
        self.app = app

    async def __call__(self, scope, receive, send):
        async def cut(message):
            body = message.get("body", b"")
            if message["type"] == "http.response.body" and len(body) > 7:
                for at in range(0, len(body), 7 if len(body) < 4000 else 997):
                    end = at + (7 if len(body) < 4000 else 997)
                    more = message.get("more_body", False) or end < len(body)
                    await send({"type": "http.response.body", "body": body[at:end], "more_body": more})
            else:
                await send(message)
        await self.app(scope, receive, cut)


@choice
def chunks(app):
    """Small pieces, with raw Unicode in them."""
    server.dump = lambda value: json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()
    return Pieces(app)


@choice
def full_format(app):
    """A-78: a byte order mark, comments, ids, retry, CRLF, no space after the colon, data over several lines, data before event."""
    plain = server.StreamingResponse

    async def rewritten(frames):
        yield b"\xef\xbb\xbfretry:1000\r\n: hello\r\n\r\n"
        async for frame in frames:
            event, data = frame.decode().strip().split("\n")
            value = json.dumps(json.loads(data[6:]), indent=1)
            lines = ["id:7", *("data:" + line for line in value.split("\n")), "event:" + event[7:], "note: x", "", ""]
            yield "\r\n".join(lines).encode()

    server.StreamingResponse = lambda frames, **more: plain(rewritten(frames), **more)


@choice
def large_ids(app):
    """Ids of messages and skills near the largest integer that every client reads exactly."""
    turns.message_ids = itertools.count(2**53 - 10**6)
    store.skill_ids = itertools.count(2**53 - 10**6)


@choice
def replay_everything(app):
    """A-68 all-events: a replay on the stream repeats every event."""
    original = server.StreamingResponse

    def respond(frames, **more):
        turn, is_new = frames.ag_frame.f_locals["turn"], frames.ag_frame.f_locals["is_new"]
        if is_new or turn.live is not turn.stored:
            return original(frames, **more)

        async def again():
            for name, data in turn.events:
                yield b"event: %s\ndata: %s\n\n" % (name.encode(), server.dump(data))

        return original(again(), **more)

    server.StreamingResponse = respond


@choice
def clamp(app):
    """A-21 clamp, A-23 items-on-page: sizes and pages out of range are brought into it."""
    class Clamp:
        async def __call__(self, scope, receive, send):
            if scope["type"] == "http":
                query = scope["query_string"].decode()
                query = re.sub(r"(size=)(\d+)", lambda m: m[1] + str(max(1, min(200, int(m[2])))), query)
                query = re.sub(r"((?:page|size)=)(-\d+|0|[a-z]+)(?=&|$)", lambda m: m[1] + "1", query)
                scope["query_string"] = query.encode()
            await app(scope, receive, send)
    return Clamp()


@choice
def absent_when_nothing(app):
    """A-90: outside the terminal events, members that would be null and lists that would be empty are left out."""
    plain = server.ok
    promised = {"agent_runs", "id", "prompt", "content"}

    def thin(item):
        return {n: v for n, v in item.items() if n in promised or (v is not None and v != [])} if "id" in item else item

    def ok(data, status=200, **more):
        return plain([thin(item) for item in data] if isinstance(data, list) else thin(data), status, **more)

    server.ok = ok


@choice
def expiry_cancels(app):
    """A-104 cancelled: a turn whose interaction expires is cancelled; A-111 ends: so is one that is refused a plan."""
    plain = turns.Model.ask

    async def ask(self, kind, payload):
        answer = await plain(self, kind, payload)
        if answer in (None, "reject"):
            self.turn.cancel()
            await asyncio.sleep(60)
        return answer

    turns.Model.ask = ask


@choice
def unlisted_running(app):
    """A-88 unlisted, A-89 unlisted: running and failed turns are not in the history; A-25: the newest page comes first."""
    plain = server.listed

    def listed(items, page):
        if items and "prompt" in items[0]:
            items = [item for item in items if item["status"] not in ("pending", "error")]
            number, size = page
            end = len(items) - (number - 1) * size
            return server.ok(items[max(0, end - size):max(0, end)], page=number, size=size, total=len(items))
        return plain(items, page)

    server.listed = listed


@choice
def closed_list(app):
    """A-60 closed: on the stream, refusals outside the eight listed codes open the stream and end it with message.error."""
    eight = {"api_v1_chat_busy", "api_v1_idempotency_conflict", "api_token_resource_not_allowed", "api_v1_agent_not_available",
             "api_v1_too_many_agents", "api_v1_validation_error", "api_v1_agents_disabled", "api_v1_agents_unavailable",
             "api_v1_idempotency_key_required", "api_v1_unauthenticated"}
    plain = server.answer_failure

    async def answer(request: Request, failure):
        if not request.url.path.endswith("/stream") or failure.code in eight:
            return await plain(request, failure)
        start = {"chat_id": request.url.path.split("/")[4], "message_id": next(turns.message_ids), "request_id": str(server.uuid.uuid4())}
        error = {"code": failure.code, "message": failure.message, "retryable": False}
        frames = b"".join(b"event: %s\ndata: %s\n\n" % (name, server.dump(data))
                          for name, data in ((b"message.start", start), (b"message.error", error)))
        return Response(frames, 200, media_type="text/event-stream")

    app.exception_handlers[store.Failure] = answer


@choice
def stays_open(app):
    """A-85 stays-open: the connection stays open and silent after the terminal event."""
    plain = server.StreamingResponse

    async def held(frames):
        async for frame in frames:
            yield frame
        await asyncio.sleep(20)

    server.StreamingResponse = lambda frames, **more: plain(held(frames), **more)


@choice
def failure_before_dispatch_as_upstream_error(app):
    """A-82 all-false: a turn that reached no provider ends with upstream_error, which is never retryable; over HTTP with 502."""
    return mistakes.edited([
        ("turns", 'TurnFailure("not_dispatched", "No model provider could be reached.", details, retryable=True)',
         'TurnFailure("upstream_error", "No model provider could be reached.", details)')])


@choice
def many_readings(app):
    """A-24, A-31, A-34, A-45, A-56, A-62, A-63, A-76, A-91, A-99, A-108, A-110, A-126, A-130: the other reading of each."""
    return mistakes.edited([
        # A-24 last-activity
        ("server", "for chat in reversed(chats) if", "for chat in sorted(chats, key=lambda c: c.updated_at, reverse=True) if"),
        # A-31 titled and from-turn
        ("server", "Chat(credential.user, credential.id, str(chat_id))",
         "Chat(credential.user, credential.id, str(chat_id), body.content[:30], body.model_id, body.permission_mode)"),
        # second-ok
        ("server", "    chat = chat_of(credential, chat_id)\n    chat.deleted = True",
         "    gone = CHATS.get(str(chat_id))\n    if gone and gone.deleted and gone.credential == credential.id:\n"
         '        return ok({"id": gone.id, "deleted": True})\n    chat = chat_of(credential, chat_id)\n    chat.deleted = True'),
        ("server", '    own_skill(credential, skill_id)["deleted"] = True',
         '    gone = ITEMS["skills"].get(skill_id, {})\n    if gone.get("deleted") and gone["user"] == credential.user["id"]:\n'
         '        return ok({"id": skill_id})\n    own_skill(credential, skill_id)["deleted"] = True'),
        # A-45 empty-as-null
        ("turns", '"metadata": self.body.metadata', '"metadata": self.body.metadata or None'),
        # A-56 any-interaction, and A-76 plan-in-auto
        ("turns", 'if self.turn.mode == "auto":', 'if self.turn.mode == "auto" and self.turn.is_stream:'),
        ("turns", '        if self.turn.mode == "manual":\n            self.turn.update(step, "waiting")\n            answer',
         '        if True:\n            self.turn.update(step, "waiting")\n            answer'),
        # A-62 per-chat and A-63 separate
        ("server", "KEYS.get((credential.id, idempotency_key), (digest, None))",
         "KEYS.get((credential.id, str(chat_id), is_stream, idempotency_key), (digest, None))"),
        ("server", "KEYS[credential.id, idempotency_key]", "KEYS[credential.id, str(chat_id), is_stream, idempotency_key]"),
        # A-91 agent-tokens-zero
        ("turns", "if self.has_delegated else {}", "if self.support else {}"),
        # A-99 conflict, and A-110 not-pending
        ("server", ' or action.kind != kind or action.state == "expired"', ' or action.state == "expired" and not action.turn.is_cancelled'),
        ("server", 'refuse(action.state != "pending", 409', 'refuse(action.state != "pending" or action.kind != kind, 409'),
        # A-108 always-true
        ("server", '"cancelled": was_running}', '"cancelled": True}'),
        # A-126 inactive-first and inactive-unlisted
        ("server", '"is_active": True, "deleted": False}', '"is_active": False, "deleted": False}'),
        ("server", 'for skill in credential.all("skills")], page)', 'for skill in credential.all("skills") if skill["is_active"]], page)'),
    ])
