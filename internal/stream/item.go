package stream

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
)

// MarshalJSON gives the wire's item, "type" first.
func (it Item) MarshalJSON() ([]byte, error) {
	if !isItem(it.Event) {
		return nil, fmt.Errorf("stream: %T is no item of a message", it.Event)
	}
	return appendJSON(nil, it.Event), nil
}

// UnmarshalJSON reads a wire item; anything but an item is an error.
func (it *Item) UnmarshalJSON(data []byte) error {
	e, err := decodeChunk(data)
	if err != nil {
		return fmt.Errorf("stream: item: %w", err)
	}
	if !isItem(e) {
		return fmt.Errorf("stream: %T is no item of a message", e)
	}
	it.Event = e
	return nil
}

func isItem(e Event) bool {
	if t, ok := e.(Text); ok && t.Kind != "" {
		return false
	}
	m := memberOf[reflect.TypeOf(e)]
	return m != nil && m.Item
}

// Text is the answer's Markdown with its inline marks; empty when it has none
// or is hidden.
func (m Message) Text() string {
	t, _ := find[Text](&m)
	return t.Msg
}

var inlineMark = regexp.MustCompile(`\[citation:\d+\]|\[\]\(@replace=[^)]*\)`)

// PlainText is the answer's Markdown without citation marks and placeholders:
// what a title, a preview or a later question to a model is made from.
func (m Message) PlainText() string {
	return trim(inlineMark.ReplaceAllString(m.Text(), ""))
}

// Encode turns a message back into events whose fold is the message, but for
// its count of unreadable frames. The order is the wire's: sentinel, kind,
// content, tail, end.
func Encode(m Message) []Event {
	var out []Event
	if m.Began {
		out = append(out, Text{})
	}
	if m.Hidden {
		return append(out, encodeHidden(m)...)
	}
	kind := KindText
	emit := func(e Event) {
		kind = kind.after(e)
		out = append(out, e)
	}
	if m.Kind != KindText || len(m.Content) > 0 {
		emit(SpeechType{Kind: m.Kind})
	}
	for _, it := range m.Content {
		emit(it.Event)
	}
	if m.Status != "" {
		emit(Status{Msg: m.Status})
	}
	if kind != m.Kind { // the order of the items hides how the kind came about
		if m.Kind == KindText && slices.Contains(KeptKinds, kind) {
			emit(SpeechType{Kind: KindStatus})
		}
		emit(SpeechType{Kind: m.Kind})
	}
	if m.Cutoff {
		emit(Cutoff{})
	}
	out = append(out, tail(m)...)
	switch m.State {
	case StateDone, ManualStop:
		out = append(out, Done{})
	case StateError, Interrupt:
		out = append(out, Failure{Msg: m.ErrorMsg, Code: m.ErrorCode})
	}
	return out
}

func encodeHidden(m Message) []Event {
	var out []Event
	if m.ErrorCode != "" || m.ErrorMsg != "" {
		out = append(out, Failure{Msg: m.ErrorMsg, Code: m.ErrorCode})
	}
	out = append(out, Revoke{RevokeQAPair: m.HidePair, DeleteIndexList: m.DeleteIdx, Sensitive: true})
	out = append(out, tail(m)...)
	return append(out, SensitiveEnd{})
}

func tail(m Message) []Event {
	if m.Meta == nil {
		return nil
	}
	return []Event{Plugin{ID: m.Meta.PluginID}, MsgIndex{N: m.Meta.Index}, *m.Meta, TraceID{ID: m.Meta.TraceID}}
}

// Resumed is the message as it was before its end, running again: the base of
// an answer that is continued.
func (m Message) Resumed() Message {
	c := m.Snapshot()
	c.State, c.Meta, c.Cutoff, c.ErrorCode, c.ErrorMsg = Running, nil, false, "", ""
	return c
}
