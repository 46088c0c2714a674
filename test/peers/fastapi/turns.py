"""Runs turns. The models of this server are scripted: they do what a fenced block `script` in the prompt says."""
import asyncio, itertools, json, re, time, uuid
from types import SimpleNamespace

from store import ITEMS, TIME_SCALE, Chat, Credential, now, outage

PING_AFTER, ACTION_LIFETIME, DEADLINE, RECOVERY = (seconds / TIME_SCALE for seconds in (15, 110, 30 * 60, 3))
READ_ONLY = {"find_tickets", "ask_person"}
SCRIPT = re.compile(r"^[ \t]*`{3,}script[ \t]*\r?\n(.*?)\r?\n[ \t]*`{3,}[ \t]*$", re.S | re.M)
ACTS = {"say", "reason", "echo", "call", "plan", "delegate", "ask", "wait", "hang", "fail", "failover"}
SECRETS = re.compile(r"[\w.+-]+@[\w-]+\.[\w.]+|\+\d[\d ]{6,}\d")
ENDS = {"message.completed", "message.cancelled", "message.error"}
message_ids = itertools.count(70001)

class TurnFailure(Exception):
    """Ends a turn with an error. `details` describes an outage."""
    def __init__(self, code: str, message: str, details: dict | None = None, retryable: bool = False):
        self.code, self.message, self.details, self.retryable = code, message, details, retryable

def provider_outage() -> TurnFailure:
    details = outage("provider_lost", "model_provider", "answer", "stream_interrupted", "unknown", "check_status")
    return TurnFailure("upstream_error", "The model provider broke off.", details)

def never_dispatched() -> TurnFailure:
    details = outage("provider_unreachable", "model_provider", "answer", "connection_refused", "not_started", "retry")
    return TurnFailure("not_dispatched", "No model provider could be reached.", details, retryable=True)

ACTIONS = {}  # Interactions by id: questions of a turn to its client, pending, resolved, expired, closed or unknown.

class Turn:
    def __init__(self, chat: Chat, credential: Credential, body, model: dict, is_stream=False, agents=(), faults=()):
        self.chat, self.credential, self.body, self.model, self.is_stream = chat, credential, body, model, is_stream
        self.agents, self.faults, self.mode = agents, faults, body.permission_mode
        self.id, self.created_at, self.status, self.text = next(message_ids), now(), "pending", ""
        self.steps, self.agent_runs, self.sources, self.events, self.began = [], [], [], [], {}
        self.changed, self.done = asyncio.Event(), asyncio.Event()
        self.anonymization = self.conductor = self.support = None
        # What the request that runs the turn is told at the end, and what its key returns from then on: a status or a failure.
        self.live = self.stored = None
        self.has_begun = self.is_cancelled = self.has_delegated = False
        if agents:
            able = model.get("tools", True)
            self.support = {"supported": able, "reason": None if able else "The model uses no tools."}
        chat.turns.append(self)
        chat.running, chat.updated_at = self, now()
        self.task = asyncio.create_task(self.run())

    def cancel(self) -> None:
        self.is_cancelled = True
        if self.has_begun:  # a task that is cancelled before its first step would never get to its end
            self.task.cancel()

    def emit(self, name: str, data: dict) -> None:
        self.events.append((name, json.loads(json.dumps(data))))
        self.changed.set()
        self.changed = asyncio.Event()

    def step(self, key: str, label: str, status: str, **more) -> dict:
        step = {"key": key, "label": label, "label_code": f"step.{key}", "status": status, "timestamp": now(), **more}
        self.began[id(step)] = time.monotonic()
        self.steps.append(step)
        self.emit("message.step", {"steps": [step]})
        return step

    def update(self, step: dict, status: str) -> None:
        step["status"] = status
        if status not in ("running", "waiting"):
            step["duration"] = round((time.monotonic() - self.began[id(step)]) * 1000)
        self.emit("message.step", {"steps": [step]})

    def usage(self) -> dict | None:
        main, tasks = self.conductor, sum(run["tokens"]["total_tokens"] for run in self.agent_runs)
        if main is None or main.read + main.written + tasks == 0:
            return None
        usage = {"prompt_tokens": main.read, "completion_tokens": main.written, "reasoning_tokens": main.reasoned,
                 "total_tokens": main.read + main.written + tasks, "model": self.model["code"], "provider": main.provider}
        return usage | ({"agent_tokens": tasks} if self.has_delegated else {})

    def shown(self) -> dict:
        return {"id": self.id, "chat_id": self.chat.id, "role": "assistant", "content": self.text, "status": self.status,
                "usage": self.usage(), "steps": self.steps, "sources": self.sources, "anonymization": self.anonymization,
                "metadata": self.body.metadata, "agent_runs": self.agent_runs, "created_at": self.created_at}

    def answered(self) -> dict:
        return self.shown() | ({"agents": self.support} if self.support else {})

    def start_event(self) -> tuple[str, dict]:
        return "message.start", {"chat_id": self.chat.id, "message_id": self.id, "request_id": str(uuid.uuid4())}

    def terminal_event(self, outcome) -> tuple[str, dict]:
        if not isinstance(outcome, TurnFailure):
            return f"message.{outcome}", self.answered()
        data = {"code": outcome.code, "message": outcome.message, "retryable": outcome.retryable}
        more = {"details": outcome.details, "agent_runs": self.agent_runs, "agents": self.support}
        return "message.error", data | {name: value for name, value in more.items() if value}

    async def follow(self):
        """The events of the running turn, with pings in silence."""
        seen = 0
        while True:
            for event in self.events[seen:]:
                yield event
                if event[0] in ENDS:
                    return
            seen = len(self.events)
            try:
                async with asyncio.timeout(PING_AFTER):
                    await self.changed.wait()
            except TimeoutError:
                yield "ping", {"ts": time.time()}

    async def run(self) -> None:
        self.has_begun = True
        self.emit(*self.start_event())
        try:
            if self.is_cancelled:
                raise asyncio.CancelledError
            async with asyncio.timeout(0.1 if "turn_timeout" in self.faults else DEADLINE):
                if "pre_dispatch_error" in self.faults:
                    raise never_dispatched()
                given = self.prepare()
                if self.support and not self.support["supported"]:
                    self.step("agents_unavailable", "Could not delegate", "skipped", detail=self.support["reason"])
                self.conductor = Model(self, given)
                await self.conductor.run(script_of(given[-1]))
                if "turn_timeout" in self.faults:
                    await asyncio.sleep(60)
            self.end("completed")
        except asyncio.CancelledError:
            self.end("cancelled")
        except TimeoutError:
            self.end(TurnFailure("turn_timeout", "The turn took too long."))
        except TurnFailure as failure:
            self.end(failure)

    def end(self, outcome) -> None:
        """Saves the outcome, and only then announces it."""
        for step in self.steps:
            if step["status"] in ("running", "waiting"):
                step["status"] = "stopped"
        self.stored = self.live = outcome
        self.status = "error" if isinstance(outcome, TurnFailure) else outcome
        if outcome == "completed":
            self.unsettle()
        for action in ACTIONS.values():
            if action.turn is self and action.state == "pending":
                action.state = "expired"
        self.chat.running, self.chat.updated_at = None, now()
        self.emit(*self.terminal_event(self.live))
        self.done.set()

    def unsettle(self) -> None:
        """Lets the close of a finished turn fail, on request. The service recovers from it by itself."""
        if "idempotency_outcome_unknown" in self.faults:  # the other execution has stored its outcome already
            self.live = TurnFailure("idempotency_outcome_unknown", "Another execution closed the turn.")
            return
        if "persistence" in self.faults:
            details = outage("save_unconfirmed", "message_store", "save_turn", "timeout", "unknown", "check_status")
            self.live = TurnFailure("persistence_failed", "It is not certain that the turn was saved.", details)
        elif "outcome_unknown" in self.faults:
            self.live = TurnFailure("outcome_unknown", "The turn could not be closed in an orderly way.")
        else:
            return
        self.stored, self.status = self.live, "pending"
        asyncio.get_running_loop().call_later(RECOVERY, self.__dict__.update, {"stored": "completed", "status": "completed"})

    def prepare(self) -> list[str]:
        """Everything that the model is given; the last item is what the person said."""
        said, attached, given = self.body.content, self.body.attachments, ["You answer questions."]
        terms = self.credential.user["company"].get("incognito")
        if terms is not None:
            replaced = []
            for term in dict.fromkeys(SECRETS.findall(said) + [term for term in terms if term in said]):
                replaced.append({"placeholder": f"[HIDDEN_{len(replaced) + 1}]", "count": said.count(term)})
                said = said.replace(term, replaced[-1]["placeholder"])
            self.anonymization = {"replacements": replaced}
        principal = ITEMS["agents"].get(self.body.principal_agent_id)
        if principal:
            given.append(f"You are {principal['name']}. {principal['instructions']}")
        given += [ITEMS["skills"][number]["instructions"] for number in attached.skill_ids if ITEMS["skills"][number]["is_active"]]
        words = set(re.findall(r"\w{3,}", said.lower()))
        for file in ITEMS["files"].values():
            common = words & set(re.findall(r"\w{3,}", file["text"].lower()))
            if file["id"] in attached.file_ids or (file["library"] in attached.workspace_ids and common):
                score = round(len(common) / max(len(words), 1), 3)
                self.sources.append({"workspace_id": file["library"], "file_id": file["id"], "score": score})
                given.append(file["text"])
        return given + [turn.body.content for turn in self.chat.turns if turn is not self][-20:] + [said]

    def tools(self) -> dict[str, dict]:
        """The tools that the model is offered, each with its connector."""
        numbers = self.body.attachments.mcp_server_ids if self.model.get("tools", True) else []
        return {name: ITEMS["connectors"][number] for number in numbers for name in ITEMS["connectors"][number]["tools"]}

def script_of(text: str) -> list[dict]:
    """The last well-formed script of a text, or what a model without a script says."""
    for block in reversed(SCRIPT.findall(text)):
        try:
            acts = json.loads(block)
        except ValueError:
            continue
        if isinstance(acts, list) and all(isinstance(act, dict) and set(act) & ACTS for act in acts):
            return acts
    return [{"say": "A short answer, since there is no readable script."}]

def tokens(text: str) -> int:
    return -(-len(text) // 4)

class Model:
    """A model at work: the one that conducts the turn, or that of an agent task, whose step is `step`."""
    def __init__(self, turn: Turn, given: list[str], step: dict | None = None):
        self.turn, self.given, self.step, self.results, self.text = turn, given, step, [], ""
        self.provider, *self.spare = [*turn.model["providers"], "spare"]
        self.read = self.written = self.reasoned = self.calls = 0
        self.must_replace = False
        # Names the task, in what happens inside it.
        self.inside = {"agent": {name: step["agent"][name] for name in ("task_id", "name")}} if step else {}
        self.begin_reply()

    def begin_reply(self) -> None:
        self.reply_at, self.has_spoken, self.has_failed_over = len(self.text), False, False

    def consume(self, written: str) -> None:
        """Counts tokens. A reply reads its prompt when it says its first word."""
        if not self.has_spoken:
            self.has_spoken = True
            self.read += tokens("\n".join(self.given + self.results))
        self.written += tokens(written)

    async def run(self, acts: list[dict]) -> None:
        for act in acts:
            await self.perform(act)
            await asyncio.sleep(0)
        if self.must_replace:
            self.say("")

    async def perform(self, act: dict) -> None:
        if "say" in act or "echo" in act:
            text = act["say"] if "say" in act else "\n".join(self.given if act["echo"] == "given" else self.results)
            for piece in pieces(text, act.get("pieces")):
                self.say(piece)
                await asyncio.sleep(0)
        elif "reason" in act:
            step = self.turn.step("reasoning", "Thinking about the request", "running", **self.inside)
            self.consume(act["reason"])
            self.reasoned += tokens(act["reason"])
            step |= {"detail": act["reason"], "tokens": tokens(act["reason"])}
            self.turn.update(step, "done")
        elif "call" in act:
            await self.call(act["call"] if isinstance(act["call"], list) else [act["call"]])
        elif "ask" in act:
            await self.call([{"tool": "ask_person", "input": act["ask"]}])
        elif "plan" in act:
            await self.plan(act["plan"])
        elif "delegate" in act:
            await self.delegate(act["delegate"])
        elif "wait" in act:
            await asyncio.sleep(act["wait"] / TIME_SCALE)
        elif "hang" in act:
            await asyncio.Event().wait()
        elif act.get("fail") == "unreachable" and self.read == 0:
            raise never_dispatched()
        elif "fail" in act:
            self.consume("")
            raise TurnFailure("upstream_error", "The model refuses.") if act["fail"] == "refusal" else provider_outage()
        elif self.has_failed_over:  # failover
            raise provider_outage()
        else:
            self.must_replace = len(self.text) > self.reply_at
            self.text = self.text[: self.reply_at]
            self.provider, self.has_failed_over, self.has_spoken = self.spare[0], True, False

    def say(self, piece: str) -> None:
        self.consume(piece)
        self.text += piece
        if self.step is None:
            self.turn.text = self.text
            self.turn.emit("message.delta", {"text": self.text if self.must_replace else piece, "replace": self.must_replace})
            self.must_replace = False

    async def ask(self, kind: str, payload: dict):
        """Asks the client, and returns its answer; None if there was none in time."""
        if not self.turn.is_stream:
            raise TurnFailure("interaction_in_auto_mode", "The turn asked for something that nobody can answer here.")
        action = SimpleNamespace(id=f"act_{uuid.uuid4().hex}", kind=kind, turn=self.turn, payload=payload, state="pending")
        action.answer, ACTIONS[action.id] = asyncio.get_running_loop().create_future(), action
        if self.step:
            self.step["agent"]["waiting_on"] = kind
            self.turn.update(self.step, "running")
        self.turn.emit("message.action_required", {"kind": kind, "action_id": action.id, "payload": payload} | self.inside)
        try:
            async with asyncio.timeout(ACTION_LIFETIME):
                return await asyncio.shield(action.answer)
        except TimeoutError:
            return None
        finally:
            if action.state == "pending":
                action.state = "expired"
            if self.step:
                self.step["agent"].pop("waiting_on", None)

    async def call(self, calls: list[dict]) -> None:
        offered, made = self.turn.tools(), []
        for call in calls:
            if call["tool"] not in offered:
                self.say(f"The tool {call['tool']} is not offered. ")
                continue
            use = {"tool_use_id": f"use_{uuid.uuid4().hex[:12]}", "name": call["tool"],
                   "server": offered[call["tool"]]["name"], "input": call.get("input") or {}}
            self.consume(json.dumps(use["input"]))
            step = self.turn.step("tool", f"Using {use['name']}", "running", tool_calls=[use], **self.inside)
            made.append((use, offered[call["tool"]], step))
        approved = await self.approve([(use, step) for use, server, step in made if not server.get("unconnected")])
        for use, server, step in made:
            self.calls += 1
            if server.get("unconnected"):
                self.turn.update(step, "waiting")
                await self.ask("auth_required", {"resolution": "connect_in_ui_or_cancel", "connector": server["name"]})
                result, status = f"{server['display_name']} is not connected.", "skipped"
            elif not approved[use["tool_use_id"]]:
                result, status = f"{use['name']} was not approved and did not run.", "skipped"
            else:
                result, status = await self.use(use["name"], use["input"]), "done"
            self.results.append(result)
            self.turn.update(step, status)
        if made:
            self.begin_reply()

    async def approve(self, uses: list) -> dict[str, bool]:
        """Which of the calls may run. In manual mode, those that change something need the client's decision."""
        approved = {use["tool_use_id"]: True for use, _ in uses}
        asked = [(use, step) for use, step in uses if use["name"] not in READ_ONLY and self.turn.mode == "manual"]
        if asked:
            for _, step in asked:
                self.turn.update(step, "waiting")
            decisions = await self.ask("tool_approval", {"tools": [use for use, _ in asked]}) or {}
            approved |= {use["tool_use_id"]: decisions.get(use["tool_use_id"], False) for use, _ in asked}
        return approved

    async def use(self, name: str, given: dict) -> str:
        """The tools of the connectors. They remember nothing."""
        if name == "find_tickets":
            return "Ticket 4410: a parcel is late. Ticket 4412: a door is stuck."
        if name != "ask_person":
            return f"{name}: done with {json.dumps(given)}"
        if self.turn.mode == "auto":
            return json.dumps({"action": "decline"})
        payload = {"message": given.get("message", ""), "mode": "form", "requested_schema": given.get("schema") or {}}
        return json.dumps(await self.ask("elicitation", payload) or {"action": "cancel"})

    async def plan(self, plan: dict) -> None:
        self.consume(json.dumps(plan))
        step, answer = self.turn.step("plan", "Making a plan", "running", **self.inside), "approve"
        if self.turn.mode == "manual":
            self.turn.update(step, "waiting")
            answer = await self.ask("plan_approval", {"plan": {"context": None, "notes": None} | plan})
        self.results.append("The plan is approved." if answer == "approve" else "The plan is not approved.")
        self.turn.update(step, "done" if answer == "approve" else "skipped")
        self.begin_reply()

    async def delegate(self, tasks: list[dict]) -> None:
        carried = {agent["id"]: agent for agent in self.turn.agents}
        usable = [task for task in tasks if task.get("agent") is None or task["agent"] in carried]
        if self.step or not usable or not self.turn.support or not self.turn.support["supported"]:
            self.say("I cannot delegate. ")
            return
        self.consume(json.dumps(usable))
        names = [f"task_{uuid.uuid4().hex[:12]}" for _ in usable]
        self.turn.step("agents_delegated", "Delegated to agents", "done", agent_task_ids=names)
        self.turn.has_delegated = True
        starts = [self.run_task(name, task, carried.get(task.get("agent"))) for name, task in zip(names, usable)]
        runs = [asyncio.ensure_future(start) for start in starts]
        try:
            self.results += await asyncio.gather(*runs)
        finally:
            for run in runs:
                run.cancel()
        self.begin_reply()

    async def run_task(self, task_id: str, task: dict, agent: dict | None) -> str:
        agent = agent or {"id": None, "name": task.get("name", "Helper"), "instructions": "Help."}
        shown = {"task_id": task_id, "agent_id": agent["id"], "name": agent["name"], "state": "working", "iteration": 1,
                 "kind": "catalog" if agent["id"] else "temporary", "tag": agent.get("tag"), "model": self.turn.model["code"]}
        step = self.turn.step("agent", f"Agent {shown['name']}", "running", agent=shown)
        model = Model(self.turn, [agent["instructions"], task["task"]], step)
        try:
            await model.run(task.get("script") or script_of(task["task"]))
            shown |= {"state": "done", "summary": model.text}
        except TurnFailure as failure:
            if failure.code == "interaction_in_auto_mode":
                raise
            shown |= {"state": "failed", "reason": failure.message, "summary": failure.message}
        finally:
            total = {"input_tokens": model.read, "output_tokens": model.written, "total_tokens": model.read + model.written}
            shown |= {"tokens": total, "tool_calls": model.calls}
            if shown["state"] == "working":
                shown["state"] = "stopped"
            names = ("task_id", "agent_id", "name", "state", "tokens", "summary")
            self.turn.agent_runs.append({name: shown.get(name) for name in names})
        self.turn.update(step, shown["state"])
        return f"{shown['name']}: {shown['summary']}"

def pieces(text: str, count: int | None) -> list[str]:
    """A text in so many pieces, or in pieces of a few words."""
    words = re.findall(r"\S+\s*|\s+", text)
    size = max(1, -(-len(words) // (count or min(40, len(words) // 4 + 1))))
    return ["".join(words[at : at + size]) for at in range(0, len(words), size)]
