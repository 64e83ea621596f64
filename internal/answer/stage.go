package answer

import (
	"errors"
	"sync"

	"github.com/wenqu-ai/wenqu/internal/answer/cite"
	"github.com/wenqu-ai/wenqu/internal/source"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// stage is one stage of the pipeline from the model to the reader. The stages are, in this order:
// citations, content rules, review, parts.
type stage interface {
	// put takes an event and passes on the part of it that may be shown.
	put(e stream.Event) error
	// flush passes on held-back text at the end of a text, for example before a tool is shown and
	// at the end of the answer.
	flush() error
}

// stages are the stages of one answer. Concurrent gatherers and tools share them; events are
// handled one at a time.
type stages struct {
	mu     sync.Mutex
	cite   *citeStage
	rules  *rulesStage
	review *reviewStage
	parts  *partsStage
}

// newStages makes the stages of a turn. If `look` is nil, the answer is not reviewed.
func newStages(t Turn, filter Filter, look Review, o Options, out Output) *stages {
	parts := newPartsStage(out, wordsIn(t.Locale), o.Now)
	review := newReviewStage(look, At{t.TraceID, partAnswer}, o.Log, parts)
	rules := newRulesStage(filter, t.TraceID, review)
	check := cite.New(cite.Options{Locale: t.Locale, Trusted: t.Choice.Info.Builtin, Show: func(quote string) string {
		return rules.shown(partSource, quote)
	}})
	s := &stages{cite: newCiteStage(check, rules), rules: rules, review: review, parts: parts}
	if t.Partial != nil {
		s.cite.resume(*t.Partial)
		s.rules.resume(*t.Partial)
		s.review.resume(*t.Partial)
		s.parts.resume(*t.Partial)
	}
	return s
}

func (s *stages) put(e stream.Event) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.cite.put(e)
}

func (s *stages) nextSource() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.cite.first
}

// gathered adds the gathered sources, and lists the web pages among them.
func (s *stages) gathered(sources []source.Source) (first int, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.cite.gathered(sources)
}

// list lists pages found by the model's provider, cited or not.
func (s *stages) list(sources []source.Source) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.cite.list(sources)
}

// flush passes on the held-back text of all stages.
func (s *stages) flush() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.cite.flush()
}

// finish flushes all stages and waits for the last review of the answer.
func (s *stages) finish() error {
	if err := s.flush(); err != nil {
		return err
	}
	return s.review.finish()
}

// errOwnEvents is the error for events that gatherers, tools and authors must not emit.
var errOwnEvents = errors.New("answer: gatherers and tools show steps, progress, cards, research blocks and what was found, and nothing else")

// maxShown limits one event of a gatherer, a tool or an author, in bytes as sent.
const maxShown = 256 << 10

// errLargeEvent is the error for an event of more than maxShown bytes.
var errLargeEvent = errors.New("answer: an event of a gatherer or a tool is too large to be shown")

// show shows events of gatherers, tools and authors. It cuts them to the size limits of stored events.
func (s *stages) show(events ...stream.Event) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, e := range events {
		switch e.(type) {
		case stream.Status, stream.Step, stream.StepUpdate, stream.ContinueStep, stream.Progress, stream.SearchWithText, stream.Card,
			stream.DeepSearch, stream.DeepSearchUpdate, stream.Replace:
		default:
			return errOwnEvents
		}
		if e = stream.Bounded(e); len(stream.AppendFrame(nil, 0, e)) > maxShown {
			return errLargeEvent
		}
		if err := s.cite.put(e); err != nil {
			return err
		}
	}
	return nil
}

// tool shows a tool's part after all text that came before it.
func (s *stages) tool(e stream.Tool) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.cite.flush(); err != nil {
		return err
	}
	return s.cite.put(e)
}

// hold makes s collect the events from now on instead of sending them; see `held`.
func (s *stages) hold() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.parts.holds = true
}

// held returns the collected events and ends the collecting. If the caller stores the step, it
// sends the events in the same transaction.
func (s *stages) held() []stream.Event {
	s.mu.Lock()
	defer s.mu.Unlock()
	events := s.parts.held
	s.parts.holds, s.parts.held = false, nil
	return events
}
