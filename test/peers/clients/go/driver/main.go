// The driver does what CONVERSATION_API_INPUT says with the client, and prints what the client understood.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"example.com/conversation/conversation"
)

type input struct {
	Task    string          `json:"task"`
	ChatID  string          `json:"chat_id"`
	Body    json.RawMessage `json:"body"`
	Answers struct {
		ToolApproval string `json:"tool_approval"`
		PlanApproval string `json:"plan_approval"`
		Elicitation  *struct {
			Action  string          `json:"action"`
			Content json.RawMessage `json:"content"`
		} `json:"elicitation"`
		AuthRequired string `json:"auth_required"`
	} `json:"answers"`
	TryAgain  bool    `json:"try_again"`
	TimeScale float64 `json:"time_scale"`
}

func (in *input) answer(q conversation.Question) *conversation.Answer {
	a := in.Answers
	switch {
	case q.Kind == "tool_approval" && a.ToolApproval != "":
		return q.DecideTools(func(string) bool { return a.ToolApproval == "approve" })
	case q.Kind == "plan_approval" && a.PlanApproval != "":
		return q.RespondPlan(a.PlanApproval)
	case q.Kind == "elicitation" && a.Elicitation != nil:
		return q.Respond(a.Elicitation.Action, a.Elicitation.Content)
	case q.Kind == "auth_required" && a.AuthRequired == "cancel":
		return q.CancelAuth()
	}
	return nil
}

func main() {
	var in input
	if err := json.Unmarshal([]byte(os.Getenv("CONVERSATION_API_INPUT")), &in); err != nil {
		fmt.Fprintln(os.Stderr, "CONVERSATION_API_INPUT:", err)
		os.Exit(2)
	}
	options := conversation.DefaultOptions
	if in.TimeScale > 1 { // with a floor, since this machine is not that much faster
		scale := func(d, floor time.Duration) time.Duration {
			return max(floor, time.Duration(float64(d)/in.TimeScale))
		}
		options.RequestTimeout = scale(options.RequestTimeout, 5*time.Second)
		options.SendTimeout = scale(options.SendTimeout, 5*time.Second)
		options.IdleTimeout = scale(options.IdleTimeout, time.Second)
		options.TurnTimeout = scale(options.TurnTimeout, 30*time.Second)
		options.ActionLifetime = scale(options.ActionLifetime, time.Second)
		options.Pause = scale(options.Pause, 100*time.Millisecond)
	}
	client := conversation.New(os.Getenv("CONVERSATION_API_URL"), os.Getenv("CONVERSATION_API_TOKEN"), options)
	printed, _ := json.Marshal(run(context.Background(), client, &in))
	fmt.Println(string(printed))
}

func run(ctx context.Context, client *conversation.Client, in *input) map[string]any {
	newTurn := func() *conversation.Turn {
		return &conversation.Turn{ChatID: in.ChatID, Key: conversation.NewKey(), Body: in.Body}
	}
	watcher := conversation.Watcher{OnQuestion: in.answer}
	switch in.Task {
	case "chats":
		ids, err := client.Chats(ctx, 50)
		if err != nil {
			return report(nil, err)
		}
		return map[string]any{"ids": ids}
	case "cancel":
		return report(client.StreamAndCancel(ctx, newTurn(), watcher))
	case "leave":
		return report(leave(ctx, client, newTurn()))
	case "send", "stream":
		do := func(turn *conversation.Turn) (*conversation.Outcome, error) {
			if in.Task == "send" {
				return client.Send(ctx, turn)
			}
			return client.Stream(ctx, turn, watcher)
		}
		out, err := do(newTurn())
		var failure *conversation.Error
		if !errors.As(err, &failure) {
			return report(out, err)
		}
		switch {
		case failure.Code == "interaction_in_auto_mode" || failure.Code == "turn_timeout" && in.Task == "send":
			// The service says: list the messages, then send the turn to the stream with a new key.
			do = func(turn *conversation.Turn) (*conversation.Outcome, error) { return client.Stream(ctx, turn, watcher) }
		case !in.TryAgain || failure.Lost || failure.Status != 0 && failure.Status < 500 || failure.Code == "api_v1_agents_disabled":
			return report(out, err)
		}
		seen, listErr := client.Message(ctx, in.ChatID, failure.MessageID)
		if listErr == nil && seen != nil && seen.Status == "completed" {
			return report(seen, nil)
		}
		return report(do(newTurn()))
	}
	return map[string]any{"unsupported": "the driver does not know the task " + in.Task}
}

// leave sends a turn, leaves it at its first text, and reads its answer in the history once it has ended.
func leave(ctx context.Context, client *conversation.Client, turn *conversation.Turn) (*conversation.Outcome, error) {
	reading, stop := context.WithCancel(ctx)
	defer stop()
	out, err := client.Stream(reading, turn, conversation.Watcher{OnText: func(string) { stop() }})
	if reading.Err() == nil {
		return out, err // the turn has ended without any text
	}
	if out, err = client.Wait(ctx, turn); err != nil {
		return out, err
	}
	for try := 0; ; try++ { // a listing may lag behind
		listed, err := client.Message(ctx, turn.ChatID, out.MessageID)
		if err != nil || listed != nil && listed.Status != "pending" || try == 10 {
			return listed, err
		}
		time.Sleep(300 * time.Millisecond)
	}
}

func report(out *conversation.Outcome, err error) map[string]any {
	result := map[string]any{}
	if out != nil && out.MessageID != "" {
		result["message_id"] = string(out.MessageID)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		result["status"] = "failed"
		var failure *conversation.Error
		if errors.As(err, &failure) {
			if failure.Code != "" {
				result["failure"] = failure.Code
			}
			if failure.MessageID != "" {
				result["message_id"] = string(failure.MessageID)
			}
		}
		if out != nil && out.Text != "" {
			result["text"] = out.Text
		}
		return result
	}
	if out == nil {
		return map[string]any{"status": "failed"}
	}
	result["text"] = out.Text
	result["status"] = out.Status
	if out.TotalTokens != "" {
		result["total_tokens"] = json.Number(out.TotalTokens)
	}
	result["sources"] = out.Sources
	if out.Metadata != nil {
		result["metadata"] = out.Metadata
	}
	if out.Delegated {
		result["finished_tasks"] = out.FinishedTasks
	}
	return result
}
