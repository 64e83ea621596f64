package websearch_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/websearch"
	"github.com/wenqu-ai/wenqu/internal/websearch/websearchtest"
)

func bomb(t testing.TB) []byte {
	t.Helper()
	var b bytes.Buffer
	z, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
	zeros := make([]byte, 1<<20)
	for range 64 {
		_, _ = z.Write(zeros)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// bad are invalid replies. `reasons` lists the accepted reasons, separated by spaces.
var bad = []struct {
	name    string
	serve   func(w http.ResponseWriter, r *http.Request)
	reasons string
}{
	{"too many requests", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "30")
		w.WriteHeader(http.StatusTooManyRequests)
	}, "busy"},
	{"unauthorized", func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusUnauthorized)
		_, _ = w.Write([]byte(`{"error":{"message":"invalid key"}}`))
	}, "key failing"},
	{"no balance", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusPaymentRequired) }, "balance"},
	{"broken", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusInternalServerError) }, "failing"},
	{"long message with the key", func(w http.ResponseWriter, _ *http.Request) {
		said := "sk-secret is not known. " + strings.Repeat("x", 500)
		w.Header().Set("Content-Type", "application/json")
		_, _ = fmt.Fprintf(w, `{"error":{"message":%[1]q,"code":"1","info":%[1]q},"message":%[1]q,"msg":%[1]q,"code":"1","detail":{"error":%[1]q},"Response":{"Error":{"Code":"1","Message":%[1]q}}}`, said)
	}, "failing nothing format"},
	{"html", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte("<!DOCTYPE html><title>登录</title><script>alert(1)</script>"))
	}, "format"},
	{"nothing", func(http.ResponseWriter, *http.Request) {}, "format"},
	{"half", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(`{"results":[{"title":"`)) }, "format"},
	{"other types", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte(`{"results":"x","data":7,"search_result":true,"organic":"y","query":[],"Response":3,"web":1,"search_results":0}`))
	}, "format"},
	{"huge", func(w http.ResponseWriter, _ *http.Request) {
		for range 100 {
			if _, err := w.Write(bytes.Repeat([]byte(" "), 1<<20)); err != nil {
				return
			}
		}
	}, "size"},
	{"gzip bomb", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		_, _ = w.Write(r.Context().Value(bombKey{}).([]byte))
	}, "size"},
	{"redirect", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "http://169.254.169.254/latest/meta-data", http.StatusFound)
	}, "redirect"},
	{"hangs up", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, "network"},
	{"hangs", func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }, "slow"},
	{"hangs midway", func(w http.ResponseWriter, r *http.Request) {
		_, _ = w.Write([]byte(`{"results":[`))
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	}, "slow"},
}

type bombKey struct{}

// Every engine reports an accepted reason for every invalid reply. For a reply that never ends, this
// is "slow". The key never appears in the report.
func TestBadReplies(t *testing.T) {
	t.Parallel()
	packed := bomb(t)
	for _, c := range bad {
		srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body) // the server notices the client's disconnection only after it has read the body
			c.serve(w, r.WithContext(context.WithValue(r.Context(), bombKey{}, packed)))
		}))
		t.Cleanup(srv.Close)
		for _, e := range websearch.Engines {
			t.Run(c.name+"/"+e.ID, func(t *testing.T) {
				t.Parallel()
				patience := time.Hour
				if c.reasons == "slow" {
					patience = 100 * time.Millisecond
				}
				s := websearch.New(websearch.Options{Sources: []websearch.Source{source(e.ID, srv.URL)}, Now: time.Now, Patience: patience})
				out := search(t, s, websearch.Query{Text: "西湖"})
				if len(out.Results) > 0 || len(out.Misses) != 1 {
					t.Fatalf("%+v", out)
				}
				m := out.Misses[0]
				if !strings.Contains(" "+c.reasons+" ", " "+string(m.Reason)+" ") || strings.Contains(m.Detail, "secret") || len([]rune(m.Detail)) > 200 || strings.ContainsAny(m.Detail, "<>") {
					t.Errorf("%s: %s", m.Reason, m.Detail)
				}
				if m.Reason == websearch.Busy && m.After != 30 {
					t.Errorf("after %d s", m.After)
				}
			})
		}
	}
}

// Of 10,000 results only as many as requested are used.
func TestManyResults(t *testing.T) {
	t.Parallel()
	pages := make([]websearchtest.Page, 10_000)
	for i := range pages {
		pages[i] = websearchtest.Page{Title: fmt.Sprint("西湖 ", i), URL: fmt.Sprint("https://a.cn/", i), Text: "西湖"}
	}
	for _, e := range websearch.Engines {
		t.Run(e.ID, func(t *testing.T) {
			t.Parallel()
			url, _ := answering(t, http.StatusOK, websearchtest.Reply(e.ID, "web", pages...))
			out := search(t, at(source(e.ID, url)), websearch.Query{Text: "西湖", Limit: 8})
			if len(out.Results) != 8 || out.Results[7].URL != "https://a.cn/7" {
				t.Errorf("%d results, %+v", len(out.Results), out.Misses)
			}
		})
	}
}

// Error messages in the services' own formats are recognised.
func TestOwnErrors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		engine string
		status int
		body   string
		want   websearch.Reason
	}{
		{"searxng", 403, `<h1>Forbidden</h1>`, websearch.JSONOff},
		{"searxng", 200, `{"results":[],"unresponsive_engines":[["google","Suspended: CAPTCHA"],["bing","timeout"]]}`, websearch.Failing},
		{"bocha", 403, `{"code":"403","message":"You do not have enough money","log_id":"x"}`, websearch.NoBalance},
		{"bocha", 200, `{"code":401,"msg":"Invalid API KEY"}`, websearch.KeyRefused},
		{"zhipu", 429, `{"error":{"code":"1113","message":"您的账户已欠费，请充值后重试。"}}`, websearch.NoBalance},
		{"zhipu", 429, `{"error":{"code":"1302","message":"并发过高"}}`, websearch.Busy},
		{"zhipu", 401, `{"error":{"code":"1002","message":"Authorization Token非法"}}`, websearch.KeyRefused},
		{"tavily", 432, `{"detail":{"error":"This request exceeds your plan's set usage limit."}}`, websearch.NoBalance},
		{"serper", 400, `{"message":"Not enough credits","statusCode":400}`, websearch.NoBalance},
		{"serper", 403, `{"message":"Unauthorized.","statusCode":403}`, websearch.KeyRefused},
		{"brave", 422, `{"error":{"detail":"Unable to validate request parameter(s)"}}`, websearch.BadQuery},
		{"wsa", 200, `{"Response":{"Error":{"Code":"AuthFailure.SignatureFailure","Message":"签名错误"},"RequestId":"r"}}`, websearch.KeyRefused},
		{"wsa", 200, `{"Response":{"Error":{"Code":"RequestLimitExceeded","Message":"超过频率"}}}`, websearch.Busy},
		{"wsa", 200, `{"Response":{"Error":{"Code":"ResourceInsufficient","Message":"资源不足"}}}`, websearch.NoBalance},
		{"mediawiki", 200, `{"error":{"code":"ratelimited","info":"slow down"}}`, websearch.Busy},
		{"mediawiki", 200, `{"error":{"code":"readapidenied","info":"You need read permission"}}`, websearch.KeyRefused},
		{"duckduckgo", 202, `<html></html>`, websearch.Challenge},
		{"duckduckgo", 200, `<div class="anomaly-modal__modal">`, websearch.Challenge},
		{"duckduckgo", 200, string(websearchtest.Reply("duckduckgo", "web")), websearch.NothingFound},
		{"deepseek", 402, `{"error":{"message":"Insufficient Balance"}}`, websearch.NoBalance},
	} {
		url, _ := answering(t, c.status, []byte(c.body))
		out := search(t, at(source(c.engine, url)), websearch.Query{Text: "西湖"})
		if len(out.Misses) != 1 || out.Misses[0].Reason != c.want {
			t.Errorf("%s %d %s: %+v, want %s", c.engine, c.status, c.body, out.Misses, c.want)
		}
	}
}

// A source at a private address is used only if it is marked local.
func TestPrivateAddress(t *testing.T) {
	t.Parallel()
	url, _ := answering(t, http.StatusOK, websearchtest.Reply("searxng", "web", websearchtest.Page{Title: "西湖", URL: "https://a.cn/1"}))
	s := source("searxng", url)
	s.Local = false
	if out := search(t, at(s), websearch.Query{Text: "西湖"}); len(out.Misses) != 1 || out.Misses[0].Reason != websearch.Forbidden {
		t.Errorf("%+v", out)
	}
}

func TestUnreachable(t *testing.T) {
	t.Parallel()
	srv := httptest.NewServer(http.NotFoundHandler())
	srv.Close()
	out := search(t, at(source("searxng", srv.URL)), websearch.Query{Text: "西湖"})
	if len(out.Misses) != 1 || out.Misses[0].Reason != websearch.Unreachable {
		t.Errorf("%+v", out)
	}
}

// No reply makes an engine panic or exceed the limits.
func FuzzReplies(f *testing.F) {
	for _, e := range websearch.Engines {
		for _, k := range e.Kinds {
			f.Add(websearchtest.Reply(e.ID, string(k), websearchtest.Page{Title: "西湖", URL: "https://a.cn/1", Text: "西湖", Published: "2026-11-20T08:00:00Z"}))
		}
	}
	f.Fuzz(func(t *testing.T, reply []byte) {
		for _, e := range websearch.Engines {
			for _, k := range e.Kinds {
				for _, r := range websearch.ReadForTest(e, reply, websearch.Query{Text: "x", Limit: 5, Kind: k}) {
					if !strings.HasPrefix(r.URL, "http") || len([]rune(r.Title)) > 300 || len([]rune(r.Snippet)) > 1000 || len(r.URL) > 6000 || r.Published < 0 {
						t.Errorf("%s: %+v", e.ID, r)
					}
				}
			}
		}
	})
}
