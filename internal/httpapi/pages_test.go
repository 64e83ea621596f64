package httpapi_test

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/andybalholm/brotli"

	"github.com/wenqu-ai/wenqu/internal/httpapi"
)

const theme = "\n  document.documentElement.dataset.theme = 'dark' // 问渠\n"

func pages(t *testing.T, boot map[string]any) string {
	t.Helper()
	file := func(s string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(s)} }
	return serve(t, newRouter(t, httpapi.Options{
		Product: "wenqu",
		Boot:    func(*http.Request) map[string]any { return boot },
		Pages: fstest.MapFS{
			"index.html": file(`<!doctype html><title>问渠</title><script type="application/json" id="boot"></script>` +
				`<script>` + theme + `</script><script type="module" src="/assets/index-abc.js"></script>`),
			"assets/index-abc.js":     file("plain script"),
			"assets/index-abc.js.br":  file("brotli script"),
			"assets/font-abc.woff2":   file("font"),
			"assets/pdf.worker-a.mjs": file("pdf worker"),
			"assets/packed-a.js.br":   file(packed("plain of the packed")),
			"mark.svg":                file("<svg/>"),
			"sw.js":                   file("worker"),
			"manifest.webmanifest":    file("{}"),
			".vite/manifest.json":     file("{}"),
			"assets/index-abc.js.map": file("never built, but served as a file if it were"),
		},
	}))
}

func packed(plain string) string {
	var b bytes.Buffer
	z := brotli.NewWriter(&b)
	_, err := io.WriteString(z, plain)
	if err = errors.Join(err, z.Close()); err != nil {
		panic(err)
	}
	return b.String()
}

func gunzip(t *testing.T, packed string) string {
	t.Helper()
	z, err := gzip.NewReader(strings.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	plain, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return string(plain)
}

// raw is a client that does not decode content encodings.
var raw = &http.Client{Transport: &http.Transport{DisableCompression: true}}

func TestAssets(t *testing.T) {
	t.Parallel()
	url := pages(t, nil)
	const forever = "public, max-age=31536000, immutable"
	tests := []struct {
		path, accept                       string
		status                             int
		body, encoding, contentType, cache string
	}{
		{"/assets/index-abc.js", "gzip, deflate, br, zstd", 200, "brotli script", "br", "text/javascript; charset=utf-8", forever},
		{"/assets/index-abc.js", "gzip, deflate", 200, "plain script", "", "text/javascript; charset=utf-8", forever},
		{"/assets/index-abc.js", "br;q=0, gzip;q=0.5", 200, "plain script", "", "text/javascript; charset=utf-8", forever},
		{"/assets/index-abc.js", "BR ; q=1", 200, "brotli script", "br", "text/javascript; charset=utf-8", forever},
		{"/assets/index-abc.js", "", 200, "plain script", "", "text/javascript; charset=utf-8", forever},
		{"/assets/index-abc.js", "brx", 200, "plain script", "", "text/javascript; charset=utf-8", forever},
		{"/assets/font-abc.woff2", "br", 200, "font", "", "font/woff2", forever},
		{"/assets/pdf.worker-a.mjs", "br", 200, "pdf worker", "", "text/javascript; charset=utf-8", forever},
		{"/assets/packed-a.js", "br", 200, packed("plain of the packed"), "br", "text/javascript; charset=utf-8", forever},
		{"/assets/packed-a.js", "gzip", 200, "plain of the packed", "gzip", "text/javascript; charset=utf-8", forever},
		{"/assets/packed-a.js", "", 200, "plain of the packed", "", "text/javascript; charset=utf-8", forever},
		{"/mark.svg", "br", 200, "<svg/>", "", "image/svg+xml", "no-cache"},
		{"/sw.js", "br", 200, "worker", "", "text/javascript; charset=utf-8", "no-cache"},
		{"/manifest.webmanifest", "br", 200, "{}", "", "application/manifest+json", "no-cache"},
		{"/assets/gone-123.js", "br", 404, "not found\n", "", "text/plain; charset=utf-8", "no-store"},
		{"/assets/", "br", 404, "not found\n", "", "text/plain; charset=utf-8", "no-store"},
		{"/assets/..%2findex.html", "br", 404, "not found\n", "", "text/plain; charset=utf-8", "no-store"},
	}
	for _, tt := range tests {
		got := send(t, raw, "GET", url+tt.path, "", "Accept-Encoding", tt.accept)
		h := got.header
		if h.Get("Content-Encoding") == "gzip" {
			got.text = gunzip(t, got.text)
		}
		if got.status != tt.status || got.text != tt.body || h.Get("Content-Encoding") != tt.encoding ||
			h.Get("Content-Type") != tt.contentType || h.Get("Cache-Control") != tt.cache {
			t.Errorf("%s with %q: %d %q, encoding %q, type %q, cache %q", tt.path, tt.accept, got.status, got.text,
				h.Get("Content-Encoding"), h.Get("Content-Type"), h.Get("Cache-Control"))
		}
		if tt.status == 200 && h.Get("Vary") != "Accept-Encoding" {
			t.Errorf("%s: Vary %q", tt.path, h.Get("Vary"))
		}
		if h.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: no nosniff", tt.path)
		}
	}
	tag := send(t, raw, "GET", url+"/sw.js", "").header.Get("ETag")
	if got := send(t, raw, "GET", url+"/sw.js", "", "If-None-Match", tag); tag == "" || got.status != 304 || got.text != "" {
		t.Errorf("the same file again: %d %q", got.status, got.text)
	}
	if got := send(t, raw, "POST", url+"/sw.js", ""); got.status != 405 {
		t.Errorf("POST to a file: %d", got.status)
	}
}

func TestPagesAndBootData(t *testing.T) {
	t.Parallel()
	nasty := `</script><script>alert(1)</script><!-- & ` + "\u2028"
	url := pages(t, map[string]any{"brand": map[string]any{"name": nasty}})
	for path, want := range map[string]int{
		"/": 200, "/chat": 200, "/chat/naQivTmsDa": 200, "/chat/naQivTmsDa/0123456789": 200, "/history": 200,
		"/setting": 200, "/setting/model": 200, "/?prompt=x": 200, "/index.html": 200,
		"/history/": 200, "/good-question": 200, "/image-search": 200, "/tool/web-viewer": 200, "/wenqu-docs": 200, "/admin/sources": 200,
		"/other-docs": 404, "/admin/Sources": 404, "/admin/a/b": 404,
		"/nothing": 404, "/chat/a/b": 404, "/.vite/manifest.json": 404, "/chat/" + strings.Repeat("x", 65): 404, "/historyx": 404, "/setting/nothing": 404,
	} {
		got := send(t, raw, "GET", url+path, "")
		if got.status != want || !strings.HasPrefix(got.text, "<!doctype html>") {
			t.Errorf("%s: %d %.40q, want %d", path, got.status, got.text, want)
		}
		if got.header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: Cache-Control %q", path, got.header.Get("Cache-Control"))
		}
	}
	got := send(t, raw, "GET", url+"/", "")
	if n := strings.Count(got.text, "</script>"); n != 3 {
		t.Errorf("the page has %d ends of scripts, want 3: %s", n, got.text)
	}
	m := regexp.MustCompile(`(?s)id="boot">(.*?)</script>`).FindStringSubmatch(got.text)
	var boot struct{ Brand struct{ Name string } }
	if err := json.Unmarshal([]byte(m[1]), &boot); err != nil || boot.Brand.Name != nasty {
		t.Errorf("boot data %q: %v", m[1], err)
	}
	if head := send(t, raw, "HEAD", url+"/", ""); head.status != 200 || head.text != "" || head.header.Get("Content-Length") != got.header.Get("Content-Length") {
		t.Errorf("HEAD: %d %q, length %q", head.status, head.text, head.header.Get("Content-Length"))
	}
}

// The browser fetches the code of a page together with the app, in the reader's language.
func TestPreloads(t *testing.T) {
	t.Parallel()
	url := serve(t, newRouter(t, httpapi.Options{Product: "wen", Pages: fstest.MapFS{
		"index.html": {Data: []byte(`<!doctype html><head><script type="application/json" id="boot"></script>` +
			`<script type="module" src="/assets/index.js"></script></head><body>the body`)},
		"preload.json": {Data: []byte(`{
			"*": {"": ["assets/shell.js"], "zh-CN": ["assets/words-cn.js"], "en": ["assets/words-en.js"]},
			"/": {"": ["assets/chat.js"]},
			"/admin/:tab?": {"": ["assets/admin.js", "assets/\"odd.js"], "en": ["assets/admin-en.js"]},
			"/{product}-docs": {"": ["assets/library.js"]}}`)},
	}}))
	const start = `</script><script type="module" src="/assets/index.js"></script>`
	for _, c := range []struct{ path, language, chosen, want string }{
		{"/", "", "", "shell.js words-cn.js chat.js"},
		{"/?prompt=x", "zh-CN,zh;q=0.9", "", "shell.js words-cn.js chat.js"},
		{"/admin/people/", "en-GB,en;q=0.9,zh;q=0.5", "", "shell.js words-en.js admin.js &#34;odd.js admin-en.js"},
		{"/admin", "zh-HK", "", "shell.js admin.js &#34;odd.js"},
		{"/wen-docs", "fr", "", "shell.js words-cn.js library.js"},
		{"/history", "", "", "shell.js words-cn.js"},
		{"/nothing", "", "", "shell.js words-cn.js"},
		{"/", "zh-CN,zh;q=0.9", "en", "shell.js words-en.js chat.js"},
		{"/", "en", "zh-CN", "shell.js words-cn.js chat.js"},
		{"/", "en", "tlh", "shell.js words-en.js chat.js"},
	} {
		req, err := http.NewRequestWithContext(t.Context(), "GET", url+c.path, http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Accept-Language", c.language)
		if c.chosen != "" {
			req.AddCookie(&http.Cookie{Name: "wenqu.locale", Value: c.chosen})
		}
		res, err := raw.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(res.Body)
		if err = errors.Join(err, res.Body.Close()); err != nil {
			t.Fatal(err)
		}
		want := "{}" + start
		for name := range strings.SplitSeq(c.want, " ") {
			want += `<link rel="modulepreload" crossorigin href="/assets/` + name + `">`
		}
		if !strings.HasSuffix(string(got), want+"</head><body>the body") {
			t.Errorf("%s in %q %q:\n%s\nwant\n%s", c.path, c.language, c.chosen, got, want)
		}
	}
	if got := send(t, raw, "GET", url+"/preload.json", ""); got.status != 404 {
		t.Errorf("the list itself: %d", got.status)
	}
	broken := fstest.MapFS{
		"index.html":   {Data: []byte(`<script type="application/json" id="boot"></script>`)},
		"preload.json": {Data: []byte(`{"/": "chat.js"}`)},
	}
	if _, err := httpapi.New(httpapi.Options{Pages: broken}); err == nil {
		t.Error("a malformed list was taken")
	}
}

// If the asker may not use an agent, the page of the agent does not exist. Pages of
// conversations with the agent exist.
func TestPagesOfAgents(t *testing.T) {
	t.Parallel()
	var asked []string
	url := serve(t, newRouter(t, httpapi.Options{
		Pages: fstest.MapFS{"index.html": {Data: []byte(`<!doctype html><script type="application/json" id="boot"></script>`)}},
		NoAgent: func(_ *http.Request, asker httpapi.Identity, id string) bool {
			asked = append(asked, asker.Kind.String()+" "+id)
			return id != "known"
		},
	}))
	for _, c := range []struct {
		path   string
		status int
	}{
		{"/", 200}, {"/chat", 200}, {"/chat/known", 200}, {"/chat/gone", 404}, {"/chat/gone/", 404}, {"/chat/gone/0123456789", 200},
		{"/deepsearch-subpage/gone", 404}, {"/deepsearch-subpage/known", 200}, {"/bot/app/agent", 200}, {"/bot/app/agent?agentId=gone", 404},
		{"/bot/app/agent?agentId=known", 200}, {"/bot/shareToImage?agentId=gone", 404}, {"/bot/app/clockIn/gone", 404}, {"/bot/app/clockIn/known", 200},
		{"/app/edit/gone", 404}, {"/history?agentId=gone", 200}, {"/bot/app/agent?agentId=%00%FF", 404},
	} {
		got := send(t, raw, "GET", url+c.path, "")
		if got.status != c.status || !strings.HasPrefix(got.text, "<!doctype html>") {
			t.Errorf("%s: %d, want %d", c.path, got.status, c.status)
		}
		if got.header.Get("Set-Cookie") != "" {
			t.Errorf("%s sets cookies", c.path)
		}
	}
	for _, a := range asked {
		if !strings.HasPrefix(a, "nobody ") {
			t.Error(a)
		}
	}
}

func TestPolicy(t *testing.T) {
	t.Parallel()
	url := pages(t, nil)
	sum := sha256.Sum256([]byte(theme))
	want := map[string]string{
		"default-src":     "'none'",
		"script-src":      "'self' 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'",
		"style-src":       "'self' 'unsafe-inline'",
		"img-src":         "'self' data: blob:",
		"media-src":       "'self'",
		"connect-src":     "'self'",
		"worker-src":      "'self'",
		"frame-ancestors": "'none'",
		"base-uri":        "'none'",
		"object-src":      "'none'",
	}
	policy := send(t, raw, "GET", url+"/", "").header.Get("Content-Security-Policy")
	got := map[string]string{}
	for part := range strings.SplitSeq(policy, "; ") {
		name, value, _ := strings.Cut(part, " ")
		got[name] = value
	}
	for name, value := range want {
		if got[name] != value {
			t.Errorf("%s is %q, want %q", name, got[name], value)
		}
	}
	// Only the worker for pictures of PDF files may compile WebAssembly; pages may not.
	if strings.Contains(policy, "wasm") {
		t.Errorf("the policy of pages allows WebAssembly: %s", policy)
	}
	worker := send(t, raw, "GET", url+"/assets/pdf.worker-a.mjs", "").header.Get("Content-Security-Policy")
	if worker != "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'" {
		t.Errorf("the policy of the worker is %q", worker)
	}
	if other := send(t, raw, "GET", url+"/assets/index-abc.js", "").header.Get("Content-Security-Policy"); other != policy {
		t.Errorf("the policy of a script is %q, want that of pages", other)
	}
	api := send(t, raw, "POST", url+pathLook, `{}`).header
	for name, value := range map[string]string{
		"Content-Security-Policy":    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
		"X-Content-Type-Options":     "nosniff",
		"X-Frame-Options":            "DENY",
		"Referrer-Policy":            "strict-origin-when-cross-origin",
		"Cross-Origin-Opener-Policy": "same-origin",
		"Cache-Control":              "no-store",
	} {
		if api.Get(name) != value {
			t.Errorf("API: %s is %q, want %q", name, api.Get(name), value)
		}
	}
}

func TestWithoutWebApp(t *testing.T) {
	t.Parallel()
	url := serve(t, newRouter(t, httpapi.Options{}))
	if got := send(t, raw, "GET", url+"/", ""); got.status != 200 || !strings.Contains(got.text, "make build") {
		t.Errorf("%d %s", got.status, got.text)
	}
	if _, err := httpapi.New(httpapi.Options{Pages: fstest.MapFS{"index.html": {Data: []byte("<html>")}}}); err == nil {
		t.Error("an index.html without a place for boot data was taken")
	}
}
