package openapi

import (
	"context"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/apikey"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
	"github.com/wenqu-ai/wenqu/internal/id"
	"github.com/wenqu-ai/wenqu/internal/llm"
)

// Reply is an answer with its cited sources.
type Reply struct {
	Text    string
	Sources []URLCitation // each address once
}

// Ask puts one question to a model or an assistant in the scope of the key. `alive` is called for each
// part of the answer.
func (s *Service) Ask(ctx context.Context, g *apikey.Grant, model, question string, alive func()) (Reply, error) {
	if s.Draining() {
		return Reply{}, errs.New(errs.Draining)
	}
	if err := s.MayAsk(ctx, httpapi.From(ctx)); err != nil {
		return Reply{}, err
	}
	t, err := s.find(ctx, g, model, false)
	if err != nil {
		return Reply{}, err
	}
	ctx, done, err := s.Keys.Begin(ctx, g)
	if err != nil {
		return Reply{}, err
	}
	defer done()
	var text strings.Builder
	c := &call{
		Service: s, grant: g, target: t, id: id.New(), at: s.Now().Unix(), prompt: llm.Estimate(question), model: t.choice.Info.ID,
		req: request{model: model, messages: []llm.Message{{Role: llm.User, Content: question}}},
		out: &output{base: httpapi.AskerOf(ctx).Base, put: func(p part) error {
			text.WriteString(p.text)
			alive()
			return nil
		}},
	}
	if _, err := c.make(ctx); err != nil {
		return Reply{}, err
	}
	if c.out.withheld {
		return Reply{}, errs.New(errs.AnswerHidden)
	}
	r := Reply{Text: text.String()}
	seen := map[string]bool{}
	for _, a := range c.out.annotations {
		if u := a.URLCitation; !seen[u.URL] {
			seen[u.URL] = true
			r.Sources = append(r.Sources, u)
		}
	}
	return r, nil
}
