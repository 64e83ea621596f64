// Package archive is the form in which conversations are taken out and brought
// in.
package archive

import (
	"reflect"
	"slices"

	"github.com/wenqu-ai/wenqu/internal/chat/feedback"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// Conversation is a conversation as it is taken out and brought in. Times are in
// Unix milliseconds.
type Conversation struct {
	CID       string
	Title     string
	CreatedAt int64
	Pinned    bool
	Leaf      int // newest message of the branch that is shown
	Messages  []Message
}

// Message is a question, or an answer with all its versions.
type Message struct {
	Index, Parent int
	Human         bool
	Prompt        string
	Files         []File // of a question
	Hidden        bool
	CreatedAt     int64
	Selected      int
	Versions      []Version
}

// File is a file of a question. An archive has its name, and the id by
// which the library knows it; its content is the library's to take out.
type File struct {
	ID   string // empty: only the name is known
	Name string
}

// Version is what can be read of one version. Text and Thinking are all
// that was said and thought; Parts hold the same, with steps, tools, cards and
// sources, in their order, where that is more than the two tell.
type Version struct {
	Model    string
	State    stream.State // how it ended; what is being made now reads as interrupted
	Hidden   bool
	Text     string
	Thinking string
	Parts    []stream.Item
	Feedback *feedback.Feedback
}

// Fill tells what an answer that has ended says.
func (v *Version) Fill(m stream.Message) {
	parts := slices.DeleteFunc(slices.Clone(m.Content), func(it stream.Item) bool { return !kept(it.Event) })
	v.Text, v.Thinking = m.Readable()
	if !reflect.DeepEqual(parts, v.spoken().Content) {
		v.Parts = parts
	}
}

// kept says of a part that it is in an archive: addresses of media, and
// how far work is, mean nothing elsewhere.
func kept(e stream.Event) bool {
	switch e.(type) {
	case stream.Replace, stream.Progress, stream.File:
		return false
	}
	return true
}

// Answer is the answer as a run would have left it.
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
	if m.Hidden { // a part of it says so
		return m
	}
	// What still waits for its reader cannot be answered here: it has failed.
	ended := v.State
	if ended == stream.Interrupt {
		ended = stream.StateError
	}
	m = m.Ended(ended)
	m.Began, m.State = true, v.State
	return m
}

// spoken is the answer as far as its text and thinking tell.
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
