package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"reflect"
)

type item struct {
	Id    string          `json:"id"`
	Kind  string          `json:"kind"`
	Type  string          `json:"type,omitempty"`
	Value json.RawMessage `json:"value,omitempty"`
	Error string          `json:"error,omitempty"`
}

var decoders = map[string]func([]byte) ([]byte, error){
	"__TYPE__": again[__TYPE__],
}

// A union keeps its text. What counts is that it says which of its types the text is.
type union interface {
	ValueByDiscriminator() (interface{}, error)
}

func again[T any](text []byte) ([]byte, error) {
	var decoded T
	if err := json.Unmarshal(text, &decoded); err != nil {
		return nil, err
	}
	if value, ok := any(decoded).(union); ok {
		member, err := value.ValueByDiscriminator()
		if err != nil {
			return nil, err
		}
		return json.Marshal(member)
	}
	if shape := reflect.TypeOf(decoded); shape.Kind() == reflect.Struct {
		if _, found := shape.FieldByName("union"); found {
			return nil, errors.New("the union does not say which of its types a value is")
		}
	}
	return json.Marshal(decoded)
}

func main() {
	if len(os.Args) > 1 && os.Args[1] == "call" {
		call()
		return
	}
	file, err := os.Open("corpus.jsonl")
	if err != nil {
		panic(err)
	}
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var read item
		if err := json.Unmarshal(lines.Bytes(), &read); err != nil {
			panic(err)
		}
		answer := item{Id: read.Id, Kind: read.Kind}
		if value, err := decoders[read.Type](read.Value); err != nil {
			answer.Error = err.Error()
		} else {
			answer.Value = value
		}
		text, _ := json.Marshal(answer)
		fmt.Println(string(text))
	}
}
