package app

import (
	"context"
	"fmt"
	"log/slog"
	"strconv"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/document/retrieve"
	"github.com/wenqu-ai/wenqu/internal/search"
	"github.com/wenqu-ai/wenqu/internal/source"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// How much of what somebody was told before, noted and put aside one answer may rest on.
const (
	saidTexts    = 12 // of each kind that are ranked
	saidPassages = 6
)

// saidKinds are the kinds of things that the search over everything has texts of, with
// what a source of such a thing is.
var saidKinds = map[string]func(search.Passage) source.Source{
	"message": func(p search.Passage) source.Source {
		at := p.Link
		return source.Source{
			Kind: source.Message, ID: fmt.Sprintf("%s_%d_%d", at.ConversationID, at.Index, at.RepeatIndex),
			URL: "/chat/" + at.AgentID + "/" + at.ConversationID, Locator: source.Locator{Unit: at.Index, UnitKind: "message"},
		}
	},
	"note": func(p search.Passage) source.Source {
		return source.Source{
			Kind: source.Note, ID: p.Link.NoteID, URL: "/tool/deep-reading/detail?id=" + p.Link.DocumentID + "&note=" + p.Link.NoteID,
			Locator: source.Locator{Unit: p.Link.Unit, UnitKind: "page"},
		}
	},
	foundFavorite: func(p search.Passage) source.Source {
		return source.Source{Kind: source.Favorite, ID: p.Link.FavoriteID}
	},
}

// saidThings are the earlier answers, notes and favourites of an owner.
type saidThings struct{ library library }

// Search gives the passages that fit a question, best first.
func (s saidThings) Search(ctx context.Context, owner, question string) ([]source.Source, error) {
	all, texts := s.texts(ctx, owner, question)
	var out []source.Source
	for _, p := range s.library.index.Ranker().Search(retrieve.Query{Text: question, Limit: saidPassages}, texts) {
		out = append(out, passageOf(all, p.DocumentID, p.Text))
	}
	return out, nil
}

// Answer gives the sentences that answer a question, best first.
func (s saidThings) Answer(ctx context.Context, owner, question string) ([]source.Source, error) {
	all, texts := s.texts(ctx, owner, question)
	var out []source.Source
	for _, p := range s.library.index.Ranker().Answer(retrieve.Query{Text: question}, texts).Sentences {
		out = append(out, passageOf(all, p.DocumentID, p.Text))
	}
	return out, nil
}

// passageOf is the source of a text, with a passage of it.
func passageOf(all []source.Source, id, passage string) source.Source {
	i, _ := strconv.Atoi(id) // ours
	out := all[i]
	out.Text = passage
	return out
}

// texts are those that may have to do with a question, and what they are. The id of a
// text is its place in the list. A search that takes too long leaves the answer without
// them.
func (s saidThings) texts(ctx context.Context, owner, question string) (all []source.Source, texts []retrieve.Text) {
	kinds := []string{"message", "note", foundFavorite}
	found, err := s.library.found.About(ctx, owner, question, kinds, saidTexts)
	if err != nil {
		slog.InfoContext(ctx, "earlier answers, notes and favourites were not searched", "err", err)
		return nil, nil
	}
	seen := map[string]bool{}
	for _, p := range found {
		body := strings.TrimSpace(citations.ReplaceAllString(p.Body, ""))
		if p.Speaker == "human" || seen[body] { // a question answers nothing; a favourite is a copy of an answer
			continue
		}
		seen[body] = true
		of := saidKinds[p.Kind](p)
		of.Title, of.Published = p.Title, p.Time
		texts = append(texts, retrieve.Text{ID: strconv.Itoa(len(all)), Name: p.Title, Text: body})
		all = append(all, of)
	}
	return all, texts
}

// citations are the marks of the sources of an earlier answer, which mean nothing in
// another one.
var citations = text.NewPattern(`\[citation:\d+\]`)
