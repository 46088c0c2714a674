package conversation

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"
	"unicode/utf8"
)

const maxEvent = 16 << 20

var errTooLarge = errors.New("an event has more than 16 MiB")

type event struct {
	name string
	data []byte
}

// eventReader reads a stream as the WHATWG event-stream format defines it: lines end with LF, CR or CRLF, an empty line
// dispatches, comments and unknown fields are ignored, and an event that the end of the stream cuts off is discarded.
type eventReader struct {
	r     *bufio.Reader
	began bool
	sawCR bool
}

// alive calls a function whenever bytes arrive.
type alive struct {
	r      io.Reader
	onData func()
}

func (a alive) Read(p []byte) (int, error) {
	n, err := a.r.Read(p)
	if n > 0 {
		a.onData()
		if mistake == "utf8-per-chunk" && !utf8.Valid(p[:n]) {
			n = copy(p, strings.ToValidUTF8(string(p[:n]), "?"))
		}
	}
	return n, err
}

func newEventReader(r io.Reader, onData func()) *eventReader {
	return &eventReader{r: bufio.NewReader(alive{r, onData})}
}

func (e *eventReader) line() ([]byte, error) {
	var line []byte
	for {
		b, err := e.r.ReadByte()
		if err != nil {
			return nil, err
		}
		afterCR := e.sawCR
		e.sawCR = b == '\r' && mistake != "lf-only-lines"
		switch {
		case b == '\n' && afterCR: // the second half of CRLF
			continue
		case b == '\n' && mistake == "lf-only-lines":
			return bytes.TrimSuffix(line, []byte("\r")), nil
		case b == '\n', e.sawCR:
			return line, nil
		}
		if line = append(line, b); len(line) > maxEvent || len(line) > 64<<10 && mistake == "line-limit-64k" {
			return nil, errTooLarge
		}
	}
}

func (e *eventReader) next() (event, error) {
	var name string
	var data []byte
	hasData := false
	for {
		line, err := e.line()
		if err != nil {
			return event{}, err
		}
		if !e.began {
			e.began = true
			line = bytes.TrimPrefix(line, []byte("\ufeff"))
		}
		if len(line) == 0 {
			if hasData {
				return event{name, data}, nil
			}
			name = ""
			continue
		}
		field, value, _ := bytes.Cut(line, []byte(":"))
		value = bytes.TrimPrefix(value, []byte(" "))
		switch string(field) {
		case "event":
			name = string(value)
		case "data":
			if hasData {
				data = append(data, '\n')
			}
			if data, hasData = append(data, value...), true; len(data) > maxEvent {
				return event{}, errTooLarge
			}
		}
	}
}
