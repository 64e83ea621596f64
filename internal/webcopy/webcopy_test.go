package webcopy_test

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"image"
	"image/png"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
	"github.com/wenqu-ai/wenqu/internal/domaintest"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
	"github.com/wenqu-ai/wenqu/internal/webcopy"
	"github.com/wenqu-ai/wenqu/internal/webpage"
)

func TestMain(m *testing.M) { domaintest.Main(m) }

// harness is a service. The function in `get` answers its requests to the web.
type harness struct {
	*webcopy.Service
	db    *db.DB
	clock *domaintest.Clock
	room  int64
	get   atomic.Pointer[func(r webpage.Request) (webpage.Response, error)]
	asked atomic.Int64
}

func open(t testing.TB, d *db.DB) *harness {
	return start(t, d, domaintest.NewTickingClock(time.UnixMilli(1_800_000_000_000)))
}

// start runs a service on a database that another service may have used before.
func start(t testing.TB, d *db.DB, clock *domaintest.Clock) *harness {
	h := &harness{db: d, clock: clock, room: webcopy.DefaultBytes}
	none := func(webpage.Request) (webpage.Response, error) { return webpage.Response{Status: 404}, nil }
	h.get.Store(&none)
	h.Service = webcopy.New(webcopy.Options{
		DB: d, Key: func(p string) string { return "key of " + p }, Now: h.clock.Now, MaxBytes: func() int64 { return h.room },
		Get: func(_ context.Context, r webpage.Request) (webpage.Response, error) {
			h.asked.Add(1)
			return (*h.get.Load())(r)
		},
	})
	domaintest.Background(t, h.Run)
	return h
}

func page(address, text string) webpage.Page {
	return webpage.Page{
		URL: address, Title: "题目\x00", Site: "站", Author: "某人", Text: text, Published: 5,
		Units: []parsed.Unit{{Number: 1, Kind: parsed.Section, Blocks: []parsed.Block{{Kind: parsed.Paragraph, Text: text}, {Kind: parsed.Table, Text: "a\tb", Rows: [][]string{{"a", "b"}}}}}},
	}
}

func (h *harness) keep(t *testing.T, owner, cid, address, text string) string {
	t.Helper()
	id, err := h.Keep(t.Context(), owner, cid, page(address, text))
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func gone(t *testing.T, h *harness, owner, id string) bool {
	t.Helper()
	_, err := h.Get(t.Context(), owner, id)
	if err != nil && !errs.Is(err, errs.NotFound) {
		t.Fatal(err)
	}
	return err != nil
}

// A copy is visible to its owner only. If the same text is read again at an address, the conversation
// keeps one copy. Last returns the newest copy of an address in a conversation.
func TestCopies(t *testing.T) {
	domaintest.Each(t, open, func(t *testing.T, h *harness) {
		id := h.keep(t, domaintest.Alice, "c-1", "https://example.com/a", "第一版")
		if again := h.keep(t, domaintest.Alice, "c-1", "https://example.com/a", "第一版"); again != id {
			t.Error("the same text is kept twice")
		}
		second := h.keep(t, domaintest.Alice, "c-1", "https://example.com/a", "第二版")
		c, err := h.Get(t.Context(), domaintest.Alice, id)
		if err != nil || c.Page.Text != "第一版\na\tb" || c.Page.Title != "题目" || c.Page.Published != 5 || len(c.Page.Units) != 1 || c.Page.Units[0].Blocks[1].Rows[0][1] != "b" || c.CID != "c-1" {
			t.Errorf("%+v %v", c, err)
		}
		if last, err := h.Last(t.Context(), domaintest.Alice, "c-1", "https://example.com/a"); err != nil || last.ID != second {
			t.Errorf("%+v %v", last, err)
		}
		if _, err := h.Last(t.Context(), domaintest.Alice, "c-2", "https://example.com/a"); !errs.Is(err, errs.NotFound) {
			t.Errorf("of another conversation: %v", err)
		}
		if !gone(t, h, domaintest.Bob, id) {
			t.Error("bob reads what is alice's")
		}
	})
}

// Copies are deleted or moved together with their conversation or their owner.
func TestCopiesEnd(t *testing.T) {
	domaintest.Each(t, open, func(t *testing.T, h *harness) {
		first, second := h.keep(t, domaintest.Alice, "c-1", "https://example.com/a", "一"), h.keep(t, domaintest.Alice, "c-2", "https://example.com/a", "一")
		bobs := h.keep(t, domaintest.Bob, "c-1", "https://example.com/a", "一")
		in := func(f func(tx *sql.Tx) error) {
			t.Helper()
			if err := h.db.InTx(t.Context(), f); err != nil {
				t.Fatal(err)
			}
		}
		in(func(tx *sql.Tx) error {
			return h.Follow(t.Context(), tx, domaintest.Alice, domaintest.Bob, map[string]string{"c-1": "c-9"})
		})
		in(func(tx *sql.Tx) error { return h.Drop(t.Context(), tx, domaintest.Bob, "c-1") })
		if gone(t, h, domaintest.Bob, first) || gone(t, h, domaintest.Bob, second) || !gone(t, h, domaintest.Bob, bobs) || !gone(t, h, domaintest.Alice, first) {
			t.Error("the wrong copies went with the conversation")
		}
		if c, _ := h.Get(t.Context(), domaintest.Bob, first); c.CID != "c-9" {
			t.Errorf("the copy is of %s", c.CID)
		}
		if err := h.Forget(t.Context(), domaintest.Bob); err != nil {
			t.Fatal(err)
		}
		if !gone(t, h, domaintest.Bob, first) || !gone(t, h, domaintest.Bob, second) {
			t.Error("copies of a forgotten owner are left")
		}
	})
}

// If an owner's space is used up, only the oldest copies of that owner are deleted.
func TestRoom(t *testing.T) {
	domaintest.On(t, open, func(t *testing.T, h *harness) {
		bobs := h.keep(t, domaintest.Bob, "c-1", "https://example.com/", "他的")
		h.room = 600
		var ids []string
		for i := range 12 {
			ids = append(ids, h.keep(t, domaintest.Alice, "c-1", "https://example.com/", strings.Repeat("字", i+1)))
		}
		var size int64
		if err := h.db.Read().QueryRowContext(t.Context(), "SELECT SUM(size) FROM web_copy WHERE owner_id = $1", domaintest.Alice).Scan(&size); err != nil || size > 600 {
			t.Errorf("%d bytes, %v", size, err)
		}
		if !gone(t, h, domaintest.Alice, ids[0]) || gone(t, h, domaintest.Alice, ids[11]) || gone(t, h, domaintest.Bob, bobs) {
			t.Error("the wrong copies went")
		}
	})
}

func picture(t *testing.T, w, h int) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewNRGBA(image.Rect(0, 0, w, h))); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// An icon is requested once, redrawn, and served under an address that does not reveal its
// site. A failed request is not repeated for a while.
func TestIcons(t *testing.T) {
	domaintest.Each(t, open, func(t *testing.T, h *harness) {
		wide := picture(t, 200, 100)
		answer := func(r webpage.Request) (webpage.Response, error) {
			switch r.URL {
			case "https://example.com/i.png":
				return webpage.Response{Status: 200, Body: wide}, nil
			case "https://svg.example/favicon.ico":
				return webpage.Response{Status: 200, Body: []byte(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`)}, nil
			}
			return webpage.Response{Status: 404}, nil
		}
		h.get.Store(&answer)
		at := h.IconURL("https://example.com/a", "https://example.com/i.png")
		if !strings.HasPrefix(at, "/api/web/icon/") || strings.Contains(at, "example") || h.IconURL("javascript:alert(1)", "") != "" {
			t.Fatal(at)
		}
		read := func(at string) ([]byte, error) {
			return h.Icon(t.Context(), strings.TrimPrefix(at, "/api/web/icon/"))
		}
		b, err := read(at)
		if err != nil {
			t.Fatal(err)
		}
		img, err := png.Decode(bytes.NewReader(b))
		if err != nil || img.Bounds().Dx() != 64 || img.Bounds().Dy() != 32 {
			t.Errorf("%v %v", img, err)
		}
		svg := h.IconURL("https://svg.example/", "")
		if _, err := read(svg); !errs.Is(err, errs.NotFound) {
			t.Errorf("an SVG: %v", err)
		}
		before := h.asked.Load()
		for range 5 {
			h.IconURL("https://example.com/b", "")
			h.IconURL("https://svg.example/", "")
		}
		if _, err := read(svg); !errs.Is(err, errs.NotFound) || h.asked.Load() != before {
			t.Errorf("asked %d times again, %v", h.asked.Load()-before, err)
		}
		if _, err := h.Icon(t.Context(), "unknown"); !errs.Is(err, errs.NotFound) {
			t.Errorf("%v", err)
		}
	})
}

// The age of an icon counts from its request, also after a restart of the server.
func TestIconsAgeAcrossRestarts(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name        string
		answer      webpage.Response
		young, more time.Duration
	}{
		{"an icon", webpage.Response{Status: 200, Body: picture(t, 10, 10)}, 29 * 24 * time.Hour, 2 * 24 * time.Hour},
		{"no icon", webpage.Response{Status: 404}, 23 * time.Hour, 2 * time.Hour},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			first := open(t, dbtest.OpenSQLite(t))
			answer := func(webpage.Request) (webpage.Response, error) { return c.answer, nil }
			first.get.Store(&answer)
			ask := func(h *harness) {
				id := h.IconID("https://example.com/a", "")
				if _, err := h.Icon(t.Context(), id); err != nil && !errs.Is(err, errs.NotFound) {
					t.Fatal(err)
				}
			}
			ask(first)
			first.clock.Add(c.young)
			second := start(t, first.db, first.clock)
			second.get.Store(&answer)
			ask(second)
			if n := second.asked.Load(); n != 0 {
				t.Errorf("the restarted server requested it %d times too early", n)
			}
			second.clock.Add(c.more)
			ask(second)
			if n := second.asked.Load(); n != 1 {
				t.Errorf("requested %d times after its age, want once", n)
			}
		})
	}
}

type looker map[string]webpage.Page

func (l looker) Read(_ context.Context, address string) (webpage.Page, error) {
	if p, ok := l[address]; ok {
		return p, nil
	}
	return webpage.Page{}, &webpage.Error{Reason: webpage.Private}
}

// The operations return a copy to its owner only, and describe a link.
func TestRoutes(t *testing.T) {
	domaintest.On(t, open, func(t *testing.T, h *harness) {
		id := h.keep(t, domaintest.Alice, "c-1", "https://example.com/a", "正文")
		srv := domaintest.Serve(t, func(r *httpapi.Router) {
			h.Routes(r, looker{"https://example.com/a": page("https://example.com/a", "正文")})
		})
		call := func(method, path, owner, body string, into any) int {
			t.Helper()
			res, raw := srv.Do(t, domaintest.Call{Method: method, Path: path, Owner: owner, Body: body})
			if err := json.Unmarshal([]byte(raw), into); err != nil {
				t.Fatalf("%s: %s", path, raw)
			}
			return res.StatusCode
		}
		var got struct{ Data webcopy.CopyView }
		if status := call("GET", "/api/web/copy/"+id, domaintest.Alice, "", &got); status != 200 || len(got.Data.Blocks) != 2 || got.Data.URL != "https://example.com/a" || got.Data.Blocks[1].Rows[0][0] != "a" {
			t.Errorf("%d %+v", status, got)
		}
		if status := call("GET", "/api/web/copy/"+id, domaintest.Bob, "", &got); status != http.StatusNotFound {
			t.Errorf("bob: %d", status)
		}
		var link struct{ Data webcopy.LinkView }
		if status := call("POST", "/api/web/link", domaintest.Alice, `{"url":"https://example.com/a"}`, &link); status != 200 || link.Data.Title == "" || link.Data.Reason != "" {
			t.Errorf("%d %+v", status, link)
		}
		if status := call("POST", "/api/web/link", domaintest.Alice, `{"url":"http://10.0.0.1/"}`, &link); status != 200 || link.Data.Code != string(webpage.Private) || link.Data.Reason == "" {
			t.Errorf("%d %+v", status, link)
		}
		res, _ := srv.Do(t, domaintest.Call{Method: "GET", Path: "/api/web/icon/unknown"})
		if res.StatusCode != http.StatusNotFound {
			t.Errorf("an unknown icon: %d", res.StatusCode)
		}
	})
}

// A bitmap with 32 bits per pixel is drawn. For any input, the result is an error or a picture of at most 64
// pixels in height and width.
func FuzzRedraw(f *testing.F) {
	dib := make([]byte, 40+16*16*4)
	dib[0], dib[4], dib[8], dib[14] = 40, 16, 32, 32
	ico := append([]byte{0, 0, 1, 0, 1, 0, 16, 16, 0, 0, 1, 0, 32, 0, byte(len(dib)), byte(len(dib) >> 8), 0, 0, 22, 0, 0, 0}, dib...)
	if b, err := webcopy.Redraw(ico); err != nil || len(b) == 0 {
		f.Fatalf("an icon of 32 bits: %v", err)
	}
	for _, bits := range []byte{1, 4, 8, 24} {
		ico[22+14] = bits
		f.Add(append([]byte{}, ico...))
	}
	f.Add([]byte("\x89PNG\r\n\x1a\n"))
	f.Add([]byte("GIF89a\xff\xff\xff\xff"))
	f.Fuzz(func(t *testing.T, b []byte) {
		out, err := webcopy.Redraw(b)
		if err != nil {
			return
		}
		if c, err := png.DecodeConfig(bytes.NewReader(out)); err != nil || c.Width > 64 || c.Height > 64 {
			t.Errorf("%+v %v", c, err)
		}
	})
}
