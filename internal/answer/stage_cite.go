package answer

import (
	"github.com/wenqu-ai/wenqu/internal/answer/cite"
	"github.com/wenqu-ai/wenqu/internal/source"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// citeStage passes on the citations accepted by cite.Checker. It sends the list of sources before the
// citations, so that each number a reader sees has its source. If no sources were added, all text
// passes unchanged.
type citeStage struct {
	citer *cite.Checker
	on    bool // sources were added
	first int  // the number of the next source
	next  stage
}

func newCiteStage(c *cite.Checker, next stage) *citeStage {
	return &citeStage{citer: c, first: 1, next: next}
}

// add adds sources and returns the number of the first added source.
func (s *citeStage) add(sources []source.Source) (first int) {
	first = s.first
	if len(sources) > 0 {
		s.addAt(first, sources)
	}
	return first
}

// gathered adds the gathered sources, and lists the web pages among them. It returns the number of
// the first added source.
func (s *citeStage) gathered(sources []source.Source) (first int, err error) {
	first = s.add(sources)
	for i, o := range sources {
		if o.Kind == source.Web {
			s.citer.List(first+i, sources[i:i+1])
		}
	}
	return first, s.checked("")
}

// addAt adds sources, numbered from `first`.
func (s *citeStage) addAt(first int, sources []source.Source) {
	s.on = true
	s.citer.Add(first, sources)
	s.first = max(s.first, first+len(sources))
}

// list lists sources whether they are cited or not.
func (s *citeStage) list(sources []source.Source) error {
	s.citer.List(s.first, sources)
	s.add(sources)
	return s.checked("")
}

func (s *citeStage) resume(m stream.Message) { s.first = max(s.first, s.citer.Resume(m)) }

func (s *citeStage) put(e stream.Event) error {
	if !s.on {
		return s.next.put(e)
	}
	switch e := e.(type) {
	case stream.Think:
		e.Content = s.citer.Strip(e.Content)
		return s.next.put(e)
	case stream.Text:
		if err := s.endThinking(); err != nil {
			return err
		}
		return s.checked(s.citer.Write(e.Msg))
	}
	return s.next.put(e)
}

func (s *citeStage) endThinking() error {
	if rest := s.citer.FlushStripped(); rest != "" {
		return s.next.put(stream.Think{Content: rest})
	}
	return nil
}

func (s *citeStage) checked(text string) error {
	if list, news := s.citer.News(); news {
		if err := s.next.put(list); err != nil {
			return err
		}
	}
	if text == "" {
		return nil
	}
	return s.next.put(stream.Text{Msg: text})
}

func (s *citeStage) flush() error {
	if s.on {
		if err := s.endThinking(); err != nil {
			return err
		}
		if err := s.checked(s.citer.Flush()); err != nil {
			return err
		}
	}
	return s.next.flush()
}
