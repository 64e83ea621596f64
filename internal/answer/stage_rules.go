package answer

import (
	"encoding/json"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/stream"
)

// rulesStage applies the content rules. A forbidden word in the model's text or thinking, or in the
// line of a step, withholds the whole answer. A forbidden word in any other checked text, for example in
// a tool's output, a card or a list of sources, removes only that text.
type rulesStage struct {
	filter   Filter
	traceID  string
	text     FilterStream
	thinking FilterStream
	thinks   bool // a thinking block is open
	next     stage
}

func newRulesStage(f Filter, traceID string, next stage) *rulesStage {
	return &rulesStage{
		filter: f, traceID: traceID, next: next,
		text: f.Begin(At{traceID, partAnswer}), thinking: f.Begin(At{traceID, partThinking}),
	}
}

// resume continues a partly shown answer.
func (s *rulesStage) resume(m stream.Message) {
	var thought strings.Builder
	for _, it := range m.Content {
		if think, ok := it.Event.(stream.Think); ok {
			thought.WriteString(think.Content)
		}
	}
	for _, part := range []struct {
		of   FilterStream
		text string
	}{{s.text, m.Text()}, {s.thinking, thought.String()}} {
		part.of.Write(part.text)
		part.of.Flush()
	}
}

func (s *rulesStage) put(e stream.Event) error {
	switch e := e.(type) {
	case stream.Text:
		if err := s.endThinking(); err != nil {
			return err
		}
		return s.say(s.text.Write(e.Msg))
	case stream.Think:
		s.thinks = true
		return s.think(s.thinking.Write(e.Content))
	case stream.Step:
		var withheld bool
		if e.Msg, withheld = s.filter.Check(At{s.traceID, partStep}, e.Msg); withheld {
			return ErrWithheld
		}
		e.Detail = s.shown(partStep, e.Detail)
		args := make([]string, len(e.Args))
		for i, arg := range e.Args {
			args[i] = s.shown(partStep, arg)
		}
		if len(args) > 0 {
			e.Args = args
		}
		e.Docs = s.pages(e.Docs)
		return s.next.put(e)
	case stream.ContinueStep:
		var withheld bool
		if e.Msg, withheld = s.filter.Check(At{s.traceID, partStep}, e.Msg); withheld {
			return ErrWithheld
		}
		return s.next.put(e)
	}
	return s.next.put(s.brought(e))
}

// brought applies the rules to the texts of an event.
func (s *rulesStage) brought(e stream.Event) stream.Event {
	switch e := e.(type) {
	case stream.StepUpdate:
		e.Detail, e.Docs = s.shown(partStep, e.Detail), s.pages(e.Docs)
		return e
	case stream.SearchWithText:
		e.Docs = s.pages(e.Docs)
		return e
	case stream.SearchGuid:
		e.Docs = s.pages(e.Docs)
		return e
	case stream.Progress:
		e.Desc = s.shown(partStep, e.Desc)
		return e
	case stream.Tool:
		e.Title, e.Input = s.shown(partTool, e.Title), s.shown(partTool, e.Input)
		e.Output, e.Error = s.shown(partTool, e.Output), s.shown(partTool, e.Error)
		return e
	case stream.Card:
		e.Title, e.Fallback = s.shown(partTool, e.Title), s.shown(partTool, e.Fallback)
		if data := json.RawMessage(s.shown(partTool, string(e.Data))); json.Valid(data) {
			e.Data = data
		} else {
			e.Data = nil // there is no data, it is withheld, or it is no longer valid JSON after masking
		}
		return e
	case stream.DeepSearch:
		e.Title, e.Contents = s.shown(partStep, e.Title), s.items(e.Contents)
		return e
	case stream.DeepSearchUpdate:
		e.Title, e.Contents = s.shown(partStep, e.Title), s.items(e.Contents)
		return e
	}
	return e
}

// pages applies the rules to the titles, site names and quotes of pages, in a step or in the list of sources.
func (s *rulesStage) pages(docs []stream.Doc) []stream.Doc {
	if len(docs) == 0 {
		return nil
	}
	out := make([]stream.Doc, len(docs))
	for i, d := range docs {
		d.Title, d.WebSiteName, d.SourceName = s.shown(partStep, d.Title), s.shown(partStep, d.WebSiteName), s.shown(partStep, d.SourceName)
		d.Quote = s.shown(partSource, d.Quote)
		out[i] = d
	}
	return out
}

func (s *rulesStage) items(list []stream.DeepSearchItem) []stream.DeepSearchItem {
	out := make([]stream.DeepSearchItem, len(list))
	for i, it := range list {
		it.Msg = s.shown(partStep, it.Msg)
		out[i] = it
	}
	return out
}

// shown applies the rules to a text; the result is empty if the text is withheld.
func (s *rulesStage) shown(part, text string) string {
	if text == "" {
		return ""
	}
	shown, withheld := s.filter.Check(At{s.traceID, part}, text)
	if withheld {
		return ""
	}
	return shown
}

func (s *rulesStage) say(shown string, withheld bool) error {
	if withheld {
		return ErrWithheld
	}
	if shown == "" {
		return nil
	}
	return s.next.put(stream.Text{Msg: shown})
}

// think passes thinking on, even without text, so that the client learns immediately that
// thinking has begun.
func (s *rulesStage) think(shown string, withheld bool) error {
	if withheld {
		return ErrWithheld
	}
	return s.next.put(stream.Think{Content: shown})
}

func (s *rulesStage) endThinking() error {
	if !s.thinks {
		return nil
	}
	s.thinks = false
	rest, withheld := s.thinking.Flush()
	if !withheld && rest == "" {
		return nil
	}
	return s.think(rest, withheld)
}

func (s *rulesStage) flush() error {
	if err := s.endThinking(); err != nil {
		return err
	}
	if err := s.say(s.text.Flush()); err != nil {
		return err
	}
	return s.next.flush()
}
