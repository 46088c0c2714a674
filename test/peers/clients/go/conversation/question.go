package conversation

import (
	"context"
	"encoding/json"
	"errors"
)

// Question is what a turn asks. Kinds that the client does not know are never shown.
type Question struct {
	Kind     string // tool_approval, plan_approval, elicitation or auth_required
	Payload  json.RawMessage
	actionID json.RawMessage // exactly as received
}

// Answer answers a question; the methods of Question make it.
type Answer struct {
	path string
	body map[string]any
}

func (q Question) answer(path string) *Answer {
	return &Answer{"/actions/" + path, map[string]any{"action_id": q.actionID}}
}

// DecideTools decides on each tool of the question.
func (q Question) DecideTools(approve func(name string) bool) *Answer {
	payload, _ := parseObject(q.Payload)
	decisions := []map[string]any{}
	for _, raw := range payload.list("tools") {
		tool, _ := parseObject(raw)
		decisions = append(decisions, map[string]any{"tool_use_id": tool.raw("tool_use_id"), "approved": approve(tool.text("name"))})
	}
	a := q.answer("approve-tool")
	a.body["decisions"] = decisions
	return a
}

// RespondPlan answers with approve or reject.
func (q Question) RespondPlan(action string) *Answer {
	a := q.answer("respond-plan")
	a.body["action"] = action
	return a
}

// Respond answers an elicitation with accept, decline or cancel. Only accept has content.
func (q Question) Respond(action string, content json.RawMessage) *Answer {
	a := q.answer("respond-elicitation")
	a.body["action"] = action
	if content != nil || mistake == "null-content-on-decline" {
		a.body["content"] = content
	}
	return a
}

// CancelAuth lets the turn go on without the connector.
func (q Question) CancelAuth() *Answer { return q.answer("cancel-auth") }

// ask shows a question to the watcher and sends the answer, while the stream is read on. A replay may show a question
// again; it is answered once.
func (s *stream) ask(ctx context.Context, data object) {
	q := Question{Kind: data.text("kind"), Payload: data.raw("payload"), actionID: data.raw("action_id")}
	switch q.Kind {
	case "tool_approval", "plan_approval", "elicitation", "auth_required":
	default:
		return
	}
	if s.asked[string(q.actionID)] || s.watcher.OnQuestion == nil {
		return
	}
	s.asked[string(q.actionID)] = true
	request := context.WithoutCancel(ctx)
	s.answers.Go(func() {
		answer := s.watcher.OnQuestion(q)
		if answer == nil {
			return
		}
		body, err := json.Marshal(answer.body)
		if err != nil {
			return
		}
		waiting, cancel := context.WithTimeout(s.answered, s.ActionLifetime)
		defer cancel()
		// A failure is no failure of the turn: the stream tells how it goes on.
		err = s.repeat(waiting, decideAgain, func() error {
			_, err := s.call(request, s.RequestTimeout, "POST", s.turn.path(answer.path), "", body)
			return err
		})
		var failure *Error
		if mistake == "decision-failure-aborts" && errors.As(err, &failure) {
			s.abort(failure)
		}
	})
}
