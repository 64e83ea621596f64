package stream

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
)

// MarshalJSON encodes the item with "type" as the first key.
func (it Item) MarshalJSON() ([]byte, error) {
	if !isItem(it.Event) {
		return nil, fmt.Errorf("stream: %T is no item of a message", it.Event)
	}
	return appendJSON(nil, it.Event), nil
}

// UnmarshalJSON decodes an item; any other event is an error.
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

// Text returns the answer's Markdown with its citations and placeholders: all text parts joined. It is
// empty if there is no text part or if the message is hidden.
func (m Message) Text() string { return joined(m, func(t Text) string { return t.Msg }) }

// Thinking returns the thinking text, all parts joined.
func (m Message) Thinking() string { return joined(m, func(t Think) string { return t.Content }) }

// Readable returns the text and the thinking of an answer. The answers of a MultiAnswer follow the text,
// and a Reasoner follows the thinking, each after a blank line.
func (m Message) Readable() (text, thinking string) {
	said, thought := []string{m.Text()}, []string{m.Thinking()}
	for _, it := range m.Content {
		switch e := it.Event.(type) {
		case MultiAnswer:
			for _, a := range e.Answers {
				said = append(said, a.Msg)
			}
		case Reasoner:
			thought = append(thought, e.Msg)
		}
	}
	empty := func(s string) bool { return s == "" }
	return strings.Join(slices.DeleteFunc(said, empty), "\n\n"), strings.Join(slices.DeleteFunc(thought, empty), "\n\n")
}

// joined joins the texts of the parts of one type. If there is only one part, the usual case, its
// text is not copied.
func joined[T Event](m Message, text func(T) string) string {
	var all []string
	for _, it := range m.Content {
		if e, ok := it.Event.(T); ok {
			all = append(all, text(e))
		}
	}
	return strings.Join(all, "")
}

// Flat returns the parts for clients that expect one text and one thinking block: all text is in
// the first text part, all thinking in the first thinking part, and tools and cards are left out.
// It returns false if nothing had to be changed.
func (m Message) Flat() ([]Item, bool) {
	text, think, changed := -1, -1, false
	out := make([]Item, 0, len(m.Content))
	for _, it := range m.Content {
		switch e := it.Event.(type) {
		case Tool, Card:
			changed = true
			continue
		case Text:
			if text >= 0 {
				changed = true
				continue
			}
			text = len(out)
		case Think:
			if think >= 0 {
				changed = true
				first := out[think].Event.(Think)
				first.Status = e.Status
				if e.Title != "" {
					first.Title = e.Title
				}
				out[think].Event = first
				continue
			}
			think = len(out)
		}
		out = append(out, it)
	}
	if !changed {
		return m.Content, false
	}
	if text >= 0 {
		first := out[text].Event.(Text)
		first.Msg = m.Text()
		out[text].Event = first
	}
	if think >= 0 {
		first := out[think].Event.(Think)
		first.Content = m.Thinking()
		out[think].Event = first
	}
	return out, true
}

var inlineMark = regexp.MustCompile(`\[citation:\d+\]|\[\]\(@replace=[^)]*\)`)

// PlainText returns the answer's Markdown without citation marks and placeholders, for titles,
// previews and later questions to a model.
func (m Message) PlainText() string {
	text := m.Text()
	if strings.IndexByte(text, '[') >= 0 {
		text = inlineMark.ReplaceAllString(text, "")
	}
	return trim(text)
}

// Encode converts a message to events in the order of the protocol: sentinel, kind, content, tail, end.
// They fold to the same message, except for its counts of unreadable frames and dropped parts.
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
	if kind != m.Kind { // the items alone would lead to another kind
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

// Resumed returns a copy of the message in the running state, without Meta, Cutoff and the error. The
// parts keep their states. When an answer is continued, new events are applied to this copy.
func (m Message) Resumed() Message {
	c := m.Snapshot()
	c.State, c.Meta, c.Cutoff, c.ErrorCode, c.ErrorMsg = Running, nil, false, "", ""
	return c
}
