package app

import (
	"context"
	"errors"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/webpage"
	"github.com/wenqu-ai/wenqu/internal/websearch"
)

// A page that needs scripts is read by a search source; a private or missing page is never sent to
// a search source.
func TestPagesAreReadInTheFirstWayThatGivesText(t *testing.T) {
	t.Parallel()
	refusal := func(reason webpage.Reason) error { return &webpage.Error{Reason: reason} }
	for _, tt := range []struct {
		name   string
		kept   bool
		web    error
		source string // the source's text; empty: it reads nothing
		text   string
		asked  bool
	}{
		{name: "kept", kept: true, text: "kept"},
		{name: "web", text: "web"},
		{name: "by scripts", web: refusal(webpage.NeedsScript), source: "# 标题\n正文", text: "# 标题\n正文", asked: true},
		{name: "by scripts, nobody reads it", web: refusal(webpage.NeedsScript), asked: true},
		{name: "only blanks", web: refusal(webpage.Forbidden), source: " \n ", asked: true},
		{name: "private", web: refusal(webpage.Private), source: "secret"},
		{name: "missing", web: refusal(webpage.NotFound), source: "old"},
		{name: "robots", web: refusal(webpage.Robots), source: "text"},
		{name: "broken off", web: context.Canceled, source: "text"},
	} {
		asked := false
		r := pageReader{
			kept: func(context.Context, string) (webpage.Page, bool) { return webpage.Page{Text: "kept"}, tt.kept },
			web:  func(context.Context, string) (webpage.Page, error) { return webpage.Page{Text: "web"}, tt.web },
			source: func(context.Context, string, string) (websearch.Page, bool) {
				asked = true
				return websearch.Page{Title: "标题", Text: tt.source}, tt.source != ""
			},
		}
		p, err := r.Read(t.Context(), "https://example.com/a")
		switch {
		case asked != tt.asked:
			t.Errorf("%s: a source was asked: %v", tt.name, asked)
		case tt.text == "" && !errors.Is(err, tt.web):
			t.Errorf("%s: %v, want the error of the web", tt.name, err)
		case tt.text != "" && (err != nil || p.Text != tt.text):
			t.Errorf("%s: %q, %v", tt.name, p.Text, err)
		case asked && tt.text != "" && (p.Title != "标题" || p.Site != "example.com" || len(p.Units) == 0):
			t.Errorf("%s: %+v", tt.name, p)
		}
	}
}
