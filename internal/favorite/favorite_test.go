package favorite_test

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/domaintest"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/favorite"
	"github.com/wenqu-ai/wenqu/internal/search"
	"github.com/wenqu-ai/wenqu/internal/search/entry"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

func TestMain(m *testing.M) { domaintest.Main(m) }

const (
	alice = domaintest.Alice
	bob   = domaintest.Bob
)

// world is the service with fakes of the domains of answers, files and pages. The function key makes the
// keys of the map answers.
type world struct {
	*favorite.Service
	db      *db.DB
	found   *search.Service
	answers map[string]favorite.Taken
	files   map[string]favorite.Looked
	pages   map[string]favorite.Looked
	written favorite.Order
	full    bool
}

func open(t testing.TB, d *db.DB) *world {
	t.Helper()
	w := &world{db: d, answers: map[string]favorite.Taken{}, files: map[string]favorite.Looked{}, pages: map[string]favorite.Looked{}, found: search.New(search.Options{DB: d})}
	clock := domaintest.NewTickingClock(time.UnixMilli(1_790_000_000_000))
	w.Service = favorite.New(favorite.Options{
		DB: d, Answers: answers{w}, Files: shelf{w}, Pages: copies{w}, Now: clock.Now,
		Find: func(ctx context.Context, owner, words string, limit int) (ids []string, err error) {
			r, err := w.found.Search(ctx, search.Asked{Owner: owner, Text: words, Kinds: []string{"favorite"}, Range: search.Range{Limit: 50}})
			for _, g := range r.Groups {
				for _, f := range g.Found {
					ids = append(ids, f.Link.FavoriteID)
				}
			}
			return ids, err
		},
		Write: func(_ context.Context, o favorite.Order) (favorite.File, error) {
			w.written = o
			return favorite.File{Name: "收藏.md", ContentType: "text/markdown", Data: []byte("x")}, nil
		},
		Clean: func(s string) bool { return !strings.Contains(s, "绝密") },
		Room: func() error {
			if w.full {
				return errs.New(errs.DiskLow)
			}
			return nil
		},
	})
	w.found.Add(search.Kind{Name: "favorite", Code: 'v', Entries: []entry.Kind{entry.Favorite}, Texts: w.Texts})
	return w
}

func key(owner string, o favorite.Origin) string {
	return fmt.Sprintf("%s/%s/%d/%d", owner, o.CID, o.Index, o.Repeat)
}

// say adds an answer to the conversation of an owner.
func (w *world) say(owner, cid, question, answer string) favorite.Origin {
	o := favorite.Origin{CID: cid, AgentID: "wenqu", Index: 2}
	m := stream.NewMessage()
	m.Apply(stream.Step{Msg: "读了合同", ID: "s1", State: stream.PartDone})
	m.Apply(stream.Text{Msg: answer})
	m = m.Ended(stream.StateDone)
	w.answers[key(owner, o)] = favorite.Taken{Origin: o, Question: question, Files: []string{"合同.pdf"}, Model: "offline", Answer: m}
	return o
}

type answers struct{ *world }

func (a answers) Find(_ context.Context, owner string, at favorite.Origin) (favorite.Origin, error) {
	at.Repeat = max(at.Repeat, 0)
	t, ok := a.answers[key(owner, at)]
	if !ok {
		return favorite.Origin{}, errs.New(errs.NotFound)
	}
	return t.Origin, nil
}

func (a answers) Take(ctx context.Context, owner string, at favorite.Origin, limit int) (favorite.Taken, error) {
	at, err := a.Find(ctx, owner, at)
	if err != nil {
		return favorite.Taken{}, err
	}
	t := a.answers[key(owner, at)]
	if len(t.Answer.Text()) > limit {
		return favorite.Taken{}, errs.New(errs.TooLarge)
	}
	return t, nil
}

func looked(of map[string]favorite.Looked, id string) (favorite.Looked, error) {
	l, ok := of[id]
	if !ok {
		return l, errs.New(errs.NotFound)
	}
	return l, nil
}

type shelf struct{ *world }

func (s shelf) Look(_ context.Context, owner, id string) (favorite.Looked, error) {
	return looked(s.files, owner+id)
}

type copies struct{ *world }

func (c copies) Copy(_ context.Context, owner, id string) (favorite.Looked, error) {
	return looked(c.pages, owner+id)
}

func (w *world) add(t *testing.T, owner string, wanted favorite.Wanted) favorite.Favorite {
	t.Helper()
	f, err := w.Add(t.Context(), owner, wanted)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func (w *world) titles(t *testing.T, owner string, a favorite.Asked) (out []string) {
	t.Helper()
	l, err := w.List(t.Context(), owner, a)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range l.Favorites {
		out = append(out, f.Title)
	}
	return out
}

func answerAt(o favorite.Origin) favorite.Wanted {
	return favorite.Wanted{Kind: favorite.AnswerKind, Origin: o}
}

// The list shows the words of an answer without its markup.
func TestBriefHasNoMarkup(t *testing.T) {
	domaintest.On(t, open, func(t *testing.T, w *world) {
		at := w.say(alice, "conv-1", "明细", "## 怎么算\n\n| 项目 | 金额 |\n| --- | ---: |\n| 押金 | 13,000 |\n\n```go\nx := 1\n```")
		if f := w.add(t, alice, answerAt(at)); f.Brief != "怎么算 项目 金额 押金 13,000 x := 1" {
			t.Errorf("%q", f.Brief)
		}
	})
}

// If the conversation of a saved answer is deleted, the copy stays complete, and the favourite's There
// is false.
func TestSurvivesItsConversation(t *testing.T) {
	domaintest.Each(t, open, func(t *testing.T, w *world) {
		ctx := t.Context()
		at := w.say(alice, "conv-1", "押金多少？", "押金 **13,000** 元[citation:1]。")
		f := w.add(t, alice, answerAt(at))
		if !f.There || f.Title != "押金多少？" || f.Brief != "押金 13,000 元。" || f.Origin != at {
			t.Errorf("%+v", f)
		}
		if again := w.add(t, alice, answerAt(favorite.Origin{CID: "conv-1", Index: 2, Repeat: -1})); again.ID != f.ID {
			t.Errorf("the same answer is there twice: %+v", again)
		}
		clear(w.answers)
		got, c, err := w.Open(ctx, alice, f.ID)
		if err != nil || got.There || c.Question != "押金多少？" || c.Model != "offline" || len(c.Files) != 1 {
			t.Errorf("%+v %+v %v", got, c, err)
		}
		if len(c.Answer.Content) != 2 || c.Answer.Text() != "押金 **13,000** 元[citation:1]。" {
			t.Errorf("the copy is not whole: %+v", c.Answer)
		}
		if _, _, err := w.Open(ctx, bob, f.ID); !errs.Is(err, errs.NotFound) {
			t.Errorf("somebody else opens it: %v", err)
		}
		marks, err := w.Marks(ctx, alice, "", "conv-1")
		if err != nil || len(marks) != 1 || marks[0].ID != f.ID || marks[0].Index != 2 {
			t.Errorf("%+v %v", marks, err)
		}
		if marks, _ := w.Marks(ctx, bob, "", "conv-1"); len(marks) > 0 {
			t.Errorf("somebody else sees marks: %+v", marks)
		}
	})
}

// If a thing cannot be saved, Add fails with the error for the reason.
func TestRefusals(t *testing.T) {
	domaintest.On(t, open, func(t *testing.T, w *world) {
		at := w.say(alice, "conv-1", "问", "答")
		running := w.say(alice, "conv-2", "问", "答")
		taken := w.answers[key(alice, running)]
		taken.Answer.State = stream.Running
		w.answers[key(alice, running)] = taken
		hidden := w.say(alice, "conv-3", "问", "答")
		taken = w.answers[key(alice, hidden)]
		taken.Answer.Hidden = true
		w.answers[key(alice, hidden)] = taken
		large := w.say(alice, "conv-4", "问", strings.Repeat("长", favorite.MaxCopy))
		for name, c := range map[string]struct {
			owner string
			want  favorite.Wanted
			code  errs.Code
		}{
			"somebody else's": {bob, answerAt(at), errs.NotFound},
			"no such kind":    {alice, favorite.Wanted{Kind: "thought"}, errs.BadRequest},
			"under way":       {alice, answerAt(running), errs.Busy},
			"withheld":        {alice, answerAt(hidden), errs.NotFound},
			"too long":        {alice, answerAt(large), errs.TooLarge},
			"no such file":    {alice, favorite.Wanted{Kind: favorite.FileKind, ID: "none"}, errs.NotFound},
			"no agents":       {alice, favorite.Wanted{Kind: favorite.AgentKind, ID: "none"}, errs.NotFound},
			"a script":        {alice, favorite.Wanted{Kind: favorite.PageKind, URL: "javascript:alert(1)"}, errs.BadRequest},
			"no such copy":    {alice, favorite.Wanted{Kind: favorite.PageKind, CopyID: "none"}, errs.NotFound},
			"an endless link": {alice, favorite.Wanted{Kind: favorite.PageKind, URL: "https://example.com/" + strings.Repeat("a", 3000)}, errs.BadRequest},
		} {
			if _, err := w.Add(t.Context(), c.owner, c.want); !errs.Is(err, c.code) {
				t.Errorf("%s: %v", name, err)
			}
		}
		w.full = true
		if _, err := w.Add(t.Context(), alice, answerAt(at)); !errs.Is(err, errs.DiskLow) {
			t.Errorf("a full disk: %v", err)
		}
	})
}

// A page saved from a stored copy has the text of the copy, and not the text sent by the client. If the
// user does not have the conversation of an origin, the origin is dropped.
func TestPages(t *testing.T) {
	domaintest.On(t, open, func(t *testing.T, w *world) {
		at := w.say(alice, "conv-1", "问", "答")
		w.pages[alice+"copy-1"] = favorite.Looked{Title: "公告", Text: "明天起放假。", URL: "https://gov.example/a#top", Site: "某市", CID: "conv-1"}
		f := w.add(t, alice, favorite.Wanted{Kind: favorite.PageKind, CopyID: "copy-1", Origin: at, Title: "假的", Text: "假的"})
		if f.Thing != "https://gov.example/a" || f.Title != "公告" || f.Origin != at {
			t.Errorf("%+v", f)
		}
		foreign := w.add(t, alice, favorite.Wanted{Kind: favorite.PageKind, URL: "https://example.com/b", Origin: favorite.Origin{CID: "of-somebody-else", Index: 2}})
		if foreign.Origin.CID != "" || foreign.Title != "https://example.com/b" {
			t.Errorf("%+v", foreign)
		}
		_, c, err := w.Open(t.Context(), alice, f.ID)
		if err != nil || c.Text != "明天起放假。" || c.Site != "某市" {
			t.Errorf("%+v %v", c, err)
		}
		mark, err := w.MarkOf(t.Context(), alice, favorite.PageKind, "https://gov.example/a")
		if err != nil || mark.ID != f.ID {
			t.Errorf("%+v %v", mark, err)
		}
	})
}

func TestTagsNotesAndSearch(t *testing.T) {
	domaintest.Each(t, open, func(t *testing.T, w *world) {
		ctx := t.Context()
		w.files[alice+"file-1"] = favorite.Looked{Title: "合同.pdf", Type: "pdf", Size: 9}
		a := w.add(t, alice, answerAt(w.say(alice, "conv-1", "押金多少？", "押金一万三。")))
		b := w.add(t, alice, favorite.Wanted{Kind: favorite.FileKind, ID: "file-1"})
		w.add(t, bob, answerAt(w.say(bob, "conv-9", "押金归谁", "归鲍勃。")))
		note := "等房东回信"
		if err := w.Update(ctx, alice, []string{a.ID, b.ID}, favorite.Change{Add: []string{" #租房 ", "合同"}}); err != nil {
			t.Fatal(err)
		}
		if err := w.Update(ctx, alice, []string{b.ID}, favorite.Change{Note: &note, Remove: []string{"租房"}}); err != nil {
			t.Fatal(err)
		}
		for name, c := range map[string]struct {
			asked favorite.Asked
			want  []string
		}{
			"all, newest first":     {favorite.Asked{}, []string{"合同.pdf", "押金多少？"}},
			"of a kind":             {favorite.Asked{Kind: favorite.FileKind}, []string{"合同.pdf"}},
			"with a tag":            {favorite.Asked{Tag: "租房"}, []string{"押金多少？"}},
			"words of the answer":   {favorite.Asked{Words: "一万三"}, []string{"押金多少？"}},
			"words of the note":     {favorite.Asked{Words: "房东"}, []string{"合同.pdf"}},
			"a tag as a word":       {favorite.Asked{Words: "租房"}, []string{"押金多少？"}},
			"words and a kind":      {favorite.Asked{Words: "合同", Kind: favorite.FileKind}, []string{"合同.pdf"}},
			"words and another tag": {favorite.Asked{Words: "房东", Tag: "租房"}, nil},
			"somebody else's words": {favorite.Asked{Words: "鲍勃"}, nil},
		} {
			if diff := cmp.Diff(c.want, w.titles(t, alice, c.asked)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", name, diff)
			}
		}
		kinds, tags, err := w.Counts(ctx, alice)
		if err != nil || !slices.Equal(kinds, []favorite.Count{{"answer", 1}, {"file", 1}}) || !slices.Equal(tags, []favorite.Count{{"合同", 2}, {"租房", 1}}) {
			t.Errorf("%v %v %v", kinds, tags, err)
		}
		if err := w.Update(ctx, bob, []string{a.ID}, favorite.Change{Note: &note}); !errs.Is(err, errs.NotFound) {
			t.Errorf("somebody else writes: %v", err)
		}
		if err := w.Delete(ctx, bob, a.ID); !errs.Is(err, errs.NotFound) {
			t.Errorf("somebody else deletes: %v", err)
		}
		var many []string
		for i := range favorite.MaxTags - 1 {
			many = append(many, fmt.Sprint("标签", i))
		}
		if err := w.Update(ctx, alice, []string{a.ID}, favorite.Change{Add: many}); !errs.Is(err, errs.TagsFull) {
			t.Errorf("too many tags: %v", err)
		}
		if err := w.Delete(ctx, alice, a.ID, b.ID); err != nil {
			t.Fatal(err)
		}
		if left := w.titles(t, alice, favorite.Asked{Words: "押金"}); len(left) > 0 {
			t.Errorf("deleted and still found: %v", left)
		}
		if _, tags, _ := w.Counts(ctx, alice); len(tags) > 0 {
			t.Errorf("tags are left: %v", tags)
		}
	})
}

func TestPaging(t *testing.T) {
	domaintest.Each(t, open, func(t *testing.T, w *world) {
		var want []string
		for i := range 7 {
			name := fmt.Sprintf("文件%d", i)
			w.files[alice+name] = favorite.Looked{Title: name}
			w.add(t, alice, favorite.Wanted{Kind: favorite.FileKind, ID: name})
			want = append([]string{name}, want...)
		}
		var got []string
		asked := favorite.Asked{Limit: 3}
		for {
			l, err := w.List(t.Context(), alice, asked)
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range l.Favorites {
				got = append(got, f.Title)
			}
			if asked.After = l.Next; l.Next == "" {
				break
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
		if _, err := w.List(t.Context(), alice, favorite.Asked{After: "x"}); !errs.Is(err, errs.BadRequest) {
			t.Errorf("%v", err)
		}
	})
}

// A login moves a visitor's favourites to the account. If a conversation gets a new id, the favourites
// refer to the new id. If visitor and account saved the same thing, only the account's favourite stays.
func TestFollow(t *testing.T) {
	domaintest.Each(t, open, func(t *testing.T, w *world) {
		ctx := t.Context()
		w.add(t, alice, answerAt(w.say(alice, "conv-1", "甲", "一")))
		same := favorite.Wanted{Kind: favorite.PageKind, URL: "https://example.com/", Title: "页"}
		w.add(t, alice, same)
		mine := w.add(t, bob, same)
		if err := w.db.InTx(ctx, func(tx *sql.Tx) error {
			return errors.Join(w.Follow(ctx, tx, alice, bob, map[string]string{"conv-1": "conv-2"}), w.found.Move(ctx, tx, alice, bob))
		}); err != nil {
			t.Fatal(err)
		}
		at := w.say(bob, "conv-2", "甲", "一")
		l, err := w.List(ctx, bob, favorite.Asked{})
		if err != nil || len(l.Favorites) != 2 || l.Favorites[0].ID != mine.ID || !l.Favorites[1].There || l.Favorites[1].Origin.CID != "conv-2" {
			t.Errorf("%+v %v", l, err)
		}
		if again := w.add(t, bob, answerAt(at)); again.ID != l.Favorites[1].ID {
			t.Error("the moved answer is there twice")
		}
		if left := w.titles(t, alice, favorite.Asked{}); len(left) > 0 {
			t.Errorf("left behind: %v", left)
		}
		if got := w.titles(t, bob, favorite.Asked{Words: "甲"}); len(got) != 1 {
			t.Errorf("not found after the move: %v", got)
		}
		if err := w.Forget(ctx, bob); err != nil {
			t.Fatal(err)
		}
		if left := append(w.titles(t, bob, favorite.Asked{}), w.titles(t, bob, favorite.Asked{Words: "甲"})...); len(left) > 0 {
			t.Errorf("forgotten and still there: %v", left)
		}
	})
}

// An import restores exported favourites. It skips favourites that could not have been saved on
// this server.
func TestArchive(t *testing.T) {
	domaintest.Each(t, open, func(t *testing.T, w *world) {
		ctx := t.Context()
		f := w.add(t, alice, answerAt(w.say(alice, "conv-1", "押金多少？", "一万三。")))
		if err := w.Update(ctx, alice, []string{f.ID}, favorite.Change{Add: []string{"租房"}}); err != nil {
			t.Fatal(err)
		}
		w.add(t, alice, favorite.Wanted{Kind: favorite.PageKind, URL: "https://example.com/", Title: "页", Text: "正文"})
		out, err := w.Archive(ctx, alice)
		if err != nil || len(out) != 2 {
			t.Fatalf("%+v %v", out, err)
		}
		var rows []json.RawMessage
		b, err := json.Marshal(out)
		if err != nil || json.Unmarshal(b, &rows) != nil {
			t.Fatal(err)
		}
		page := func(change string) json.RawMessage {
			return json.RawMessage(`{"kind":"page","thing":"https://example.com/2","title":"二","createdAt":1,"copy":{"text":"好"}` + change + `}`)
		}
		rows = append(rows, json.RawMessage(`{"kind":"answer","thing":"x","createdAt":1,"copy":{"answer":{"content":[{"type":"nonsense"}]}}}`),
			json.RawMessage(`7`), json.RawMessage(`{"kind":"page","thing":"javascript:alert(1)","createdAt":1,"copy":{}}`),
			page(`,"note":"绝密"`), page(`,"note":"`+strings.Repeat("长", favorite.MaxNote+1)+`"`), page(`,"tags":["`+strings.Repeat("长", 30)+`"]`),
			json.RawMessage(`{"kind":"answer","thing":"y","createdAt":1,"copy":{}}`))
		for range 2 {
			if err := w.Import(ctx, bob, rows); err != nil {
				t.Fatal(err)
			}
		}
		got, err := w.Archive(ctx, bob)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(written(t, out), written(t, got)); diff != "" {
			t.Errorf("(-out +in):\n%s", diff)
		}
		if found := w.titles(t, bob, favorite.Asked{Words: "一万三"}); len(found) != 1 {
			t.Errorf("not found after the import: %v", found)
		}
	})
}

// The copy of a favourite is about as large as allowed. With its other data, the favourite is larger. It
// can be imported again.
func TestArchiveOfLargeCopy(t *testing.T) {
	domaintest.On(t, open, func(t *testing.T, w *world) {
		ctx := t.Context()
		text := strings.Repeat("\x01", 2*favorite.MaxCopy/len(`\u0001`)-50)
		f := w.add(t, alice, favorite.Wanted{Kind: favorite.PageKind, URL: "https://example.com/", Title: "长", Text: text})
		note := strings.Repeat("长", favorite.MaxNote)
		if err := w.Update(ctx, alice, []string{f.ID}, favorite.Change{Note: &note}); err != nil {
			t.Fatal(err)
		}
		out, err := w.Archive(ctx, alice)
		if err != nil || len(out) != 1 {
			t.Fatal(len(out), err)
		}
		row, err := json.Marshal(out[0])
		if err != nil || len(row) <= 2*favorite.MaxCopy {
			t.Fatalf("%d bytes, %v", len(row), err)
		}
		if err := w.Import(ctx, bob, []json.RawMessage{row}); err != nil {
			t.Fatal(err)
		}
		got, err := w.Archive(ctx, bob)
		if err != nil || len(got) != 1 || got[0].Note != note || got[0].Copy.Text != text {
			t.Error(len(got), err)
		}
	})
}

func TestExport(t *testing.T) {
	domaintest.On(t, open, func(t *testing.T, w *world) {
		ctx := t.Context()
		a := w.add(t, alice, answerAt(w.say(alice, "conv-1", "押金多少？", "一万三。")))
		p := w.add(t, alice, favorite.Wanted{Kind: favorite.PageKind, URL: "https://example.com/", Title: "页", Text: "第一段\n# 不是标题 <b>"})
		note := "两行\n备注"
		if err := w.Update(ctx, alice, []string{a.ID}, favorite.Change{Note: &note, Add: []string{"租房"}}); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Export(ctx, alice, []string{a.ID, p.ID}, favorite.Order{Format: "md"}); err != nil {
			t.Fatal(err)
		}
		o := w.written
		if o.Title != "我的收藏" || len(o.Items) != 2 || o.Items[0].Question != "押金多少？" || o.Items[0].Answer.Text() != "> 备注：两行\n> 备注\n\n> 标签：租房\n\n一万三。" {
			t.Errorf("%+v", o)
		}
		if got := o.Items[1].Answer.Text(); got != "<https://example.com/>\n\n第一段\n\n\\# 不是标题 \\<b>\n\n" {
			t.Errorf("%q", got)
		}
		if _, c, _ := w.Open(ctx, alice, a.ID); c.Answer.Text() != "一万三。" {
			t.Errorf("the export changed the copy: %q", c.Answer.Text())
		}
		if _, err := w.Export(ctx, bob, []string{a.ID}, favorite.Order{Format: "md"}); !errs.Is(err, errs.NotFound) {
			t.Errorf("somebody else exports it: %v", err)
		}
	})
}

// Adding, listing, opening and deleting a favourite work over HTTP. Another user gets 404, also for
// changing and exporting it.
func TestCalls(t *testing.T) {
	domaintest.On(t, open, func(t *testing.T, w *world) {
		server := domaintest.Serve(t, w.Routes)
		w.say(alice, "conv-1", "押金多少？", "一万三。")
		const base = "/api/user/agent/favorite/"
		status, got := server.JSON(t, alice, base+"add", map[string]any{"conversationId": "conv-1", "index": 2})
		if status != 200 {
			t.Fatalf("%d %v", status, got)
		}
		id := got["favorite"].(map[string]any)["id"].(string)
		_, got = server.JSON(t, alice, base+"list", map[string]any{})
		item := got["items"].([]any)[0].(map[string]any)
		if item["id"] != id || item["there"] != true || item["origin"].(map[string]any)["conversationId"] != "conv-1" {
			t.Errorf("%v", got)
		}
		_, got = server.JSON(t, alice, base+"detail", map[string]any{"id": id})
		if parts := got["copy"].(map[string]any)["parts"].([]any); len(parts) != 2 || parts[1].(map[string]any)["msg"] != "一万三。" {
			t.Errorf("%v", got)
		}
		for path, body := range map[string]map[string]any{
			"detail": {"id": id}, "update": {"id": id, "note": "坏"}, "delete": {"id": id}, "export": {"ids": []string{id}, "format": "md"}, "add": {"conversationId": "conv-1", "index": 2},
		} {
			if status, got := server.JSON(t, bob, base+path, body); status != 404 {
				t.Errorf("%s by somebody else: %d %v", path, status, got)
			}
		}
		if status, _ := server.JSON(t, alice, base+"delete", map[string]any{"ids": []string{id}}); status != 200 {
			t.Errorf("delete: %d", status)
		}
	})
}

func written(t *testing.T, v any) string {
	t.Helper()
	b, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// On PostgreSQL, calls at the same time do not exceed a limit together.
func TestAddsWaitForEachOther(t *testing.T) {
	t.Parallel()
	w := open(t, dbtest.OpenPostgres(t))
	at := w.say(alice, "conv-0001", "问", "答")
	err := domaintest.WhileLocked(t, w.db, alice, nil, func() error {
		_, err := w.Add(t.Context(), alice, answerAt(at))
		return err
	})
	if err != nil {
		t.Error(err)
	}
}
