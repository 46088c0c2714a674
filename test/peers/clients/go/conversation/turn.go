package conversation

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"sync"
	"time"
)

// Turn is a message to send. All attempts send the same key and the same bytes.
type Turn struct {
	ChatID string
	Key    string
	Body   []byte // JSON, as it is sent
}

func (t *Turn) path(rest string) string { return "/chats/" + url.PathEscape(t.ChatID) + rest }

// Outcome is what became of a turn, or what is known of it so far.
type Outcome struct {
	Status        string // completed, cancelled, error or pending
	Text          string
	MessageID     Integer
	ChatID        string
	TotalTokens   Integer // includes the tokens of agents
	Sources       int
	Metadata      json.RawMessage
	Delegated     bool
	FinishedTasks int // tasks that were known to be finished when the delegation became known
}

func outcomeOf(message object, status string) (*Outcome, error) {
	text, ok := message.str("content")
	id, hasID := message.integer("id")
	if !ok || !hasID {
		return nil, invalid("the message lacks its content or its id")
	}
	out := &Outcome{Status: status, Text: text, MessageID: id, ChatID: message.text("chat_id"), TotalTokens: "0"}
	usage := message.object("usage")
	if usage == nil && mistake == "usage-null-crash" {
		return nil, invalid("usage is missing")
	}
	if usage != nil {
		out.TotalTokens, _ = usage.integer("total_tokens")
	}
	out.Sources = len(message.list("sources"))
	out.Metadata = message.raw("metadata")
	if mistake == "metadata-strings" {
		var values map[string]any
		_ = json.Unmarshal(out.Metadata, &values)
		texts := map[string]string{}
		for name, value := range values {
			texts[name] = fmt.Sprint(value)
		}
		if values != nil {
			out.Metadata, _ = json.Marshal(texts)
		}
	}
	out.delegation(message.list("steps"))
	return out, nil
}

// delegation reads how far the tasks are at the first step that says that the turn has delegated.
func (o *Outcome) delegation(steps []json.RawMessage) {
	for _, raw := range steps {
		step, _ := parseObject(raw)
		switch step.text("key") {
		case "agents_delegated":
			o.Delegated = true // the tasks have started; this says nothing about their end
		case "agent":
			if !o.Delegated && step.text("status") == "done" && step.object("agent").text("state") != "working" {
				o.FinishedTasks++
			}
		}
	}
}

// Send runs a turn and waits for its answer. The mode has to be auto, since nobody can answer questions.
func (c *Client) Send(ctx context.Context, turn *Turn) (out *Outcome, err error) {
	body := turn.Body
	if o, err := parseObject(body); err == nil && o.raw("permission_mode") == nil {
		o["permission_mode"] = json.RawMessage(`"auto"`)
		if body, err = json.Marshal(o); err != nil {
			return nil, err
		}
	}
	ctx, cancel := context.WithTimeout(ctx, 2*c.SendTimeout)
	defer cancel()
	err = c.repeat(ctx, turnAgain, func() error {
		answer, err := c.call(ctx, c.SendTimeout, "POST", turn.path("/messages"), keyOf(turn), body)
		var failure *Error
		if mistake == "send-falls-back-to-stream" && errors.As(err, &failure) && failure.Lost {
			out, err = c.Stream(ctx, turn, Watcher{})
			return err
		}
		if err != nil {
			return err
		}
		message := answer.object("data")
		out, err = outcomeOf(message, message.text("status"))
		return err
	})
	return out, err
}

// Watcher gets what happens while a turn runs. Every function may be nil.
type Watcher struct {
	OnText     func(text string)      // the whole answer so far
	OnQuestion func(Question) *Answer // nil if nobody answers; the question then expires
}

type stream struct {
	*Client
	turn     *Turn
	watcher  Watcher
	out      *Outcome // what is known so far, then the outcome
	asked    map[string]bool
	answers  sync.WaitGroup
	answered context.Context // ends with the stream: no decision is repeated afterwards
	abort    context.CancelCauseFunc
}

// Stream runs a turn and follows it. If the connection is lost, it gets the outcome with the same key and body. The
// outcome is never nil: with an error, it is what was known before the failure.
func (c *Client) Stream(ctx context.Context, turn *Turn, watcher Watcher) (*Outcome, error) {
	ctx, cancel := context.WithTimeout(ctx, c.TurnTimeout)
	defer cancel()
	ctx, abort := context.WithCancelCause(ctx)
	answered, stop := context.WithCancel(ctx)
	s := &stream{Client: c, turn: turn, watcher: watcher, out: &Outcome{}, asked: map[string]bool{}, answered: answered, abort: abort}
	key := keyOf(turn)
	err := c.repeat(ctx, turnAgain, func() error {
		err := s.follow(ctx, key)
		var failure *Error
		if mistake == "resend-without-look" && errors.As(err, &failure) && failure.Code == "upstream_error" && key == turn.Key {
			key = NewKey()
			return s.follow(ctx, key)
		}
		return err
	})
	stop()
	if ctx.Err() == nil {
		s.answers.Wait()
	} else {
		if mistake == "leave-cancels-turn" {
			_ = c.Cancel(context.WithoutCancel(ctx), turn)
		}
		if cause := context.Cause(ctx); cause != nil {
			err = cause
		}
	}
	return s.out, err
}

var errSilent = errors.New("the connection is silent")

// follow opens the stream once and reads it to its terminal event.
func (s *stream) follow(ctx context.Context, key string) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	watchdog := time.AfterFunc(s.RequestTimeout, func() { cancel(errSilent) })
	defer watchdog.Stop()
	resp, err := s.do(ctx, "POST", s.turn.path("/messages/stream"), key, s.turn.Body, "text/event-stream, application/json")
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode/100 != 2 {
		return s.failure(resp)
	}
	if !hasType(resp, "text/event-stream") {
		return invalid("not an event stream")
	}
	watchdog.Reset(s.IdleTimeout)
	events := newEventReader(resp.Body, func() {
		if mistake != "watchdog-ignores-pings" {
			watchdog.Reset(s.IdleTimeout)
		}
	})
	s.out.Text = "" // a replay brings the text again, or not at all
	for {
		e, err := events.next()
		if err != nil && mistake == "eof-is-completed" && ctx.Err() == nil && s.out.Text != "" {
			s.out.Status = "completed"
			return nil
		}
		if errors.Is(err, errTooLarge) {
			return invalid(err.Error())
		}
		if err != nil {
			return lost(err)
		}
		if mistake == "watchdog-ignores-pings" && e.name != "ping" {
			watchdog.Reset(s.IdleTimeout)
		}
		if ended, err := s.handle(ctx, e); ended || err != nil {
			return err
		}
	}
}

// handle takes one event in, and tells whether it ends the turn.
func (s *stream) handle(ctx context.Context, e event) (ended bool, err error) {
	switch e.name {
	case "message.start", "message.delta", "message.step", "message.action_required", "message.completed", "message.cancelled", "message.error":
	default:
		return false, nil // a ping, or an event of a later version
	}
	data, err := parseObject(e.data)
	if err != nil {
		return true, invalid(e.name + " is no object")
	}
	switch e.name {
	case "message.start":
		s.out.MessageID, _ = data.integer("message_id")
		s.out.ChatID = data.text("chat_id")
	case "message.delta":
		if data.isTrue("replace") {
			s.out.Text = ""
		}
		s.out.Text += data.text("text")
		if s.watcher.OnText != nil {
			s.watcher.OnText(s.out.Text)
		}
	case "message.step":
		s.out.delegation(data.list("steps"))
	case "message.action_required":
		s.ask(ctx, data)
	case "message.completed", "message.cancelled":
		return true, s.end(data, e.name[len("message."):])
	case "message.error":
		return true, &Error{InStream: true, Code: data.text("code"), Retryable: data.isTrue("retryable"),
			MessageID: s.out.MessageID, Cause: errors.New(data.text("message"))}
	}
	return false, ctx.Err()
}

func (s *stream) end(data object, status string) error {
	if mistake == "status-member-decides" {
		status = data.text("status")
	}
	out, err := outcomeOf(data, status)
	if err != nil {
		return err
	}
	if s.out.MessageID != "" && (out.MessageID != s.out.MessageID || out.ChatID != s.out.ChatID) {
		return invalid("the outcome of another turn")
	}
	if mistake == "text-from-deltas" && s.out.Text != "" {
		out.Text = s.out.Text
	}
	if s.out.Delegated {
		out.Delegated, out.FinishedTasks = true, s.out.FinishedTasks
	}
	s.out = out
	return nil
}

// Wait returns the outcome of a turn that was left, once it has ended. It sends the same key and body, which runs nothing.
func (c *Client) Wait(ctx context.Context, turn *Turn) (*Outcome, error) {
	return c.Stream(ctx, turn, Watcher{})
}

// Cancel cancels the running turn of the chat. Its stream goes on to its terminal event.
func (c *Client) Cancel(ctx context.Context, turn *Turn) error {
	return c.repeat(ctx, cancelAgain, func() error {
		_, err := c.call(ctx, c.RequestTimeout, "POST", turn.path("/actions/cancel"), "", []byte("{}"))
		return err
	})
}

// StreamAndCancel streams a turn and cancels it when its first text has arrived.
func (c *Client) StreamAndCancel(ctx context.Context, turn *Turn, watcher Watcher) (*Outcome, error) {
	ctx, leave := context.WithCancel(ctx)
	defer leave()
	var once sync.Once
	var running sync.WaitGroup
	shown := ""
	out, err := c.Stream(ctx, turn, Watcher{OnQuestion: watcher.OnQuestion, OnText: func(text string) {
		once.Do(func() {
			if mistake == "cancel-closes-stream" {
				shown = text
				_ = c.Cancel(ctx, turn)
				leave()
				return
			}
			running.Go(func() { _ = c.Cancel(ctx, turn) })
		})
	}})
	if shown != "" {
		return &Outcome{Status: "cancelled", Text: shown, MessageID: out.MessageID}, nil
	}
	leave()
	running.Wait()
	return out, err
}
