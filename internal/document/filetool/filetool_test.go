package filetool

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/source"
)

// oneBook is a Library with one book of 200 pages, owned by alice.
type oneBook struct{ searched []string }

func (s *oneBook) page(n int) source.Source {
	return source.Source{ID: "book-1", Kind: source.File, Title: "手册.pdf", Locator: source.Locator{Unit: n, UnitKind: "page"}, Text: fmt.Sprintf("第 %d 页写着%s", n, strings.Repeat("字", 1000))}
}

func (s *oneBook) SearchFiles(_ context.Context, owner string, ids []string, text string, limit int) ([]source.Source, error) {
	s.searched = ids
	if owner != "alice" || strings.Contains(text, "没有") {
		return nil, nil
	}
	return []source.Source{s.page(3), s.page(7)}[:min(2, limit)], nil
}

func (s *oneBook) SearchKnowledge(_ context.Context, asker string, scopes []answer.Scope, _ string, _ int) ([]source.Source, error) {
	if asker == scopes[0].Owner {
		return nil, nil
	}
	return []source.Source{{Kind: source.Knowledge, ID: scopes[0].IDs[0], Title: "产品手册", Text: "七日内可以退货。"}}, nil
}

func (s *oneBook) ReadFile(_ context.Context, owner, id string, from, to int) ([]source.Source, File, error) {
	if owner != "alice" || id != "book-1" {
		return nil, File{}, errs.New(errs.NotFound)
	}
	var out []source.Source
	for n := from; n <= min(to, 200); n++ {
		out = append(out, s.page(n))
	}
	return out, File{"book-1", "手册.pdf", 200}, nil
}

func turn(owner string) answer.Turn {
	return answer.Turn{
		Owner: func() string { return owner }, Locale: "zh-CN",
		Files:   []answer.Attachment{{ID: "book-1", Type: "pdf", Name: "手册.pdf"}, {ID: "cat", Type: "image", Name: "猫.png"}},
		Earlier: []answer.Round{{Files: []answer.Attachment{{ID: "book-1", Type: "pdf", Name: "手册.pdf"}, {Type: "pdf", Name: "没有编号.pdf"}}}},
	}
}

func TestRead(t *testing.T) {
	t.Parallel()
	l := &oneBook{}
	read := Tools(l)[1]
	for input, want := range map[string]struct {
		pages int
		want  string
	}{
		`{"file":"手册.pdf"}`:                            {8, "has 200 pages. To go on, read from=8 with skip="},
		`{"file":"book-1","from":199}`:                 {2, "has 200 pages."},
		`{"file":"手册","from":3,"to":4}`:                {2, "To go on, read from=5."},
		`{"file":"手册.pdf","from":3,"to":3,"skip":990}`: {1, "read from=4."},
		`{"file":"手册.pdf","from":-5,"to":1000000}`:     {8, "from=8"},
		`{"file":"手册.pdf","from":999}`:                 {0, "has 200 pages; there is nothing"},
		`{"file":"别人的"}`:                               {0, "no such file. The files are: 手册.pdf (id book-1)."},
		`{"file":7}`:                                   {0, "file must be"},
		`{}`:                                           {0, "file must be"},
	} {
		r, err := read.Call(t.Context(), answer.Call{Input: []byte(input), Turn: turn("alice")})
		if err != nil || len(r.Sources) != want.pages || !strings.Contains(r.Text, want.want) {
			t.Errorf("%s: %d pages, %q %v", input, len(r.Sources), r.Text, err)
		}
		n := 0
		for _, s := range r.Sources {
			n += len([]rune(s.Text))
		}
		if n > maxRunes {
			t.Errorf("%s: %d characters", input, n)
		}
	}
	if r, err := read.Call(t.Context(), answer.Call{Input: []byte(`{"file":"book-1"}`), Turn: turn("bob")}); err != nil || len(r.Sources) > 0 {
		t.Errorf("somebody else reads %+v %v", r, err)
	}
}

func TestSearch(t *testing.T) {
	t.Parallel()
	l := &oneBook{}
	search := Tools(l)[0]
	r, err := search.Call(t.Context(), answer.Call{Input: []byte(`{"query":"期限"}`), Turn: turn("alice")})
	if err != nil || len(r.Sources) != 2 || r.Text != "手册.pdf: id book-1\n" || len(l.searched) != 1 || l.searched[0] != "book-1" {
		t.Errorf("%+v %v, in %v", r, err, l.searched)
	}
	if r, err = search.Call(t.Context(), answer.Call{Input: []byte(`{"query":"没有"}`), Turn: turn("alice")}); err != nil || !strings.HasPrefix(r.Text, "Nothing fits") {
		t.Errorf("%+v %v", r, err)
	}
	if r, err = search.Call(t.Context(), answer.Call{Input: []byte(`{"query":" "}`), Turn: turn("alice")}); err != nil || !strings.HasPrefix(r.Text, "query must") {
		t.Errorf("%+v %v", r, err)
	}
}

func TestOfferedWithFiles(t *testing.T) {
	t.Parallel()
	for _, tool := range Tools(&oneBook{}) {
		if !tool.Offered(turn("alice")) || tool.Offered(answer.Turn{}) || !tool.Offered(answer.Turn{ChatType: documentAnalysis}) ||
			tool.Offered(answer.Turn{Files: []answer.Attachment{{ID: "cat", Type: "image"}}}) {
			t.Errorf("%s is offered wrongly", tool.Spec.Name)
		}
		if !json.Valid(tool.Spec.Parameters) || tool.Label("zh-CN", []byte(`{"file":"甲","query":"乙"}`)) == "" {
			t.Errorf("%s has no schema or no words", tool.Spec.Name)
		}
	}
}

// If another user wrote the agent's instructions, the asker's library cannot be searched or read. The
// author's knowledge is returned only as passages.
func TestForeignInstructions(t *testing.T) {
	t.Parallel()
	l := &oneBook{}
	tools := Tools(l)
	foreign := turn("alice")
	foreign.Files, foreign.Earlier, foreign.ChatType = nil, nil, documentAnalysis
	foreign.Profile = answer.Profile{Foreign: true}
	if hasFiles(foreign) || tools[0].Offered(foreign) || tools[1].Offered(foreign) {
		t.Error("the whole library is offered")
	}
	for _, input := range []string{`{"file":"book-1"}`, `{"file":"手册.pdf"}`} {
		r, err := tools[1].Call(t.Context(), answer.Call{Input: []byte(input), Turn: foreign})
		if err != nil || len(r.Sources) > 0 || !strings.Contains(r.Text, "no such file") {
			t.Errorf("%s reads %d pages: %q %v", input, len(r.Sources), r.Text, err)
		}
	}
	foreign.Profile.Knowledge = []answer.Scope{{Owner: "bob", Kind: answer.ScopeFiles, IDs: []string{"bobs-1"}}}
	if !tools[0].Offered(foreign) || tools[1].Offered(foreign) {
		t.Error("knowledge is to be searched, and not read page by page")
	}
	for _, input := range []string{`{"query":"退货"}`, `{"query":"退货","files":["book-1"]}`} {
		l.searched = nil
		r, err := tools[0].Call(t.Context(), answer.Call{Input: []byte(input), Turn: foreign})
		if err != nil || len(r.Sources) != 1 || r.Sources[0].Kind != source.Knowledge || strings.Contains(r.Text, "bobs-1") || l.searched != nil {
			t.Errorf("%s: %+v %v; searched %v", input, r, err, l.searched)
		}
	}
}
