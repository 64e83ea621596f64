package httpapi_test

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
)

func TestHosts(t *testing.T) {
	t.Parallel()
	public := &url.URL{Scheme: "https", Host: "ai.example.com"}
	open := httpapi.Hosts{Public: public, Names: []string{"intern.example", "other.example:8443"}}
	closed := httpapi.Hosts{}
	tests := []struct {
		hosts  httpapi.Hosts
		method string
		host   string
		want   int
	}{
		{closed, "GET", "localhost", 200},
		{closed, "GET", "localhost:8080", 200},
		{closed, "GET", "127.0.0.1:9", 200},
		{closed, "GET", "127.1.2.3", 200},
		{closed, "GET", "[::1]:8080", 200},
		{closed, "GET", "app.localhost", 200},
		{closed, "GET", "evil.example", 421},
		{closed, "POST", "evil.example", 421},
		{closed, "GET", "127.0.0.1.evil.example", 421},
		{closed, "GET", "localhost.evil.example", 421},
		{closed, "GET", "127.0.0.1:8080.evil.example", 421},
		{closed, "GET", "localhost:80@evil.example", 421},
		{closed, "GET", "localhost/evil.example", 421},
		{closed, "GET", "192.168.1.7", 421},
		{closed, "GET", "0.0.0.0:8080", 421},
		{open, "GET", "ai.example.com", 200},
		{open, "GET", "AI.example.com:443", 200},
		{open, "GET", "intern.example:8080", 200},
		{open, "GET", "other.example:8443", 200},
		{open, "GET", "other.example", 307},
		{open, "GET", "evil.example", 307},
		{open, "GET", "ai.example.com:80@evil.example", 307},
		{open, "HEAD", "evil.example", 307},
		{open, "POST", "evil.example", 421},
		{open, "GET", "sub.ai.example.com", 307},
	}
	for _, tt := range tests {
		r := newRouter(t, httpapi.Options{Hosts: tt.hosts})
		req := httptest.NewRequest(tt.method, "/history?q=1", nil)
		req.Host = tt.host
		w := httptest.NewRecorder()
		r.ServeHTTP(w, req)
		got := w.Code
		if tt.method == "POST" && got == 405 {
			got = 200 // the request was admitted; pages answer a POST with 405
		}
		if got != tt.want {
			t.Errorf("%s of %s: %d, want %d", tt.method, tt.host, got, tt.want)
		}
		if got == 307 && w.Header().Get("Location") != "https://ai.example.com/history?q=1" {
			t.Errorf("%s: sent to %q", tt.host, w.Header().Get("Location"))
		}
		req = httptest.NewRequest("GET", "/healthz", nil)
		req.Host = tt.host
		w = httptest.NewRecorder()
		r.ServeHTTP(w, req)
		if w.Code != 200 {
			t.Errorf("/healthz of %s: %d; probes know no name", tt.host, w.Code)
		}
	}
}

// With a public address, redirects lead only to the configured origins, and to no other
// port, scheme or name of this machine.
func TestOurOrigins(t *testing.T) {
	t.Parallel()
	public := httpapi.Hosts{Public: &url.URL{Scheme: "https", Host: "ai.example.com"}, Names: []string{"intern.example:8443", "b.example"}}
	for _, tt := range []struct {
		hosts        httpapi.Hosts
		scheme, host string
		want         bool
	}{
		{public, "https", "ai.example.com", true}, {public, "https", "AI.example.com", true}, {public, "https", "b.example", true},
		{public, "https", "intern.example:8443", true}, {public, "http", "ai.example.com", false}, {public, "https", "ai.example.com:8443", false},
		{public, "https", "intern.example", false}, {public, "https", "b.example:81", false}, {public, "http", "localhost:8080", false},
		{public, "https", "localhost", false}, {public, "https", "127.0.0.1", false}, {public, "https", "evil.example", false},
		{httpapi.Hosts{}, "http", "localhost:8080", true}, {httpapi.Hosts{}, "http", "evil.example", false},
	} {
		if got := tt.hosts.OurOrigin(tt.scheme, tt.host); got != tt.want {
			t.Errorf("%s://%s: %v", tt.scheme, tt.host, got)
		}
	}
}

func TestOrigins(t *testing.T) {
	t.Parallel()
	h := newRouter(t, httpapi.Options{Origins: []string{"https://news.example"}})
	server := serve(t, h)
	cookie := "hy_user=v1; hy_token=token v1; hy_source=web"
	tests := map[string]struct {
		headers []string
		want    int
	}{
		"no browser":                          {nil, 200},
		"no browser, with a cookie":           {[]string{"Cookie", cookie}, 200},
		"own page":                            {[]string{"Cookie", cookie, "Origin", server, "Sec-Fetch-Site", "same-origin"}, 200},
		"own page, older browser":             {[]string{"Cookie", cookie, "Origin", server}, 200},
		"another page":                        {[]string{"Cookie", cookie, "Origin", "https://evil.example", "Sec-Fetch-Site", "cross-site"}, 403},
		"another page, older browser":         {[]string{"Cookie", cookie, "Origin", "https://evil.example"}, 403},
		"a page of the same site":             {[]string{"Cookie", cookie, "Origin", "https://x.localhost", "Sec-Fetch-Site", "same-site"}, 403},
		"a sandboxed page":                    {[]string{"Cookie", cookie, "Origin", "null", "Sec-Fetch-Site", "cross-site"}, 403},
		"another page, without a cookie":      {[]string{"Origin", "https://evil.example", "Sec-Fetch-Site", "cross-site"}, 403},
		"another page, text/plain":            {[]string{"Cookie", cookie, "Content-Type", "text/plain", "Origin", "https://evil.example"}, 403},
		"header identity, no cookie":          {[]string{"X-ID", "v1", "X-Token", "token v1", "Origin", "https://client.example", "Sec-Fetch-Site", "cross-site"}, 200},
		"header identity and a cookie":        {[]string{"X-ID", "v1", "X-Token", "token v1", "Cookie", cookie, "Origin", "https://evil.example"}, 403},
		"anonymous client, no cookie":         {[]string{"X-Check-Token-Type", "hy_anon_token", "Origin", "https://client.example", "Sec-Fetch-Site", "cross-site"}, 200},
		"authorization, no cookie":            {[]string{"Authorization", "Bearer x", "Origin", "https://client.example"}, 200},
		"anonymous client with a cookie":      {[]string{"X-Check-Token-Type", "hy_anon_token", "Cookie", cookie, "Origin", "https://evil.example"}, 403},
		"an empty token, no cookie":           {[]string{"X-Token", "", "Origin", "https://evil.example"}, 403},
		"an id alone, no cookie":              {[]string{"X-ID", "v1", "Origin", "https://evil.example"}, 403},
		"a page of the container table":       {[]string{"Cookie", cookie, "Origin", "https://news.example", "Sec-Fetch-Site", "cross-site"}, 200},
		"the container's name on another one": {[]string{"Cookie", cookie, "Origin", "https://news.example.evil.example"}, 403},
	}
	for name, tt := range tests {
		got := send(t, http.DefaultClient, "POST", server+pathLook, `{}`, tt.headers...)
		if got.status != tt.want {
			t.Errorf("%s: %d %s, want %d", name, got.status, got.text, tt.want)
		}
		if tt.want == 403 && got.body.Error.Code != string(errs.Forbidden) {
			t.Errorf("%s: code %s", name, got.body.Error.Code)
		}
		if a := got.header.Get("Access-Control-Allow-Origin"); a != "" {
			t.Errorf("%s: another origin may read: %q", name, a)
		}
	}
}

// from sends a POST that seems to come from the address `remote`. If `forwarded` is not empty, it is
// sent as the header X-Forwarded-For.
func from(r http.Handler, path, remote, forwarded string, headers ...string) *httptest.ResponseRecorder {
	req := httptest.NewRequest("POST", path, strings.NewReader(`{}`))
	req.Host, req.RemoteAddr = "localhost", remote
	if forwarded != "" {
		req.Header.Set("X-Forwarded-For", forwarded)
	}
	for i := 0; i < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	r.ServeHTTP(w, req)
	return w
}

func TestVisitorsAreLimitedByAddress(t *testing.T) {
	t.Parallel()
	proxies := httpapi.Proxies{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("127.0.0.1/32")}
	// Each row has the requests of three new visitors. A request is the address of the
	// connection and the header X-Forwarded-For. The limit is two new visitors per hour and
	// address. `same` means that all requests count as one address, so the third is refused.
	tests := map[string]struct {
		requests [][2]string
		same     bool
	}{
		"one IPv4 address":               {[][2]string{{"192.0.2.1:1", ""}, {"192.0.2.1:2", ""}, {"192.0.2.1:3", ""}}, true},
		"three IPv4 addresses":           {[][2]string{{"192.0.2.1:1", ""}, {"192.0.2.2:1", ""}, {"192.0.2.3:1", ""}}, false},
		"one IPv6 /64":                   {[][2]string{{"[2001:db8::1]:1", ""}, {"[2001:db8::2]:1", ""}, {"[2001:db8:0:0:ffff::3]:1", ""}}, true},
		"three IPv6 /64":                 {[][2]string{{"[2001:db8:0:1::1]:1", ""}, {"[2001:db8:0:2::1]:1", ""}, {"[2001:db8:0:3::1]:1", ""}}, false},
		"IPv4 in IPv6":                   {[][2]string{{"[::ffff:192.0.2.9]:1", ""}, {"192.0.2.9:1", ""}, {"192.0.2.9:1", ""}}, true},
		"X-Forwarded-For of anybody":     {[][2]string{{"192.0.2.1:1", "1.1.1.1"}, {"192.0.2.1:1", "2.2.2.2"}, {"192.0.2.1:1", "3.3.3.3"}}, true},
		"through a trusted proxy":        {[][2]string{{"127.0.0.1:1", "1.1.1.1"}, {"127.0.0.1:1", "2.2.2.2"}, {"127.0.0.1:1", "3.3.3.3"}}, false},
		"one asker through proxies":      {[][2]string{{"127.0.0.1:1", "1.1.1.1"}, {"10.1.1.1:1", "1.1.1.1"}, {"10.1.1.1:1", "1.1.1.1, 10.2.2.2"}}, true},
		"an invented hop at the left":    {[][2]string{{"127.0.0.1:1", "5.5.5.5, 1.1.1.1"}, {"127.0.0.1:1", "6.6.6.6, 1.1.1.1"}, {"127.0.0.1:1", "7.7.7.7,1.1.1.1"}}, true},
		"nonsense from a trusted proxy":  {[][2]string{{"10.0.0.9:1", "what"}, {"10.0.0.9:1", "x, y"}, {"10.0.0.9:1", ""}}, true},
		"a forwarded address with ports": {[][2]string{{"127.0.0.1:1", "[2001:db8::1]:99"}, {"127.0.0.1:1", "2001:db8::2"}, {"127.0.0.1:1", "[2001:db8::3]"}}, true},
	}
	for name, tt := range tests {
		r := newRouter(t, httpapi.Options{Proxies: proxies, Rates: httpapi.Rates{VisitorsPerHour: 2}})
		var last *httptest.ResponseRecorder
		for i, q := range tt.requests {
			last = from(r, pathEnsure, q[0], q[1])
			if i < 2 && last.Code != 200 {
				t.Errorf("%s: visitor %d: %d", name, i+1, last.Code)
			}
		}
		if limited := last.Code == 429; limited != tt.same {
			t.Errorf("%s: the third visitor got %d", name, last.Code)
		}
		if tt.same {
			if s, err := strconv.Atoi(last.Header().Get("Retry-After")); err != nil || s < 1 || s > 1800 {
				t.Errorf("%s: Retry-After %q", name, last.Header().Get("Retry-After"))
			}
			if len(last.Result().Cookies()) != 0 {
				t.Errorf("%s: a refused visitor got cookies", name)
			}
			// Requests that only read are not counted.
			if got := from(r, pathLook, tt.requests[2][0], tt.requests[2][1]); got.Code != 200 {
				t.Errorf("%s: looking got %d", name, got.Code)
			}
		}
	}
}

func TestQuestionsAreLimited(t *testing.T) {
	t.Parallel()
	r := newRouter(t, httpapi.Options{Rates: httpapi.Rates{QuestionsPerMinute: 3}})
	ask := func(who, addr string) int {
		return from(r, pathAsk, addr, "", "X-ID", who, "X-Token", "token "+who).Code
	}
	for i := range 3 {
		if got := ask("v1", fmt.Sprintf("192.0.2.%d:1", i)); got != 200 {
			t.Fatalf("question %d: %d", i, got)
		}
	}
	if got := ask("v1", "192.0.2.9:1"); got != 429 {
		t.Errorf("the fourth question of one visitor from anywhere: %d", got)
	}
	if got := ask("v2", "192.0.2.1:1"); got != 200 {
		t.Errorf("the first question of another visitor: %d", got)
	}
	// Expensive operations other than questions have a limit of their own.
	for i := range 4 {
		want := map[bool]int{true: 200, false: 429}[i < 3]
		if got := from(r, pathOpen, "192.0.2.1:1", "", "X-ID", "v1", "X-Token", "token v1").Code; got != want {
			t.Errorf("aside %d: %d, want %d", i, got, want)
		}
	}
	refused := 0
	for i := range 60 {
		if ask(fmt.Sprintf("w%d", i), "198.51.100.1:1") == 429 {
			refused++
		}
	}
	if want := 60 - 3*httpapi.AddressFactor; refused != want {
		t.Errorf("%d of 60 people behind one address were refused, want %d", refused, want)
	}
}

func TestSigning(t *testing.T) {
	t.Parallel()
	const key = "the page's key"
	r := newRouter(t, httpapi.Options{SigningKey: key})
	httpapi.Raw(r, httpapi.Op{Method: "POST", Path: "/api/chat", Domain: "test", Owner: httpapi.None}, "text/plain",
		func(context.Context, *struct{}, httpapi.ResponseWriter) error { return nil })
	sign := func(body, nonce string, at time.Time) []string {
		sum := sha256.Sum256([]byte(body))
		ms := strconv.FormatInt(at.UnixMilli(), 10)
		mac := hmac.New(sha256.New, []byte(key))
		fmt.Fprintf(mac, "POST\n%s\n%s\n%s\n%s", pathEnsure, ms, nonce, hex.EncodeToString(sum[:]))
		return []string{"X-Wenqu-Timestamp", ms, "X-Wenqu-Nonce", nonce, "X-Wenqu-Signature", hex.EncodeToString(mac.Sum(nil))}
	}
	now := time.Now()
	good := sign(`{}`, "nonce-0001", now)
	tests := []struct {
		name    string
		path    string
		headers []string
		want    int
	}{
		{"signed", pathEnsure, good, 200},
		{"signed again", pathEnsure, good, 400},
		{"not signed", pathEnsure, nil, 400},
		{"signed for another body", pathEnsure, sign(`{"a":1}`, "nonce-0002", now), 400},
		{"signed long ago", pathEnsure, sign(`{}`, "nonce-0003", now.Add(-6*time.Minute)), 400},
		{"signed in the future", pathEnsure, sign(`{}`, "nonce-0004", now.Add(6*time.Minute)), 400},
		{"a short nonce", pathEnsure, sign(`{}`, "n", now), 400},
		{"a question whose address names no conversation", "/api/chat", nil, 400},
		{"a call that is not sensitive", pathLook, nil, 200},
	}
	for _, tt := range tests {
		if got := from(r, tt.path, "192.0.2.1:1", "", tt.headers...); got.Code != tt.want {
			t.Errorf("%s: %d %s", tt.name, got.Code, got.Body)
		}
	}
}

func TestMetricsByAddress(t *testing.T) {
	t.Parallel()
	url := serve(t, newRouter(t, httpapi.Options{Metrics: http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})}))
	for name, tt := range map[string]struct {
		headers []string
		want    int
	}{
		"by a known name":              {nil, 200},
		"by address":                   {[]string{"Host", "192.0.2.1:8080"}, 421},
		"by address, with a token":     {[]string{"Host", "192.0.2.1:8080", "Authorization", "Bearer x"}, 200},
		"a page that rebinds its name": {[]string{"Host", "evil.example"}, 421},
	} {
		if got := send(t, http.DefaultClient, "GET", url+"/metrics", "", tt.headers...); got.status != tt.want {
			t.Errorf("%s: %d, want %d", name, got.status, tt.want)
		}
	}
}

func TestReady(t *testing.T) {
	t.Parallel()
	state := error(nil)
	url := serve(t, newRouter(t, httpapi.Options{Ready: func(context.Context) error { return state }}))
	if got := send(t, http.DefaultClient, "GET", url+"/readyz", ""); got.status != 200 {
		t.Errorf("ready: %d", got.status)
	}
	state = errs.New(errs.Draining).Retry(5 * time.Second)
	if got := send(t, http.DefaultClient, "GET", url+"/readyz", ""); got.status != 503 || got.header.Get("Retry-After") != "5" {
		t.Errorf("draining: %d, Retry-After %q", got.status, got.header.Get("Retry-After"))
	}
	if got := send(t, http.DefaultClient, "GET", url+"/healthz", ""); got.status != 200 {
		t.Errorf("alive while draining: %d", got.status)
	}
}
