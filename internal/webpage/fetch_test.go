package webpage_test

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/andybalholm/brotli"

	"github.com/wenqu-ai/wenqu/internal/webpage"
)

// loopback lets tests connect to their own servers.
var loopback = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}

// newFetcher returns a fetcher that may connect to this machine.
func newFetcher() *webpage.Fetcher {
	return webpage.NewFetcher(webpage.Options{Allow: loopback})
}

// serve answers every request with h until the test ends, and returns the server's
// address.
func serve(t testing.TB, h http.HandlerFunc) string {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s.URL
}

func reason(err error) webpage.Reason {
	if e, ok := errors.AsType[*webpage.Error](err); ok {
		return e.Reason
	}
	return ""
}

// A private address is refused in any notation before anything is sent.
func TestPrivateIsRefused(t *testing.T) {
	t.Parallel()
	asked := make(chan string, 100)
	at := serve(t, func(_ http.ResponseWriter, r *http.Request) { asked <- r.URL.Path })
	_, port, _ := net.SplitHostPort(strings.TrimPrefix(at, "http://"))
	f := webpage.NewFetcher(webpage.Options{})
	for _, host := range []string{"127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0", "127.1", "2130706433", "0x7f.1", "0177.0.0.1", "[::]", "１２７.0.0.1", "127。0。0。1"} {
		_, err := f.Get(t.Context(), webpage.Request{URL: "http://" + host + ":" + port + "/" + url.PathEscape(host)})
		if r := reason(err); r != webpage.Private && r != webpage.BadAddress && r != webpage.NoHost && r != webpage.Network {
			t.Errorf("%s: %v", host, err)
		}
	}
	for _, host := range []string{"127.0.0.1", "[::ffff:127.0.0.1]", "[::1]"} {
		if _, err := f.Get(t.Context(), webpage.Request{URL: "http://" + host + ":" + port + "/"}); reason(err) != webpage.Private {
			t.Errorf("%s: %v", host, err)
		}
	}
	for _, host := range []string{"169.254.169.254", "100.100.100.200", "10.0.0.1", "192.168.1.1"} {
		// The first two addresses are those of metadata services: they are refused although their networks
		// are allowed. The last two addresses are refused because their networks are not allowed.
		allowed := webpage.NewFetcher(webpage.Options{Allow: []netip.Prefix{netip.MustParsePrefix("169.254.0.0/16"), netip.MustParsePrefix("100.64.0.0/10")}})
		if _, err := allowed.Get(t.Context(), webpage.Request{URL: "http://" + host + "/"}); reason(err) != webpage.Private {
			t.Errorf("%s: %v", host, err)
		}
	}
	if len(asked) > 0 {
		t.Errorf("the server was asked for %s", <-asked)
	}
}

// A redirect to a private network is refused even if the first address was allowed. Request.Local
// allows one local address and no other.
func TestRedirects(t *testing.T) {
	t.Parallel()
	inner := serve(t, func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "secret") })
	outer := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch n, _ := strconv.Atoi(r.URL.Query().Get("n")); {
		case r.URL.Path == "/metadata":
			http.Redirect(w, r, "http://169.254.169.254/latest/", http.StatusFound)
		case r.URL.Path == "/file":
			http.Redirect(w, r, "file:///etc/passwd", http.StatusFound)
		case r.URL.Path == "/inner":
			http.Redirect(w, r, inner, http.StatusFound)
		case n > 0:
			http.Redirect(w, r, "/?n="+strconv.Itoa(n-1), http.StatusFound)
		default:
			io.WriteString(w, "here")
		}
	})
	f := newFetcher()
	for path, want := range map[string]webpage.Reason{"/?n=5": "", "/?n=6": webpage.Redirects, "/metadata": webpage.Private, "/file": webpage.BadAddress, "/inner": ""} {
		res, err := f.Get(t.Context(), webpage.Request{URL: outer + path})
		if reason(err) != want || want == "" && err != nil {
			t.Errorf("%s: %v", path, err)
		}
		if want == "" && len(res.Body) == 0 {
			t.Errorf("%s is empty", path)
		}
	}
	strict := webpage.NewFetcher(webpage.Options{})
	local := webpage.HostPort(outer)
	if res, err := strict.Get(t.Context(), webpage.Request{URL: outer, Local: local}); err != nil || string(res.Body) != "here" {
		t.Errorf("the marked address: %v", err)
	}
	if _, err := strict.Get(t.Context(), webpage.Request{URL: outer + "/inner", Local: local}); reason(err) != webpage.Private {
		t.Errorf("from the marked address to another one: %v", err)
	}
	if _, err := strict.Get(t.Context(), webpage.Request{URL: outer}); reason(err) != webpage.Private {
		t.Errorf("the marked address without the mark: %v", err)
	}
}

// Headers of the caller, such as a key, are not sent to another host.
func TestHeadersStay(t *testing.T) {
	t.Parallel()
	got := make(chan http.Header, 4)
	other := serve(t, func(_ http.ResponseWriter, r *http.Request) { got <- r.Header })
	at := serve(t, func(w http.ResponseWriter, r *http.Request) {
		got <- r.Header
		http.Redirect(w, r, other, http.StatusFound)
	})
	_, err := newFetcher().Get(t.Context(), webpage.Request{URL: at, Header: http.Header{"X-Key": {"secret"}}, ETag: `"1"`})
	if err != nil {
		t.Fatal(err)
	}
	if first := <-got; first.Get("X-Key") != "secret" || first.Get("If-None-Match") != `"1"` || first.Get("Cookie") != "" {
		t.Errorf("first: %v", first)
	}
	if second := <-got; second.Get("X-Key") != "" || second.Get("Referer") != "" || second.Get("If-None-Match") != "" || second.Get("User-Agent") == "" {
		t.Errorf("second: %v", second)
	}
}

func compressed(t testing.TB, how string, b []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	var w io.WriteCloser
	switch how {
	case "gzip":
		w = gzip.NewWriter(&out)
	case "zlib":
		w = zlib.NewWriter(&out)
	case "deflate":
		w, _ = flate.NewWriter(&out, 9)
	case "br":
		w = brotli.NewWriterLevel(&out, 5)
	default:
		return b
	}
	w.Write(b)
	w.Close()
	return out.Bytes()
}

// Every encoding is decoded. A body whose decoded size exceeds the limit is refused.
func TestEncodings(t *testing.T) {
	t.Parallel()
	bomb := make([]byte, 64<<20)
	bodies := map[string][]byte{}
	for _, how := range []string{"gzip", "zlib", "deflate", "br", "identity"} {
		bodies["/small/"+how] = compressed(t, how, []byte(strings.Repeat("问渠那得清如许。", 100)))
		if how != "identity" {
			bodies["/bomb/"+how] = compressed(t, how, bomb)
		}
	}
	bodies["/twice/gzip"] = compressed(t, "gzip", compressed(t, "gzip", []byte("twice")))
	bodies["/cut/gzip"] = bodies["/small/gzip"][:40]
	bodies["/junk/gzip"] = []byte("this is not gzip")
	bodies["/empty/gzip"] = nil
	at := serve(t, func(w http.ResponseWriter, r *http.Request) {
		_, how, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
		switch {
		case how == "zlib":
			how = "deflate"
		case strings.HasPrefix(r.URL.Path, "/twice"):
			how = "gzip, gzip"
		}
		w.Header().Set("Content-Encoding", how)
		w.Write(bodies[r.URL.Path])
	})
	for path, b := range bodies {
		res, err := newFetcher().Get(t.Context(), webpage.Request{URL: at + path})
		switch {
		case strings.HasPrefix(path, "/bomb"):
			if reason(err) != webpage.TooLarge {
				t.Errorf("%s of %d bytes: %v", path, len(b), err)
			}
		case strings.HasPrefix(path, "/cut"), strings.HasPrefix(path, "/junk"):
			if reason(err) != webpage.Broken {
				t.Errorf("%s: %v", path, err)
			}
		case strings.HasPrefix(path, "/empty"):
			if err != nil || len(res.Body) != 0 {
				t.Errorf("%s: %v", path, err)
			}
		case strings.HasPrefix(path, "/twice"):
			if string(res.Body) != "twice" {
				t.Errorf("%s: %q %v", path, res.Body, err)
			}
		default:
			if err != nil || strings.Count(string(res.Body), "问渠") != 100 {
				t.Errorf("%s: %d bytes, %v", path, len(res.Body), err)
			}
		}
	}
}

// A response is refused if it has 100 MB, arrives too slowly, is cut off, or has too many headers.
// The 100 MB are refused with and without a stated size. A body of exactly the allowed size is
// accepted.
func TestBounds(t *testing.T) {
	t.Parallel()
	release := make(chan struct{})
	at := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/stated":
			w.Header().Set("Content-Length", strconv.Itoa(100<<20))
			w.Write([]byte("x"))
		case "/unstated":
			for range 100 {
				if _, err := w.Write(make([]byte, 1<<20)); err != nil {
					return
				}
			}
		case "/slow":
			w.Write([]byte("<html>"))
			w.(http.Flusher).Flush()
			<-release
		case "/cut":
			w.Header().Set("Content-Length", "1000")
			w.Write([]byte("half"))
			panic(http.ErrAbortHandler)
		case "/headers":
			for i := range 2000 {
				w.Header().Set(fmt.Sprintf("X-%d", i), strings.Repeat("x", 200))
			}
		case "/exact":
			w.Write(make([]byte, 1000))
		}
	})
	t.Cleanup(func() { close(release) })
	f := newFetcher()
	for path, want := range map[string]webpage.Reason{"/stated": webpage.TooLarge, "/unstated": webpage.TooLarge, "/slow": webpage.Timeout, "/cut": webpage.Network, "/headers": webpage.Network} {
		r := webpage.Request{URL: at + path}
		if path == "/slow" {
			r.Timeout = 50 * time.Millisecond
		}
		if _, err := f.Get(t.Context(), r); reason(err) != want {
			t.Errorf("%s: %v", path, err)
		}
	}
	if res, err := f.Get(t.Context(), webpage.Request{URL: at + "/exact", Limit: 1000}); err != nil || len(res.Body) != 1000 {
		t.Errorf("as long as allowed: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := f.Get(ctx, webpage.Request{URL: at + "/slow"}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// A failed connection and an invalid address are reported with their reasons.
func TestFailures(t *testing.T) {
	t.Parallel()
	closed := httptest.NewServer(http.NotFoundHandler())
	closed.Close()
	secure := httptest.NewTLSServer(http.NotFoundHandler())
	t.Cleanup(secure.Close)
	for address, want := range map[string]webpage.Reason{
		closed.URL: webpage.Network, secure.URL: webpage.Certificate,
		"": webpage.BadAddress, "ftp://example.com/": webpage.BadAddress, "javascript:alert(1)": webpage.BadAddress, "http://user:key@example.com/": webpage.BadAddress,
		"http://example.com:25/": webpage.BadAddress, "https://": webpage.BadAddress, "http://a b/": webpage.BadAddress, "https://" + strings.Repeat("a", 3000): webpage.BadAddress,
	} {
		if _, err := newFetcher().Get(t.Context(), webpage.Request{URL: address}); reason(err) != want {
			t.Errorf("%q: %v", address, err)
		}
	}
}

// Private addresses are refused with a proxy as well.
func TestProxy(t *testing.T) {
	t.Parallel()
	asked := make(chan string, 10)
	proxy := serve(t, func(w http.ResponseWriter, r *http.Request) {
		asked <- r.URL.String()
		if strings.HasSuffix(r.URL.Host, "redirects.example") {
			http.Redirect(w, r, "http://10.0.0.1/", http.StatusFound)
			return
		}
		io.WriteString(w, "by proxy")
	})
	u, _ := url.Parse(proxy)
	f := webpage.NewFetcher(webpage.Options{Proxy: u})
	if res, err := f.Get(t.Context(), webpage.Request{URL: "http://pages.example/a"}); err != nil || string(res.Body) != "by proxy" || <-asked != "http://pages.example/a" {
		t.Errorf("%v", err)
	}
	for _, address := range []string{"http://10.0.0.1/", "http://localhost/", "http://2130706433/", "http://[::1]/", "http://redirects.example/"} {
		if _, err := f.Get(t.Context(), webpage.Request{URL: address}); reason(err) != webpage.Private {
			t.Errorf("%s: %v", address, err)
		}
	}
}

// Addresses are converted to their normal form.
func TestNormal(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"example.com": "https://example.com/", "HTTP://Example.COM:80/a?b=1#c": "http://example.com/a?b=1", "https://example.com:443": "https://example.com/",
		"https://例子.测试/路径": "https://xn--fsqu00a.xn--0zwm56d/%E8%B7%AF%E5%BE%84", "http://example.com:8080/": "http://example.com:8080/", "https://example.com./": "https://example.com/",
		"http://[2001:db8::1]:8080/": "http://[2001:db8::1]:8080/",
	} {
		if got, err := webpage.Normal(in); err != nil || got != want {
			t.Errorf("%s: %s %v", in, got, err)
		}
	}
}

// Every reason has a text in every language, and each HTTP status of an error gives the expected reason.
func TestReasons(t *testing.T) {
	t.Parallel()
	for _, r := range webpage.Reasons() {
		for _, locale := range []string{"zh-CN", "zh-TW", "en"} {
			if r.Say(locale) == "" {
				t.Errorf("%s says nothing in %s", r, locale)
			}
		}
	}
	for status, want := range map[int]webpage.Reason{200: "", 304: "", 401: webpage.Login, 402: webpage.Paywall, 403: webpage.Forbidden, 404: webpage.NotFound, 410: webpage.NotFound, 418: webpage.NotFound, 429: webpage.TooMany, 500: webpage.Server, 503: webpage.Server, 504: webpage.Timeout} {
		if got := reason(webpage.Response{Status: status}.Err()); got != want {
			t.Errorf("%d: %s", status, got)
		}
	}
}
