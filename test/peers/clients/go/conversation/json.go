package conversation

import (
	"bytes"
	"encoding/json"
	"errors"
	"math/big"
	"strconv"
	"strings"
)

// object is a JSON object whose members are read by their exact names. Members that nobody asks for are ignored, and
// null counts as absent. (Struct tags of encoding/json would also match names in another case.)
type object map[string]json.RawMessage

func parseObject(data []byte) (object, error) {
	var o object
	if err := json.Unmarshal(bytes.TrimPrefix(data, []byte("\ufeff")), &o); err != nil {
		return nil, err
	}
	if o == nil {
		return nil, errors.New("null instead of an object")
	}
	return o, nil
}

func (o object) raw(name string) json.RawMessage {
	if v := o[name]; string(v) != "null" {
		return v
	}
	return nil
}

func (o object) str(name string) (s string, ok bool) {
	v := o.raw(name)
	return s, v != nil && json.Unmarshal(v, &s) == nil
}

func (o object) text(name string) string { s, _ := o.str(name); return s }

func (o object) object(name string) object {
	v, _ := parseObject(o.raw(name))
	return v
}

func (o object) list(name string) (items []json.RawMessage) {
	_ = json.Unmarshal(o.raw(name), &items)
	return items
}

func (o object) isTrue(name string) bool { return string(o.raw(name)) == "true" }

// Integer is an integer of any size, in decimal digits. JSON may write 1200 as 1.2e3 too.
type Integer string

func (o object) integer(name string) (Integer, bool) {
	var n json.Number
	if v := o.raw(name); v == nil || v[0] == '"' || json.Unmarshal(v, &n) != nil {
		return "", false
	}
	text := strings.ToLower(n.String())
	if !strings.ContainsAny(text, ".e") {
		if mistake == "int32-id" {
			if _, err := strconv.ParseInt(text, 10, 32); err != nil {
				return "", false
			}
		}
		return Integer(text), true
	}
	if _, exponent, ok := strings.Cut(text, "e"); ok {
		if e, err := strconv.Atoi(exponent); err != nil || e > 40 || e < -40 {
			return "", false
		}
	}
	rat, ok := new(big.Rat).SetString(text)
	if !ok || !rat.IsInt() {
		return "", false
	}
	return Integer(rat.Num().String()), true
}
