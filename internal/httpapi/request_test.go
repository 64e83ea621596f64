package httpapi_test

import (
	"context"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
)

func TestBodies(t *testing.T) {
	t.Parallel()
	url := serve(t, newRouter(t, httpapi.Options{}))
	deep := func(n int) string {
		return `{"title":"x","junk":` + strings.Repeat(`[`, n) + strings.Repeat(`]`, n) + `}`
	}
	tests := map[string]struct {
		body string
		want errs.Code // expected error code; empty: the request is accepted
		says string
	}{
		"plain":                    {`{"title":"x"}`, "", ""},
		"nothing at all":           {``, "", ""},
		"white space":              {"\n ", "", ""},
		"empty object":             {`{}`, "", ""},
		"unknown fields":           {`{"title":"x","future":{"a":[1]}}`, "", ""},
		"null for a field":         {`{"title":null,"list":null,"limit":null}`, "", ""},
		"brackets inside a string": {`{"title":"` + strings.Repeat(`[{\"`, 500) + `"}`, "", ""},
		"nested 63 deep":           {deep(63), "", ""},
		"nested 64 deep":           {deep(64), errs.BadRequest, "nested"},
		"nested 10,000 deep":       {deep(10_000), errs.BadRequest, "nested"},
		"nested and never closed":  {strings.Repeat(`{"a":`, 100_000), errs.BadRequest, "nested"},
		"no JSON":                  {`hello`, errs.BadRequest, "body"},
		"cut":                      {`{"title":"x`, errs.BadRequest, "body"},
		"two documents":            {`{} {}`, errs.BadRequest, "body"},
		"an array":                 {`[1]`, errs.BadRequest, "body"},
		"a wrong type":             {`{"title":7}`, errs.BadRequest, "body.title"},
		"a wrong type inside":      {`{"list":["a",7]}`, errs.BadRequest, "body.list[1]"},
		"a broken number":          {`{"limit":1.5}`, errs.BadRequest, "body.limit"},
		"invalid UTF-8":            {"{\"title\":\"\xff\"}", errs.BadRequest, "UTF-8"},
		"just over 4 MB":           {`{"title":"` + strings.Repeat("x", 4<<20) + `"}`, errs.TooLarge, "4 MB"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, contentType := range []string{"application/json", "text/plain;charset=UTF-8", "application/x-www-form-urlencoded", ""} {
				got := send(t, http.DefaultClient, "POST", url+pathLook, tt.body, "Content-Type", contentType, "Accept", "text/html")
				if tt.want == "" {
					if got.status != 200 {
						t.Errorf("%q: status %d: %s", contentType, got.status, got.text)
					}
					continue
				}
				if got.status != tt.want.Row().Status || got.body.Error.Code != string(tt.want) || !strings.Contains(got.body.Msg, tt.says) {
					t.Errorf("%q: status %d, %s; want %s that says %q", contentType, got.status, got.text, tt.want, tt.says)
				}
			}
		})
	}
}

func TestErrorsAreJSON(t *testing.T) {
	t.Parallel()
	url := serve(t, newRouter(t, httpapi.Options{}))
	for code, row := range errs.Catalogue {
		got := send(t, http.DefaultClient, "POST", url+pathFail, `{"title":"`+string(code)+`"}`)
		e := errs.New(code).With("detail", "title")
		if got.status != row.Status || got.body.Error.Code != string(code) || got.body.Error.Message != e.Message("zh-CN") || got.body.Msg != e.Message("zh-CN") {
			t.Errorf("%s: status %d, %s", code, got.status, got.text)
		}
		if got.body.ID != got.header.Get("X-Traceid") || !regexp.MustCompile(`^[0-9a-f]{32}$`).MatchString(got.body.ID) {
			t.Errorf("%s: trace id %q in the body, %q in the header", code, got.body.ID, got.header.Get("X-Traceid"))
		}
		if strings.Contains(got.text, "$schema") {
			t.Errorf("%s: the body has $schema", code)
		}
	}
	panicked := send(t, http.DefaultClient, "POST", url+pathPanic, `{}`)
	if panicked.status != 500 || panicked.body.Error.Code != string(errs.Unknown) || strings.Contains(panicked.text, "kaboom") {
		t.Errorf("a panic gave %d, %s", panicked.status, panicked.text)
	}
	if again := send(t, http.DefaultClient, "POST", url+pathLook, `{}`); again.status != 200 {
		t.Errorf("after a panic: status %d", again.status)
	}
}

func TestLocale(t *testing.T) {
	t.Parallel()
	url := serve(t, newRouter(t, httpapi.Options{}))
	zh, tw, en := "没有找到", "找不到", "Not found"
	tests := []struct {
		headers []string
		want    string
	}{
		{nil, zh},
		{[]string{"Accept-Language", "en-US,en;q=0.9"}, en},
		{[]string{"Accept-Language", "zh-TW,zh;q=0.9,en;q=0.8"}, tw},
		{[]string{"Accept-Language", "zh-HK"}, tw},
		{[]string{"Accept-Language", "zh-Hant"}, tw},
		{[]string{"Accept-Language", "zh"}, zh},
		{[]string{"Accept-Language", "zh-SG"}, zh},
		{[]string{"Accept-Language", "fr"}, zh},
		{[]string{"Accept-Language", "fr, en;q=0.5"}, en},
		{[]string{"Accept-Language", strings.Repeat("en,", 5000)}, zh},
		{[]string{"Accept-Language", ";;;"}, zh},
		{[]string{"language", "en", "Accept-Language", "zh-CN"}, en},
		{[]string{"X-Language", "zh-TW", "language", "en"}, tw},
		{[]string{"X-Language", "zh-tw"}, tw},
	}
	for _, tt := range tests {
		got := send(t, http.DefaultClient, "POST", url+"/api/none", `{}`, tt.headers...)
		if got.status != 404 || !strings.HasPrefix(got.body.Msg, tt.want) {
			t.Errorf("%.80v: %q, want %q…", tt.headers, got.body.Msg, tt.want)
		}
	}
}

func TestPathsThatAreNotBuilt(t *testing.T) {
	t.Parallel()
	url := serve(t, newRouter(t, httpapi.Options{}))
	placeholder := regexp.MustCompile(`\{[^}]*\}`)
	for _, p := range httpapi.LaterPaths {
		for _, m := range p.Methods() {
			got := send(t, http.DefaultClient, m, url+placeholder.ReplaceAllString(p.Path, "x"), "")
			if got.status != 501 || got.body.Error.Code != string(errs.NotYet) {
				t.Errorf("%s %s: %d %s", m, p.Path, got.status, got.text)
			}
		}
		if p.Domain == "" || p.Owner == "" {
			t.Errorf("%s: domain %q, owner %q", p.Path, p.Domain, p.Owner)
		}
	}
	for _, path := range []string{"/api/", "/api/unknown", "/api/chat", "/api/user/agent/conversation/list/more"} {
		for _, m := range []string{"GET", "POST", "DELETE"} {
			if got := send(t, http.DefaultClient, m, url+path, ""); got.status != 404 || got.body.Error.Code != string(errs.NotFound) {
				t.Errorf("%s %s: %d %s", m, path, got.status, got.text)
			}
		}
	}
}

// An inconsistent or a repeated registration panics.
func TestRegistrationsThatArePanics(t *testing.T) {
	t.Parallel()
	for name, op := range map[string]httpapi.Op{
		"a later path":       {Method: "POST", Path: "/api/image/clarity", Owner: httpapi.Mine},
		"both methods later": {Method: "GET", Path: "/api/v5/canvas/{rest...}", Owner: httpapi.None},
		"twice":              {Method: "POST", Path: pathLook, Owner: httpapi.Mine},
		"no owner rule":      {Method: "POST", Path: "/api/new"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRouter(t, httpapi.Options{})
			defer func() {
				if recover() == nil {
					t.Errorf("%s was registered", op.Call())
				}
			}()
			httpapi.Route(r, op, func(context.Context, *in) (*out, error) { return &out{}, nil })
		})
	}
}

func TestOperations(t *testing.T) {
	t.Parallel()
	r := newRouter(t, httpapi.Options{})
	httpapi.Route(r, httpapi.Op{Method: "PUT", Path: "/api/new/{id}", Owner: httpapi.Mine}.Naming(httpapi.Unknown),
		func(context.Context, *struct {
			ID   string `path:"id"`
			From string `query:"from"`
			Body struct {
				Title string `json:"title,omitempty"`
			}
		}) (*out, error) {
			return &out{}, nil
		})
	for _, op := range r.Operations() {
		if op.Path == "/api/new/{id}" {
			code, refused := op.Others.Refusal()
			if !slices.Equal(op.Inputs(), []string{"id", "from", "title"}) || !refused || code != errs.NotFound {
				t.Errorf("%s takes %v and answers others %q %v", op.Call(), op.Inputs(), code, refused)
			}
			return
		}
	}
	t.Error("it is not among the operations")
}

func TestWrongMethod(t *testing.T) {
	t.Parallel()
	url := serve(t, newRouter(t, httpapi.Options{}))
	for _, c := range []struct{ method, path, allow string }{
		{"GET", pathLook, "POST"},
		{"PUT", pathLook, "POST"},
		{"OPTIONS", pathLook, "POST"},
		{"DELETE", "/api/v5/canvas/url", "GET, POST"},
		{"POST", pathFetch, "GET"},
	} {
		got := send(t, http.DefaultClient, c.method, url+c.path, "", "X-Language", "en")
		if got.status != 405 || got.header.Get("Allow") != c.allow || got.body.Msg != "Call this path with "+c.allow+"." {
			t.Errorf("%s %s: %d, allow %q, %s", c.method, c.path, got.status, got.header.Get("Allow"), got.text)
		}
	}
}

func FuzzBody(f *testing.F) {
	for _, s := range []string{`{"title":"x"}`, `[[[`, "\xff", `{"title":"\ud800"}`, `"\\"`, `{"a":"[\"{"}`} {
		f.Add(s)
	}
	people := &people{stored: map[string]bool{}}
	f.Fuzz(func(t *testing.T, body string) {
		url := serve(t, newRouter(t, httpapi.Options{Identities: people}))
		got := send(t, http.DefaultClient, "POST", url+pathLook, body)
		if got.status != 200 && got.status != 400 && got.status != 413 {
			t.Errorf("%q: status %d", body, got.status)
		}
		if !utf8.ValidString(got.text) {
			t.Errorf("%q: the answer is not UTF-8", body)
		}
	})
}

// TestBodyLimit checks that the refusal of a body over the limit states the limit of the
// route.
func TestBodyLimit(t *testing.T) {
	t.Parallel()
	r, err := httpapi.New(httpapi.Options{Identities: &people{stored: map[string]bool{}}})
	if err != nil {
		t.Fatal(err)
	}
	httpapi.Route(r, httpapi.Op{Method: "POST", Path: pathLook, Domain: "test", Owner: httpapi.None, MaxBody: 64 << 10}, func(context.Context, *in) (*out, error) {
		return &out{}, nil
	})
	got := send(t, http.DefaultClient, "POST", serve(t, r)+pathLook, `{"title":"`+strings.Repeat("x", 64<<10)+`"}`)
	if got.status != 413 || !strings.Contains(got.body.Msg, "64 KB") {
		t.Errorf("status %d: %s", got.status, got.text)
	}
}
