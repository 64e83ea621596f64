package stream

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/unicode"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// MaxFrame is the maximum size of one frame's data in bytes. A longer frame is skipped and
// becomes Unreadable.
const MaxFrame = 12 << 20

// maxRaw is how many bytes of an unreadable frame are kept, in Unreadable.Raw.
const maxRaw = 512

var errTooLong = errors.New("frame is longer than 12 MB")

// Numbered is a decoded event with the number from the id: line of its frame. N is 0 if the frame has
// no id: line, or if that line contains no valid number.
type Numbered struct {
	N     int
	Event Event
}

// Decoder decodes a byte stream to events. The result does not depend on how the bytes are split. It
// accepts comments, unknown fields, several data lines, a byte order mark, a missing space after the
// colon, and any line end of server-sent events. Invalid frames become Unreadable. The zero Decoder is
// ready for use. It is not safe for concurrent use.
type Decoder struct {
	line    []byte
	long    bool // the line is longer than MaxFrame; its rest is skipped
	skipLF  bool // the last byte was a CR; an LF after it belongs to the same line end
	started bool // the first line has been read, so no byte order mark can follow

	data    []byte
	hasData bool
	event   string
	number  int
	broken  bool // the frame is too long
}

// Write decodes the next bytes and returns the events that they complete.
func (d *Decoder) Write(p []byte) []Numbered {
	var out []Numbered
	for len(p) > 0 {
		if d.skipLF {
			d.skipLF = false
			if p[0] == '\n' {
				p = p[1:]
				continue
			}
		}
		i := bytes.IndexAny(p, "\r\n")
		if i < 0 {
			d.grow(p)
			break
		}
		d.grow(p[:i])
		d.skipLF = p[i] == '\r'
		p = p[i+1:]
		out = d.endLine(out)
	}
	return out
}

// Close ends the stream. A last frame without its blank line is decoded if its data is
// complete; an incomplete frame is dropped.
func (d *Decoder) Close() []Numbered {
	var out []Numbered
	if len(d.line) > 0 {
		out = d.endLine(out)
	}
	out = d.dispatch(out)
	return slices.DeleteFunc(out, func(n Numbered) bool {
		_, torn := n.Event.(Unreadable)
		return torn
	})
}

func (d *Decoder) grow(p []byte) {
	if d.long {
		return
	}
	if len(d.line)+len(p) > MaxFrame {
		d.long = true
		p = p[:max(0, min(len(p), maxRaw-len(d.line)))]
	}
	d.line = append(d.line, p...)
}

func (d *Decoder) endLine(out []Numbered) []Numbered {
	line, long := d.line, d.long
	d.line, d.long = d.line[:0], false
	if cap(d.line) > 1<<20 { // release the memory of a huge line
		d.line = nil
	}
	if !d.started {
		d.started = true
		line = bytes.TrimPrefix(line, []byte("\ufeff"))
	}
	if len(line) == 0 {
		return d.dispatch(out)
	}
	field, value, _ := bytes.Cut(line, []byte(":"))
	value = bytes.TrimPrefix(value, []byte(" "))
	switch string(field) {
	case "data":
		if d.hasData {
			d.data = append(d.data, '\n')
		}
		d.hasData = true
		if long || len(d.data)+len(value) > MaxFrame {
			d.broken = true
			value = value[:min(len(value), maxRaw)]
		}
		if !d.broken || len(d.data) < maxRaw {
			d.data = append(d.data, value...)
		}
	case "event":
		d.event = trim(clean(value))
		d.broken = d.broken || long
	case "id":
		d.number, _ = number(string(value))
	}
	return out
}

func (d *Decoder) dispatch(out []Numbered) []Numbered {
	var e Event
	switch {
	case d.broken:
		e = unreadable(clean(d.data), errTooLong)
	case d.hasData || d.event != "":
		e = decodeFrame(d.event, clean(d.data))
	}
	if e != nil {
		out = append(out, Numbered{N: d.number, Event: e})
	}
	data := d.data[:0]
	if cap(data) > 1<<20 {
		data = nil
	}
	d.data, d.hasData, d.event, d.number, d.broken = data, false, "", 0, false
	return out
}

// clean replaces invalid UTF-8 exactly as a browser's TextDecoder does.
func clean(b []byte) string {
	if utf8.Valid(b) {
		return string(b)
	}
	s, err := unicode.UTF8.NewDecoder().Bytes(b)
	if err != nil {
		return strings.ToValidUTF8(string(b), "\ufffd")
	}
	return string(s)
}

func unreadable(raw string, cause error) Unreadable {
	if len(raw) > maxRaw {
		raw = strings.ToValidUTF8(raw[:maxRaw], "")
	}
	return Unreadable{Raw: raw, Cause: cause}
}

// trim removes blanks, tabs and line ends at both ends. It removes no other white space, because
// programming languages differ in what else they count as white space.
func trim(s string) string { return strings.Trim(s, " \t\r\n") }

// number parses a decimal number without a sign. It reports false for any other text, and for a number
// too large for some clients.
func number(s string) (int, bool) {
	n, err := strconv.ParseUint(s, 10, 53)
	if err != nil || len(s) > 15 {
		return 0, false
	}
	return int(n), true
}

// decodeFrame decodes one frame; nil means that the frame is not part of this protocol and can
// be ignored.
func decodeFrame(event, data string) Event {
	switch event {
	case "", "message":
		return decodeData(data)
	case "speech_type":
		if word := trim(data); word != "" {
			return SpeechType{Kind: Kind(word)}
		}
		return unreadable(data, errors.New("speech_type without a kind"))
	case "message_revoke":
		return decodeRevoke(data)
	case "message_cutoff":
		return Cutoff{}
	case "error":
		return decodeFailure(data, string(errs.StreamFail))
	case "timeout":
		return decodeFailure(data, string(errs.Timeout))
	case "reset":
		return Reset{}
	}
	return nil
}

// decodeRevoke never fails: a revoke with invalid details still withdraws the answer.
func decodeRevoke(data string) Revoke {
	var v Revoke
	if json.Unmarshal([]byte(data), &v) != nil {
		return Revoke{}
	}
	return v
}

// decodeFailure never fails: a failure with invalid details must not be lost.
func decodeFailure(data, code string) Failure {
	var v Failure
	if json.Unmarshal([]byte(data), &v) != nil {
		v = Failure{}
	}
	if v.Code == "" {
		v.Code = code
	}
	return v
}

func decodeData(data string) Event {
	data = trim(data)
	if strings.HasPrefix(data, "[") {
		return decodeMarker(data)
	}
	e, err := decodeChunk([]byte(data))
	if err != nil {
		return unreadable(data, err)
	}
	return e
}

var errMarker = errors.New("unknown marker")

func decodeMarker(data string) Event {
	switch data {
	case "[DONE]":
		return Done{}
	case "[SENSITIVE]":
		return SensitiveEnd{}
	case "[ENTRY]":
		return Entry{}
	}
	name, value, ok := strings.Cut(data, ":")
	value, closed := strings.CutSuffix(value, "]")
	if ok && closed {
		switch value = trim(value); name {
		case "[plugin":
			return Plugin{ID: value}
		case "[TRACEID":
			return TraceID{ID: value}
		case "[MSGINDEX":
			if n, ok := number(value); ok {
				return MsgIndex{N: n}
			}
		}
	}
	return unreadable(data, errMarker)
}

// decodeChunk decodes a JSON chunk by its type.
func decodeChunk(data []byte) (Event, error) {
	var head struct {
		Type         string `json:"type"`
		ID           any    `json:"id"`
		Kind         any    `json:"kind"`
		Cutoff       any    `json:"cutoff"`
		RevokeQAPair any    `json:"revokeQAPair"`
	}
	err := json.Unmarshal(data, &head)
	switch {
	case head.Type == "error":
		return decodeFailure(string(data), string(errs.StreamFail)), nil
	case err != nil:
		return nil, err
	case head.Type == "text" && head.RevokeQAPair == true:
		return decodeRevoke(string(data)), nil
	case slices.Contains(TextKinds, Kind(head.Type)) && !isCard(head.Type, head.ID, head.Kind):
		return parseAs("text", data, func(t Text) Event { t.Kind = Kind(head.Type); return t })
	case slices.Contains(FileTypes, head.Type):
		return parseAs("file", data, func(f File) Event { f.FileType = head.Type; return f })
	}
	m := chunks[head.Type]
	if m == nil {
		return nil, fmt.Errorf("unknown type %q", head.Type)
	}
	e, err := m.parse(data)
	if t, ok := e.(Text); ok && err == nil && t.Msg == "" && head.Cutoff == true {
		return Cutoff{}, nil
	}
	return e, err
}

// isCard distinguishes a Card from the older text chunk of the same type: a card has an id and
// a kind.
func isCard(typ string, id, kind any) bool {
	said := func(v any) bool { s, ok := v.(string); return ok && s != "" }
	return typ == "card" && said(id) && said(kind)
}

func parseAs[T Event](name string, data []byte, named func(T) Event) (Event, error) {
	e, err := chunks[name].parse(data)
	if err != nil {
		return nil, err
	}
	return named(e.(T)), nil
}
