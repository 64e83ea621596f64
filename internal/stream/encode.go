package stream

import (
	"bytes"
	"encoding/json"
	"math"
	"reflect"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// AppendFrame appends the wire frame of e to dst: an "id:" line if n is positive, an "event:"
// line if e is a named event, exactly one "data:" line, and a blank line. The text of e cannot
// end the frame or start another frame. An Unreadable appends nothing. For Text and Think,
// AppendFrame uses no reflection, and allocates only to grow dst.
func AppendFrame(dst []byte, n int, e Event) []byte {
	if _, local := e.(Unreadable); local || e == nil {
		return dst
	}
	if n > 0 {
		dst = append(dst, "id: "...)
		dst = strconv.AppendInt(dst, int64(n), 10)
		dst = append(dst, '\n')
	}
	if name := eventName(e); name != "" {
		dst = append(dst, "event: "...)
		dst = append(dst, name...)
		dst = append(dst, '\n')
	}
	dst = append(dst, "data: "...)
	dst = appendData(dst, e)
	return append(dst, '\n', '\n')
}

// eventName returns the value of the line `event:`; empty if the frame has no such line.
func eventName(e Event) string {
	switch e := e.(type) {
	case Text, Think: // the most frequent events do not need the table
		return ""
	case Failure:
		if e.Code == string(errs.Timeout) {
			return "timeout"
		}
	}
	if m := memberOf[reflect.TypeOf(e)]; m != nil && m.Form == Named {
		return m.Wire
	}
	return ""
}

// appendData appends the value of the line `data:`.
func appendData(dst []byte, e Event) []byte {
	switch e := e.(type) {
	case SpeechType:
		return appendWord(dst, string(e.Kind))
	case Plugin:
		dst = append(dst, "[plugin: "...)
		return append(appendWord(dst, e.ID), ']')
	case MsgIndex:
		dst = append(dst, "[MSGINDEX:"...)
		return append(strconv.AppendInt(dst, int64(e.N), 10), ']')
	case TraceID:
		dst = append(dst, "[TRACEID:"...)
		return append(appendWord(dst, e.ID), ']')
	case Done:
		return append(dst, "[DONE]"...)
	case SensitiveEnd:
		return append(dst, "[SENSITIVE]"...)
	case Entry:
		return append(dst, "[ENTRY]"...)
	}
	return appendJSON(dst, e)
}

// appendJSON appends the event's JSON object, "type" first.
func appendJSON(dst []byte, e Event) []byte {
	switch e := e.(type) {
	case Text:
		dst = append(dst, `{"type":"`...)
		if e.Kind != "" && slices.Contains(TextKinds, e.Kind) {
			dst = append(dst, e.Kind...)
		} else {
			dst = append(dst, "text"...)
		}
		dst = append(dst, '"')
		if e.Msg != "" {
			dst = append(dst, `,"msg":`...)
			dst = appendString(dst, e.Msg)
		}
		return append(appendExtra(dst, &e.Extra), '}')
	case Think:
		dst = append(dst, `{"type":"think"`...)
		if e.Title != "" {
			dst = append(dst, `,"title":`...)
			dst = appendString(dst, e.Title)
		}
		dst = appendInt(dst, `,"iconType":`, e.IconType)
		dst = append(dst, `,"content":`...)
		dst = appendString(dst, e.Content)
		dst = appendInt(dst, `,"status":`, e.Status)
		return append(appendExtra(dst, &e.Extra), '}')
	case Revoke:
		return appendStruct(dst, "text", e)
	case Cutoff:
		return append(dst, `{"type":"text","cutoff":true}`...)
	case File:
		if !slices.Contains(FileTypes, e.FileType) {
			e.FileType = "file"
		}
		return appendStruct(dst, e.FileType, e)
	case SearchGuid:
		e.Docs = listed(e.Docs)
		return appendStruct(dst, "searchGuid", e)
	case DeepSearch:
		e.Contents = listed(e.Contents)
		return appendStruct(dst, "deepSearch", e)
	case Card:
		if !json.Valid(e.Data) {
			e.Data = nil
		}
		return appendStruct(dst, "card", e)
	case Replace:
		e.Replace.Multimedias = listed(e.Replace.Multimedias)
		return appendStruct(dst, "replace", e)
	case MultiAnswer:
		e.Answers = listed(e.Answers)
		return appendStruct(dst, "multiAnswer", e)
	case Progress:
		if math.IsNaN(e.Value) || math.IsInf(e.Value, 0) { // JSON cannot encode such numbers
			e.Value = 0
		}
		return appendStruct(dst, "progress", e)
	}
	name := ""
	if m := memberOf[reflect.TypeOf(e)]; m != nil {
		name = m.Name
	}
	return appendStruct(dst, name, e)
}

// listed returns an empty list if s is nil, because clients read the length of the list.
func listed[T any](s []T) []T {
	if s == nil {
		return []T{}
	}
	return s
}

// lineEnds are the characters beyond ASCII that end a line for some clients.
var lineEnds = []struct{ raw, escaped []byte }{
	{[]byte("\u0085"), []byte(`\u0085`)}, {[]byte("\u2028"), []byte(`\u2028`)}, {[]byte("\u2029"), []byte(`\u2029`)},
}

func appendStruct(dst []byte, name string, v any) []byte {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		// This cannot happen: all fields of the union have types that JSON can encode.
		panic("stream: " + err.Error())
	}
	body := bytes.TrimSuffix(buf.Bytes(), []byte("\n"))
	for _, end := range lineEnds { // the encoder escapes only some of these characters, and none in a RawMessage
		body = bytes.ReplaceAll(body, end.raw, end.escaped)
	}
	dst = append(dst, `{"type":`...)
	dst = appendString(dst, name)
	if len(body) > len("{}") {
		dst = append(dst, ',')
	}
	return append(dst, body[1:]...)
}

func appendExtra(dst []byte, x *Extra) []byte {
	if *x == (Extra{}) {
		return dst
	}
	dst = appendInt(dst, `,"mask":`, x.Mask)
	dst = appendTrue(dst, `,"isTitle":true`, x.IsTitle)
	dst = appendOptional(dst, `,"componentId":`, x.ComponentID)
	dst = appendOptional(dst, `,"label":`, x.Label)
	dst = appendInt(dst, `,"index":`, x.Index)
	dst = appendTrue(dst, `,"sensitive":true`, x.Sensitive)
	return appendOptional(dst, `,"permission":`, x.Permission)
}

func appendInt(dst []byte, key string, n int) []byte {
	if n == 0 {
		return dst
	}
	return strconv.AppendInt(append(dst, key...), int64(n), 10)
}

func appendTrue(dst []byte, field string, on bool) []byte {
	if !on {
		return dst
	}
	return append(dst, field...)
}

func appendOptional(dst []byte, key, s string) []byte {
	if s == "" {
		return dst
	}
	return appendString(append(dst, key...), s)
}

// appendWord appends a word and leaves out the characters that could end its line.
func appendWord(dst []byte, s string) []byte {
	for _, r := range s {
		if r >= ' ' && r != 0x7f && r != 0x85 && r != 0x2028 && r != 0x2029 {
			dst = utf8.AppendRune(dst, r)
		}
	}
	return dst
}

const hex = "0123456789abcdef"

// appendString appends s as a JSON string. It escapes the characters required by JSON, and also U+0085,
// U+2028 and U+2029, because some clients split lines there.
func appendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	done := 0 // the part s[:done] has been appended
	for i := 0; i < len(s); {
		b := s[i]
		if b < utf8.RuneSelf {
			if b >= ' ' && b != '"' && b != '\\' {
				i++
				continue
			}
			dst = append(dst, s[done:i]...)
			switch b {
			case '"', '\\':
				dst = append(dst, '\\', b)
			case '\n':
				dst = append(dst, '\\', 'n')
			case '\r':
				dst = append(dst, '\\', 'r')
			case '\t':
				dst = append(dst, '\\', 't')
			default:
				dst = append(dst, '\\', 'u', '0', '0', hex[b>>4], hex[b&15])
			}
			i++
			done = i
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			dst = append(append(dst, s[done:i]...), "\ufffd"...)
		case r == 0x85 || r == 0x2028 || r == 0x2029:
			dst = append(dst, s[done:i]...)
			dst = append(dst, '\\', 'u', hex[r>>12], hex[r>>8&15], hex[r>>4&15], hex[r&15])
		default:
			i += size
			continue
		}
		i += size
		done = i
	}
	return append(append(dst, s[done:]...), '"')
}
