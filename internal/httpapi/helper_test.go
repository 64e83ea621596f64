package httpapi_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/netip"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
)

// people is an identity service with a map of the stored visitors. The token of visitor "v1" is
// "token v1".
type people struct {
	mu     sync.Mutex
	made   int
	stored map[string]bool
}

func (p *people) Identify(_ context.Context, id, token string) (httpapi.Identity, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if token != "token "+id {
		return httpapi.Identity{}, errs.New(errs.LoginOver)
	}
	return httpapi.Identity{ID: id, Kind: httpapi.Visitor, Token: token, Stored: p.stored[id]}, nil
}

func (p *people) Mint() httpapi.Identity {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.made++
	id := "v" + strconv.Itoa(p.made)
	return httpapi.Identity{ID: id, Kind: httpapi.Visitor, Token: "token " + id}
}

func (p *people) Keep(_ context.Context, who httpapi.Identity) (httpapi.Identity, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stored[who.ID] = true
	who.Stored = true
	return who, nil
}

type in struct {
	Body struct {
		ConversationID string   `json:"conversationId"`
		Title          string   `json:"title"`
		Limit          int      `json:"limit"`
		List           []string `json:"list"`
	}
}

type out struct {
	Body struct {
		Code  int    `json:"code"`
		Owner string `json:"owner"`
		Title string `json:"title"`
		Trace string `json:"trace"`
	}
}

// The paths of the test routes, which newRouter registers.
const (
	pathEnsure = "/api/user/agent/conversation/create" // stores something
	pathLook   = "/api/user/agent/conversation/list"   // only reads
	pathOpen   = "/api/agent/model/list"               // has the same answer for everybody
	pathPanic  = "/api/convs"
	pathFail   = "/api/conv"
	pathAsk    = "/api/stop/chat" // counts as a question
	pathFetch  = "/api/resource/v1/download"
)

// newRouter makes a router with routes for the paths above.
func newRouter(t *testing.T, o httpapi.Options) *httpapi.Router {
	t.Helper()
	if o.Identities == nil {
		o.Identities = &people{stored: map[string]bool{}}
	}
	r, err := httpapi.New(o)
	if err != nil {
		t.Fatal(err)
	}
	say := func(ctx context.Context, in *in) (*out, error) {
		o := &out{}
		o.Body.Owner, o.Body.Title, o.Body.Trace = httpapi.From(ctx).ID, in.Body.Title, httpapi.TraceID(ctx)
		return o, nil
	}
	post := func(path string, owner httpapi.OwnerRule, h func(context.Context, *in) (*out, error)) {
		httpapi.Route(r, httpapi.Op{Method: "POST", Path: path, Domain: "test", Owner: owner, Question: path == pathAsk, Aside: path == pathOpen}, h)
	}
	post(pathLook, httpapi.Mine, say)
	post(pathOpen, httpapi.None, say)
	post(pathAsk, httpapi.Mine, say)
	post(pathEnsure, httpapi.Mine, func(ctx context.Context, in *in) (*out, error) {
		if _, err := httpapi.Ensure(ctx); err != nil {
			return nil, err
		}
		return say(ctx, in)
	})
	httpapi.Route(r, httpapi.Op{Method: "GET", Path: pathFetch, Domain: "test", Owner: httpapi.Mine}, func(ctx context.Context, _ *struct{}) (*out, error) {
		return say(ctx, &in{})
	})
	post(pathPanic, httpapi.Mine, func(context.Context, *in) (*out, error) { panic("kaboom with a secret") })
	post(pathFail, httpapi.Mine, func(_ context.Context, in *in) (*out, error) {
		return nil, errs.New(errs.Code(in.Body.Title)).With("detail", "title")
	})
	return r
}

func serve(t *testing.T, h http.Handler) string {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s.URL
}

// browser returns a client that keeps cookies, like a browser.
func browser(t *testing.T) *http.Client {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

type answer struct {
	status int
	header http.Header
	text   string
	body   struct {
		Error struct{ Code, Message string }
		Msg   string
		Code  int
		Owner string
		Title string
		Trace string
		ID    string `json:"traceId"`
	}
}

// send sends a request. headers are pairs of names and values.
func send(t *testing.T, c *http.Client, method, url, body string, headers ...string) answer {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(headers); i += 2 {
		if headers[i] == "Host" {
			req.Host = headers[i+1]
			continue
		}
		req.Header.Set(headers[i], headers[i+1])
	}
	res, err := c.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	a := answer{status: res.StatusCode, header: res.Header, text: string(b)}
	if strings.HasPrefix(res.Header.Get("Content-Type"), "application/json") {
		if err := json.Unmarshal(b, &a.body); err != nil {
			t.Errorf("%s %s: the answer is no JSON: %v\n%s", method, url, err, b)
		}
	}
	return a
}

func prefix(t *testing.T, s string) httpapi.Proxies {
	t.Helper()
	p, err := netip.ParsePrefix(s)
	if err != nil {
		t.Fatal(err)
	}
	return httpapi.Proxies{p}
}
