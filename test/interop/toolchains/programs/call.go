package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"

	"github.com/google/uuid"
)

func show(call string, value any) {
	text, _ := json.Marshal(map[string]any{"call": call, "value": value})
	fmt.Println(string(text))
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// Calls the service with the client, and prints each answer as it was decoded.
func call() {
	ctx := context.Background()
	authorize := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Getenv("ACCESS_TOKEN"))
		return nil
	}
	client := must(NewClientWithResponses(os.Getenv("BASE_URL"), WithRequestEditorFn(authorize)))

	name, page, size, mode := "Called from Go", int64(1), int64(5), PermissionMode("auto")
	created := must(client.CreateChatWithResponse(ctx, CreateChatJSONRequestBody{Name: &name})).JSON200
	show("createChat", created)
	show("listChats", must(client.ListChatsWithResponse(ctx, &ListChatsParams{Page: &page, Size: &size})).JSON200)
	turn := SendMessageJSONRequestBody{Content: "When do we open?", PermissionMode: &mode}
	params := SendMessageParams{IdempotencyKey: uuid.NewString()}
	show("sendMessage", must(client.SendMessageWithResponse(ctx, created.Data.Id, &params, turn)).JSON200)
	missing := must(client.GetChatWithResponse(ctx, uuid.New()))
	show("getChat", missing.JSON404)
}
