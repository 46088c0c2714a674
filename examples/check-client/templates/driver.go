// A driver for `npx --no conversation-api check-client -- ./driver` (docs/testing-your-client.md).
// It is started once for each journey. Fill in the tasks that your client can do, with calls of your client.
package main

import (
	"encoding/json"
	"fmt"
	"os"
)

// Input is what a driver gets. Body stays as it is, so that large integers keep their digits.
type Input struct {
	Task      string          `json:"task"`
	ChatID    string          `json:"chat_id"`
	Body      json.RawMessage `json:"body"`
	Answers   json.RawMessage `json:"answers"`
	TryAgain  bool            `json:"try_again"`
	TimeScale float64         `json:"time_scale"`
}

// Told is what the client understood: text, status, message_id and so on.
type Told map[string]any

var url, token = os.Getenv("CONVERSATION_API_URL"), os.Getenv("CONVERSATION_API_TOKEN")

var tasks = map[string]func(Input) Told{
	// Blocking send of Body to ChatID.
	"send": func(Input) Told { return Told{"unsupported": "send is not filled in"} },
	// Streaming send; answers each question as Answers says.
	"stream": func(Input) Told { return Told{"unsupported": "stream is not filled in"} },
	// Streaming send, cancelled at its first text, and read to its end.
	"cancel": func(Input) Told { return Told{"unsupported": "cancel is not filled in"} },
	// Streaming send, left at its first text; the answer comes from the listing of the chat.
	"leave": func(Input) Told { return Told{"unsupported": "leave is not filled in"} },
	// All chats, 50 on each page.
	"chats": func(Input) Told { return Told{"unsupported": "chats is not filled in"} },
}

func main() {
	var input Input
	if err := json.Unmarshal([]byte(os.Getenv("CONVERSATION_API_INPUT")), &input); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	told, _ := json.Marshal(tasks[input.Task](input))
	fmt.Println(string(told))
}
