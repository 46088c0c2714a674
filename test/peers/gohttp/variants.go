package main

// Mistakes and legal differences, built in on purpose. They are not part of the server.

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"net/http"
	"os"
	"slices"
	"strings"
)

var mistakeID = os.Getenv("MISTAKE")
var differences = strings.FieldsFunc(os.Getenv("DIFFERENCE"), func(r rune) bool { return r == ',' })

func mistake(id string) bool      { return mistakeID == id }
func difference(name string) bool { return slices.Contains(differences, name) }

// pick returns the first value if the condition holds, and else the second.
func pick[T any](condition bool, first, second T) T {
	if condition {
		return first
	}
	return second
}

// opaque members hold what somebody else sent, so they stay as they are.
var opaque = map[string]bool{"metadata": true, "input": true, "requested_schema": true, "plan": true}

// vary changes a JSON value: it adds members, or leaves out what is null or empty.
func vary(v any) any {
	switch v := v.(type) {
	case []any:
		for i := range v {
			v[i] = vary(v[i])
		}
	case M:
		for name, value := range v {
			if opaque[name] && value != nil {
				continue
			}
			v[name] = vary(value)
			list, isList := value.([]any)
			if difference("omitempty") && (value == nil || isList && len(list) == 0 && (name == "steps" || name == "sources")) && v["role"] != nil {
				delete(v, name)
			}
		}
		if difference("extra-members") {
			v["x_node"] = M{"host": "quay-1", "list": []int{1}}
		}
	}
	return v
}

// varied gives a value as JSON, changed by the difference.
func varied(v any) any {
	if len(differences) == 0 {
		return v
	}
	var copy any
	json.Unmarshal(encode(v).(json.RawMessage), &copy)
	return vary(copy)
}

// variedEvent gives the data of an event. Terminal events never leave members out.
func variedEvent(v any) any {
	if difference("omitempty") {
		return v
	}
	return varied(v)
}

// wrapped writes a response in another form of HTTP.
type wrapped struct {
	http.ResponseWriter
	zip *gzip.Writer
}

func (w *wrapped) Write(b []byte) (int, error) {
	if w.zip != nil {
		return w.zip.Write(b)
	}
	if difference("chunks") {
		if strings.HasPrefix(w.Header().Get("Content-Type"), "text/event-stream") {
			b = append([]byte(": c\r\n"), bytes.ReplaceAll(b, []byte("\n"), []byte("\r\n"))...)
		}
		for from := 0; from < len(b); from += 97 {
			w.ResponseWriter.Write(b[from:min(from+97, len(b))])
			w.ResponseWriter.(http.Flusher).Flush()
		}
		return len(b), nil
	}
	return w.ResponseWriter.Write(b)
}

func (w *wrapped) Flush() {
	if w.zip != nil {
		w.zip.Flush()
	}
	w.ResponseWriter.(http.Flusher).Flush()
}

// wrap returns the writer for a response, and what ends it.
func wrap(w http.ResponseWriter, r *http.Request) (http.ResponseWriter, func()) {
	if difference("gzip") { // The suite sends no Accept-Encoding, which allows every encoding.
		w.Header().Set("Content-Encoding", "gzip")
		w.Header().Set("Vary", "Accept-Encoding")
		zip := gzip.NewWriter(w)
		return &wrapped{w, zip}, func() { zip.Close() }
	}
	if difference("chunks") {
		return &wrapped{w, nil}, func() {}
	}
	return w, func() {}
}

// dropNulls leaves out members that are null.
func dropNulls(v any) {
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			dropNulls(e)
		}
	case M:
		for name, e := range v {
			if e == nil {
				delete(v, name)
			} else {
				dropNulls(e)
			}
		}
	}
}
