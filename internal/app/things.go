package app

import (
	"cmp"
	"context"
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/apikey"
	"github.com/wenqu-ai/wenqu/internal/apikey/mcpserver"
	"github.com/wenqu-ai/wenqu/internal/apikey/openapi"
	"github.com/wenqu-ai/wenqu/internal/document"
	"github.com/wenqu-ai/wenqu/internal/search"
)

// things implements the interface mcpserver.Things with the services of the domains.
type things struct{ services *services }

func (t things) Ask(ctx context.Context, g *apikey.Grant, model, question string, alive func()) (mcpserver.Answer, error) {
	r, err := t.services.openAPI.Ask(ctx, g, cmp.Or(model, openapi.AgentMark+t.services.chats.DefaultAgent), question, alive)
	a := mcpserver.Answer{Text: r.Text}
	for _, u := range r.Sources {
		a.Sources = append(a.Sources, mcpserver.Source{Title: u.Title, URL: u.URL})
	}
	return a, err
}

func (t things) Search(ctx context.Context, owner, query string, limit int) ([]mcpserver.Found, error) {
	got, err := t.services.found.Search(ctx, search.Asked{
		Owner: owner, Text: query, Kinds: []string{"conversation", "message"}, Range: search.Range{Limit: limit},
	})
	if err != nil {
		return nil, err
	}
	var out []mcpserver.Found
	for _, group := range got.Groups {
		for _, f := range group.Found {
			var snippet strings.Builder
			for _, p := range f.Snippet {
				snippet.WriteString(p.Text)
			}
			if len(out) < limit {
				out = append(out, mcpserver.Found{
					ConversationID: f.Link.ConversationID, Title: f.Title, Speaker: f.Speaker, Snippet: snippet.String(), Time: stamp(f.Time),
				})
			}
		}
	}
	return out, nil
}

func (t things) Files(ctx context.Context, owner, name, after string, limit int) ([]mcpserver.File, string, error) {
	page, next, err := t.services.documents.ListAfter(ctx, owner, document.ListQuery{Keyword: name, Cursor: after, Limit: limit})
	out := make([]mcpserver.File, len(page))
	for i, d := range page {
		out[i] = mcpserver.File{ID: d.ID, Name: d.Name, Type: string(d.Type), Bytes: d.Size, Pages: d.Units, Time: stamp(d.CreatedAt)}
	}
	return out, next, err
}

func (t things) Read(ctx context.Context, owner, id string, from, to int) (string, int, []mcpserver.Page, error) {
	d, err := t.services.documents.Get(ctx, owner, id)
	if err != nil {
		return "", 0, nil, err
	}
	units, err := t.services.documents.Units(ctx, owner, id, from, to)
	out := make([]mcpserver.Page, len(units))
	for i, u := range units {
		out[i] = mcpserver.Page{Number: u.Number, Text: u.Text()}
	}
	return d.Name, d.Units, out, err
}

func stamp(ms int64) string { return time.UnixMilli(ms).UTC().Format(time.RFC3339) }
