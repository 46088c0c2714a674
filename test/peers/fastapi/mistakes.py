"""Mistakes of ../mistakes.yaml, one by env MISTAKE: edits of the source text of the server."""
import sys, types
from pathlib import Path

STREAM_ANSWER = '''
    if request.url.path.endswith("/stream") and failure.status != 401 and failure.__traceback__:
        start = {"chat_id": request.url.path.split("/")[4], "message_id": 1, "request_id": str(uuid.uuid4())}
        error = {"code": failure.code, "message": failure.message, "retryable": False}
        frames = b"".join(b"event: %s\\ndata: %s\\n\\n" % (name, dump(data))
                          for name, data in ((b"message.start", start), (b"message.error", error)))
        return Response(frames, 200, media_type="text/event-stream")
    meta = {"request_id": str(uuid.uuid4())} | (
'''
# id: edits, each with the file, the text that is there once, and what takes its place
EDITS = {
    "cited-agent-skips-scope": [
        ("server", "for _, ids, scope in named if ids)",
         'for _, ids, scope in named if (attached.agent_ids if scope == "agents:use" else ids))')],
    "rejected-decision-reopens-interaction": [
        ("server", '    action.state = "closed" if',
         '    refuse(is_rejected, 409, unknown, "Rejected.", {"upstream_status": 409})\n    action.state = "closed" if')],
    "citations-not-counted": [("server", "refuse(len(agent_ids) > 15", "refuse(len(attached.agent_ids) > 15")],
    "agents-object-in-history": [("server", 'turn.shown() | {"prompt"', 'turn.answered() | {"prompt"')],
    "decline-needs-content": [("server", 'if self.action == "accept" and self.content is None', "if self.content is None")],
    "upstream-error-retryable": [
        ("turns", '"retryable": outcome.retryable}', '"retryable": outcome.retryable or outcome.code == "upstream_error"}')],
    "favorite-filter-lost-after-page-one": [
        ("server", "if is_favorite in (None, chat.is_favorite)", "if page[0] > 1 or is_favorite in (None, chat.is_favorite)")],
    "ping-ts-in-milliseconds": [("turns", '{"ts": time.time()}', '{"ts": time.time() * 1000}')],
    "metadata-leaks-into-next-turn": [
        ("turns", "        chat.turns.append(self)",
         '        chat.metadata = self.metadata = body.metadata or getattr(chat, "metadata", None)\n        chat.turns.append(self)'),
        ("turns", '"metadata": self.body.metadata', '"metadata": self.metadata')],
    "terminal-before-save": [
        ("turns", "        self.emit(*self.terminal_event(self.live))\n        self.done.set()",
         '        self.emit(*self.terminal_event(self.live))\n        if self.live != "completed":\n            return self.done.set()\n'
         '        self.status = "pending"\n        asyncio.get_running_loop().call_later(2, self.save)\n\n'
         '    def save(self):\n        self.status = "completed"\n        self.done.set()')],
    "skill-update-resets-unsent": [
        ("server", "    skill.update(changes)",
         '    skill.update({"description": "", "icon": None, "visibility": "public", "workspace_id": None,\n'
         '                  "shared_user_ids": []} | changes)')],
    "busy-reported-inside-stream": [
        ("server", '    meta = {"request_id": str(uuid.uuid4())} | (', STREAM_ANSWER.strip("\n"))],
    "blocking-defaults-to-auto": [
        ("server", '    unanswerable = not is_stream',
         '    if not is_stream and "permission_mode" not in body.model_fields_set:\n        body.permission_mode = "auto"\n'
         '    unanswerable = not is_stream')],
    "failed-turn-leaves-chat-busy": [
        ("turns", "self.chat.updated_at = None, now()",
         "self.chat.updated_at = self if isinstance(outcome, TurnFailure) else None, now()")],
    "late-cancel-kills-next-turn": [
        ("server", "    if was_running:\n", "    chat.cancel_wanted = not was_running\n    if was_running:\n"),
        ("turns", "        if agents:\n",
         '        self.is_cancelled, chat.cancel_wanted = getattr(chat, "cancel_wanted", False), False\n        if agents:\n')],
    # Beyond the fifteen that were drawn at random: mistakes that are hard to find
    "deleted-chat-messages-still-readable": [
        ("server", "for turn in chat_of(credential, chat_id).turns]",
         "for turn in (CHATS[str(chat_id)] if str(chat_id) in CHATS and CHATS[str(chat_id)].credential == credential.id\n"
         "                                else chat_of(credential, chat_id)).turns]")],
    "rename-skips-the-owner-check": [
        ("server", "    chat = chat_of(credential, chat_id)\n    for name",
         "    chat = CHATS.get(str(chat_id)) or chat_of(credential, chat_id)\n    for name")],
    "catalog-cached-per-user": [
        ("server", "    return ok(catalog | {", '    return ok(CACHE.setdefault(credential.user["id"], catalog | {'),
        ("server", "in blocks.items() if scope in credential.scopes})", "in blocks.items() if scope in credential.scopes}))\n\nCACHE = {}")],
    "same-key-race-runs-two-turns": [
        ("server", "    refuse_busy(chat)\n    details",
         "    refuse_busy(chat)\n    await asyncio.sleep(0.005)\n    chat = CHATS.get(str(chat_id))\n    details")],
    "one-lock-per-channel": [
        ("server", "    refuse_busy(chat)\n    details",
         "    refuse_busy(chat if chat and chat.running and chat.running.is_stream == is_stream else None)\n    details")],
    "failure-outcome-not-stored": [("server", "    if known:\n", '    if known and known.status != "error":\n')],
    "stream-skips-key-conflict": [("server", "refuse(known_digest != digest,", "refuse(known_digest != digest and not is_stream,")],
    "disconnected-stream-loses-outcome": [
        ("server", "refuse(known and not known.done.is_set(),", 'refuse(known and (not known.done.is_set() or "lost" in vars(known)),'),
        ("server", "        async for name, data in turn.follow() if is_new else replay():\n            yield b",
         "        try:\n            async for name, data in turn.follow() if is_new else replay():\n                yield b"),
        ("server", "(name.encode(), dump(data))\n\n    return Streaming",
         "(name.encode(), dump(data))\n        finally:\n            if not turn.done.is_set():\n                turn.lost = True\n\n"
         "    return Streaming")],
    "replay-of-cancelled-says-completed": [
        ("server", "        return ok(turn.answered())",
         '        return ok(turn.answered() | ({} if is_new else {"status": "completed"}))')],
    "ping-timer-fires-once": [
        ("turns", "asyncio.timeout(PING_AFTER):", "asyncio.timeout(None if pinged == seen else PING_AFTER):"),
        ("turns", '                yield "ping"', '                pinged = seen\n                yield "ping"'),
        ("turns", "        seen = 0\n", "        seen, pinged = 0, -1\n")],
    "no-start-when-model-fails-at-once": [
        ("turns", "        self.emit(*self.start_event())\n", ""),
        ("turns", "        self.events.append((name, json", '        if not self.events and name != "message.error":\n'
         "            self.events.append(self.start_event())\n        self.events.append((name, json")],
    "interaction-clock-belongs-to-turn": [
        ("turns", "asyncio.timeout(ACTION_LIFETIME)",
         'asyncio.timeout_at(vars(self.turn).setdefault("clock", asyncio.get_running_loop().time() + ACTION_LIFETIME))')],
    "parallel-interactions-overwrite": [
        ("turns", "        action.answer, ACTIONS[action.id] =", "        self.turn.slot = action\n        action.answer, ACTIONS[action.id] ="),
        ("server", 'or action.state == "expired"\n', 'or action.state == "expired" or action.turn.slot is not action\n')],
    "second-cancel-auth-accepted": [
        ("server", 'refuse(action.state != "pending",', 'refuse(action.state != "pending" and kind != "auth_required",'),
        ("server", "    action.answer.set_result(", "    action.answer.done() or action.answer.set_result(")],
    "claim-kept-after-unsent-decision": [
        ("server", "    refuse(unsent, 503", '    action.state = "claimed" if unsent else action.state\n    refuse(unsent, 503')],
    "undelivered-cancel-stops-turn": [
        ("server", '    refuse("cancel_delivery" in faults', '    if turn and "cancel_delivery" in faults:\n        turn.cancel()\n'
         '    refuse("cancel_delivery" in faults')],
    "auto-turn-inherits-manual": [
        ("turns", "self.mode = agents, faults, body.permission_mode",
         'self.mode = agents, faults, vars(chat).setdefault("mode", body.permission_mode)')],
    "metadata-null-members-dropped": [
        ("turns", '"metadata": self.body.metadata', '"metadata": thin(self.body.metadata)'),
        ("turns", "def tokens(", "def thin(value):\n    if not isinstance(value, dict):\n        return value\n"
         "    return {name: thin(item) for name, item in value.items() if item is not None}\n\ndef tokens(")],
    "task-ids-renumbered-in-history": [
        ("server", 'turn.shown() | {"prompt": turn.body.content} for', "renumbered(turn) for"),
        ("server", "# Turns\n", "def renumbered(turn):\n    text = json.dumps(turn.shown() | {'prompt': turn.body.content})\n"
         "    for number, run in enumerate(turn.agent_runs):\n"
         "        text = text.replace(run['task_id'], f'task_{number}')\n    return json.loads(text)\n\n# Turns\n")],
    "fifteenth-agent-refused": [("server", "refuse(len(agent_ids) > 15", "refuse(len(agent_ids) >= 15")],
    "refused-skill-update-saves-name": [
        ("server", '    store.check_skill(credential, changes, skill["level"])',
         '    skill.update({name: value for name, value in changes.items() if name in ("name", "description", "icon")})\n'
         '    store.check_skill(credential, changes, skill["level"])')],
    "shared-users-merged": [
        ("server", "    skill.update(changes)", '    skill.update(changes | {"shared_user_ids": list({*skill["shared_user_ids"],\n'
         '                 *changes.get("shared_user_ids", [])})})')],
    "cancel-ignored-while-waiting": [
        ("turns", "            self.task.cancel()\n",
         '            waits = [a for a in ACTIONS.values() if a.turn is self and a.state == "pending"]\n'
         "            asyncio.get_running_loop().call_later(0.05, self.cancel) if waits else self.task.cancel()\n"),
        ("server", "        turn.cancel()\n        await turn.done.wait()", "        turn.cancel()\n        await asyncio.sleep(0.01)")],
}


def build(name, app):
    return edited(EDITS[name])


def edited(edits):
    """Runs the edited sources in place of the modules."""
    for file in ("store", "turns", "server"):
        source = (Path(__file__).parent / f"{file}.py").read_text()
        for where, old, new in edits:
            if where == file:
                assert source.count(old) == 1, (old, source.count(old))
                source = source.replace(old, new)
        module = sys.modules[file] = types.ModuleType(file)
        module.__file__ = str(Path(__file__).parent / f"{file}.py")
        exec(compile(source, f"{file}.py", "exec"), module.__dict__)
    return sys.modules["server"].app
