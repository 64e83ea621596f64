package webcopy_test

import (
	"bytes"
	"database/sql"
	"image/jpeg"
	"net/http"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/domaintest"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
	"github.com/wenqu-ai/wenqu/internal/webcopy"
	"github.com/wenqu-ai/wenqu/internal/webpage"
)

func pictures(t *testing.T, h *harness) {
	t.Helper()
	wide, line := picture(t, 800, 400), picture(t, 800, 1)
	answer := func(r webpage.Request) (webpage.Response, error) {
		switch {
		case strings.HasSuffix(r.URL, ".png"):
			return webpage.Response{Status: 200, Body: wide}, nil
		case strings.HasSuffix(r.URL, "line"):
			return webpage.Response{Status: 200, Body: line}, nil
		case strings.HasSuffix(r.URL, ".svg"):
			return webpage.Response{Status: 200, Body: []byte(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`)}, nil
		}
		return webpage.Response{Status: 404}, nil
	}
	h.get.Store(&answer)
}

// A picture is requested once per conversation and stored as a small version.
// Everybody who knows the address of the small version can see it.
func TestPictures(t *testing.T) {
	domaintest.Each(t, open, func(t *testing.T, h *harness) {
		pictures(t, h)
		at, err := h.KeepPicture(t.Context(), domaintest.Alice, "c-1", "https://a.example/1.png")
		if err != nil || !strings.HasPrefix(at, "/api/web/picture/") || strings.Contains(at, "example") {
			t.Fatal(at, err)
		}
		if again, err := h.KeepPicture(t.Context(), domaintest.Alice, "c-1", "https://a.example/1.png"); again != at || err != nil || h.asked.Load() != 1 {
			t.Errorf("%s %v, asked %d times", again, err, h.asked.Load())
		}
		if other, err := h.KeepPicture(t.Context(), domaintest.Bob, "c-1", "https://a.example/1.png"); other == at || err != nil {
			t.Errorf("bob shares alice's picture: %v", err)
		}
		for _, bad := range []string{"https://a.example/line", "https://a.example/x.svg", "https://a.example/none"} {
			if at, err := h.KeepPicture(t.Context(), domaintest.Alice, "c-1", bad); !errs.Is(err, errs.PictureGone) {
				t.Errorf("%s: %q %v", bad, at, err)
			}
		}
		srv := domaintest.Serve(t, func(r *httpapi.Router) { h.Routes(r, looker{}) })
		res, raw := srv.Do(t, domaintest.Call{Method: "GET", Path: at})
		c, err := jpeg.DecodeConfig(strings.NewReader(raw))
		if err != nil || c.Width != 400 || c.Height != 200 || res.Header.Get("Content-Type") != "image/jpeg" || res.Header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%+v %v %v", c, err, res.Header)
		}
		if res, _ := srv.Do(t, domaintest.Call{Method: "GET", Path: "/api/web/picture/unknown"}); res.StatusCode != http.StatusNotFound {
			t.Errorf("an unknown picture: %d", res.StatusCode)
		}
	})
}

// Pictures are deleted or moved together with their conversation or their owner.
func TestPicturesEnd(t *testing.T) {
	domaintest.Each(t, open, func(t *testing.T, h *harness) {
		pictures(t, h)
		keep := func(owner, cid string) string {
			at, err := h.KeepPicture(t.Context(), owner, cid, "https://a.example/1.png")
			if err != nil {
				t.Fatal(err)
			}
			return strings.TrimPrefix(at, "/api/web/picture/")
		}
		gone := func(id string) bool {
			_, err := h.Picture(t.Context(), id)
			return errs.Is(err, errs.NotFound)
		}
		in := func(f func(tx *sql.Tx) error) {
			t.Helper()
			if err := h.db.InTx(t.Context(), f); err != nil {
				t.Fatal(err)
			}
		}
		first, second, given, bobs := keep(domaintest.Alice, "c-1"), keep(domaintest.Alice, "c-2"), keep(domaintest.Alice, "c-3"), keep(domaintest.Bob, "c-1")
		in(func(tx *sql.Tx) error {
			return h.Give(t.Context(), tx, domaintest.Alice, "c-3", domaintest.Bob, "c-4")
		})
		in(func(tx *sql.Tx) error {
			return h.Follow(t.Context(), tx, domaintest.Alice, domaintest.Bob, map[string]string{"c-1": "c-9"})
		})
		in(func(tx *sql.Tx) error { return h.Drop(t.Context(), tx, domaintest.Bob, "c-1") })
		if gone(first) || gone(second) || gone(given) || !gone(bobs) {
			t.Error("the wrong pictures went with the conversation")
		}
		in(func(tx *sql.Tx) error { return h.Drop(t.Context(), tx, domaintest.Bob, "c-4") })
		if !gone(given) || gone(first) {
			t.Error("what was given is not of the conversation that got it")
		}
		if err := h.Forget(t.Context(), domaintest.Bob); err != nil {
			t.Fatal(err)
		}
		if !gone(first) || !gone(second) {
			t.Error("pictures of a forgotten owner are left")
		}
	})
}

// For any input, shrink returns an error or a picture of at most 400 pixels in height and width.
func FuzzShrink(f *testing.F) {
	f.Add([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\xff\xff\xff\x00\xff\xff\xff\x08\x06\x00\x00\x00"))
	f.Add([]byte("GIF89a\xff\xff\xff\xff"))
	f.Add([]byte("\xff\xd8\xff\xe0\x00\x10JFIF"))
	f.Fuzz(func(t *testing.T, b []byte) {
		out, err := webcopy.Shrink(b)
		if err != nil {
			return
		}
		if c, err := jpeg.DecodeConfig(bytes.NewReader(out)); err != nil || c.Width > 400 || c.Height > 400 {
			t.Errorf("%+v %v", c, err)
		}
	})
}

// On PostgreSQL, pages and pictures that are kept at the same time are kept once, and share the room.
func TestKeepingWaitsForTheOther(t *testing.T) {
	t.Parallel()
	h := open(t, dbtest.OpenPostgres(t))
	pictures(t, h)
	for what, call := range map[string]func() error{
		"a page": func() error {
			_, err := h.Keep(t.Context(), domaintest.Alice, "c-1", page("https://a.example/", "文"))
			return err
		},
		"a picture": func() error {
			_, err := h.KeepPicture(t.Context(), domaintest.Alice, "c-1", "https://a.example/1.png")
			return err
		},
	} {
		if err := domaintest.WhileLocked(t, h.db, domaintest.Alice, nil, call); err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
}
