package app

import (
	"context"
	"fmt"
	"log/slog"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/answer"
	filegather "github.com/wenqu-ai/wenqu/internal/document/gather"
	"github.com/wenqu-ai/wenqu/internal/document/retrieve"
	"github.com/wenqu-ai/wenqu/internal/llm/offline"
	"github.com/wenqu-ai/wenqu/internal/search"
	"github.com/wenqu-ai/wenqu/internal/source"
	"github.com/wenqu-ai/wenqu/internal/websearch"
	"github.com/wenqu-ai/wenqu/internal/websearch/gather"
)

// searchDomain finds things on the web, for answers too.
type searchDomain struct {
	*websearch.Service
	gatherer *gather.Gatherer
}

func (d searchDomain) Tools() []answer.Tool { return d.gatherer.Tools() }

func (d searchDomain) Gatherers() []answer.Gatherer { return []answer.Gatherer{d.gatherer} }

// searchedBy names the sources of web search; empty without any.
func (s *services) searchedBy() string { return strings.Join(s.search.Names(), "、") }

// webGatherer makes the gatherer of the web.
func (s *services) webGatherer() *gather.Gatherer {
	return gather.New(gather.Ports{
		Engine: s.search, Reader: s.pageReader(), Copies: copies{s.copies}, Ranking: ranking{s.index.Ranker()}, Own: ownThings{library{s}},
		Knows: offline.Answers, Log: slog.Default(),
	})
}

// ranking ranks texts that are not stored as files are ranked.
type ranking struct{ *retrieve.Ranker }

func (r ranking) Rank(question string, texts []gather.Text, limit int) []gather.Passage {
	found := r.Search(retrieve.Query{Text: question, Limit: limit}, ranked(texts))
	out := make([]gather.Passage, len(found))
	for i, p := range found {
		out[i] = gather.Passage{ID: p.DocumentID, Order: p.Chunk, Heading: p.Heading, Text: p.Text, Score: p.Score}
	}
	return out
}

func (r ranking) Answer(question string, texts []gather.Text) []gather.Passage {
	found := r.Ranker.Answer(retrieve.Query{Text: question}, ranked(texts))
	var out []gather.Passage
	for _, s := range found.Sentences {
		out = append(out, gather.Passage{ID: s.DocumentID, Heading: s.Heading, Text: s.Text, Score: s.Score})
	}
	return out
}

func ranked(texts []gather.Text) []retrieve.Text {
	out := make([]retrieve.Text, len(texts))
	for i, t := range texts {
		out[i] = retrieve.Text{ID: t.ID, Name: t.Title, Text: t.Text}
	}
	return out
}

// ownThings finds places in what a person has.
type ownThings struct{ library library }

func (o ownThings) Search(ctx context.Context, owner, question string, limit int) ([]source.Source, error) {
	found, err := o.library.fileSources().Search(ctx, filegather.Query{OwnerID: owner, Text: question, Limit: limit})
	if err != nil {
		return nil, err
	}
	return append(found, o.said(ctx, owner, question)...), nil
}

// maxSaid is how many earlier answers are looked at.
const maxSaid = 4

// said are the places of earlier answers that fit a question. What is not in the
// index yet, or takes too long, is left out.
func (o ownThings) said(ctx context.Context, owner, question string) (out []source.Source) {
	found, err := o.library.found.Search(ctx, search.Asked{Owner: owner, Text: question, Kinds: []string{"message"}, Range: search.Range{Limit: 2 * maxSaid}})
	if err != nil {
		slog.InfoContext(ctx, "earlier answers were not searched", "err", err)
		return nil
	}
	for _, g := range found.Groups {
		for _, f := range g.Found {
			if f.Speaker != "ai" || len(out) == maxSaid {
				continue
			}
			var text strings.Builder
			for _, p := range f.Snippet {
				text.WriteString(p.Text)
			}
			out = append(out, source.Source{
				ID: fmt.Sprintf("%s_%d", f.Link.ConversationID, f.Link.Index), Kind: source.Message, Title: f.Title,
				URL: "/chat/" + f.Link.AgentID + "/" + f.Link.ConversationID, Text: text.String(), Published: f.Time,
				Locator: source.Locator{Unit: f.Link.Index, UnitKind: "message"},
			})
		}
	}
	return out
}

func (o ownThings) Answer(ctx context.Context, owner, question string) (sentences, near []source.Source, err error) {
	found, err := o.library.fileSources().Answer(ctx, filegather.Query{OwnerID: owner, Text: question})
	if found.Refused {
		return nil, found.Near, err
	}
	return found.Sentences, found.Near, err
}
