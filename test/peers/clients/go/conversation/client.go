// Package conversation is a client of the Conversational AI Service API v1.
package conversation

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"math/big"
	"mime"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"
)

// mistake names the deliberate mistake to make; empty for the sound client.
var mistake = os.Getenv("MISTAKE")

const maxAnswer = 64 << 20

// Options are the limits of a client.
type Options struct {
	RequestTimeout time.Duration // for one answer, and for a stream to open
	SendTimeout    time.Duration // for the answer of a blocking send
	IdleTimeout    time.Duration // for the silence of a stream
	TurnTimeout    time.Duration // for a streamed turn with all its repeats
	ActionLifetime time.Duration // how long a question waits for its answer
	Pause          time.Duration // the first pause between two attempts
	Retries        int
}

// DefaultOptions suit the service in its normal time.
var DefaultOptions = Options{
	RequestTimeout: time.Minute, SendTimeout: 35 * time.Minute, IdleTimeout: time.Minute, TurnTimeout: 70 * time.Minute,
	ActionLifetime: 110 * time.Second, Pause: 500 * time.Millisecond, Retries: 4,
}

// Client calls the service with one credential.
type Client struct {
	base, token string
	http        *http.Client
	Options
}

// New makes a client. base is the address of the service, before /api/v1.
func New(base, token string, options Options) *Client {
	c := &Client{base: strings.TrimSuffix(base, "/"), token: token, Options: options}
	c.http = &http.Client{
		Transport:     http.DefaultTransport.(*http.Transport).Clone(),
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	if mistake == "one-timeout" {
		c.http.Timeout = options.RequestTimeout
	}
	return c
}

// NewKey makes an Idempotency-Key for a new turn.
func NewKey() string { return rand.Text() }

// Error is a failure: of the service over HTTP (Status is set), of the service inside a stream (InStream), of the
// connection (Lost), or an answer that does not follow the contract.
type Error struct {
	Status     int
	Code       string // message_code, or the code of message.error
	DataCode   string
	MessageID  Integer
	Retryable  bool
	InStream   bool
	Lost       bool
	RetryAfter time.Duration
	Cause      error
}

func (e *Error) Error() string {
	return fmt.Sprintf("status %d, code %q, data.code %q: %v", e.Status, e.Code, e.DataCode, e.Cause)
}

func (e *Error) Unwrap() error { return e.Cause }

func lost(err error) error     { return &Error{Lost: true, Cause: err} }
func invalid(why string) error { return &Error{Cause: errors.New("invalid response: " + why)} }

// gateway: nobody knows what became of the request, since the answer has no code of the contract.
func (e *Error) gateway() bool {
	if e.Lost {
		return true
	}
	switch e.Status {
	case 408, 429:
		return true
	case 502, 503, 504:
		switch e.Code {
		case "upstream_error", "interaction_in_auto_mode", "turn_timeout", "api_v1_agents_disabled", "api_v1_core_unavailable",
			"api_v1_service_unavailable", "api_v1_action_result_unknown", "api_v1_interaction_backend_unavailable":
			return false
		}
		return true
	}
	return false
}

// InDoubt: the turn has ended, and the same key may show its outcome.
func (e *Error) InDoubt() bool {
	switch code := e.Code; {
	case code == "outcome_unknown", e.InStream && (code == "persistence_failed" || code == "idempotency_outcome_unknown"):
		return true
	default:
		return code == "api_v1_core_unavailable" && (e.DataCode == "idempotency_outcome_unknown" || e.DataCode == "persistence_failed")
	}
}

func (e *Error) running() bool {
	if mistake == "any-409-waits" && e.Status == 409 {
		return true
	}
	return e.Code == "api_v1_turn_in_progress"
}

// Which failures allow the same request again, by the kind of the request.
func turnAgain(e *Error) bool {
	return e.gateway() || e.InDoubt() || e.Code == "api_v1_agents_unavailable"
}
func readAgain(e *Error) bool { return e.gateway() }
func cancelAgain(e *Error) bool {
	return e.gateway() || e.Status == 502 && e.Code == "api_v1_core_unavailable"
}
func decideAgain(e *Error) bool {
	if mistake == "decision-retried-when-lost" && e.Lost {
		return true
	}
	return e.Status == 429 || e.Status == 503 && (e.Code == "api_v1_service_unavailable" || e.Code == "api_v1_interaction_backend_unavailable")
}

// repeat calls attempt until it succeeds, fails for good, or has been repeated often enough. Waiting for a running turn
// does not count.
func (c *Client) repeat(ctx context.Context, again func(*Error) bool, attempt func() error) error {
	tries, waits := 0, 0
	for {
		err := attempt()
		var failure *Error
		if err == nil || ctx.Err() != nil || !errors.As(err, &failure) {
			return err
		}
		var pause time.Duration
		switch {
		case failure.running():
			pause = c.pause(waits)
			waits++
		case again(failure) && tries < c.Retries:
			pause = c.pause(tries)
			tries++
		default:
			return err
		}
		if failure.RetryAfter > 2*time.Minute {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(max(pause, failure.RetryAfter)):
		}
	}
}

func (c *Client) pause(n int) time.Duration {
	limit := min(c.Pause<<min(n, 10), 8*time.Second)
	part, _ := rand.Int(rand.Reader, big.NewInt(int64(limit/2)+1))
	return limit/2 + time.Duration(part.Int64())
}

// do sends one request. The caller closes the body of the response.
func (c *Client) do(ctx context.Context, method, path, key string, body []byte, accept string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, method, c.base+"/api/v1"+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Authorization", "Bearer "+c.token)
	req.Header.Set("Accept", accept)
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	if key != "" {
		req.Header.Set("Idempotency-Key", key)
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, lost(err)
	}
	return resp, nil
}

// call sends one request and reads its JSON answer within the timeout.
func (c *Client) call(ctx context.Context, timeout time.Duration, method, path, key string, body []byte) (object, error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	resp, err := c.do(ctx, method, path, key, body, "application/json")
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode/100 != 2 {
		return nil, c.failure(resp)
	}
	data, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer+1))
	if err != nil {
		return nil, lost(err)
	}
	answer, err := parseObject(data)
	if err != nil || len(data) > maxAnswer || !hasType(resp, "application/json") {
		return nil, invalid("not a JSON object of at most 64 MiB")
	}
	return answer, nil
}

func hasType(resp *http.Response, want string) bool {
	if mistake == "content-type-exact" && want == "text/event-stream" {
		return resp.Header.Get("Content-Type") == want
	}
	media, _, err := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	return media == want && (err == nil || errors.Is(err, mime.ErrInvalidMediaParameter))
}

// failure reads what a response of another status than 2xx says.
func (c *Client) failure(resp *http.Response) error {
	data, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
	if err != nil {
		return lost(err)
	}
	failure := &Error{Status: resp.StatusCode}
	failure.RetryAfter, err = retryAfter(resp.Header.Get("Retry-After"))
	if err != nil {
		return err
	}
	body, err := parseObject(data)
	if mistake == "failure-data-object" && err == nil && body.raw("data") != nil && body.object("data") == nil {
		err = errors.New("cannot unmarshal into field data")
	}
	if err == nil {
		failure.Code = body.text("message_code")
		failure.DataCode = body.object("data").text("code")
		failure.MessageID, _ = body.object("data").integer("message_id")
	}
	failure.Cause = fmt.Errorf("%s %s", resp.Status, body.text("message"))
	return failure
}

// retryAfter reads both forms of Retry-After; what it cannot read is no wish.
func retryAfter(value string) (time.Duration, error) {
	if value == "" {
		return 0, nil
	}
	if seconds, err := strconv.Atoi(strings.TrimSpace(value)); err == nil {
		return time.Duration(max(0, min(seconds, 1<<30))) * time.Second, nil
	} else if mistake == "retry-after-date-throws" {
		return 0, fmt.Errorf("Retry-After: %w", err)
	}
	if at, err := http.ParseTime(value); err == nil {
		return max(0, time.Until(at)), nil
	}
	return 0, nil
}

// pages reads a list page by page and gives each item to use, until use returns false.
func (c *Client) pages(ctx context.Context, path string, size int, use func(object) bool) error {
	for page := 1; ; page++ {
		var answer object
		err := c.repeat(ctx, readAgain, func() (err error) {
			answer, err = c.call(ctx, c.RequestTimeout, "GET", fmt.Sprintf("%s?page=%d&size=%d", path, page, size), "", nil)
			return err
		})
		var failure *Error
		if page > 1 && mistake != "meta-size-step" && errors.As(err, &failure) && (failure.Status == 400 || failure.Status == 404 || failure.Status == 422) {
			return nil // a service may refuse a page beyond the end
		}
		if err != nil {
			return err
		}
		items := answer.list("data")
		for _, raw := range items {
			item, err := parseObject(raw)
			if err != nil {
				return invalid("an item of a list is no object")
			}
			if !use(item) {
				return nil
			}
		}
		total, known := answer.object("meta").integer("total")
		n, _ := strconv.Atoi(string(total))
		if mistake == "meta-size-step" {
			applied, _ := answer.object("meta").integer("size")
			if n, _ := strconv.Atoi(string(applied)); len(items) < n {
				return nil
			}
		} else if len(items) == 0 || known && page*size >= n {
			return nil
		}
	}
}

// Chats returns the ids of all chats of the credential, newest first.
func (c *Client) Chats(ctx context.Context, size int) ([]string, error) {
	var ids []string
	seen := map[string]bool{}
	err := c.pages(ctx, "/chats", size, func(chat object) bool {
		if id, ok := chat.str("id"); ok && !seen[id] {
			seen[id] = true // a new chat shifts the pages, so that an item can come twice
			ids = append(ids, id)
		}
		return true
	})
	return ids, err
}

// Message looks a turn up in the history of its chat; nil if it is not listed.
func (c *Client) Message(ctx context.Context, chatID string, id Integer) (found *Outcome, err error) {
	err = c.pages(ctx, "/chats/"+url.PathEscape(chatID)+"/messages", 50, func(message object) bool {
		if mistake == "last-of-list" {
			found, _ = outcomeOf(message, message.text("status"))
			return true
		}
		if listed, _ := message.integer("id"); listed != id || id == "" {
			return true
		}
		found, _ = outcomeOf(message, message.text("status"))
		return false
	})
	return found, err
}

func keyOf(turn *Turn) string {
	if mistake == "key-from-content" {
		return fmt.Sprintf("%x", sha256.Sum256(append([]byte(turn.ChatID), turn.Body...)))
	}
	return turn.Key
}
