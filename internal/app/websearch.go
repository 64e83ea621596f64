package app

import (
	"context"
	"log/slog"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/answer"
	filegather "github.com/wenqu-ai/wenqu/internal/document/gather"
	"github.com/wenqu-ai/wenqu/internal/document/retrieve"
	"github.com/wenqu-ai/wenqu/internal/llm/offline"
	"github.com/wenqu-ai/wenqu/internal/source"
	"github.com/wenqu-ai/wenqu/internal/webcopy"
	"github.com/wenqu-ai/wenqu/internal/websearch"
	"github.com/wenqu-ai/wenqu/internal/websearch/gather"
)

// searchDomain is the domain of web search. Its tools and its gatherer search the web for answers.
type searchDomain struct {
	*websearch.Service
	gatherer *gather.Gatherer
}

func (d searchDomain) Tools() []answer.Tool { return d.gatherer.Tools() }

func (d searchDomain) Gatherers() []answer.Gatherer { return []answer.Gatherer{d.gatherer} }

// searchedBy returns the names of the web search sources; empty if there are none.
func (s *services) searchedBy() string { return strings.Join(s.search.Names(), "、") }

// webGatherer creates the gatherer of web sources.
func (s *services) webGatherer() *gather.Gatherer {
	return gather.New(gather.Ports{
		Engine: s.search, Reader: s.pageReader(), Copies: copies{s.copies}, Ranking: ranking{s.index.Ranker()}, Own: ownThings{library{s}},
		Pictures:  pictures{s.copies, s.search},
		CanAnswer: offline.Answers, Log: slog.Default(),
	})
}

// pictures stores pictures of answers. For temporary conversations it stores nothing: the server requests
// a picture each time it is displayed.
type pictures struct {
	*webcopy.Service
	search *websearch.Service
}

func (p pictures) Passing(address string) string { return p.search.PictureURL(address) }

// ranking ranks texts that are not in the index. It uses the same method as the ranking of files.
type ranking struct{ *retrieve.Ranker }

func (r ranking) Rank(questions []string, texts []gather.Text, limit int) [][]gather.Passage {
	queries := make([]retrieve.Query, len(questions))
	for i, q := range questions {
		queries[i] = retrieve.Query{Text: q, Limit: limit}
	}
	out := make([][]gather.Passage, len(questions))
	for i, found := range r.SearchAll(queries, ranked(texts)) {
		out[i] = make([]gather.Passage, len(found))
		for j, p := range found {
			out[i][j] = gather.Passage{ID: p.DocumentID, Order: p.Chunk, Heading: p.Heading, Text: p.Text, Score: p.Score}
		}
	}
	return out
}

func (r ranking) Answer(question string, texts []gather.Text) (sentences, possible []gather.Passage) {
	found := r.Ranker.Answer(retrieve.Query{Text: question}, ranked(texts))
	return quotesOf(found.Sentences), quotesOf(found.Possible)
}

func quotesOf(sentences []retrieve.Sentence) []gather.Passage {
	var out []gather.Passage
	for _, s := range sentences {
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

// ownThings finds passages in an owner's files, earlier answers, notes and favourites.
type ownThings struct{ library library }

func (o ownThings) Search(ctx context.Context, owner, question string, limit int) ([]source.Source, error) {
	return o.library.fileSources().Search(ctx, filegather.Query{OwnerID: owner, Text: question, Limit: limit})
}

func (o ownThings) Answer(ctx context.Context, owner, question string) (source.Finding, error) {
	found, err := o.library.fileSources().Answer(ctx, filegather.Query{OwnerID: owner, Text: question})
	switch {
	case err != nil:
		return source.Finding{}, err
	case !found.Refused && len(found.Sentences) > 0:
		return source.Finding{Sentences: found.Sentences}, nil
	case len(found.Possible) > 0:
		return source.Finding{Refused: true, Near: found.Possible, Possible: true}, nil
	}
	return source.Finding{Refused: true, Near: found.Near}, nil
}
