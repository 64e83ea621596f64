package answer

import (
	"fmt"
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/stream"
)

// thinkIcon is the icon of a thinking block in the protocol.
const thinkIcon = 9

// Think.Status values.
const (
	thinkRunning  = 1
	thinkFinished = 2
)

// partsStage is the last stage. It announces the kind of the following content, and opens and closes
// thinking blocks. It separates the text after a tool or a similar part from the text before this part.
type partsStage struct {
	out   Output
	words words
	now   func() time.Time

	kind      stream.Kind // the kind announced last
	thinkFrom time.Time   // zero while no thinking block is open
	spoke     bool        // some answer text has been sent
	fresh     bool        // text other than white space has been sent since the last call of `forget`
	apart     bool        // the next text begins a new part

	holds bool           // emitted events are collected in the field `held`
	held  []stream.Event // the collected events; see hold
}

func newPartsStage(out Output, w words, now func() time.Time) *partsStage {
	return &partsStage{out: out, words: w, now: now, kind: stream.KindStatus}
}

// resume continues a partly shown answer.
func (s *partsStage) resume(m stream.Message) {
	for _, it := range m.Content {
		switch e := it.Event.(type) {
		case stream.Text:
			s.spoke, s.apart = s.spoke || e.Msg != "", false
		default:
			s.apart = s.apart || separates(e)
		}
	}
}

// separates reports whether text after the event is a part separate from the text before it.
func separates(e stream.Event) bool {
	switch e := e.(type) {
	case stream.Tool, stream.Card:
		return true
	case stream.Step:
		return e.ID != ""
	case stream.DeepSearch:
		return e.ID != ""
	}
	return false
}

func (s *partsStage) forget() { s.fresh = false }

func (s *partsStage) put(e stream.Event) error {
	switch e := e.(type) {
	case stream.Think:
		return s.think(e.Content)
	case stream.Text:
		return s.say(e.Msg)
	case stream.SearchWithText:
		if err := s.endThinking(); err != nil {
			return err
		}
		return s.announce(stream.KindSearchWithText, e)
	case stream.DeepSearch:
		if err := s.endThinking(); err != nil {
			return err
		}
		s.apart = s.apart || separates(e)
		return s.announce(stream.KindDeepSearch, e)
	}
	if separates(e) {
		if err := s.endThinking(); err != nil {
			return err
		}
		s.apart = true
	}
	return s.emit(e)
}

// think sends a piece of thinking. The first piece opens the thinking block, even if it is still empty
// because its text is held back.
func (s *partsStage) think(content string) error {
	if content == "" && !s.thinkFrom.IsZero() {
		return nil
	}
	if s.thinkFrom.IsZero() {
		s.thinkFrom = s.now()
	}
	return s.announce(stream.KindReasoner, stream.Think{Title: s.words.thinking, IconType: thinkIcon, Content: content, Status: thinkRunning})
}

// say sends text. After a tool or a similar event (see separates), the text is a separate part. If the
// answer has earlier text, the separate part begins with a blank line, because some clients join all
// texts of an answer.
func (s *partsStage) say(msg string) error {
	if err := s.endThinking(); err != nil {
		return err
	}
	if s.apart && s.spoke {
		if msg = strings.TrimLeft(msg, " \t\r\n"); msg == "" {
			return nil
		}
		msg = "\n\n" + msg
	}
	if msg == "" {
		return nil
	}
	s.apart, s.spoke = false, true
	s.fresh = s.fresh || strings.TrimSpace(msg) != ""
	return s.announce(stream.KindText, stream.Text{Msg: msg})
}

// announce sends e. If the kind has changed since the previous content, it first sends the new kind.
func (s *partsStage) announce(kind stream.Kind, e stream.Event) error {
	if s.kind == kind {
		return s.emit(e)
	}
	s.kind = kind
	return s.emit(stream.SpeechType{Kind: kind}, e)
}

// endThinking closes an open thinking block and states its duration.
func (s *partsStage) endThinking() error {
	if s.thinkFrom.IsZero() {
		return nil
	}
	seconds := max(1, int(s.now().Sub(s.thinkFrom).Round(time.Second)/time.Second))
	s.thinkFrom = time.Time{}
	return s.emit(stream.Think{Title: fmt.Sprintf(s.words.thought, seconds), IconType: thinkIcon, Status: thinkFinished})
}

func (s *partsStage) flush() error { return s.endThinking() }

// emit sends events. If holds is set, it collects them instead.
func (s *partsStage) emit(events ...stream.Event) error {
	if s.holds {
		s.held = append(s.held, events...)
		return nil
	}
	return s.out.Emit(events...)
}
