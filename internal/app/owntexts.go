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

// Limits on the owner's earlier answers, notes and favourites in one answer.
const (
	maxOwnTexts    = 12 // texts of each kind that are searched for passages
	maxOwnPassages = 6
)

// ownTextKinds contains the kinds of the global search that an answer may use, each with the function
// that returns the source of a found text.
var ownTextKinds = map[string]func(search.Passage) source.Source{
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

// ownTexts finds passages in the earlier answers, notes and favourites of an owner.
type ownTexts struct{ library library }

// Search returns the passages that fit a question, best first.
func (s ownTexts) Search(ctx context.Context, owner, question string) ([]source.Source, error) {
	all, texts := s.texts(ctx, owner, question)
	var out []source.Source
	for _, p := range s.library.index.Ranker().Search(retrieve.Query{Text: question, Limit: maxOwnPassages}, texts) {
		out = append(out, passageOf(all, p.DocumentID, p.Text))
	}
	return out, nil
}

// Answer returns the sentences that answer a question, best first. If no sentence certainly
// answers it, possible contains sentences that may answer it.
func (s ownTexts) Answer(ctx context.Context, owner, question string) (sentences, possible []source.Source, err error) {
	all, texts := s.texts(ctx, owner, question)
	found := s.library.index.Ranker().Answer(retrieve.Query{Text: question}, texts)
	of := func(quotes []retrieve.Sentence) (out []source.Source) {
		for _, q := range quotes {
			out = append(out, passageOf(all, q.DocumentID, q.Text))
		}
		return out
	}
	return of(found.Sentences), of(found.Possible), nil
}

// passageOf returns the source of a text, with only one passage as its text.
func passageOf(all []source.Source, id, passage string) source.Source {
	i, _ := strconv.Atoi(id) // the function `texts` made the id from an index of `all`
	out := all[i]
	out.Text = passage
	return out
}

// texts returns the owner's texts that may relate to a question, and their sources in `all`. The id of a
// text is the index of its source. If the search fails or is too slow, both results are empty, and the
// answer is made without them.
func (s ownTexts) texts(ctx context.Context, owner, question string) (all []source.Source, texts []retrieve.Text) {
	kinds := []string{"message", "note", foundFavorite}
	found, err := s.library.found.About(ctx, owner, question, kinds, maxOwnTexts)
	if err != nil {
		slog.InfoContext(ctx, "earlier answers, notes and favourites were not searched", "err", err)
		return nil, nil
	}
	seen := map[string]bool{}
	for _, p := range found {
		body := strings.TrimSpace(marks.ReplaceAllString(p.Body, ""))
		if p.Speaker == "human" || seen[body] { // a question contains no answer; a favourite may repeat an answer that was already added
			continue
		}
		seen[body] = true
		of := ownTextKinds[p.Kind](p)
		of.Title, of.Published = p.Title, p.Time
		texts = append(texts, retrieve.Text{ID: strconv.Itoa(len(all)), Name: p.Title, Text: body})
		all = append(all, of)
	}
	return all, texts
}

// marks matches citation marks and the marks of quoted lines in an earlier answer. They mean
// nothing in another answer.
var marks = text.NewPattern(`\[citation:\d+\]|(?m:^[ \t]*>[ \t>]*)`)
