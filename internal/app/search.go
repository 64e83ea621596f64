package app

import (
	"context"
	"slices"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/document"
	"github.com/wenqu-ai/wenqu/internal/document/retrieve"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/search"
	"github.com/wenqu-ai/wenqu/internal/search/entry"
	"github.com/wenqu-ai/wenqu/internal/telemetry"
	"github.com/wenqu-ai/wenqu/internal/text"
)

func (d chatDomain) FoundKinds() []search.Kind {
	return []search.Kind{
		{Name: "conversation", Code: 'c', Entries: []entry.Kind{entry.Conversation}, Sounded: true, Shared: true, Texts: d.Texts},
		{Name: "message", Code: 'm', Entries: []entry.Kind{entry.Question, entry.Answer}, Shared: true, Texts: d.Texts, Titles: d.Titles},
	}
}

func (d documentDomain) FoundKinds() []search.Kind {
	return []search.Kind{
		{Name: "file", Code: 'f', Entries: []entry.Kind{entry.File}, Sounded: true, Shared: true, Texts: d.Texts, Within: d.UsedIn},
		{Name: "fileText", Code: 'w', Shared: true, Find: words{d.Service, d.library.index}.find},
	}
}

func (d readingDomain) FoundKinds() []search.Kind {
	within := func(ctx context.Context, owner, cid string) ([]string, error) {
		files, err := d.documents.UsedIn(ctx, owner, cid)
		if err != nil || len(files) == 0 {
			return nil, err
		}
		return d.NotesOf(ctx, owner, files, search.MaxWithin)
	}
	return []search.Kind{{Name: "note", Code: 'n', Entries: []entry.Kind{entry.Note}, Texts: d.Texts, Within: within}}
}

type everythingDomain struct{ *search.Service }

// Figures registers the number of texts that wait for the index.
func (d everythingDomain) Figures(m *telemetry.Metrics) { searchFigures(m, d.Service) }

// words searches the text of an owner's files in the index of files.
type words struct {
	documents *document.Service
	index     *retrieve.Index
}

// find returns first the passages that contain the words as typed. When these are too few, it
// appends other passages that fit the words and contain at least one of them.
func (w words) find(ctx context.Context, owner, typed string, r search.Range) ([]search.Found, bool, error) {
	var files []string
	if r.ConversationID != "" {
		var err error
		if files, err = w.documents.UsedIn(ctx, owner, r.ConversationID); err != nil || len(files) == 0 {
			return nil, false, err
		}
	}
	want := r.Offset + r.Limit + 1
	hits, err := w.index.SearchText(ctx, owner, strings.ReplaceAll(typed, `"`, " "), files, want)
	if err != nil {
		return nil, false, err
	}
	if len(hits) < want {
		passages, err := w.index.Search(ctx, retrieve.Query{Owner: owner, Documents: files, Text: typed, Limit: want - len(hits)})
		if err != nil {
			return nil, false, err
		}
		for _, p := range passages {
			there := func(h retrieve.Hit) bool {
				return h.DocumentID == p.DocumentID && h.Unit == p.Unit && h.Chunk == p.Chunk
			}
			if !slices.ContainsFunc(hits, there) {
				hits = append(hits, retrieve.Hit{DocumentID: p.DocumentID, Unit: p.Unit, Chunk: p.Chunk, Quote: p.Text})
			}
		}
	}
	var out []search.Found
	known := map[string]document.Document{}
	for _, h := range hits {
		d, ok := known[h.DocumentID]
		if !ok {
			if d, err = w.documents.Get(ctx, owner, h.DocumentID); err != nil && !errs.Is(err, errs.NotFound) {
				return nil, false, err
			}
			known[h.DocumentID] = d
		}
		snippet := search.Mark(h.Quote, typed)
		marked := slices.ContainsFunc(snippet, func(p search.Piece) bool { return p.Hit })
		if d.ID == "" || !marked || r.Since > d.CreatedAt || r.Until > 0 && r.Until < d.CreatedAt {
			continue // the file was deleted or is outside the time range, or the passage is only similar in meaning
		}
		out = append(out, search.Found{
			Title: d.Name, Snippet: snippet, Time: d.CreatedAt, Link: entry.Link{DocumentID: d.ID, Unit: h.Unit, Quote: text.Cut(text.OneLine(h.Quote), quoteLength)},
		})
	}
	out = out[min(r.Offset, len(out)):]
	more := len(out) > r.Limit
	return out[:min(len(out), r.Limit)], more, nil
}

// quoteLength is the maximum length of a quote, in characters. A client finds a passage in a file
// by its quote.
const quoteLength = 60
