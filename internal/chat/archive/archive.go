// Package archive defines the form of exported and imported conversations.
package archive

import (
	"reflect"
	"slices"

	"github.com/wenqu-ai/wenqu/internal/chat/feedback"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// Conversation is a conversation for export and import. Times are in Unix
// milliseconds.
type Conversation struct {
	CID       string
	Title     string
	CreatedAt int64
	Pinned    bool
	Leaf      int // newest message of the displayed branch
	Messages  []Message
}

// Message is a question, or an answer with all its versions.
type Message struct {
	Index, Parent int
	Human         bool
	Prompt        string
	Files         []File // names and ids of the question's files
	Hidden        bool
	CreatedAt     int64
	Selected      int
	Versions      []Version
}

// File is a file of a question: its name, and its id in the library. The content is exported by
// the library.
type File struct {
	ID   string // empty: only the name is known
	Name string
}

// Version is one version of an answer. Text and Thinking are its text and its thinking. Parts are
// its exported parts in order, such as steps, tools, cards and sources (see kept); Parts is empty
// when Text and Thinking are the whole answer.
type Version struct {
	Model    string
	State    stream.State // final state; a running answer counts as interrupted
	Hidden   bool
	Text     string
	Thinking string
	Parts    []stream.Item
	Feedback *feedback.Feedback
}

// Fill sets the content of v from a stored answer.
func (v *Version) Fill(m stream.Message) {
	parts := slices.DeleteFunc(slices.Clone(m.Content), func(it stream.Item) bool { return !kept(it.Event) })
	v.Text, v.Thinking = m.Readable()
	if !reflect.DeepEqual(parts, v.spoken().Content) {
		v.Parts = parts
	}
}

// kept reports whether a part is exported. The contents of placeholders (Replace), attachments and
// progress values have no meaning on another server.
func kept(e stream.Event) bool {
	switch e.(type) {
	case stream.Replace, stream.Progress, stream.File:
		return false
	}
	return true
}

// Answer converts a version to a message as stored by a run.
func (v Version) Answer() stream.Message {
	m := stream.NewMessage()
	switch {
	case v.Hidden:
		m.Began, m.Hidden, m.State = true, true, v.State
		return m
	case len(v.Parts) == 0:
		return v.spoken()
	}
	for _, it := range v.Parts {
		if kept(it.Event) {
			m.Apply(it.Event)
		}
	}
	if m.Hidden { // a part hides the message
		return m
	}
	// In an interrupted message, Ended lets a tool call wait for consent. After the import, nobody can
	// decide about this call. Therefore Ended gets another state, in which the call counts as declined.
	ended := v.State
	if ended == stream.Interrupt {
		ended = stream.StateError
	}
	m = m.Ended(ended)
	m.Began, m.State = true, v.State
	return m
}

// spoken returns the answer that consists of Text and Thinking.
func (v Version) spoken() stream.Message {
	m := stream.NewMessage()
	m.State, m.Began = v.State, true
	if v.Thinking != "" {
		m.Kind = stream.KindDeepThink
		m.Content = append(m.Content, stream.Item{Event: stream.Think{Content: v.Thinking, Status: 2}})
	}
	if v.Text != "" {
		m.Content = append(m.Content, stream.Item{Event: stream.Text{Msg: v.Text}})
	}
	return m
}
