//go:build unix

package share

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/domaintest"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/export/html"
	"github.com/wenqu-ai/wenqu/internal/plot"
	"github.com/wenqu-ai/wenqu/internal/share/sharedb"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

func TestMain(m *testing.M) { domaintest.Main(m) }

const (
	alice = domaintest.Alice
	bob   = domaintest.Bob
	cid   = "conv-00000001"
)

// harness is the service with fakes of its dependencies.
type harness struct {
	*Service
	*domaintest.Server
	clock  *domaintest.Clock
	mu     sync.Mutex
	talks  map[string]Talk // by owner and id
	copies map[string][]Round
	files  map[string]string // by owner and id
	away   map[string]bool
}

func (h *harness) Talk(_ context.Context, owner, id string) (Talk, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	t, ok := h.talks[owner+id]
	if !ok {
		return Talk{}, notFound()
	}
	return t, nil
}

func (h *harness) Copy(_ context.Context, owner, title string, rounds []Round) (string, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	id := fmt.Sprint("copy-", len(h.copies))
	h.copies[owner+id+title] = rounds
	return id, nil
}

type held struct{ *strings.Reader }

func (held) Close() error { return nil }

func open(t testing.TB, d *db.DB) *harness {
	h := &harness{
		clock: domaintest.NewTickingClock(time.UnixMilli(1_800_000_000_000)), talks: map[string]Talk{}, copies: map[string][]Round{},
		files: map[string]string{}, away: map[string]bool{},
	}
	h.talks[alice+cid] = talk()
	h.files[alice+"file-1"] = "押金 13,000 元"
	h.Service = New(Options{
		DB: d, Conversations: h, Key: []byte("a key of the tests"), Brand: "问渠", Agent: "naQivTmsDa", Now: h.clock.Now,
		Open: func(_ context.Context, owner, id string) (Content, error) {
			s, ok := h.files[owner+id]
			if !ok {
				return Content{}, notFound()
			}
			return Content{ReadSeekCloser: held{strings.NewReader(s)}, Name: "租约.txt", Type: "text/plain", Tag: "t1"}, nil
		},
		FileID: func(url string) string { return strings.TrimPrefix(url, "https://elsewhere.example/") },
		HTML:   func(markdown string, cite func(int) string) string { return html.Write(markdown, cite) },
		Chart: func(data json.RawMessage, locale, label string) string {
			c, err := plot.Parse(data)
			if err != nil {
				return ""
			}
			return c.SVG(640, locale, label, "chart wide")
		},
		Rules: func(context.Context, string, string) func(string) (string, bool) {
			return func(s string) (string, bool) {
				return strings.ReplaceAll(s, "遮", "＊"), strings.Contains(s, "禁")
			}
		},
		Away: func(_ context.Context, owner string) (bool, error) { return h.away[owner], nil },
		Write: func(_ context.Context, p Paper) (Written, error) {
			return Written{p.Title + "." + p.Format, "text/plain", fmt.Append(nil, len(p.Rounds), p.Rounds[0].Question)}, nil
		},
		Draw: func(_ context.Context, p Picture) ([]byte, error) { return []byte(p.Title + p.Summary), nil },
	})
	h.Server = domaintest.Serve(t, h.Service.Routes)
	return h
}

func each(t *testing.T, f func(t *testing.T, h *harness)) { domaintest.Each(t, open, f) }

func answer(items ...stream.Event) stream.Message {
	m := stream.NewMessage()
	for _, e := range items {
		m.Content = append(m.Content, stream.Item{Event: e})
	}
	m.Began, m.State, m.Kind = true, stream.StateDone, stream.KindText
	return m
}

// talk returns a conversation with content that a share must contain, and content that a share must not contain.
func talk() Talk {
	return Talk{CID: cid, Title: "押金与租约", Rounds: []Said{
		{Index: 2, Round: Round{
			Question: "押金是多少？<script>alert(1)</script>", Model: "deep_seek", Files: []File{{Name: "租约.txt", Type: "txt", ID: "file-1", Size: 18}},
			Answer: answer(
				stream.Think{Content: "先看租约。", Status: 2},
				stream.Tool{ID: "t", Name: "read", Title: "读文件", State: stream.PartDone, Input: "秘密输入", Output: "秘密输出"},
				stream.Text{Msg: "押金是 **13,000 元**[citation:1]，见[官网](https://example.com/a)[citation:2]。\n\n|项目|金额|\n|-|-:|\n|押金|13,000|\n\n$E=mc^2$\n\n```go\nfunc main() {}\n```"},
				stream.Card{ID: "c", Kind: "chart", Title: "图", Data: []byte(`{"a":1}`), Fallback: "图的文字"},
				stream.Card{ID: "d", Kind: "chart", Title: "金额", Data: []byte(`{"kind":"bar","labels":["押金","<i>遮"],"series":[{"values":[13,2]}]}`), Fallback: "|项目|\n|-|\n|押金|"},
				stream.Card{ID: "f", Kind: "file", Title: "做好的文件", Data: []byte(`{"id":"file-secret"}`), Fallback: "文件.docx"},
				stream.SearchGuid{Docs: []stream.Doc{
					{Index: 1, DocID: "file-1", Kind: "file", Title: "租约.txt", Quote: "押金 13,000 元", URL: "/tool/file-viewer?id=file-1", Page: 1},
					{Index: 2, DocID: "w", Kind: "web", Title: "官网", URL: "https://example.com/a", Quote: "网页原文", CopyURL: "/tool/web-viewer?id=secret"},
					{Index: 3, DocID: "m", Kind: "memory", Title: "我的秘密记忆", Quote: "记忆原文", URL: "/setting/memory"},
					{Index: 4, DocID: "file-1", Title: "旧租约.doc", Quote: "旧租约原文"}, // from an old answer, without kind and page
				}},
			),
		}},
		{Index: 4, Round: Round{Question: "第二问", Answer: answer(stream.Text{Msg: "第二答，遮住。"})}},
		{Index: 6, Round: Round{Question: "禁词", Answer: answer(stream.Text{Msg: "好"})}},
		{Index: 8, Hidden: true, Round: Round{Question: "撤回的问题", Answer: answer(stream.Text{Msg: "撤回的回答"})}},
	}}
}

func (h *harness) share(t *testing.T, body string) Owned {
	t.Helper()
	res, raw := h.Do(t, domaintest.Call{Path: "/api/conversations/v2/share", Owner: alice, Body: body})
	var out struct {
		ShareID string
		Data    Owned
	}
	decode(t, raw, &out)
	if res.StatusCode != 200 || out.ShareID == "" || out.ShareID != out.Data.ShareID {
		t.Fatalf("%d %s", res.StatusCode, raw)
	}
	return out.Data
}

func (h *harness) get(t *testing.T, path string, header ...string) (*http.Response, string) {
	t.Helper()
	c := domaintest.Call{Method: http.MethodGet, Path: path, Header: map[string]string{}}
	for i := 0; i+1 < len(header); i += 2 {
		c.Header[header[i]] = header[i+1]
	}
	return h.Do(t, c)
}

func (h *harness) post(t *testing.T, owner, path, body string) (int, string) {
	t.Helper()
	res, raw := h.Do(t, domaintest.Call{Path: path, Owner: owner, Body: body})
	return res.StatusCode, raw
}

// A snapshot contains the chosen rounds and no hidden data.
func TestSnapshotHoldsWhatWasChosen(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		never := []string{"秘密", "file-1", "file-secret", "撤回的", "禁词", alice, "web-viewer", "file-viewer", "setting/memory", "记忆原文", "遮住"}
		for name, c := range map[string]struct {
			body    string
			has, no []string
		}{
			"branch":  {`{"conversationId":"` + cid + `"}`, []string{"先看租约", "读文件", "租约.txt", "13,000 元", "<math", "<table>", `<span class="k">func</span> main`, "图的文字", "example.com/a", "网页原文", "第二问", "第二答，＊住"}, []string{"押金 13,000 元</q>"}},
			"one":     {`{"conversationId":"` + cid + `","indexes":[3]}`, []string{"第二问"}, []string{"13,000 元"}},
			"quiet":   {`{"conversationId":"` + cid + `","indexes":[1,2],"hideThinking":true,"files":"hidden"}`, []string{"13,000 元"}, []string{"先看租约", "读文件", "租约.txt", "旧租约", "文件.docx"}},
			"content": {`{"conversationId":"` + cid + `","indexes":[2],"files":"content"}`, []string{"/file/0/0", "押金 13,000 元</q>"}, nil},
		} {
			v := h.share(t, c.body)
			res, page := h.get(t, "/s/"+v.ShareID)
			if res.StatusCode != 200 || res.Header.Get("Cache-Control") != "private, no-store" || res.Header.Get("Content-Security-Policy") != Policy ||
				res.Header.Get("X-Robots-Tag") != "noindex, nofollow" || res.Header.Get("Referrer-Policy") != "no-referrer" {
				t.Errorf("%s: %d %v", name, res.StatusCode, res.Header)
			}
			_, detail := h.post(t, "", "/api/v5/share/detail", `{"shareId":"`+v.ShareID+`"}`)
			if strings.Contains(page, "<script>alert") {
				t.Errorf("%s: a text is markup", name)
			}
			for _, s := range c.has {
				if !strings.Contains(page, s) {
					t.Errorf("%s: the page lacks %q", name, s)
				}
			}
			for _, s := range append(never, c.no...) {
				if strings.Contains(page, s) || strings.Contains(detail, s) {
					t.Errorf("%s: %q gets out", name, s)
				}
			}
		}
		_, raw := h.post(t, alice, "/api/conversations/share", `{"cid":"`+cid+`"}`)
		var made struct{ Left int }
		decode(t, raw, &made)
		if made.Left != 2 {
			t.Errorf("%d are said to be left out: %s", made.Left, raw)
		}
	})
}

// TestChartsAreDrawn checks that the page shows a chart as a drawing and as a table. The content rules
// must also mask words in the drawing.
func TestChartsAreDrawn(t *testing.T) {
	t.Parallel()
	h := open(t, dbtest.OpenSQLite(t))
	one := h.share(t, `{"conversationId":"`+cid+`","indexes":[2]}`)
	_, page := h.get(t, "/s/"+one.ShareID)
	for _, want := range []string{`<svg class="chart wide"`, `role="img" aria-label="图表 金额`, "<summary>数据表</summary>", ">押金</text>", "&lt;i&gt;＊</text>", "<td>押金</td>", "<figcaption>金额</figcaption>", "图的文字"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not have %s", want)
		}
	}
	if strings.Count(page, "<svg") != 1 {
		t.Error("what is no chart was drawn")
	}
}

// The deletion of the conversation does not change the page of a share.
func TestSnapshotStays(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		v := h.share(t, `{"conversationId":"`+cid+`"}`)
		if want := "押金是 13,000 元，见官网。"; v.Summary != want {
			t.Errorf("summary %q, want %q", v.Summary, want)
		}
		_, before := h.get(t, "/s/"+v.ShareID)
		delete(h.talks, alice+cid)
		h.bodies.remove(func(string) bool { return true })
		if _, after := h.get(t, "/s/"+v.ShareID); after != before {
			t.Error("it changed with its conversation")
		}
	})
}

func TestWhatCannotBeShared(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		h.talks[alice+"temporary-1"] = Talk{CID: "temporary-1", Temporary: true, Rounds: talk().Rounds}
		running := talk()
		running.Rounds[0].Answer.State = stream.Running
		h.talks[alice+"running-1"] = running
		long := talk()
		long.Rounds[1].Answer = answer(stream.Text{Msg: strings.Repeat("很长", 1<<20)})
		h.talks[alice+"long-conv"] = long
		for name, c := range map[string]struct {
			owner, body string
			want        errs.Code
		}{
			"somebody else's":  {bob, `{"conversationId":"` + cid + `"}`, errs.NotFound},
			"unknown":          {alice, `{"conversationId":"conv-unknown"}`, errs.NotFound},
			"temporary":        {alice, `{"conversationId":"temporary-1"}`, errs.ShareTemporary},
			"running":          {alice, `{"conversationId":"running-1"}`, errs.Busy},
			"withheld":         {alice, `{"conversationId":"` + cid + `","indexes":[6,8]}`, errs.ShareWithheld},
			"a withheld title": {alice, `{"conversationId":"` + cid + `","title":"禁"}`, errs.ShareWithheld},
			"unknown message":  {alice, `{"conversationId":"` + cid + `","indexes":[20]}`, errs.NotFound},
			"too long":         {alice, `{"conversationId":"long-conv"}`, errs.TooLarge},
			"past":             {alice, `{"conversationId":"` + cid + `","expiresAt":5}`, errs.BadRequest},
			"far":              {alice, `{"conversationId":"` + cid + `","expiresAt":9000000000000}`, errs.BadRequest},
			"short password":   {alice, `{"conversationId":"` + cid + `","password":"abc"}`, errs.SharePasswordForm},
			"unknown rule":     {alice, `{"conversationId":"` + cid + `","files":"all"}`, errs.BadRequest},
		} {
			if status, raw := h.post(t, c.owner, "/api/conversations/v2/share", c.body); status != c.want.Row().Status || !strings.Contains(raw, string(c.want)) {
				t.Errorf("%s: %d %s", name, status, raw)
			}
		}
	})
}

// The page and the API answer 404 for a share that never existed, was revoked, has ended or was
// taken down. They also answer 404 if the owner's account waits for its deletion or is deleted.
func TestGone(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		end := h.clock.Now().Add(time.Hour)
		for name, after := range map[string]func(v Owned){
			"revoked": func(v Owned) {
				if status, _ := h.post(t, bob, "/api/share/delete", `{"shareId":"`+v.ShareID+`"}`); status != 404 {
					t.Errorf("somebody else revokes: %d", status)
				}
				if status, raw := h.post(t, alice, "/api/share/delete", `{"shareId":"`+v.ShareID+`"}`); status != 200 {
					t.Errorf("%d %s", status, raw)
				}
			},
			"with its conversation's": func(Owned) { h.post(t, alice, "/api/conversations/v2/share/delete", `{"conversationId":"`+cid+`"}`) },
			"taken down": func(v Owned) {
				if err := h.Decide(t.Context(), v.ShareID, TakeDown); err != nil {
					t.Error(err)
				}
			},
			"its owner left": func(Owned) { h.away[alice] = true },
			"forgotten": func(Owned) {
				if err := h.Forget(t.Context(), alice); err != nil {
					t.Error(err)
				}
			},
			"ended": func(Owned) { h.clock.Add(2 * time.Hour) },
		} {
			v := h.share(t, fmt.Sprintf(`{"conversationId":%q,"files":"content","expiresAt":%d}`, cid, end.UnixMilli()))
			paths := []string{"/s/" + v.ShareID, "/s/" + v.ShareID + "/file/0/0", "/s/" + v.ShareID + "/card.png", "/api/v5/share/detail?shareId=" + v.ShareID}
			for _, path := range paths {
				if res, raw := h.get(t, path); res.StatusCode != 200 || !strings.Contains(res.Header.Get("Cache-Control"), "no-store") {
					t.Errorf("%s: %d %v %s", path, res.StatusCode, res.Header, raw)
				}
			}
			after(v)
			for _, path := range paths {
				if res, raw := h.get(t, path); res.StatusCode != 404 || strings.Contains(raw, "13,000") {
					t.Errorf("%s: %s gives %d", name, path, res.StatusCode)
				}
			}
			for _, call := range []string{"like", "getLikes", "newsConv", "report", "export"} {
				if status, raw := h.post(t, bob, "/api/share/"+call, `{"shareId":"`+v.ShareID+`","reason":"other","format":"md"}`); status != 404 {
					t.Errorf("%s: %s gives %d %s", name, call, status, raw)
				}
			}
			h.away[alice] = false
			end = h.clock.Now().Add(time.Hour)
		}
		for _, id := range []string{"x", strings.Repeat("a", idLength), strings.Repeat("a", 5000), "%2e%2e", "%00", "%ff", strings.Repeat("é", 13)} {
			if res, _ := h.get(t, "/s/"+id); res.StatusCode != 404 {
				t.Errorf("%q: %d", id, res.StatusCode)
			}
		}
	})
}

func (h *harness) unlock(t *testing.T, id, password string) *http.Response {
	t.Helper()
	client := *h.Client()
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	res, err := client.PostForm(h.URL+"/s/"+id, url.Values{"password": {password}})
	if err != nil {
		t.Fatal(err)
	}
	_, _ = io.Copy(io.Discard, res.Body)
	res.Body.Close()
	return res
}

// Without the password, nothing of a share is revealed. When the password changes, a pass becomes
// invalid.
func TestPassword(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		v := h.share(t, `{"conversationId":"`+cid+`","password":"春天来了","listed":true,"files":"content"}`)
		res, page := h.get(t, "/s/"+v.ShareID)
		for _, s := range []string{"押金", "13,000", "租约"} {
			if strings.Contains(page, s) {
				t.Errorf("without the password the page says %q", s)
			}
		}
		if res.Header.Get("X-Robots-Tag") == "" || !strings.Contains(page, `method="post"`) {
			t.Error("it is no form that search engines leave alone")
		}
		for _, path := range []string{"/file/0/0", "/card.png"} {
			if res, _ := h.get(t, "/s/"+v.ShareID+path); res.StatusCode != 404 {
				t.Errorf("%s: %d", path, res.StatusCode)
			}
		}
		if res := h.unlock(t, v.ShareID, "wrong"); res.StatusCode != 422 || len(res.Cookies()) > 0 {
			t.Errorf("a wrong one: %d", res.StatusCode)
		}
		right := h.unlock(t, v.ShareID, "春天来了")
		if right.StatusCode != 303 || !strings.HasPrefix(right.Header.Get("Location"), "/s/"+v.ShareID) || len(right.Cookies()) != 1 {
			t.Fatalf("the right one: %d %v", right.StatusCode, right.Header)
		}
		c := right.Cookies()[0]
		if !c.HttpOnly || c.Path != "/s/"+v.ShareID || c.SameSite != http.SameSiteLaxMode {
			t.Errorf("%+v", c)
		}
		cookie := c.Name + "=" + c.Value
		for _, path := range []string{"", "/file/0/0"} {
			if res, page := h.get(t, "/s/"+v.ShareID+path, "Cookie", cookie); res.StatusCode != 200 || !strings.Contains(page, "13,000") {
				t.Errorf("with the pass: %s %d", path, res.StatusCode)
			}
		}
		other := h.unlock(t, h.share(t, `{"conversationId":"`+cid+`","password":"春天来了"}`).ShareID, "春天来了").Cookies()[0]
		end, mac, _ := strings.Cut(c.Value, ".")
		for name, forged := range map[string]string{"another share's": other.Value, "one that lasts longer": "9" + c.Value, "one without a seal": end + ".", "one cut short": end + "." + mac[:8]} {
			if res, page := h.get(t, "/s/"+v.ShareID, "Cookie", c.Name+"="+forged); res.StatusCode != 200 || !strings.Contains(page, `method="post"`) || strings.Contains(page, "13,000") {
				t.Errorf("%s opens it: %d", name, res.StatusCode)
			}
		}
		var d struct{ Data Opened }
		_, raw := h.post(t, "", "/api/v5/share/detail", `{"shareId":"`+v.ShareID+`","password":"春天来了"}`)
		decode(t, raw, &d)
		if d.Data.Pass == "" || len(d.Data.Convs) != 4 {
			t.Fatalf("%s", raw)
		}
		body := `{"shareId":"` + v.ShareID + `","pass":"` + d.Data.Pass + `"}`
		if status, raw := h.post(t, bob, "/api/share/newsConv", body); status != 200 {
			t.Errorf("a copy with the pass: %d %s", status, raw)
		}
		if status, _ := h.post(t, bob, "/api/share/newsConv", `{"shareId":"`+v.ShareID+`"}`); status != 422 {
			t.Errorf("a copy without it: %d", status)
		}
		if status, raw := h.post(t, alice, "/api/share/update", `{"shareId":"`+v.ShareID+`","password":"秋天来了"}`); status != 200 {
			t.Fatalf("%d %s", status, raw)
		}
		if _, page := h.get(t, "/s/"+v.ShareID, "Cookie", cookie); strings.Contains(page, "13,000") {
			t.Error("the pass outlives its password")
		}
		h.post(t, alice, "/api/share/update", `{"shareId":"`+v.ShareID+`","password":""}`)
		if _, page := h.get(t, "/s/"+v.ShareID); !strings.Contains(page, "13,000") {
			t.Error("a share without a password asks for one")
		}
	})
}

// The number of attempts per network is limited, also for concurrent attempts, until tryWindow
// ends. Other networks are not affected.
func TestPasswordCannotBeGuessed(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		v := h.share(t, `{"conversationId":"`+cid+`","password":"春天来了"}`)
		sh, err := h.Head(t.Context(), v.ShareID)
		if err != nil {
			t.Fatal(err)
		}
		var tried sync.WaitGroup
		var mu sync.Mutex
		got := map[errs.Code]int{}
		for i := range 3 * triesOfShare {
			tried.Go(func() {
				_, err := h.try(t.Context(), sh, fmt.Sprint("guess", i), "192.0.2.1")
				mu.Lock()
				got[errs.From(err).Code]++
				mu.Unlock()
			})
		}
		tried.Wait()
		if got[errs.SharePassword] != triesOfShare || got[errs.ShareTries] != 2*triesOfShare {
			t.Errorf("%v", got)
		}
		if _, err := h.try(t.Context(), sh, "春天来了", "192.0.2.1"); !errs.Is(err, errs.ShareTries) {
			t.Errorf("the right one after too many: %v", err)
		}
		if _, err := h.try(t.Context(), sh, "春天来了", "192.0.2.2"); err != nil {
			t.Errorf("another network is kept out: %v", err)
		}
		h.clock.Add(tryWindow)
		if _, err := h.try(t.Context(), sh, "春天来了", "192.0.2.1"); err != nil {
			t.Errorf("after the time: %v", err)
		}
		if err := h.Sweep(t.Context()); err != nil {
			t.Error(err)
		}
	})
}

// Guesses from many networks at one share are slowed down, and then refused. Existing
// passes stay valid, and a new password resets the limit.
func TestPasswordCannotBeGuessedFromManyNetworks(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		v := h.share(t, `{"conversationId":"`+cid+`","password":"春天来了"}`)
		sh, err := h.Head(t.Context(), v.ShareID)
		if err != nil {
			t.Fatal(err)
		}
		pass, err := h.try(t.Context(), sh, "春天来了", "192.0.2.1")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := h.try(t.Context(), sh, "guess", "192.0.2.2"); !errs.Is(err, errs.SharePassword) {
			t.Fatal(err)
		}
		guessed := func(to int64) {
			t.Helper()
			err := h.write(t.Context(), func(q *sharedb.Queries) error {
				for {
					row, err := q.CountTry(t.Context(), sharedb.CountTryParams{
						Name: h.counter("wrong " + sh.ID + "\n" + sh.Password), EndsAt: h.clock.Now().Add(wrongWindow).UnixMilli(), Now: h.clock.Now().UnixMilli(),
					})
					if err != nil || row.Count >= to {
						return err
					}
				}
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		guessed(wrongSlow)
		for _, c := range []struct {
			password string
			want     errs.Code
		}{{"guess", errs.SharePassword}, {"春天来了", errs.ShareTries}} {
			if _, err := h.try(t.Context(), sh, c.password, "192.0.2.3"); !errs.Is(err, c.want) {
				t.Errorf("slow: %s from one network: %v", c.password, err)
			}
		}
		if _, err := h.try(t.Context(), sh, "春天来了", "192.0.2.4"); err != nil {
			t.Errorf("slow: who knows it is kept out: %v", err)
		}
		guessed(wrongMost)
		if _, err := h.try(t.Context(), sh, "春天来了", "192.0.2.5"); !errs.Is(err, errs.ShareTries) {
			t.Errorf("after the last: %v", err)
		}
		if got, _, err := h.Enter(t.Context(), Ticket{ID: sh.ID, Pass: pass}); err != nil || got.ID != sh.ID {
			t.Errorf("the pass: %v", err)
		}
		again := "夏天来了"
		changed, err := h.Edit(t.Context(), alice, sh.ID, Change{Password: &again})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := h.try(t.Context(), changed, again, "192.0.2.6"); err != nil {
			t.Errorf("the new password: %v", err)
		}
		h.clock.Add(wrongWindow)
		if _, err := h.try(t.Context(), sh, "春天来了", "192.0.2.5"); err != nil {
			t.Errorf("after the time: %v", err)
		}
	})
}

// The pictures of an answer are served under the address of the share, as long as the
// share can be read. A share that hides files has no pictures.
func TestPicturesOfAnswers(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		of := talk()
		of.Rounds = of.Rounds[:1]
		of.Rounds[0].Answer.Content = append(of.Rounds[0].Answer.Content, stream.Item{Event: stream.Replace{Replace: stream.Replacement{
			ID: "r", Display: "一张\"图\"", Multimedias: []stream.Media{{URL: "picture-1"}, {URL: "https://elsewhere.example/"}},
		}}})
		h.talks[alice+cid] = of
		h.files[alice+"picture-1"] = "PNG"
		for rule, n := range map[string]int{"names": 1, "content": 1, "hidden": 0} {
			v := h.share(t, `{"conversationId":"`+cid+`","files":"`+rule+`"}`)
			at := "/s/" + v.ShareID + "/file/0/" + fmt.Sprint(1)
			_, page := h.get(t, "/s/"+v.ShareID)
			if got := strings.Count(page, `<img loading="lazy" src="`+at+`" alt="一张&#34;图&#34;">`); got != n || strings.Contains(page, "picture-1") {
				t.Errorf("%s: %d pictures", rule, got)
			}
			res, body := h.get(t, at)
			if n == 1 && (res.StatusCode != 200 || body != "PNG") || n == 0 && res.StatusCode != 404 {
				t.Errorf("%s: %d %s", rule, res.StatusCode, body)
			}
			if res, _ := h.get(t, "/s/"+v.ShareID+"/file/0/0"); (res.StatusCode == 200) != (rule == "content") {
				t.Errorf("%s: the file of the question: %d", rule, res.StatusCode)
			}
			if err := h.Revoke(t.Context(), alice, v.ShareID); err != nil {
				t.Fatal(err)
			}
			if res, _ := h.get(t, at); res.StatusCode != 404 {
				t.Errorf("%s: revoked: %d", rule, res.StatusCode)
			}
		}
	})
}

// The end of a share is a point in time, independent of the time zone.
func TestEndIsAMoment(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		shanghai := time.FixedZone("", 8*3600)
		end := h.clock.Now().In(shanghai).Add(24 * time.Hour).Truncate(time.Second)
		v := h.share(t, fmt.Sprintf(`{"conversationId":%q,"expiresAt":%d}`, cid, end.UnixMilli()))
		if _, page := h.get(t, "/s/"+v.ShareID); !strings.Contains(page, end.UTC().Format(time.RFC3339)) {
			t.Error("the page does not say when it ends")
		}
		h.clock.Add(end.Sub(h.clock.Now()) - time.Second)
		if _, err := h.Head(t.Context(), v.ShareID); err != nil {
			t.Errorf("a second before: %v", err)
		}
		h.clock.Add(time.Second)
		if _, err := h.Head(t.Context(), v.ShareID); !errs.Is(err, errs.ShareGone) {
			t.Errorf("at its end: %v", err)
		}
		later := h.clock.Now().Add(time.Hour).UnixMilli()
		if _, err := h.Edit(t.Context(), alice, v.ShareID, Change{ExpiresAt: &later}); err != nil {
			t.Error(err)
		}
		if _, err := h.Head(t.Context(), v.ShareID); err != nil {
			t.Errorf("with a later end: %v", err)
		}
		h.clock.Add(keptAfterEnd + 2*time.Hour)
		if err := h.Sweep(t.Context()); err != nil {
			t.Error(err)
		}
		if _, total, err := h.List(t.Context(), alice, "", 0, 0); err != nil || total != 0 {
			t.Errorf("long after its end: %d %v", total, err)
		}
	})
}

// While the content rules check a new title, the end and the password of the share are changed. The
// change of the title must keep them.
func TestEditKeepsOtherChanges(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		v := h.share(t, `{"conversationId":"`+cid+`"}`)
		title, password, end := "新的标题", "春天来了", h.clock.Now().Add(time.Hour).UnixMilli()
		h.Rules = func(context.Context, string, string) func(string) (string, bool) {
			if _, err := h.Edit(t.Context(), alice, v.ShareID, Change{Password: &password, ExpiresAt: &end}); err != nil {
				t.Error(err)
			}
			return func(s string) (string, bool) { return s, false }
		}
		out, err := h.Edit(t.Context(), alice, v.ShareID, Change{Title: &title})
		if err != nil || out.Title != title || out.Password == "" || out.ExpiresAt != end {
			t.Errorf("returned: %+v %v", out, err)
		}
		if now, err := h.Own(t.Context(), alice, v.ShareID); err != nil || now != out {
			t.Errorf("stored: %+v %v", now, err)
		}
	})
}

// In PostgreSQL, an edit waits for a transaction that changes the same share, and must then see its
// result. SQLite has one writer at a time.
func TestEditWaitsForAnother(t *testing.T) {
	t.Parallel()
	h := open(t, dbtest.OpenPostgres(t))
	v := h.share(t, `{"conversationId":"`+cid+`"}`)
	title := "新的标题"
	var edit sync.WaitGroup
	err := h.DB.InTx(t.Context(), func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(t.Context(), `UPDATE share SET password = 'x'`); err != nil {
			return err
		}
		edit.Go(func() {
			if _, err := h.Edit(t.Context(), alice, v.ShareID, Change{Title: &title}); err != nil {
				t.Error(err)
			}
		})
		domaintest.Eventually(t, "a statement that waits", func() bool {
			var n int
			err := h.DB.Read().QueryRowContext(t.Context(), `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`).Scan(&n)
			return err == nil && n > 0
		})
		return nil
	})
	edit.Wait()
	if err != nil {
		t.Fatal(err)
	}
	if now, err := h.Own(t.Context(), alice, v.ShareID); err != nil || now.Title != title || now.Password != "x" {
		t.Errorf("%+v %v", now, err)
	}
}

func TestLikesAndViews(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		v := h.share(t, `{"conversationId":"`+cid+`"}`)
		body := `{"shareId":"` + v.ShareID + `"}`
		for range 3 {
			h.post(t, bob, "/api/conversations/v2/share/like", body)
			h.post(t, alice, "/api/share/like", body)
			h.get(t, "/s/"+v.ShareID)
		}
		if err := h.StoreViews(t.Context()); err != nil {
			t.Fatal(err)
		}
		mine, err := h.Own(t.Context(), alice, v.ShareID)
		if err != nil || mine.Likes != 2 || mine.Views != 3 {
			t.Errorf("%+v %v", mine, err)
		}
		h.post(t, bob, "/api/share/like", `{"shareId":"`+v.ShareID+`","like":false}`)
		if _, raw := h.post(t, alice, "/api/share/getLikes", body); !strings.Contains(raw, `"likes":1`) {
			t.Error(raw)
		}
		if err := h.Forget(t.Context(), bob); err != nil {
			t.Error(err)
		}
		if mine, _ = h.Own(t.Context(), alice, v.ShareID); mine.Likes != 1 {
			t.Errorf("%d after somebody without a like was forgotten", mine.Likes)
		}
		if mine, _, err := h.List(t.Context(), bob, "", 0, 0); err != nil || len(mine) != 0 {
			t.Errorf("bob has %v %v", mine, err)
		}
	})
}

func TestReports(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		v := h.share(t, `{"conversationId":"`+cid+`"}`)
		for _, who := range []string{bob, bob, alice} {
			if status, raw := h.post(t, who, "/api/share/report", `{"shareId":"`+v.ShareID+`","reason":"private","text":"有我的电话"}`); status != 200 {
				t.Fatalf("%d %s", status, raw)
			}
		}
		if status, _ := h.post(t, bob, "/api/share/report", `{"shareId":"`+v.ShareID+`","reason":"because"}`); status != 400 && status != 422 {
			t.Errorf("an unknown reason: %d", status)
		}
		all, err := h.Reports(t.Context(), false, 0, 0)
		if err != nil || len(all) != 2 || all[0].Text != "有我的电话" || all[0].Share.Title != "押金与租约" {
			t.Fatalf("%+v %v", all, err)
		}
		for _, d := range []Decision{Dismiss, TakeDown, PutBack} {
			if err := h.Decide(t.Context(), v.ShareID, d); err != nil {
				t.Error(err)
			}
			if _, err := h.Head(t.Context(), v.ShareID); errs.Is(err, errs.ShareGone) != (d == TakeDown) {
				t.Errorf("%s: %v", d, err)
			}
		}
		if all, _ := h.Reports(t.Context(), false, 0, 0); len(all) != 0 {
			t.Errorf("%d are open", len(all))
		}
		if all, _ := h.Reports(t.Context(), true, 0, 0); len(all) != 2 {
			t.Errorf("%d in all", len(all))
		}
		if err := h.Decide(t.Context(), "unknown", Dismiss); !errs.Is(err, errs.NotFound) {
			t.Error(err)
		}
	})
}

func TestPictures(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		var b bytes.Buffer
		if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 4, 4))); err != nil {
			t.Fatal(err)
		}
		id, err := h.KeepPicture(t.Context(), alice, b.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		res, raw := h.get(t, "/api/share/picture/"+id)
		if res.StatusCode != 200 || raw != b.String() || res.Header.Get("Content-Type") != "image/png" || !strings.HasPrefix(res.Header.Get("Content-Disposition"), "attachment") {
			t.Errorf("%d %v", res.StatusCode, res.Header)
		}
		for name, bad := range map[string]string{"html": "<html>", "svg": "<svg xmlns='http://www.w3.org/2000/svg'/>", "nothing": "", "a bomb": "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x01\x00\x00\x00\x01\x00\x00\x08\x00\x00\x00\x00\x00\x00\x00\x00"} {
			if _, err := h.KeepPicture(t.Context(), alice, []byte(bad)); !errs.Is(err, errs.PictureBad) {
				t.Errorf("%s: %v", name, err)
			}
		}
		for range maxPictures - 1 {
			if _, err := h.KeepPicture(t.Context(), alice, b.Bytes()); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := h.KeepPicture(t.Context(), alice, b.Bytes()); !errs.Is(err, errs.SharesOwned) {
			t.Errorf("one too many: %v", err)
		}
		h.clock.Add(pictureLife)
		if res, _ := h.get(t, "/api/share/picture/"+id); res.StatusCode != 404 {
			t.Errorf("after a day: %d", res.StatusCode)
		}
		if err := h.Sweep(t.Context()); err != nil {
			t.Error(err)
		}
	})
}

// A copy has the same content as the share shown to readers.
func TestCopyAndFiles(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		v := h.share(t, `{"conversationId":"`+cid+`","indexes":[2],"hideThinking":true,"title":"押金"}`)
		body := `{"shareId":"` + v.ShareID + `","format":"docx"}`
		if status, raw := h.post(t, bob, "/api/conversations/v2/share/newsConv", body); status != 200 || !strings.Contains(raw, `"conversationId":"copy-0"`) {
			t.Fatalf("%d %s", status, raw)
		}
		got := h.copies[bob+"copy-0押金"]
		if len(got) != 1 || got[0].Answer.Thinking() != "" || len(sourcesOf(got[0].Answer)) != 4 || got[0].Files[0].ID != "" {
			t.Errorf("%+v", got)
		}
		if status, raw := h.post(t, "", "/api/share/export", body); status != 200 || !strings.HasPrefix(raw, "1押金是多少？") {
			t.Errorf("%d %s", status, raw)
		}
		var token struct{ Data tokenOut }
		_, raw := h.post(t, alice, "/api/share/generatetoken", body)
		if decode(t, raw, &token); token.Data.Token != "<|share:"+v.ShareID+"|>" || !strings.HasPrefix(token.Data.Text, "押金\n") || !strings.HasSuffix(token.Data.Text, "\n"+token.Data.Token) {
			t.Errorf("%s", raw)
		}
		if status, _ := h.post(t, bob, "/api/share/generatetoken", body); status != 404 {
			t.Errorf("somebody else's token: %d", status)
		}
		with := h.share(t, `{"conversationId":"`+cid+`","files":"content"}`)
		for path, want := range map[string]int{"0/0": 200, "0/1": 404, "1/0": 404, "9/0": 404, "-1/0": 404, "x/0": 404} {
			if res, _ := h.get(t, "/s/"+with.ShareID+"/file/"+path); res.StatusCode != want {
				t.Errorf("%s: %d", path, res.StatusCode)
			}
		}
		delete(h.files, alice+"file-1")
		if res, _ := h.get(t, "/s/"+with.ShareID+"/file/0/0"); res.StatusCode != 404 {
			t.Errorf("a file that its owner has deleted: %d", res.StatusCode)
		}
	})
}

// A form on another site cannot be used to try passwords.
func TestFormOfAnotherSite(t *testing.T) {
	domaintest.On(t, open, func(t *testing.T, h *harness) {
		v := h.share(t, `{"conversationId":"`+cid+`","password":"春天来了"}`)
		res, _ := h.Do(t, domaintest.Call{Path: "/s/" + v.ShareID, Body: "password=x", Header: map[string]string{
			"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site", "Content-Type": "application/x-www-form-urlencoded",
		}})
		if res.StatusCode != 403 {
			t.Errorf("%d", res.StatusCode)
		}
	})
}

func TestCacheStaysWithinItsRoom(t *testing.T) {
	t.Parallel()
	c := newCache(1000)
	for i := range 100 {
		c.put(fmt.Sprint("k", i), make([]byte, 100))
		if c.used > 1000 || len(c.all) != c.order.Len() {
			t.Fatalf("%d bytes in %d", c.used, len(c.all))
		}
	}
	if _, ok := c.get("k99"); !ok {
		t.Error("the newest is gone")
	}
	c.put("huge", make([]byte, 999))
	if _, ok := c.get("huge"); ok {
		t.Error("one value takes all the room")
	}
	c.remove(func(string) bool { return true })
	if c.used != 0 {
		t.Errorf("%d bytes of nothing", c.used)
	}
}

func decode(t *testing.T, raw string, into any) {
	t.Helper()
	if err := json.Unmarshal([]byte(raw), into); err != nil {
		t.Fatalf("%v: %s", err, raw)
	}
}

// BenchmarkPage measures a share of 200 messages: the page, and the first rendering of its
// body.
func BenchmarkPage(b *testing.B) {
	h := open(b, dbtest.OpenSQLite(b))
	long := Talk{CID: cid, Title: "两百条"}
	for i := range 100 {
		r := talk().Rounds[0]
		r.Index = 2*i + 2
		long.Rounds = append(long.Rounds, r)
	}
	h.talks[alice+cid] = long
	made, err := h.Create(b.Context(), Wanted{OwnerID: alice, CID: cid})
	if err != nil {
		b.Fatal(err)
	}
	for name, cold := range map[string]bool{"first": true, "again": false} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if cold {
					h.bodies.remove(func(string) bool { return true })
				}
				req := httptest.NewRequestWithContext(b.Context(), http.MethodGet, "/s/"+made.ID, nil)
				req.Host = "127.0.0.1"
				w := httptest.NewRecorder()
				h.Router.ServeHTTP(w, req)
				if w.Code != 200 || strings.Count(w.Body.String(), "<article") != 100 {
					b.Fatal(w.Code)
				}
			}
		})
	}
}

// TestWords checks that the page's own texts are complete in every language.
func TestWords(t *testing.T) {
	t.Parallel()
	for locale, w := range languages {
		v := reflect.ValueOf(w)
		for i := range v.NumField() {
			if v.Field(i).IsZero() {
				t.Errorf("%s: %s is empty", locale, v.Type().Field(i).Name)
			}
		}
	}
}

// On PostgreSQL, calls at the same time do not exceed a limit together.
func TestCountedCallsWaitForEachOther(t *testing.T) {
	t.Parallel()
	h := open(t, dbtest.OpenPostgres(t))
	v := h.share(t, `{"conversationId":"`+cid+`"}`)
	sh, err := h.Head(t.Context(), v.ShareID)
	if err != nil {
		t.Fatal(err)
	}
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 1, 1))); err != nil {
		t.Fatal(err)
	}
	for what, call := range map[string]func() error{
		"share": func() error {
			_, err := h.Create(t.Context(), Wanted{OwnerID: alice, CID: cid})
			return err
		},
		"picture": func() error {
			_, err := h.KeepPicture(t.Context(), alice, picture.Bytes())
			return err
		},
		"report": func() error { return h.Report(t.Context(), alice, sh, Reasons[0], "") },
	} {
		if err := domaintest.WhileLocked(t, h.DB, alice, nil, call); err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
}
