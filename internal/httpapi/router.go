// Package httpapi is the HTTP adapter: it turns requests into calls to the use cases of the
// domains, and the results into JSON, streams and pages. It identifies the asker, limits requests,
// and refuses forbidden calls.
package httpapi

import (
	"context"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"net/url"
	"runtime/debug"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// Options are the dependencies and settings of a Router. Only Identities is required.
type Options struct {
	Identities Identities
	Hosts      Hosts
	Origins    []string // further origins whose pages may call with a cookie: scheme://host[:port]
	Proxies    Proxies
	Rates      Rates
	HSTS       HSTS
	SigningKey string                                        // not empty: sensitive calls must be signed with it
	Keys       Keys                                          // nil: keys are not accepted
	MayAsk     func(ctx context.Context, who Identity) error // fails if the asker may not ask questions at present; nil: everybody may ask
	Refused    func(ctx context.Context, op Op, err error)   // is called after the method admit has refused a call with status 403; nil: nothing is called
	Projects   Projects                                      // nil: there are no projects
	Version    string                                        // version of the program, for the API document

	Pages   fs.FS                                // the built web app; nil: a note that it is missing
	Boot    func(r *http.Request) map[string]any // returns the boot data of the page; nil: no boot data
	Product string                               // the product's name in the library's address, /{product}-docs
	// NoAgent reports whether the asker may not use the agent. The page of the agent is
	// then answered with 404. nil: every agent exists.
	NoAgent func(r *http.Request, asker Identity, agentID string) bool

	Ready   func(ctx context.Context) error                      // reports whether the server is ready; nil: it is always ready
	Metrics http.Handler                                         // serves /metrics, and checks access itself; nil: there is no /metrics
	Observe func(pattern string, status int, took time.Duration) // is called at the end of every request; nil: nothing is called
}

// Router is the whole server as one http.Handler. Routes are registered before
// the first request.
type Router struct {
	mux        *http.ServeMux
	api        huma.API
	identities Identities
	keys       Keys
	projects   Projects
	hosts      Hosts
	proxies    Proxies
	hsts       HSTS
	limits     *limits
	signing    *signing
	mayAsk     func(ctx context.Context, who Identity) error
	refused    func(ctx context.Context, op Op, err error)
	origins    *http.CrossOriginProtection
	pages      *pages
	observe    func(pattern string, status int, took time.Duration)
	operations map[string]Op   // by "METHOD path"
	later      map[string]bool // "METHOD path" of calls that are not built yet

	undescribed []func() // functions that add the outputs of the operations to the API document; see OpenAPI
}

// New makes a router without the routes of domains. The paths of LaterPaths already
// answer 501.
func New(o Options) (*Router, error) {
	r := &Router{
		mux:        http.NewServeMux(),
		identities: o.Identities,
		keys:       o.Keys,
		projects:   o.Projects,
		hosts:      o.Hosts,
		proxies:    o.Proxies,
		hsts:       o.HSTS,
		limits:     newLimits(o.Rates),
		signing:    newSigning(o.SigningKey),
		mayAsk:     o.MayAsk,
		refused:    o.Refused,
		origins:    http.NewCrossOriginProtection(),
		observe:    o.Observe,
		operations: map[string]Op{},
		later:      map[string]bool{},
	}
	if p := o.Hosts.Public; p != nil {
		o.Origins = append(o.Origins, p.Scheme+"://"+p.Host)
	}
	for _, origin := range o.Origins {
		if err := r.origins.AddTrustedOrigin(origin); err != nil {
			return nil, fmt.Errorf("origin %q: %w", origin, err)
		}
	}
	var err error
	if r.pages, err = newPages(o.Pages, o.Product, o.Boot, o.NoAgent); err != nil {
		return nil, err
	}
	r.api = humago.New(r.mux, humaConfig(o.Version))
	r.refuseLater()
	for _, root := range []string{"/api/", openRoot, mcpPath} {
		r.mux.HandleFunc(root, r.unknown)
	}
	r.mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { plain(w, http.StatusOK, "ok") })
	r.mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, req *http.Request) {
		if o.Ready != nil {
			if err := o.Ready(req.Context()); err != nil {
				WriteError(w, req, err)
				return
			}
		}
		plain(w, http.StatusOK, "ready")
	})
	if o.Metrics != nil {
		r.mux.Handle("GET /metrics", o.Metrics)
	}
	r.mux.Handle("/", r.pages)
	return r, nil
}

// unknown answers requests without a route: the path does not exist, or exists only
// for another method.
func (r *Router) unknown(w http.ResponseWriter, req *http.Request) {
	var allow []string
	for _, m := range []string{get, post, put, http.MethodDelete} {
		if _, pattern := r.mux.Handler(&http.Request{Method: m, URL: req.URL, Host: req.Host}); strings.HasPrefix(pattern, m+" ") {
			allow = append(allow, m)
		}
	}
	if allow == nil {
		WriteError(w, req, errs.New(errs.NotFound))
		return
	}
	w.Header().Set("Allow", strings.Join(allow, ", "))
	WriteError(w, req, errs.New(errs.WrongMethod).With("allow", strings.Join(allow, ", ")))
}

func plain(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = fmt.Fprintln(w, text)
}

func humaConfig(version string) huma.Config {
	c := huma.DefaultConfig("Wenqu", version)
	c.OpenAPIPath, c.DocsPath, c.SchemasPath = "", "", ""
	c.CreateHooks = nil // the default hook writes $schema into bodies
	c.Components.Schemas = huma.NewMapRegistry("#/components/schemas/", schemaNames())
	c.AllowAdditionalPropertiesByDefault = true
	c.FieldsOptionalByDefault = true
	return c
}

// ServeHTTP answers one request.
func (r *Router) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	start := time.Now()
	s := &session{router: r, w: &recorder{ResponseWriter: w}, trace: newTraceID()}
	s.addr, s.https = r.proxies.asker(req)
	s.r = req.WithContext(context.WithValue(req.Context(), sessionKey{}, s))
	s.w.Header().Set("X-Traceid", s.trace)
	if req.ContentLength != 0 {
		// The deadline is set even if no handler reads the body, because net/http may then
		// read a part of the body before it answers.
		_ = http.NewResponseController(w).SetReadDeadline(start.Add(bodyTimeout)) // an error means that the connection has no deadlines
	}
	defer r.finish(s, start)
	r.serve(s)
}

func (r *Router) serve(s *session) {
	path := s.r.URL.Path
	keyed := byKey(path)
	api := keyed || strings.HasPrefix(path, "/api/")
	secure(s.w.Header(), api, s.https, r.hsts, r.pages.policy)
	if !anyHost(s.r) && !r.hosts.allow(s.r.Host) {
		r.hosts.refuse(s.w, s.r)
		return
	}
	if api {
		if !storable(s.r.URL) {
			WriteError(s.w, s.r, errs.New(errs.NotFound))
			return
		}
		check := r.checkOrigin
		if keyed {
			check = r.checkKeyed
			s.w.Header().Set("X-Request-Id", s.trace)
		}
		if err := check(s.r); err != nil {
			WriteError(s.w, s.r, err)
			return
		}
		s.identify()
	}
	r.mux.ServeHTTP(s.w, s.r)
}

// storable reports whether the path and the decoded query of an address are valid UTF-8 without NUL.
// PostgreSQL accepts no other texts, so nothing else can be a stored id.
func storable(u *url.URL) bool {
	query, err := url.QueryUnescape(u.RawQuery)
	return err == nil && utf8.ValidString(u.Path+query) && !strings.Contains(u.Path+query, "\x00")
}

// anyHost reports whether a request may have any Host header. Health probes and metrics scrapers
// may, because they call by IP address. A scraper must send an Authorization header. The handler of
// /metrics checks the token in the header, except for requests from this machine.
func anyHost(r *http.Request) bool {
	switch r.URL.Path {
	case "/healthz", "/readyz":
		return true
	case "/metrics":
		return r.Header.Get("Authorization") != ""
	}
	return false
}

// ownHeaders are headers that only API clients set. A page of another origin can set them only after
// a preflight, which no route answers.
var ownHeaders = []string{headerToken, "Authorization", "X-Check-Token-Type"}

// checkOrigin refuses requests from pages of untrusted origins, except GET, HEAD and OPTIONS. A
// request with one of ownHeaders and without a cookie cannot come from such a page.
func (r *Router) checkOrigin(req *http.Request) error {
	if req.Header.Get("Cookie") == "" && slices.ContainsFunc(ownHeaders, func(name string) bool { return req.Header.Get(name) != "" }) {
		return nil
	}
	if err := r.origins.Check(req); err != nil {
		return errs.Wrap(errs.Forbidden, err)
	}
	return nil
}

// finish logs the request. If the handler panicked before it sent anything, finish answers
// the request. It logs the route's pattern instead of the address, because the address may
// contain a person's text or the id of a temporary conversation.
func (r *Router) finish(s *session, start time.Time) {
	failure := recover()
	if failure != nil && failure != any(http.ErrAbortHandler) {
		slog.ErrorContext(s.r.Context(), "panic in a handler", "panic", fmt.Sprint(failure), "stack", string(debug.Stack()))
		if s.w.status == 0 {
			WriteError(s.w, s.r, errs.New(errs.Unknown))
			failure = nil
		}
	}
	took, route := time.Since(start), s.r.Pattern
	if route == "" {
		route = "refused" // refused before a route was looked for
	}
	level := slog.LevelInfo
	if !strings.HasPrefix(s.r.URL.Path, "/api/") && !byKey(s.r.URL.Path) {
		level = slog.LevelDebug
	}
	slog.Log(s.r.Context(), level, "request", "method", s.r.Method, "route", route,
		"status", s.w.status, "bytes", s.w.bytes, "ms", float64(took.Microseconds())/1000)
	if r.observe != nil {
		r.observe(route, s.w.status, took)
	}
	if failure != nil {
		panic(http.ErrAbortHandler)
	}
}
