"""A client of the Conversational AI Service API v1: turns, streams, questions, cancelling, chats.

MISTAKE=<name> in the environment switches on one of the mistakes of MISTAKES.json; without it the client is sound.
"""

import codecs
import json
import os
import random
import time
import uuid
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from urllib.parse import quote

import httpx

MISTAKE = os.environ.get("MISTAKE", "")

IN_DOUBT = {"persistence_failed", "outcome_unknown", "idempotency_outcome_unknown"}
DISPATCHED = {"upstream_error", "turn_timeout", "interaction_in_auto_mode"}
FINAL = DISPATCHED | {"api_v1_agents_disabled", "api_v1_action_result_unknown"}
DECISION_NOT_MADE = {"api_v1_service_unavailable", "api_v1_interaction_backend_unavailable"}
TERMINAL = {"message.completed": "completed", "message.cancelled": "cancelled", "message.error": "failed"}
LONGEST_PAUSE = 120


class ApiError(Exception):
    """Anything that keeps a call from its result."""

    retry_after = None


class ConnectionLost(ApiError):
    """No answer, half an answer, or a stream that stops or falls silent."""


class InvalidResponse(ApiError):
    """An answer that does not follow the contract."""


class ServiceError(ApiError):
    """A failure that the service names. In a stream there is no status."""

    def __init__(self, status, code, data=None, retry_after=None, retryable=None):
        super().__init__(f"{status or 'stream'} {code}")
        self.status, self.code, self.retry_after, self.retryable = status, code, retry_after, retryable
        self.data = data if isinstance(data, dict) else {}

    @property
    def in_doubt(self):
        """The turn has ended, and the same key tells how."""
        code = self.code if self.status is None else self.code == "api_v1_core_unavailable" and self.data.get("code")
        return code in IN_DOUBT


@dataclass
class Outcome:
    """What became of a turn."""

    status: str
    text: str | None = None
    message_id: int | None = None
    failure: str | None = None
    total_tokens: int | None = None
    sources: int | None = None
    metadata: dict | None = None
    error: ApiError | None = field(default=None, repr=False)

    @classmethod
    def of_message(cls, status, message, text=None):
        content = message.get("content")
        if not isinstance(content, str):
            raise InvalidResponse("a message without content")
        if MISTAKE == "deltas-over-terminal":
            content = text or content
        if MISTAKE == "trimmed-text":
            content = content.strip()
        usage, sources = message.get("usage") or {}, message.get("sources") or []
        total = usage.get("total_tokens", 0)
        if MISTAKE == "agent-tokens-added":
            total += usage.get("agent_tokens") or 0
        if MISTAKE == "sources-as-files":
            sources = {source.get("file_id") for source in sources}
        if MISTAKE == "status-member":
            status = message["status"]
        return cls(status, content, message.get("id"), None, total, len(sources), message.get("metadata"))

    @classmethod
    def of_error(cls, error, text=None, message_id=None):
        failure = getattr(error, "code", None)
        if MISTAKE == "status-as-code" and getattr(error, "status", None):
            failure = f"http_{error.status}"
        return cls("failed", text, message_id or getattr(error, "data", {}).get("message_id"), failure, error=error)


def parse_json(text):
    if MISTAKE == "ids-as-floats":
        return json.loads(text, parse_int=lambda digits: int(float(digits)))
    return json.loads(text)


def seconds_to_wait(header):
    """Retry-After in both forms: seconds, or a date."""
    if not header:
        return None
    if MISTAKE == "retry-after-date-crash":
        return float(int(header))
    if header.strip().isdigit():
        return float(header)
    try:
        date = parsedate_to_datetime(header)
    except ValueError:
        return None
    if date.tzinfo is None:
        date = date.replace(tzinfo=timezone.utc)
    return max(0.0, (date - datetime.now(timezone.utc)).total_seconds())


def service_error(response):
    try:
        body = parse_json(response.content)
    except ValueError:
        body = None
    body = body if isinstance(body, dict) else {}
    retry_after = seconds_to_wait(response.headers.get("retry-after"))
    return ServiceError(response.status_code, body.get("message_code"), body.get("data"), retry_after)


def repeat_turn_or_read(error):
    """Verdict on a request that reads or has a key: `again`, `wait` or None."""
    if isinstance(error, ConnectionLost):
        return "again"
    if not isinstance(error, ServiceError):
        return None
    if error.code == "api_v1_turn_in_progress":
        return None if MISTAKE == "in-progress-is-final" else "wait"
    if error.in_doubt:
        return None if MISTAKE == "doubt-new-key" else "again"
    if error.status == 429 or error.status in (408, 502, 503, 504) and error.code not in FINAL:
        return "again"
    if MISTAKE == "retry-every-503" and error.status == 503:
        return "again"
    return None


def repeat_decision(error):
    """A decision has no key, so it is repeated only if the service says that it was not made."""
    if MISTAKE == "decision-twice" and (isinstance(error, ConnectionLost) or getattr(error, "status", 0) >= 500):
        return "again"
    if isinstance(error, ServiceError):
        if error.status == 429 or error.status == 503 and error.code in DECISION_NOT_MADE:
            return "again"
    return None


def repeat_cancel(error):
    """Cancelling can be repeated safely."""
    if MISTAKE == "cancel-once":
        return None
    if isinstance(error, ConnectionLost) or getattr(error, "status", None) in (408, 429, 502, 503, 504):
        return "again"
    return None


def events_of(chunks):
    """The (event, data) pairs of an event stream, by the WHATWG rules."""
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    line, name, data = "", "", []
    is_first, after_cr = True, False
    for chunk in chunks:
        text = chunk.decode("utf-8", "replace") if MISTAKE == "chunk-decode" else decoder.decode(chunk)
        for char in text:
            if is_first:
                is_first = False
                if char == "\ufeff":
                    continue
            if after_cr and char == "\n":
                after_cr = False
                continue
            after_cr = char == "\r" and MISTAKE != "sse-lf-only"
            if char != "\n" and not after_cr:
                line += char
                continue
            key, _, value = line.partition(":")
            value = value[1:] if value.startswith(" ") else value
            if line == "":
                if data:
                    yield name or "message", "\n".join(data)
                name, data = "", []
            elif key == "event":
                name = value
            elif key == "data":
                data.append(value)
            line = ""


class ConversationClient:
    def __init__(self, base_url, token, *, time_scale=1, max_retries=4):
        """`time_scale` divides the long time limits, for a service whose timers run faster."""
        self.max_retries = max_retries
        self.turn_limit = 35 * 60 / time_scale
        self.idle_limit = 90 / time_scale
        self.request_limit = max(60 / time_scale, 5)
        self.first_pause = max(0.5 / time_scale, 0.1)
        self.poll_pause = max(2 / time_scale, 0.1)
        self._http = httpx.Client(
            base_url=base_url.rstrip("/") + "/api/v1",
            headers={"authorization": f"Bearer {token}"},
            follow_redirects=False,
            trust_env=False,
            limits=httpx.Limits(keepalive_expiry=2),
        )

    def close(self):
        self._http.close()

    # Requests

    def timeout(self, read):
        return httpx.Timeout(self.request_limit, read=read)

    def exchange(self, method, path, *, content=None, key=None, params=None, read=None):
        """One request and its envelope."""
        headers = {"accept": "application/json"}
        if content is not None:
            headers["content-type"] = "application/json"
        if key:
            headers["idempotency-key"] = key
        timeout = self.timeout(read or self.request_limit)
        try:
            response = self._http.request(
                method, path, content=content, headers=headers, params=params, timeout=timeout
            )
        except httpx.RequestError as error:
            raise ConnectionLost(repr(error)) from error
        if not response.is_success:
            raise service_error(response)
        try:
            envelope = parse_json(response.content)
        except ValueError as error:
            raise InvalidResponse("broken JSON") from error
        if not isinstance(envelope, dict) or envelope.get("data") is None:
            raise InvalidResponse("an answer without data")
        return envelope

    def pause_before(self, error, verdict, failures):
        """Sleeps before the next attempt, or throws the error if there is none."""
        if verdict is None or verdict == "again" and failures > self.max_retries:
            raise error
        pause = self.poll_pause
        if verdict == "again":
            pause = min(8, self.first_pause * 2 ** (failures - 1)) * random.uniform(0.5, 1)
        pause = max(pause, error.retry_after or 0)
        if pause > LONGEST_PAUSE:
            raise error
        time.sleep(pause)

    def repeated(self, call, verdict_on, is_over=lambda: False):
        failures, end = 0, time.monotonic() + self.turn_limit
        while True:
            try:
                return call()
            except ApiError as error:
                verdict = verdict_on(error)
                failures += verdict == "again"
                if is_over() or time.monotonic() > end:
                    raise
                self.pause_before(error, verdict, failures)

    # Lists

    def pages(self, path, size):
        """The items of a list, page after page, each once."""
        page, seen, first_total = 1, set(), None
        while True:
            params = {"page": page, "size": size}
            try:
                envelope = self.repeated(lambda: self.exchange("GET", path, params=params), repeat_turn_or_read)
            except ServiceError as error:
                if page > 1 and error.status is not None and 400 <= error.status < 500 and error.status != 429:
                    return  # a page beyond the end may be refused
                raise
            items, total = envelope["data"], (envelope.get("meta") or {}).get("total")
            for item in items:
                if item["id"] not in seen:
                    seen.add(item["id"])
                    yield item
            if MISTAKE == "paging-by-total":
                first_total = first_total or total
                if len(seen) >= first_total:
                    return
            elif not items or isinstance(total, int) and page * size >= total:
                return
            page += 1

    def chats(self, size=50):
        return self.pages("/chats", size)

    def history(self, chat_id):
        """The turns of a chat; none if there is no such chat."""
        try:
            return list(self.pages(f"/chats/{quote(chat_id)}/messages", 200))
        except ServiceError as error:
            if error.status == 404:
                return []
            raise

    def listed(self, chat_id, message_id):
        return next((turn for turn in self.history(chat_id) if turn["id"] == message_id), None)

    # Turns

    def encode(self, body):
        if MISTAKE == "metadata-as-strings" and isinstance(body.get("metadata"), dict):
            body = {**body, "metadata": {name: str(value) for name, value in body["metadata"].items()}}
        return json.dumps(body).encode()

    def send(self, chat_id, body, key=None):
        """The blocking send. Its turn cannot ask, so its mode is `auto`."""
        body = {**body, "permission_mode": "auto"}
        key, content = key or str(uuid.uuid4()), self.encode(body)
        tries = 0

        def call():
            nonlocal tries
            tries += 1
            bytes_to_send, read = content, self.turn_limit
            if MISTAKE == "body-reserialised" and tries > 1:
                bytes_to_send = json.dumps(json.loads(content), sort_keys=True).encode()
            if MISTAKE == "short-send-timeout":
                read = self.turn_limit / 35
            path = f"/chats/{quote(chat_id)}/messages"
            return self.exchange("POST", path, content=bytes_to_send, key=key, read=read)["data"]

        try:
            verdict = repeat_turn_or_read
            if MISTAKE == "short-send-timeout":
                verdict = lambda e: None if isinstance(e.__cause__, httpx.TimeoutException) else repeat_turn_or_read(e)
            message = self.repeated(call, verdict)
        except ServiceError as error:
            return self.settled(chat_id, Outcome.of_error(error))
        return Outcome.of_message(message.get("status") or "completed", message)

    def stream(self, chat_id, body, key=None):
        return Turn(self, chat_id, self.encode(body), key or str(uuid.uuid4()))

    def settled(self, chat_id, outcome):
        """If the key leaves the outcome of a turn in doubt for ever, the history may show it."""
        if outcome.error is None or not getattr(outcome.error, "in_doubt", False) or outcome.message_id is None:
            return outcome
        if MISTAKE == "doubt-new-key":
            return outcome
        turn = self.listed(chat_id, outcome.message_id)
        if turn and turn.get("status") in ("completed", "cancelled"):
            return Outcome.of_message(turn["status"], turn)
        return outcome

    def again(self, chat_id, body, failed, reply, is_blocking=False):
        """Tries a failed turn once more, in the way that its failure allows."""
        error = failed.error
        if not isinstance(error, ServiceError):
            return failed

        def send_anew():
            if is_blocking and error.code not in ("interaction_in_auto_mode", "turn_timeout"):
                return self.send(chat_id, body)
            return self.stream(chat_id, body).follow(reply)

        if error.in_doubt:
            if MISTAKE == "doubt-new-key":
                return send_anew()
            return failed  # the same key was sent several times, and the history was read
        is_refused = error.status is not None and error.status < 500 or error.code == "api_v1_agents_disabled"
        if is_refused:
            return failed
        nothing_started = error.retryable is True or error.code == "api_v1_agents_unavailable"
        if not nothing_started and MISTAKE != "no-listing-before-again":
            done = failed.message_id and self.listed(chat_id, failed.message_id) or None
            if failed.message_id is None:
                self.history(chat_id)
            if done and done.get("status") == "completed":
                return Outcome.of_message("completed", done)
        return send_anew()

    def cancel(self, chat_id, is_over=lambda: False):
        path = f"/chats/{quote(chat_id)}/actions/cancel"
        self.repeated(lambda: self.exchange("POST", path, content=b"{}"), repeat_cancel, is_over)

    def wait_in_history(self, turn):
        """The outcome of a turn that was left, from the listing of its chat."""
        end = time.monotonic() + self.turn_limit
        while time.monotonic() < end:
            listed = self.listed(turn.chat_id, turn.message_id)
            status = listed.get("status") if listed else None
            if MISTAKE == "listing-ignores-pending" and listed:
                return Outcome.of_message("completed", listed)
            if status in ("completed", "cancelled"):
                return Outcome.of_message(status, listed)
            if status == "error":  # a running turn may be listed so too: the key tells
                return turn.reopened().follow(lambda question: None)
            time.sleep(self.poll_pause)
        raise ConnectionLost("the turn does not end")


class Question:
    """What a turn asks. Each kind has its operation."""

    def __init__(self, turn, data):
        self.turn, self.kind, self.action_id = turn, data.get("kind"), data["action_id"]
        self.payload = data.get("payload") or {}
        if MISTAKE == "action-id-cached":
            turn.action_id = turn.action_id or self.action_id
            self.action_id = turn.action_id

    def approve_tools(self, is_approved):
        """One decision for each tool."""
        tools = [tool["tool_use_id"] for tool in self.payload["tools"]]
        decisions = [{"tool_use_id": name, "approved": is_approved} for name in tools]
        self._post("approve-tool", {"decisions": decisions})

    def respond_plan(self, action):
        self._post("respond-plan", {"action": action})

    def respond_elicitation(self, action, content=None):
        self._post("respond-elicitation", {"action": action, **({"content": content} if content is not None else {})})

    def cancel_auth(self):
        self._post("cancel-auth", {})

    def _post(self, operation, answer):
        client, turn = self.turn.client, self.turn
        path = f"/chats/{quote(turn.chat_id)}/actions/{operation}"
        content = json.dumps({"action_id": self.action_id, **answer}).encode()
        client.repeated(
            lambda: client.exchange("POST", path, content=content), repeat_decision, lambda: turn.outcome is not None
        )


class Turn:
    """A streamed turn. Iterating yields its events until its outcome is known, over as many connections as it takes."""

    def __init__(self, client, chat_id, content, key):
        self.client, self.chat_id, self.content, self.key = client, chat_id, content, key
        self.text, self.message_id, self.outcome = "", None, None
        self.finished_tasks = None
        self.action_id = None
        self._response, self._asked, self._is_first_delta = None, set(), True
        self._connections, self._finished = 0, set()

    def reopened(self):
        return Turn(self.client, self.chat_id, self.content, self.key)

    def __iter__(self):
        failures, end = 0, time.monotonic() + self.client.turn_limit
        while self.outcome is None:
            try:
                for name, data in self._connection():
                    if self._take(name, data):
                        yield name, data
                    if self.outcome:
                        return
                if MISTAKE == "eof-is-completed":
                    self.outcome = Outcome("completed", self.text, self.message_id)
                    return
                raise ConnectionLost("the stream ended without a terminal event")
            except ApiError as error:
                verdict = repeat_turn_or_read(error)
                failures += verdict == "again"
                try:
                    if time.monotonic() > end:
                        raise error
                    self.client.pause_before(error, verdict, failures)
                except ServiceError as final:
                    failed = Outcome.of_error(final, self.text, self.message_id)
                    self.outcome = self.client.settled(self.chat_id, failed)
            finally:
                self._disconnect()

    def _connection(self):
        """The events of one connection."""
        self._is_first_delta = True
        self._connections += 1
        content = self.content
        if MISTAKE == "body-reserialised" and self._connections > 1:
            content = json.dumps(json.loads(content), sort_keys=True).encode()
        headers = {
            "accept": "text/event-stream",
            "content-type": "application/json",
            "idempotency-key": self.key,
        }
        http, path = self.client._http, f"/chats/{quote(self.chat_id)}/messages/stream"
        timeout = self.client.timeout(self.client.idle_limit)
        try:
            request = http.build_request("POST", path, content=content, headers=headers, timeout=timeout)
            self._response = response = http.send(request, stream=True)
            if not response.is_success:
                response.read()
                raise service_error(response)
            media_type = response.headers.get("content-type", "").split(";")[0].strip().lower()
            if media_type != "text/event-stream":
                raise InvalidResponse(f"{media_type} instead of a stream")
            heard = time.monotonic()
            for name, data in events_of(response.iter_bytes()):
                if MISTAKE == "watchdog-ignores-pings":
                    if name != "ping":
                        heard = time.monotonic()
                    elif time.monotonic() - heard > self.client.idle_limit * 2 / 3:
                        raise ConnectionLost("silent for a minute")
                yield name, data
        except httpx.RequestError as error:
            raise ConnectionLost(repr(error)) from error

    def _take(self, name, text):
        """Folds an event into the turn. Returns whether it is one to look at."""
        if name not in TERMINAL and name not in (
            "message.start", "message.delta", "message.step", "message.action_required",
        ):
            return False  # pings and events of a later version
        try:
            data = parse_json(text)
        except ValueError as error:
            raise InvalidResponse("an event that is not JSON") from error
        if name == "message.start":
            self._is_mine(data.get("message_id"))
        elif name == "message.delta":
            fresh = data.get("replace") or self._is_first_delta
            self.text = data["text"] if fresh else self.text + data["text"]
            self._is_first_delta = False
        elif name == "message.step":
            self._note_steps(data.get("steps") or [])
        elif name == "message.action_required":
            if data["action_id"] in self._asked:
                return False  # a replay
            self._asked.add(data["action_id"])
        elif name == "message.error":
            raise ServiceError(None, data.get("code"), data, retryable=data.get("retryable"))
        else:
            self._is_mine(data.get("id"))
            self.outcome = Outcome.of_message(TERMINAL[name], data, self.text)
        return True

    def _is_mine(self, message_id):
        if self.message_id is None:
            self.message_id = message_id
        elif message_id is not None and message_id != self.message_id:
            raise InvalidResponse("the outcome of another turn")

    def _note_steps(self, steps):
        """Tasks that were delegated have started; only their own steps say more, in words that are not listed."""
        for step in steps:
            if step.get("key") == "agents_delegated" and self.finished_tasks is None:
                self.finished_tasks = len(self._finished)

    def follow(self, reply):
        """Reads the turn to its end. `reply` answers a question, beside the reading."""
        with ThreadPoolExecutor(4) as pool:
            for name, data in self:
                if name == "message.action_required":
                    pool.submit(reply, Question(self, parse_json(data)))
        return self.outcome

    def cancel(self):
        self.client.cancel(self.chat_id, lambda: self.outcome is not None)

    def close(self):
        """Leaves the turn, which goes on."""
        self._disconnect()
        if MISTAKE == "close-cancels-turn" and self.outcome is None:
            self.client.cancel(self.chat_id)

    def _disconnect(self):
        if self._response:
            self._response.close()
