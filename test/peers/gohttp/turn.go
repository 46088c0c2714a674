package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"
)

var (
	turnsByKey = map[string]*turn{}
	actions    = map[string]*action{}
	blockRE    = regexp.MustCompile("(?ms)^[ \\t]*`{3,}script[ \\t]*\r?\n(.*?)\r?\n[ \\t]*`{3,}[ \\t]*$")
	nameRE     = regexp.MustCompile(`[\w.]+@[\w.]+|Ottokar`) // what incognito mode hides
	cancelled  = &fail{code: "cancelled"}                    // the end of a turn that was cancelled
	wordRE     = regexp.MustCompile(`\pL{5,}`)
	composed   = strings.NewReplacer("a\u0308", "ä", "e\u0301", "é", "o\u0308", "ö", "u\u0308", "ü", "n\u0303", "ñ", "e\u0300", "è") // only for a mistake
)

// turn is one exchange of a chat. It runs in a goroutine of its own, and keeps its events for whoever reads them.
type turn struct {
	id                        int
	cred                      *cred
	chat                      *chat
	body                      M
	blocking, manual          bool
	model                     *item
	attached                  map[string][]int // by kind; agents also by citation
	request, fault            string           // the bytes of the send, and the outage that it asks for
	given, text               string           // all that the model was given; the answer so far
	created, status, provider string
	steps, runs, sources      []M
	anonymization, usage      any
	failure                   *fail
	lost                      bool          // only for a mistake
	firstAsk                  time.Time     // only for a mistake
	discarded                 string        // only for a mistake
	replyStart                int           // only for a mistake
	seen                      M             // only for a mistake
	before                    M             // only for a mistake: the chat at the start
	cancelLost, replayLost    bool          // only for mistakes
	hasExpired                bool          // only for mistakes
	replaced                  bool          // only for a mistake
	frames                    []string      // events, as the stream sends them
	wake, done                chan struct{} // wake is closed when an event comes
	ctx                       context.Context
	stop                      context.CancelCauseFunc
}

// action is an interaction that is pending, resolved or expired.
type action struct {
	kind, state string
	turn        *turn
	answer      chan M
	clock       *time.Timer // only for a mistake
	number      int         // only for a mistake
	kept        M           // only for a mistake
}

// message renders the turn. Only the listing shows the prompt, and only the others show agents.
func (t *turn) message(listed bool) M {
	if metadata, ok := t.body["metadata"].(M); ok && mistake("metadata-null-members-dropped") {
		dropNulls(metadata)
	}
	m := M{"id": t.id, "chat_id": t.chat.M["id"], "role": "assistant", "content": t.text, "status": t.status, "usage": t.usage, "steps": t.steps,
		"sources": t.sources, "anonymization": t.anonymization, "metadata": t.body["metadata"], "agent_runs": t.runs, "created_at": t.created}
	if t.status == "cancelled" && t.text == "" && mistake("cancelled-without-text-is-null") {
		m["content"] = nil
	}
	if listed {
		m["prompt"] = t.body["content"]
		if mistake("prompt-normalized") {
			m["prompt"] = composed.Replace(str(m["prompt"]))
		}
		if mistake("prompt-names-cited-agents") {
			m["prompt"] = citeRE.ReplaceAllString(str(m["prompt"]), "@agent-$2")
		}
		if usage, ok := t.usage.(M); ok && mistake("history-usage-without-agent-tokens") {
			m["usage"] = maps.Clone(usage)
			delete(m["usage"].(M), "agent_tokens")
		}
		if t.status == "error" && mistake("failed-turn-has-empty-prompt") {
			m["prompt"] = ""
		}
		if t.status != "completed" && mistake("failed-turn-loses-metadata") {
			m["metadata"] = nil
		}
		if t.status == "cancelled" && mistake("cancelled-usage-null-in-history") {
			m["usage"] = nil
		}
		if t.status == "cancelled" && mistake("cancelled-row-keeps-discarded-text") {
			m["content"] = t.discarded + t.text
		}
		if t.cancelLost && t.status == "completed" {
			m["status"] = "cancelled"
		}
		if mistake("prompt-line-ends-normalized") {
			m["prompt"] = strings.ReplaceAll(str(m["prompt"]), "\r\n", "\n")
		}
		if mistake("history-says-canceled") && t.status == "cancelled" {
			m["status"] = "canceled"
		}
		if mistake("metadata-html-escaped-in-history") { // encode has written these characters as \u
			escaped := strings.NewReplacer(`\u003c`, "&lt;", `\u003e`, "&gt;", `\u0026`, "&amp;")
			m["metadata"] = json.RawMessage(escaped.Replace(string(encode(m["metadata"]).(json.RawMessage))))
		}
		if mistake("failover-text-kept-in-history") {
			m["content"] = t.discarded + t.text
		}
		if mistake("history-row-cached-at-first-reading") {
			if t.seen == nil {
				t.seen = m
			}
			return t.seen
		}
		if mistake("agents-object-in-history") && t.carriesAgents() {
			m["agents"] = t.support()
		}
	} else if t.carriesAgents() || mistake("agents-object-on-every-turn") {
		m["agents"] = t.support()
	}
	return m
}

func (t *turn) carriesAgents() bool {
	members, _ := t.body["attachments"].(M)
	return len(t.attached["agent_ids"]) > 0 || members["agent_ids"] != nil && mistake("empty-agent-list-is-a-selection")
}
func (t *turn) support() M {
	able := t.model.lacks == "" || mistake("supported-follows-the-scope") && slices.Contains(t.cred.scopes, "agents:use")
	return M{"supported": able, "reason": t.model.lacks}
}
func (t *turn) ids() M { return M{"chat_id": t.chat.M["id"], "message_id": t.id} }

// lock is only for mistakes: the chat is busy until somebody cancels.
func (ch *chat) lock() {
	ch.running = &turn{id: nextID, chat: ch, stop: func(error) { ch.running = nil }}
}

// isIdle is only for mistakes.
func (t *turn) isIdle() bool {
	return mistake("streamed-turn-is-no-activity") && !t.blocking || mistake("updated-at-moves-once") && len(t.chat.turns) > 0 && t.chat.turns[0] != t
}

// emit adds an event. The caller holds the lock.
func (t *turn) emit(name string, data any) {
	t.frames = append(t.frames, fmt.Sprintf("event: %s\ndata: %s\n\n", name, encode(variedEvent(data))))
	close(t.wake)
	t.wake = make(chan struct{})
}

// start begins a turn.
func (c *ctx) start(ch *chat, blocking bool, attached map[string][]int) *turn {
	nextID += pick(mistake("start-announces-the-prompts-id"), 2, 1) // The prompt has a row of its own.
	t := &turn{id: nextID, cred: c.cred, chat: ch, body: c.body, blocking: blocking, manual: c.body["permission_mode"] != "auto", attached: attached,
		request: str(ch.M["id"]) + c.raw, fault: c.r.Header.Get("X-Fault"), created: now(), status: "pending", provider: "north",
		model: model(c.cred, cmp.Or(c.body["model_id"], pick(mistake("chat-model-skipped"), nil, ch.M["model_id"]))), steps: []M{}, runs: []M{}, sources: []M{},
		wake: make(chan struct{}), done: make(chan struct{})}
	t.ctx, t.stop = context.WithCancelCause(context.Background())
	t.inherit(ch)
	ch.turns, ch.running, ch.M["updated_at"] = append(ch.turns, t), t, pick(t.isIdle(), ch.M["updated_at"], any(t.created))
	t.emit("message.start", M{"chat_id": ch.M["id"], "message_id": pick(mistake("start-announces-the-prompts-id"), t.id-1, t.id), "request_id": c.id})
	go t.run()
	return t
}

// inherit is only for mistakes: what a turn takes over from the one before.
func (t *turn) inherit(ch *chat) {
	t.before = M{"name": ch.M["name"], "is_favorite": ch.M["is_favorite"]}
	if t.body["model_id"] != nil && mistake("turn-model-kept-in-chat") {
		ch.M["model_id"] = t.body["model_id"]
	}
	for slot, other := range turnsByKey {
		if other.chat == ch && other.status == "error" && mistake("next-turn-frees-failed-key") {
			delete(turnsByKey, slot)
		}
	}
	if len(ch.turns) == 0 || t.attached == nil {
		return
	}
	last := ch.turns[len(ch.turns)-1]
	if t.body["metadata"] == nil && mistake("metadata-kept-for-next-turn") {
		t.body["metadata"] = last.body["metadata"]
	}
	if len(t.attached["agent_ids"]) == 0 && mistake("agents-kept-for-next-turn") {
		t.attached["agent_ids"] = last.attached["agent_ids"]
	}
	if mistake("sources-kept-for-next-turn") {
		t.sources = slices.Clone(last.sources)
	}
	if mistake("steps-kept-for-next-turn") {
		t.steps = slices.Clone(last.steps)
	}
}

// send handles both sends. A key belongs to a credential.
func send(c *ctx, blocking bool) any {
	id, key := c.r.PathValue("chat"), c.r.Header.Get("Idempotency-Key")
	reject(difference("malformed-422") && !uuidRE.MatchString(id), 422, "api_v1_validation_error")
	reject(!uuidRE.MatchString(id), 404, "api_v1_not_found")
	reject(key == "", 400, "api_v1_idempotency_key_required")
	slot := pick(mistake("outcome-served-to-other-users"), "", c.cred.name) + " " + key
	t := turnsByKey[slot]
	if t != nil && t.failure != nil && (mistake("auto-cut-runs-again") && t.failure.code == "interaction_in_auto_mode" ||
		mistake("refusal-runs-again") && t.failure.code == "upstream_error" && t.failure.details == nil) {
		t = nil
	}
	replay := t != nil
	differs := replay && t.request != id+c.raw
	if replay && mistake("outcome-served-to-other-users") {
		differs = t.request[36:] != c.raw
	}
	if replay && mistake("conflict-compares-content-only") {
		differs = t.request[:36] != id || t.body["content"] != c.body["content"]
	}
	if start := func(s string) string { return s[:min(len(s), 1024)] }; replay && mistake("conflict-compares-first-kilobyte") {
		differs = start(t.request) != start(id+c.raw)
	}
	if differs && mistake("conflict-replaces-fingerprint") {
		t.request = id + c.raw
	}
	if differs && t.status != "pending" && t.chat.running == nil && mistake("conflicting-send-runs") {
		c.start(t.chat, false, t.attached)
	}
	if ch := chats[id]; replay && t.status != "pending" && ch != nil && mistake("replay-frees-busy-chat") {
		ch.running = nil
	}
	if replay && t.status != "pending" && mistake("replay-moves-turn-to-end") {
		i := slices.Index(t.chat.turns, t)
		t.chat.turns = append(slices.Delete(slices.Clone(t.chat.turns), i, i+1), t)
	}
	if replay {
		reject(differs && (blocking || t.chat.M["id"] != id || t.status == "pending" || !mistake("stream-skips-key-conflict")), 409, "api_v1_idempotency_conflict")
		reject(t.status == "pending" || t.lost, 409, "api_v1_turn_in_progress")
		if ch := chats[id]; mistake("replay-refused-while-busy") && ch != nil && ch.running != nil {
			reject(true, 409, "api_v1_chat_busy", M{"message_id": ch.running.id})
		}
		if mistake("replay-is-last-turn-of-chat") {
			t = t.chat.turns[len(t.chat.turns)-1]
		}
		if mistake("outcome-forgotten-after-replay") {
			delete(turnsByKey, slot)
		}
	} else {
		if ch := chats[id]; mistake("same-key-race-runs-two-turns") && (ch == nil || ch.running == nil) {
			mu.Unlock()
			time.Sleep(3 * time.Millisecond) // loading the chat and the model
			mu.Lock()
			if ch := chats[id]; ch != nil {
				ch.running = nil // this request has passed the busy check before
			}
		}
		if mistake("refused-send-occupies-key") {
			turnsByKey[slot] = &turn{request: id + c.raw, status: "pending", chat: &chat{}}
		}
		t = c.begin(id, blocking)
		turnsByKey[slot] = t
	}
	return func() any {
		if !blocking {
			return c.stream(t, replay)
		}
		<-t.done
		defer lock()()
		if t.failure != nil && t.failure.code == "upstream_error" && mistake("upstream-failure-without-ids") {
			panic(&fail{502, "upstream_error", nil, t.failure.details})
		}
		if t.failure != nil && replay && t.failure.code == "turn_timeout" && mistake("replayed-timeout-is-502") {
			panic(&fail{502, "turn_timeout", t.failure.data, nil})
		}
		if t.failure != nil {
			panic(t.failure)
		}
		m := t.message(false)
		if replay && mistake("replay-without-agents") {
			delete(m, "agents")
		}
		if replay && mistake("replay-stamped-anew") {
			m["created_at"] = now()
		}
		if mistake("prompt-in-replay") && replay {
			m["prompt"] = t.body["content"]
		}
		if mistake("replay-of-cancelled-says-completed") && replay {
			m["status"] = "completed"
		}
		return encode(m)
	}
}

// stream writes the events of a turn; a replay has the first and the last of them.
func (c *ctx) stream(t *turn, replay bool) any {
	c.w.Header().Set("Content-Type", "text/event-stream")
	pinged := -1
	if mistake("no-start-when-model-fails-at-once") && !replay { // The start waits for the first piece.
		for {
			mu.Lock()
			wake, begun := t.wake, len(t.frames) > 1 || t.status != "pending"
			mu.Unlock()
			if begun {
				break
			}
			select {
			case <-wake:
			case <-c.r.Context().Done():
				return nil
			}
		}
	}
	for i := 0; ; {
		mu.Lock()
		frames, wake, over := t.frames, t.wake, t.status != "pending"
		mu.Unlock()
		if replay && len(frames) > 1 && !difference("replay-all") {
			last := frames[len(frames)-1]
			if mistake("replay-of-cancelled-says-completed") {
				last = strings.Replace(strings.Replace(last, "message.cancelled", "message.completed", 1), `"status":"cancelled"`, `"status":"completed"`, 1)
			}
			if t.replayLost {
				last = strings.Replace(last, "message.completed", "message.cancelled", 1)
			}
			if i := strings.LastIndex(last, `"retryable":false`); i >= 0 && mistake("replayed-error-is-retryable") {
				last = last[:i] + strings.Replace(last[i:], "false", "true", 1)
			}
			frames = []string{frames[0], last}
		}
		if i < len(frames) {
			io.WriteString(c.w, frames[i])
			i++
		} else if over {
			if mistake("done-marker-after-terminal") {
				io.WriteString(c.w, "data: [DONE]\n\n")
			}
			if difference("stays-open") {
				<-c.r.Context().Done()
			}
			return nil
		} else {
			select {
			case <-wake:
			case <-c.r.Context().Done():
				mu.Lock()
				t.lost = mistake("disconnected-stream-loses-outcome") && t.status == "pending"
				if mistake("busy-released-at-disconnect") {
					t.chat.running = nil
				}
				for _, a := range actions {
					if a.turn == t && a.state == "pending" && mistake("disconnect-closes-question") {
						a.state = "expired"
						a.answer <- nil
					}
				}
				mu.Unlock()
				return nil
			case <-time.After(scaled(15)):
				if mistake("no-ping-while-asking") && t.isAsking() {
					continue
				}
				if mistake("ping-timer-fires-once") {
					if pinged == i {
						continue
					}
					pinged = i
				}
				if mistake("ping-ts-in-milliseconds") {
					fmt.Fprintf(c.w, "event: ping\ndata: {\"ts\":%d}\n\n", time.Now().UnixMilli())
					break
				}
				fmt.Fprintf(c.w, "event: ping\ndata: {\"ts\":%.3f}\n\n", float64(time.Now().UnixMilli())/1000)
			}
		}
		c.w.(http.Flusher).Flush()
	}
}

// isAsking is only for mistakes.
func (t *turn) isAsking() bool {
	defer lock()()
	return slices.ContainsFunc(slices.Collect(maps.Values(actions)), func(a *action) bool { return a.turn == t && a.state == "pending" })
}

// begin checks a turn and begins it.
func (c *ctx) begin(id string, blocking bool) *turn {
	content := str(c.body["content"])
	if ch := chats[id]; ch != nil && ch.running == nil && (ch.owner != c.cred && mistake("foreign-send-keeps-chat-busy") || utf8.RuneCountInString(content) > 64000 && mistake("too-long-send-keeps-chat-busy")) {
		ch.lock()
	}
	reject(utf8.RuneCountInString(content) > 64000, 422, "api_v1_content_too_long")
	valid(c.body, "content!:64000 model_id:integer permission_mode:manual|auto attachments:object principal_agent_id:integer metadata:object")
	metadata := encode(c.body["metadata"]).(json.RawMessage)
	invalid(pick(mistake("metadata-limit-in-characters"), utf8.RuneCount(metadata), len(metadata)) > 2048)
	reject(blocking && c.body["permission_mode"] != "auto", 409, "api_v1_sync_requires_auto")
	ch := chats[id]
	if ch != nil && ch.owner == gone && ch.former == c.cred && mistake("send-revives-deleted-chat") {
		ch.owner = c.cred
	}
	sibling := mistake("stream-checks-the-user-only") && !blocking && ch != nil && ch.owner != nil && ch.owner.user == c.cred.user
	reject(ch != nil && ch.owner != c.cred && !sibling, 404, "api_v1_not_found")
	members, _ := c.body["attachments"].(M)
	attached, needed, count := map[string][]int{}, []string{}, 0
	for kind := range kinds {
		valid(members, kind+":integers")
		attached[kind], _ = nums(members[kind])
	}
	for _, cite := range citeRE.FindAllStringSubmatch(content, pick(mistake("only-first-citation-counts"), 1, -1)) {
		if n, err := strconv.Atoi(cite[2]); err == nil && cite[1] == "agent" && (!slices.Contains(attached["agent_ids"], n) || mistake("cited-again-counts-twice")) {
			attached["agent_ids"] = append(attached["agent_ids"], n)
		}
	}
	for kind, ids := range attached {
		if count += len(ids); len(ids) > 0 {
			needed = append(needed, kinds[kind])
			reject(slices.Min(ids) < 1, 422, "api_v1_validation_error")
		}
	}
	principal, named := num(c.body["principal_agent_id"])
	if named && mistake("principal-selects-itself") && !slices.Contains(attached["agent_ids"], principal) {
		attached["agent_ids"] = append(attached["agent_ids"], principal)
	}
	reject(named && !slices.Contains(attached["agent_ids"], principal), 422, "api_v1_validation_error")
	list, _ := nums(members["agent_ids"])
	reject(named && mistake("cited-principal-refused") && !slices.Contains(list, principal), 422, "api_v1_validation_error")
	if list, _ := nums(members["agent_ids"]); mistake("cited-agent-skips-scope") && len(list) == 0 {
		needed = slices.DeleteFunc(needed, func(scope string) bool { return scope == "agents:use" })
	}
	if all := slices.Compact(slices.Sorted(slices.Values(needed))); mistake("held-scopes-listed-as-missing") {
		for _, scope := range all {
			reject(!slices.Contains(c.cred.scopes, scope), 403, "api_token_scope_not_allowed", M{"required_scopes": all})
		}
	}
	if blocking || !mistake("stream-skips-attachment-scopes") {
		c.needs(needed...)
	}
	agents := len(attached["agent_ids"])
	if mistake("citations-not-counted") {
		list, _ := nums(members["agent_ids"])
		reject(len(list) > 15, 422, "api_v1_too_many_agents")
	}
	reject(agents > 15 && !mistake("citations-not-counted"), 422, "api_v1_too_many_agents")
	reject(count > 33, 422, "api_v1_too_many_attachments")
	for kind, ids := range attached {
		for i, n := range ids {
			it, s := find(c.cred, kind, n), findSkill(c.cred, n)
			wasDeleted := slices.ContainsFunc(items[kind], func(it *item) bool { return it.id == n && it.state == "deleted" })
			reject(wasDeleted && mistake("deleted-agent-called-unavailable"), 403, "api_v1_agent_not_available")
			denied := !c.cred.allowed(kind, n) && (i == 0 || !mistake("allowlist-checks-first-id"))
			reject(it == nil && (s == nil || kind != "skill_ids") || denied, 403, "api_token_resource_not_allowed")
			reject(it != nil && it.state != "", 403, "api_v1_agent_not_available")
		}
	}
	block := mistake("disabled-agents-block-plain-turns") && slices.Contains(c.cred.scopes, "agents:use")
	block = block || members["agent_ids"] != nil && mistake("empty-agent-list-is-a-selection")
	if agents > 0 && (c.fault("agents_unavailable") && mistake("unprepared-turn-keeps-chat-busy") || c.fault("agents_disabled") && mistake("disabled-agents-keep-chat-busy")) {
		if ch == nil {
			ch = newChat(id, c.cred, M{})
		}
		ch.lock()
	}
	reject((agents > 0 || block) && c.fault("agents_disabled"), 503, "api_v1_agents_disabled", nil, outage("agents_disabled", "not_started", "none"))
	reject(agents > 0 && c.fault("agents_unavailable"), 503, "api_v1_agents_unavailable", nil, outage("unprepared", "not_started", "retry"))
	if ch == nil {
		model(c.cred, c.body["model_id"])
		if mistake("two-first-sends-both-run") {
			mu.Unlock()
			time.Sleep(3 * time.Millisecond) // the insertion into the database
			mu.Lock()
		}
		ch = newChat(id, c.cred, M{})
		ch.sent = true
	} else if ch.running != nil {
		if busy := ch.running; mistake("refused-send-frees-busy-chat") {
			ch.running = nil
			reject(true, 409, "api_v1_chat_busy", M{"message_id": busy.id})
		}
		if busy := ch.running; mistake("busy-send-runs-later") && busy.done != nil {
			go func() {
				<-busy.done
				defer lock()()
				if ch.running == nil {
					c.start(ch, false, attached)
				}
			}()
		}
		if n := len(ch.turns); n > 1 && mistake("busy-names-previous-turn") {
			reject(true, 409, "api_v1_chat_busy", M{"message_id": ch.turns[n-2].id})
		}
		reject(mistake("busy-by-application-without-id") && ch.running.attached == nil, 409, "api_v1_chat_busy")
		reject(true, 409, "api_v1_chat_busy", M{"message_id": ch.running.id})
	}
	return c.start(ch, blocking, attached)
}

// answer handles the answer to an interaction of a kind.
func answer(c *ctx, kind string) any {
	id := str(c.body["action_id"])
	if a := actions[id]; a != nil && a.state == "pending" && a.turn.cred != c.cred && mistake("foreign-answer-claims") {
		a.state = "claimed"
	}
	ch := c.chat()
	decisions, _ := c.body["decisions"].([]any)
	refused := kind == "tool_approval" && len(decisions) == 0 || c.body["action"] == "accept" && c.body["content"] == nil
	if a := actions[id]; a != nil && a.state == "pending" && refused && mistake("refused-answer-claims") {
		a.state = "claimed"
	}
	invalid(kind == "tool_approval" && len(decisions) == 0 && !mistake("empty-decisions-accepted"))
	invalid(c.body["action"] == "accept" && c.body["content"] == nil && !mistake("accept-without-content"))
	for _, d := range decisions {
		decision, _ := d.(M)
		valid(decision, "tool_use_id!:100 approved!:boolean")
	}
	a := actions[id]
	for _, other := range actions {
		if a == nil || other.state != "pending" || other.kind != kind || other == a {
			continue
		}
		if mistake("old-question-answers-new") && a.state == "resolved" && other.turn == ch.running && a.turn != other.turn {
			a = other
		}
		reject(mistake("questions-answered-in-order") && other.turn == a.turn && other.number < a.number, 409, "api_v1_action_not_pending")
	}
	reject(a != nil && a.turn.hasExpired && mistake("expiry-closes-later-questions"), 404, "api_v1_action_not_found")
	if a != nil && a.turn.status == "cancelled" && a.kind == kind && mistake("answered-after-cancel") {
		return M{"action_id": id, "state": "resolved"}
	}
	if mistake("expiry-slides-with-each-attempt") && a != nil && a.clock != nil && a.state == "pending" {
		a.clock.Reset(scaled(110))
	}
	reject(c.fault("interaction_backend") && mistake("backend-outage-says-not-found"), 404, "api_v1_action_not_found")
	reject(c.fault("interaction_backend"), 503, "api_v1_interaction_backend_unavailable", nil, outage("store_down", "not_started", "retry"))
	elsewhere := a != nil && a.turn.chat != ch && (a.turn.cred != c.cred || !mistake("question-answered-through-another-chat"))
	reject(a == nil || elsewhere || a.kind != kind || a.state == "expired" && !mistake("expired-question-is-conflict"), 404, "api_v1_action_not_found")
	reject(a.state != "pending", 409, "api_v1_action_not_pending")
	if mistake("claim-kept-after-unsent-decision") && c.fault("action_not_sent") {
		a.state = "resolved"
	}
	if c.fault("action_not_sent") && mistake("unsent-decision-is-kept") {
		a.kept = c.body
	}
	if c.fault("action_not_sent") && mistake("decision-lost-twice-closes") {
		if a.number++; a.number > 1000 {
			a.state = "claimed"
		}
		a.number += 1000
	}
	reject(c.fault("action_not_sent"), 503, "api_v1_service_unavailable", nil, outage("not_sent", "not_started", "retry"))
	if mistake("concurrent-decisions-both-accepted") {
		mu.Unlock()
		time.Sleep(3 * time.Millisecond) // the delivery of the decision
		mu.Lock()
		if a.state == "resolved" {
			return M{"action_id": id, "state": "resolved"}
		}
	}
	if a.state = "resolved"; c.fault("action_rejected") {
		a.answer <- M{"action": "decline"}
		reject(true, 409, "api_v1_action_result_unknown", M{"upstream_status": 422})
	}
	a.answer <- pick(a.kept != nil, a.kept, c.body)
	for _, other := range actions {
		if other.turn == a.turn && other.state == "pending" && mistake("one-answer-closes-all") {
			other.state = "expired"
			other.answer <- nil
		}
	}
	if mistake("cancel-auth-ends-the-turn") && kind == "auth_required" {
		a.turn.stop(cancelled)
	}
	reject(c.fault("action_no_answer"), 503, "api_v1_action_result_unknown", nil, outage("unanswered", "unknown", "check_status"))
	return M{"action_id": id, "state": "resolved"}
}

func turnRoutes() {
	handle("POST /chats/{chat}/messages", "chat:write", func(c *ctx) any { return send(c, true) })
	handle("POST /chats/{chat}/messages/stream", "chat:write", func(c *ctx) any { return send(c, false) })
	for path, spec := range map[string][2]string{"approve-tool": {"tool_approval", "decisions!:array"},
		"respond-plan": {"plan_approval", "action!:approve|reject"}, "cancel-auth": {"auth_required", ""},
		"respond-elicitation": {"elicitation", "action!:accept|decline|cancel content:object"}} {
		handle("POST /chats/{chat}/actions/"+path, "chat:write", func(c *ctx) any {
			valid(c.body, "action_id!:100 "+spec[1])
			return answer(c, spec[0])
		})
	}
	handle("POST /chats/{chat}/actions/cancel", "chat:write", func(c *ctx) any {
		if id := c.r.PathValue("chat"); mistake("cancel-creates-the-chat") && chats[id] == nil && uuidRE.MatchString(id) {
			newChat(id, c.cred, M{})
		}
		if ch := chats[c.r.PathValue("chat")]; ch != nil && ch.owner != c.cred && ch.running != nil && mistake("foreign-cancel-takes-effect") {
			ch.running.stop(cancelled)
		}
		ch := c.chat()
		valid(c.body, "action_id:100")
		t := ch.running
		if a := actions[str(c.body["action_id"])]; t != nil && c.body["action_id"] != nil && a == nil && mistake("refused-cancel-takes-effect") {
			t.stop(cancelled)
		}
		if a := actions[str(c.body["action_id"])]; t != nil && a != nil && a.state == "resolved" && a.turn == t && mistake("resolved-question-cancel-takes-effect") {
			t.stop(cancelled)
			reject(true, 404, "api_v1_action_not_found")
		}
		if t != nil && t.hasExpired && mistake("cancel-lost-after-expiry") {
			return M{"chat_id": ch.M["id"], "cancelled": true}
		}
		if id := c.body["action_id"]; id != nil {
			a := actions[str(id)]
			reject(a == nil || a.turn.chat != ch, 404, "api_v1_action_not_found")
			t = pick(mistake("old-question-cancels-new-turn"), ch.running, a.turn)
		}
		running := t != nil && t == ch.running
		swallowed := mistake("undelivered-cancel-swallowed") && c.fault("cancel_delivery")
		if running && c.fault("cancel_delivery") {
			t.cancelLost, t.replayLost = mistake("undelivered-cancel-in-history"), mistake("undelivered-cancel-in-replay")
		}
		if running && len(ch.turns) > 1 && mistake("cancel-reaches-first-turn-only") {
			return M{"chat_id": ch.M["id"], "cancelled": true}
		}
		reject(running && c.fault("cancel_delivery") && !swallowed, 502, "api_v1_core_unavailable", nil, outage("cancel_lost", "not_started", "retry"))
		if running && !swallowed {
			t.stop(cancelled)
		}
		return M{"chat_id": ch.M["id"], "cancelled": running}
	})
	// Outside the contract: the application runs a turn, in a chat of the credential or in a new one of its own.
	handle("POST /application/turns", "chat:write", func(c *ctx) any {
		ch := chats[str(c.body["chat_id"])]
		if ch == nil {
			ch = newChat(uuid(), nil, M{})
		}
		reject(ch.owner == gone, 404, "api_v1_not_found")
		reject(ch.running != nil, 409, "api_v1_chat_busy")
		c.body["permission_mode"] = "auto"
		return M{"message_id": c.start(ch, false, nil).id}
	})
}

// run conducts a turn to its end and settles it.
func (t *turn) run() {
	limit := scaled(1800)
	if t.fault == "turn_timeout" {
		limit = 50 * time.Millisecond
	}
	defer time.AfterFunc(limit, func() { t.stop(&fail{504, "turn_timeout", t.ids(), nil}) }).Stop()
	r := &runner{t: t}
	end := r.play(r.prepare())
	asking := mistake("error-before-cancelled") && t.isAsking()
	defer lock()()
	defer close(t.done)
	for _, a := range actions {
		if a.turn == t && a.state == "pending" {
			a.state = "expired"
		}
	}
	if r.in > 0 || mistake("usage-zeros-for-nothing") {
		t.usage = M{"prompt_tokens": r.in, "completion_tokens": r.out, "reasoning_tokens": r.mind, "model": t.model.extra, "provider": t.provider,
			"total_tokens": r.in + r.out + r.mind + r.agents*pick(mistake("agent-tokens-added-twice"), 2, 1), "agent_tokens": r.agents}
	}
	t.chat.running, t.chat.M["updated_at"], t.status, t.failure = nil, pick(t.isIdle(), t.chat.M["updated_at"], any(now())), "completed", end
	if mistake("chat-written-back-at-turn-end") || mistake("chat-written-back-after-failure") && end != nil && end != cancelled {
		maps.Copy(t.chat.M, t.before)
	}
	if t.hasExpired && mistake("chat-busy-after-expiry") {
		t.chat.lock()
	}
	if end != nil && end.code == "interaction_in_auto_mode" && mistake("cut-turn-keeps-chat-busy") {
		t.chat.running = t
		time.AfterFunc(scaled(110), func() { defer lock()(); t.chat.running = nil })
	}
	if end == cancelled && asking {
		t.emit("message.error", M{"code": "upstream_error", "message": "The question was aborted.", "retryable": false})
	}
	if end == nil {
		t.failure = map[string]*fail{
			"persistence":                 {503, "api_v1_core_unavailable", M{"code": "persistence_failed"}, outage("unsaved", "unknown", "check_status")},
			"idempotency_outcome_unknown": {409, "api_v1_core_unavailable", M{"code": "idempotency_outcome_unknown"}, nil},
			"outcome_unknown":             {503, "outcome_unknown", nil, nil}}[t.fault]
	} else if end == cancelled {
		t.status, t.failure = "cancelled", nil
	}
	if t.failure == nil {
		m := t.message(false)
		if mistake("terminal-content-is-last-reply") && end == nil {
			m["content"] = t.text[min(t.replyStart, len(t.text)):]
		}
		if mistake("cancelled-body-is-short") && end == cancelled {
			m = M{"id": t.id, "chat_id": t.chat.M["id"], "content": t.text, "status": t.status}
		}
		if mistake("cancelled-event-without-agents") && end == cancelled {
			delete(m, "agents")
		}
		t.emit("message."+t.status, m)
		return
	}
	data, _ := t.failure.data.(M)
	e := M{"code": cmp.Or(data["code"], any(t.failure.code)), "message": "The turn failed.", "retryable": t.failure.code == "not_dispatched"}
	for name, value := range map[string]any{"details": t.failure.details, "agent_runs": t.runs, "agents": t.support()} {
		if value != nil && (name != "agent_runs" || len(t.runs) > 0) && (name != "agents" || t.carriesAgents() && !mistake("error-event-without-agents")) {
			e[name] = value
		}
	}
	t.status = "error"
	if mistake("no-start-when-model-fails-at-once") && t.text == "" && len(t.frames) == 1 {
		t.frames = nil
	}
	t.emit("message.error", e)
	if end == nil { // The turn finished, and its outcome is in doubt until it is recovered.
		time.AfterFunc(scaled(3), func() {
			defer lock()()
			t.failure, t.status, t.frames = nil, "completed", slices.Clone(t.frames[:1])
			t.emit("message.completed", t.message(false))
		})
	}
}

// runner plays a script, for the turn itself or for one of its tasks.
type runner struct {
	t                     *turn
	task                  M    // task_id and name; nil for the turn itself
	replace               bool // the next text replaces what was said
	text                  string
	results               []string
	in, out, mind, agents int // tokens
}

// prepare gathers what the model is given, and returns its script.
func (r *runner) prepare() (script []M) {
	defer lock()()
	t, question, given := r.t, str(r.t.body["content"]), []string{"You answer for the depot."}
	if t.cred.company == 3 {
		t.anonymization = M{"replaced": len(nameRE.FindAllString(question, -1))}
		question = nameRE.ReplaceAllString(question, "[NAME]")
	}
	if id, ok := num(t.body["principal_agent_id"]); ok {
		given = append(given, find(t.cred, "agent_ids", id).text)
	}
	for _, id := range t.attached["skill_ids"] {
		given = append(given, str(findSkill(t.cred, id).M["instructions"]))
	}
	words := wordRE.FindAllString(strings.ToLower(blockRE.ReplaceAllString(question, "")), -1)
	for _, file := range items["file_ids"] {
		hits := slices.ContainsFunc(words, func(word string) bool { return strings.Contains(file.text, word) })
		if slices.Contains(t.attached["file_ids"], file.id) || hits && slices.Contains(t.attached["workspace_ids"], file.library) {
			t.sources = append(t.sources, M{"workspace_id": file.library, "file_id": file.id, "score": 0.5})
			given = append(given, file.text)
		}
	}
	for _, earlier := range t.chat.turns[:len(t.chat.turns)-1] {
		given = append(given, str(earlier.body["content"]), earlier.text)
		if mistake("metadata-told-to-later-turns") {
			given = append(given, string(encode(earlier.body["metadata"]).(json.RawMessage)))
		}
	}
	t.given = strings.Join(append(given, question), "\n")
	script = []M{{"say": "A short answer, since there is no script."}}
	for _, block := range blockRE.FindAllStringSubmatch(question, -1) {
		var acts []M
		if json.Unmarshal([]byte(block[1]), &acts) == nil {
			script = acts
		}
	}
	if t.fault == "pre_dispatch_error" {
		script = []M{{"fail": "unreachable"}}
	}
	return script
}

// spend counts what a model writes and thinks. Only a reply that says something has consumed anything.
func (r *runner) spend(out, mind int) {
	r.in, r.out, r.mind = len(r.t.given)/4+1, r.out+out/4+1, r.mind+mind/4
}

// set gives a step a status and reports it; a step that is new becomes part of the turn.
func (r *runner) set(step M, status string) M {
	defer lock()()
	if step["status"] == nil {
		step["timestamp"], step["label"], step["label_code"] = now(), "Step "+str(step["key"]), "step."+str(step["key"])
		if r.task != nil {
			step["agent"] = r.task
		}
		r.t.steps = append(r.t.steps, step)
	}
	step["status"] = status
	r.t.emit("message.step", M{"steps": []M{step}})
	return step
}

// pause waits, for ever if the channel is nil. It ends the script when the turn is stopped.
func pause[T any](r *runner, until <-chan T) T {
	select {
	case value := <-until:
		return value
	case <-r.t.ctx.Done():
		panic(context.Cause(r.t.ctx))
	}
}

// ask raises an interaction and waits for the answer, which is nil if nobody gives one in time.
func (r *runner) ask(kind string, payload M) M {
	reject(r.t.blocking, 502, "interaction_in_auto_mode")
	a, id := &action{kind: kind, state: "pending", turn: r.t, answer: make(chan M, 1)}, "act_"+uuid()
	if mistake("action-id-made-from-turn") {
		id = fmt.Sprintf("act_%d", r.t.id)
	}
	data := M{"kind": kind, "action_id": id, "payload": payload}
	if r.task != nil {
		data["agent"] = r.task
	}
	mu.Lock()
	actions[id], a.number = a, len(actions)
	r.t.emit("message.action_required", data)
	mu.Unlock()
	life := scaled(110)
	if mistake("interaction-clock-belongs-to-turn") {
		mu.Lock()
		if r.t.firstAsk.IsZero() {
			r.t.firstAsk = time.Now()
		}
		life -= time.Since(r.t.firstAsk)
		mu.Unlock()
	}
	a.clock = time.AfterFunc(life, func() {
		defer lock()()
		if a.state == "pending" || a.state == "claimed" {
			a.state, r.t.hasExpired = "expired", true
			a.answer <- nil
		}
	})
	return pause(r, a.answer)
}

// say adds text to the answer, a few words at a time or in so many pieces.
func (r *runner) say(text string, pieces any) {
	r.spend(len(text), 0)
	words, n := strings.SplitAfter(text, " "), 40.0
	if pieces, ok := pieces.(float64); ok {
		n = pieces
	}
	size := int(math.Ceil(float64(len(words)) / n))
	if difference("small-deltas") {
		words, size = strings.Split(text, ""), 8
	}
	for part := range slices.Chunk(words, size) {
		piece := strings.Join(part, "")
		mu.Lock()
		if r.replace {
			if r.task == nil {
				r.t.discarded += r.text
			}
			r.text = r.text[:pick(mistake("later-failover-sends-reply-only"), min(r.t.replyStart, len(r.text)), 0)]
			r.replace = !mistake("second-failover-appends") || !r.t.replaced
			r.t.replaced = true
		}
		if r.text += piece; r.task == nil {
			r.t.text = r.text
			if mistake("deltas-split-characters") { // after half of the bytes
				r.t.emit("message.delta", M{"text": piece[:len(piece)/2], "replace": r.replace})
				piece, r.replace = piece[len(piece)/2:], false
			}
			if !mistake("blank-deltas-dropped") || strings.TrimSpace(piece) != "" {
				r.t.emit("message.delta", M{"text": piece, "replace": r.replace && !mistake("failover-delta-appends")})
			}
		}
		r.replace = false
		mu.Unlock()
	}
}

// acts are what a script can say.
var acts map[string]func(r *runner, value any, act M)

func init() {
	acts = map[string]func(r *runner, value any, act M){
		"say": func(r *runner, value any, act M) { r.say(str(value), act["pieces"]) },
		"reason": func(r *runner, value any, _ M) {
			r.spend(0, len(str(value)))
			r.set(r.set(M{"key": "reasoning"}, "running"), "done")
		},
		"echo": func(r *runner, value any, act M) {
			if value == "given" && r.task != nil && mistake("metadata-in-task-input") {
				r.say(fmt.Sprintf("%s ", encode(r.t.body["metadata"])), nil)
			}
			r.say(map[any]string{"given": r.t.given, "results": strings.Join(r.results, "\n")}[value], act["pieces"])
		},
		"wait":     func(r *runner, value any, _ M) { pause(r, time.After(scaled(value.(float64)))) },
		"hang":     func(r *runner, _ any, _ M) { pause[any](r, nil) },
		"failover": func(r *runner, _ any, _ M) { r.replace, r.t.provider = true, "south" },
		"fail": func(r *runner, kind any, _ M) {
			reject(kind == "unreachable" && r.in == 0, 503, "not_dispatched", nil, outage("unreachable", "not_started", "retry"))
			reject(kind == "refusal", 502, "upstream_error", r.t.ids())
			reject(true, 502, "upstream_error", r.t.ids(), outage("provider_failed", "unknown", "check_status"))
		},
		"plan": func(r *runner, value any, _ M) { // In auto mode it is approved without a question.
			plan, answer := M{"title": nil, "context": nil, "steps": nil, "notes": nil}, M{"action": "approve"}
			maps.Copy(plan, value.(M))
			steps, _ := plan["steps"].([]any)
			for _, step := range steps {
				if step, ok := step.(M); ok && step["tool"] == nil && mistake("plan-steps-with-null-tool") {
					step["tool"] = nil
				}
			}
			if r.spend(40, 0); r.t.manual && r.t.model.lacks == "" {
				answer = r.ask("plan_approval", M{"plan": plan})
			}
			r.results = append(r.results, fmt.Sprintf("The answer to the plan: %v", answer["action"]))
		},
		"ask": func(r *runner, value any, _ M) { r.call([]any{M{"tool": "ask_person", "input": value}}) },
		"call": func(r *runner, value any, _ M) {
			list, several := value.([]any)
			if !several {
				list = []any{value}
			}
			r.call(list)
		},
		"delegate": func(r *runner, value any, _ M) { r.delegate(value.([]any)) },
	}
}

// play returns the failure that ends the script, if any.
func (r *runner) play(script []M) (end *fail) {
	defer func() { end, _ = recover().(*fail) }()
	if r.task == nil && r.t.carriesAgents() && r.t.model.lacks != "" {
		r.set(M{"key": "agents_unavailable", "detail": "The model uses no tools"}, "skipped")
	}
	for _, act := range script {
		for name, value := range act {
			if perform := acts[name]; perform != nil {
				perform(r, value, act)
			}
		}
		if err := context.Cause(r.t.ctx); err != nil {
			panic(err)
		}
	}
	r.spend(0, 0)
	return nil
}

// call runs tools. In manual mode those that change something need an approval. A connector's question is declined in auto mode.
func (r *runner) call(list []any) {
	var steps, asked []M
	approved, results := map[any]bool{}, map[any]string{}
	manual := r.t.manual || r.task != nil && !r.t.blocking && mistake("tasks-ask-in-auto")
	for _, entry := range list {
		call := entry.(M)
		var desk *item
		for _, id := range r.t.attached["mcp_server_ids"] {
			it := find(r.t.cred, "mcp_server_ids", id)
			if _, ok := it.tools[str(call["tool"])]; ok && r.t.model.lacks == "" {
				desk = it
			}
		}
		if desk == nil {
			r.say("The tool "+str(call["tool"])+" is not offered. ", nil)
			continue
		}
		tool := M{"tool_use_id": "tu_" + uuid(), "name": call["tool"], "server": desk.name, "input": cmp.Or(call["input"], any(M{}))}
		id, input := tool["tool_use_id"], tool["input"].(M)
		steps = append(steps, r.set(M{"key": "tool", "tool_calls": []M{tool}}, "running"))
		r.spend(40, 0)
		if desk.lacks == "connection" {
			r.ask("auth_required", M{"resolution": "connect_in_ui_or_cancel"})
		} else if manual && desk.tools[str(tool["name"])] {
			asked = append(asked, tool)
		} else if difference("asks-to-ask") && manual && tool["name"] == "ask_person" && !r.approves(tool) {
			continue
		} else if approved[id] = true; manual && tool["name"] == "ask_person" {
			answer := r.ask("elicitation", M{"message": input["message"], "mode": "form", pick(mistake("schema-in-mcp-case"), "requestedSchema", "requested_schema"): input["schema"]})
			if results[id] = fmt.Sprintf("%v. ", answer["action"]); answer["action"] == "accept" {
				results[id] += fmt.Sprintf("%s", encode(answer["content"]))
			}
		}
	}
	if len(asked) > 0 {
		decisions, _ := r.ask("tool_approval", M{"tools": asked})["decisions"].([]any)
		for i, decision := range decisions {
			id := decision.(M)["tool_use_id"]
			if mistake("decisions-matched-by-position") && i < len(asked) {
				id = asked[i]["tool_use_id"]
			}
			approved[id] = decision.(M)["approved"] == true
		}
	}
	if r.task == nil {
		r.t.replyStart = len(r.t.text)
	}
	for _, step := range steps {
		tool, result, status := step["tool_calls"].([]M)[0], "was skipped", "skipped"
		if approved[tool["tool_use_id"]] {
			result, status = cmp.Or(results[tool["tool_use_id"]], fmt.Sprintf("has run with %s", encode(tool["input"]))), "done"
		}
		if difference("silent-decline") && tool["name"] == "ask_person" {
			if result = strings.TrimPrefix(result, "accept. "); strings.HasPrefix(result, "decline") || strings.HasPrefix(result, "cancel") {
				r.set(step, status)
				continue
			}
		}
		r.results = append(r.results, str(tool["name"])+" "+result)
		r.set(step, status)
	}
}

// approves asks to run one tool.
func (r *runner) approves(tool M) bool {
	decisions, _ := r.ask("tool_approval", M{"tools": []M{tool}})["decisions"].([]any)
	return len(decisions) > 0 && decisions[0].(M)["approved"] == true
}

// delegate gives tasks to agents, all at once, and waits for them.
func (r *runner) delegate(tasks []any) {
	var ids []any
	var work []func()
	for _, entry := range tasks {
		task := entry.(M)
		agent := M{"task_id": "task_" + uuid(), "agent_id": nil, "name": task["name"], "kind": "temporary", "state": "working"}
		if id, ok := num(task["agent"]); ok && slices.Contains(r.t.attached["agent_ids"], id) {
			agent["agent_id"], agent["kind"], agent["name"] = id, "catalog", find(r.t.cred, "agent_ids", id).name
		}
		if !r.t.carriesAgents() || r.t.model.lacks != "" || r.task != nil || agent["name"] == nil {
			r.say("The task is not offered. ", nil)
			continue
		}
		ids = append(ids, agent["task_id"])
		work = append(work, func() {
			sub, state, script := &runner{t: r.t}, "done", []M(nil)
			step := sub.set(M{"key": "agent", "agent": agent}, "running")
			sub.task = M{"task_id": agent["task_id"], "name": agent["name"]}
			if json.Unmarshal(encode(task["script"]).(json.RawMessage), &script); script == nil {
				script = []M{{"say": "Done."}}
			}
			if sub.play(script) != nil {
				state = "failed"
			}
			total := sub.in + sub.out + sub.mind
			mu.Lock()
			agent["state"], agent["summary"] = state, sub.text
			agent["tokens"] = M{"input_tokens": sub.in, "output_tokens": sub.out + sub.mind, "total_tokens": total}
			r.t.runs, r.agents = append(r.t.runs, maps.Clone(agent)), r.agents+total
			r.results = append(r.results, fmt.Sprintf("%s: %s", agent["name"], sub.text))
			mu.Unlock()
			sub.set(step, state)
		})
	}
	if len(ids) > 0 {
		r.spend(40, 0)
		r.set(M{"key": "agents_delegated", "agent_task_ids": ids}, "done")
	}
	var wait sync.WaitGroup
	for _, f := range work {
		if difference("tasks-in-a-row") {
			f()
		} else {
			wait.Go(f)
		}
	}
	wait.Wait()
}
