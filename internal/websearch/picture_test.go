package websearch_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"image"
	"image/png"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/domaintest"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/webpage"
	"github.com/wenqu-ai/wenqu/internal/websearch"
	"github.com/wenqu-ai/wenqu/internal/websearch/websearchtest"
)

func aPNG(t testing.TB) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 3, 2))); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// pictured makes a service. If open is true, the service may request pictures from
// this machine.
func pictured(open bool, key string, sources ...websearch.Source) *websearch.Service {
	var allow []netip.Prefix
	if open {
		allow = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	}
	return websearch.New(websearch.Options{
		Sources: sources, Now: time.Now, Get: webpage.NewFetcher(webpage.Options{Allow: allow}).Get, Key: func(p string) string { return key + p },
		Icon: func(page, _ string) string { return "/icon/" + page },
		Withheld: func(_ context.Context, owner, text string) bool {
			return owner == "ann" && strings.Contains(text, "禁")
		},
	})
}

func ref(url string) string { return url[strings.LastIndexByte(url, '/')+1:] }

// The server requests pictures only from addresses with its signature. It returns only pictures of
// limited size. Private addresses outside of the allowed networks are refused.
func TestPicture(t *testing.T) {
	t.Parallel()
	whole := aPNG(t)
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/a.png":
			_, _ = w.Write(whole)
		case "/svg":
			w.Header().Set("Content-Type", "image/svg+xml")
			_, _ = w.Write([]byte(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`))
		case "/html":
			w.Header().Set("Content-Type", "image/png")
			_, _ = w.Write([]byte("<html><script>alert(1)</script>"))
		case "/big":
			_, _ = w.Write(whole)
			for range 9 {
				if _, err := w.Write(make([]byte, 1<<20)); err != nil {
					return
				}
			}
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(srv.Close)
	s := pictured(true, "key")
	data, kind, err := s.Picture(t.Context(), ref(s.PictureURL(srv.URL+"/a.png")))
	if err != nil || kind != "image/png" || !bytes.Equal(data, whole) {
		t.Errorf("%s %d bytes, %v", kind, len(data), err)
	}
	for _, path := range []string{"/svg", "/html", "/big", "/none"} {
		if _, _, err := s.Picture(t.Context(), ref(s.PictureURL(srv.URL+path))); !errs.Is(err, errs.PictureGone) {
			t.Errorf("%s: %v", path, err)
		}
	}
	if _, _, err := pictured(false, "key").Picture(t.Context(), ref(s.PictureURL(srv.URL+"/a.png"))); !errs.Is(err, errs.PictureGone) {
		t.Errorf("at a private address: %v", err)
	}
	for name, bad := range map[string]string{
		"of another server": ref(pictured(true, "other").PictureURL(srv.URL + "/a.png")),
		"unsigned":          base64.RawURLEncoding.EncodeToString([]byte(srv.URL + "/a.png")),
		"no code":           "%%%",
		"empty":             "",
	} {
		if _, _, err := s.Picture(t.Context(), bad); !errs.Is(err, errs.NotFound) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if s.PictureURL("file:///etc/passwd") != "" || service().PictureURL("https://a.cn/x.png") != "" {
		t.Error("an address of what cannot be had")
	}
}

// The operation for picture search returns pictures and icons with addresses on this server, and the
// kinds that can be searched for. It refuses a query that the content rules forbid.
func TestImageSearch(t *testing.T) {
	t.Parallel()
	url, _ := answering(t, http.StatusOK, websearchtest.Reply("searxng", "image", websearchtest.Page{Title: "西湖", URL: "https://a.cn/1"}))
	s := pictured(true, "key", searxng("s", url))
	srv := domaintest.Serve(t, s.Routes)
	status, answer := srv.JSON(t, "ann", "/api/image/search", map[string]any{"query": "西湖"})
	body, _ := json.Marshal(answer)
	var got struct {
		Data struct {
			List   []websearch.PictureView
			Misses []websearch.MissView
			Kinds  []websearch.Kind
		}
	}
	if err := json.Unmarshal(body, &got); err != nil || status != http.StatusOK || len(got.Data.List) != 1 || len(got.Data.Kinds) != 2 {
		t.Fatalf("%d %s %v", status, body, err)
	}
	v := got.Data.List[0]
	if !strings.HasPrefix(v.Picture, "/api/image/picture/") || !strings.HasPrefix(v.Thumb, "/api/image/picture/") || v.Icon != "/icon/https://a.cn/1" || v.Width != 640 {
		t.Errorf("%+v", v)
	}
	status, answer = srv.JSON(t, "ann", "/api/image/search", map[string]any{"query": "禁词"})
	if body, _ := json.Marshal(answer); status != http.StatusBadRequest || !bytes.Contains(body, []byte(errs.SearchWithheld)) {
		t.Errorf("words that the content rules refuse: %d %s", status, body)
	}
}
