package run

import (
	"slices"

	"github.com/wenqu-ai/wenqu/internal/stream"
)

// folder folds the events of a run. Increments of text that follow each other
// are gathered and applied as one, which has the same fold: applying each by
// itself would copy the whole text once per increment.
type folder struct {
	msg   stream.Message
	text  []byte
	think []byte
	head  stream.Think // of the gathered thinking, without its content
}

func (f *folder) apply(e stream.Event) {
	switch e := e.(type) {
	case stream.Text:
		if e.Msg != "" && e.Extra == (stream.Extra{}) {
			f.flushThink()
			f.text = append(f.text, e.Msg...)
			return
		}
	case stream.Think:
		if e.Content != "" && e.Extra == (stream.Extra{}) {
			head := e
			head.Content = ""
			f.flushText()
			if head != f.head {
				f.flushThink()
			}
			f.head = head
			f.think = append(f.think, e.Content...)
			return
		}
	}
	f.flush()
	f.msg.Apply(e)
}

func (f *folder) flush() {
	f.flushText()
	f.flushThink()
}

func (f *folder) flushText() {
	if len(f.text) > 0 {
		f.msg.Apply(stream.Text{Msg: string(f.text)})
		f.text = f.text[:0]
	}
}

func (f *folder) flushThink() {
	if len(f.think) > 0 {
		e := f.head
		e.Content = string(f.think)
		f.msg.Apply(e)
		f.think = f.think[:0]
	}
}

// snapshot gives the fold so far; later events do not change it.
func (f *folder) snapshot() stream.Message {
	f.flush()
	m := f.msg
	m.Content = slices.Clone(m.Content)
	return m
}

// finish gives the fold and drops what was kept for more.
func (f *folder) finish() stream.Message {
	f.flush()
	m := f.msg
	*f = folder{}
	return m
}
