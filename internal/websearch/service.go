package websearch

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/guard"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/text"
	"github.com/wenqu-ai/wenqu/internal/webpage"
)

// Limits of searching.
const (
	sourceTime  = 4 * time.Second // timeout of one call to a source; longer for slow engines and for test searches
	atOnce      = 64              // calls in progress
	ownerAtOnce = 16              // calls in progress per owner
)

// Options are the dependencies of a Service.
type Options struct {
	DB        *db.DB
	Sources   []Source              // from environment variables
	Providers func() []llm.Provider // the model providers, with their keys; nil: there are none
	Inside    []*Inside             // parts of this server that can search
	Probe     bool                  // whether to look for a SearXNG on this machine
	Targets   []string              // addresses to probe; nil: ProbeTargets
	OwnAddrs  []string              // host:port on which this server listens
	Loopback  bool                  // whether this server is reachable from this machine only
	Patience  time.Duration         // timeout of each probe and each call, for tests; 0: probeTime, and sourceTime or Engine.timeout
	Now       func() time.Time

	// Get requests pictures and refuses private addresses; nil: there are no pictures. Key returns a
	// secret for a purpose; it signs the addresses of pictures. Icon returns the address of a site's
	// icon on this server; nil: there are no icons.
	Get  func(ctx context.Context, r webpage.Request) (webpage.Response, error)
	Key  func(purpose string) string
	Icon func(page, icon string) string

	// Withheld reports whether the content rules forbid the words of a search; nil: there are no rules.
	Withheld func(ctx context.Context, owner, text string) bool
}

// Service searches the web. It is safe for concurrent use.
type Service struct {
	db        *db.DB
	now       func() time.Time
	providers func() []llm.Provider
	inside    []*Inside
	probes    bool
	targets   []string
	ownAddrs  []string
	loopback  bool
	patience  time.Duration
	cache     *cache
	cached    atomic.Int64
	slots     chan struct{} // one value per call in progress
	pictures  chan struct{} // one value per picture request in progress
	get       func(ctx context.Context, r webpage.Request) (webpage.Response, error)
	key       func(purpose string) string
	icon      func(page, icon string) string
	withheld  func(ctx context.Context, owner, text string) bool

	mu        sync.Mutex // protects the following fields
	fixed     []Source
	rows      []Row // from the settings
	mediaMode Media
	keys      []llm.Provider // the model providers at the last Refresh
	found     []Source       // found by probing
	sighted   []Sighting
	arranged  []Source // all sources, in order
	live      []*live  // enabled sources
	owners    map[string]int
	uses      map[useKey]Use
	totals    map[string]Use // by engine
	misses    map[Reason]int64
}

// live is a source prepared for calls.
type live struct {
	Source
	stated Source // as configured
	engine *Engine
	client *http.Client
	broken *failure // why the source cannot be used at all; nil: it can be used
}

// New makes the service.
func New(o Options) *Service {
	s := &Service{
		db: o.DB, now: o.Now, providers: o.Providers, inside: o.Inside, probes: o.Probe, targets: o.Targets, ownAddrs: o.OwnAddrs, loopback: o.Loopback,
		patience: o.Patience, cache: newCache(), slots: make(chan struct{}, atOnce), pictures: make(chan struct{}, picturesAtOnce), get: o.Get, key: o.Key, icon: o.Icon, withheld: o.Withheld, fixed: o.Sources,
		owners: map[string]int{}, uses: map[useKey]Use{}, totals: map[string]Use{}, misses: map[Reason]int64{},
	}
	if s.targets == nil {
		s.targets = ProbeTargets
	}
	_ = s.Refresh(context.Background())
	return s
}

func enliven(src Source) *live {
	l := &live{Source: src, stated: src, engine: engine(src.Engine)}
	if src.inside != nil {
		l.engine = &Engine{ID: src.inside.ID, Name: src.inside.Name, Kinds: []Kind{Web}}
		return l
	}
	l.BaseURL = src.base()
	if l.Name == "" {
		l.Name = l.engine.Name.ZhCN
	}
	var err error
	if l.client, err = newClient(l.Source); err != nil {
		l.broken = connection(context.Background(), err)
	}
	return l
}

// sources returns the sources in use.
func (s *Service) sources() []*live {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.live
}

// Available reports whether any source can search the web.
func (s *Service) Available() bool { return s.Can(Web) }

// Names returns the names of the sources that search the web, in order.
func (s *Service) Names() []string {
	var out []string
	for _, l := range s.sources() {
		if l.engine.can(Web) {
			out = append(out, l.Name)
		}
	}
	return out
}

// Can reports whether any source can search for a kind.
func (s *Service) Can(k Kind) bool {
	return slices.ContainsFunc(s.sources(), func(l *live) bool { return l.engine.can(k) })
}

// Search asks the sources on behalf of an owner. It first asks all sources without FallOver
// concurrently. If there are no results, it asks the fallbacks one after the other until there
// are results. It fails with errs.EmptyPrompt for an empty query, with errs.NoSearch if no source
// supports the kind, and with ctx's error when ctx ends. The failure of a source is a Miss and not an error.
func (s *Service) Search(ctx context.Context, owner string, q Query) (Outcome, error) {
	q, ok := q.clean()
	if !ok {
		return Outcome{}, errs.New(errs.EmptyPrompt)
	}
	q.now = s.now()
	var together, later []*live
	for _, l := range s.sources() {
		switch {
		case !l.engine.can(q.Kind):
		case l.FallOver:
			later = append(later, l)
		default:
			together = append(together, l)
		}
	}
	if len(together)+len(later) == 0 {
		return Outcome{}, errs.New(errs.NoSearch)
	}
	out := Outcome{Cached: true}
	out.Results = out.round(together, q.Limit, func(l *live) part { return s.part(ctx, owner, l, q) })
	for _, l := range later {
		if len(out.Results) > 0 || ctx.Err() != nil {
			break
		}
		out.Results = out.round([]*live{l}, q.Limit, func(l *live) part { return s.part(ctx, owner, l, q) })
	}
	out.Cached = out.Cached && len(out.Results) > 0
	return out, ctx.Err()
}

// part is the results of one source.
type part struct {
	results []Result
	miss    *Miss // why there are no results; nil: there are results
	cached  bool
}

// round asks sources concurrently and merges their results.
func (o *Outcome) round(sources []*live, limit int, ask func(*live) part) []Result {
	parts := make([]part, len(sources))
	var wg sync.WaitGroup
	for i, l := range sources {
		wg.Go(func() { parts[i] = ask(l) })
	}
	wg.Wait()
	lists := make([][]Result, len(parts))
	for i, p := range parts {
		lists[i] = p.results
		o.Cached = o.Cached && p.cached
		if p.miss != nil {
			o.Misses = append(o.Misses, *p.miss)
		}
	}
	return join(lists, limit)
}

// miss reports a failure. Services may repeat the key in long error messages, so the key is removed from the
// detail and the detail is cut to maxDetail characters.
func (l *live) miss(f *failure) *Miss {
	detail := f.detail
	if key := string(l.Key); len(key) >= 4 {
		detail = strings.ReplaceAll(detail, key, "***")
	}
	return &Miss{Source: l.ID, Name: l.Name, Reason: f.reason, Detail: text.Cut(detail, maxDetail), After: f.after}
}

// part returns the results of one source, from the cache if possible.
func (s *Service) part(ctx context.Context, owner string, l *live, q Query) part {
	key := cacheKey(l.ID, q)
	if l.inside == nil {
		if found, ok := s.cache.get(key, q.now); ok {
			s.cached.Add(1)
			return part{results: found, cached: true}
		}
	}
	found, f := s.ask(ctx, owner, l, q)
	if f != nil {
		return part{miss: l.miss(f)}
	}
	if l.inside == nil {
		s.cache.put(key, found, q.now)
	}
	return part{results: found}
}

// ask makes one call to a source and counts it.
func (s *Service) ask(ctx context.Context, owner string, l *live, q Query) ([]Result, *failure) {
	var found []Result
	f := s.called(ctx, owner, l, func(ctx context.Context) (err error) {
		found, err = l.search(ctx, owner, q)
		if found = tidy(l.Source, q, found, q.now.UnixMilli()); err == nil && len(found) == 0 {
			err = &failure{reason: NothingFound}
		}
		return err
	})
	if f != nil {
		return nil, f
	}
	return found, nil
}

// called makes a call to a source, with the source's timeout, and counts it. Before the call, it waits
// for a free slot (see enter) and checks the daily limit of the source. If this fails, the call is not
// made, and only the reason of the failure is counted; see Missed.
func (s *Service) called(ctx context.Context, owner string, l *live, do func(context.Context) error) (f *failure) {
	defer func() {
		if f != nil {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.misses[f.reason]++
		}
	}()
	if l.broken != nil {
		return l.broken
	}
	patience := max(sourceTime, l.engine.timeout)
	if s.patience > 0 {
		patience = s.patience
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	leave, f := s.enter(ctx, owner)
	if f != nil {
		return f
	}
	defer leave()
	if f := s.take(ctx, l); f != nil {
		return f
	}
	start := time.Now()
	if err := do(ctx); err != nil {
		f = failureOf(err)
		if ctx.Err() != nil {
			f = &failure{reason: Slow}
		}
	}
	s.note(l, f, time.Since(start))
	return f
}

// enter waits for a free slot for a call; `leave` releases the slot. enter fails at once if the owner
// already has ownerAtOnce calls. It also fails if ctx ends before a slot is free.
func (s *Service) enter(ctx context.Context, owner string) (leave func(), f *failure) {
	s.mu.Lock()
	if s.owners[owner] >= ownerAtOnce {
		s.mu.Unlock()
		return nil, &failure{reason: Crowded}
	}
	s.owners[owner]++
	s.mu.Unlock()
	gone := func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.owners[owner]--; s.owners[owner] <= 0 {
			delete(s.owners, owner)
		}
	}
	select {
	case s.slots <- struct{}{}:
		return func() { <-s.slots; gone() }, nil
	case <-ctx.Done():
		gone()
		return nil, &failure{reason: Crowded}
	}
}

func (l *live) search(ctx context.Context, owner string, q Query) ([]Result, error) {
	if l.inside != nil {
		return l.inside.Find(ctx, owner, q)
	}
	c, err := l.engine.ask(l.Source, q)
	if err != nil {
		return nil, err
	}
	body, err := send(ctx, l.client, l.engine, c)
	if err != nil {
		return nil, err
	}
	return l.engine.read(body, q)
}

// Read asks the sources to read a page, for when this server cannot read the page itself. ok is
// false for invalid and private addresses, and if no source could read the page.
func (s *Service) Read(ctx context.Context, owner, url string) (p Page, ok bool) {
	at, valid := address(url)
	if !valid || guard.Private(at.Host) {
		return Page{}, false
	}
	for _, l := range s.sources() {
		if l.engine.fetch == nil {
			continue
		}
		f := s.called(ctx, owner, l, func(ctx context.Context) error {
			c, err := l.engine.fetch(l.Source, at.String())
			if err != nil {
				return err
			}
			body, err := send(ctx, l.client, l.engine, c)
			if err != nil {
				return err
			}
			p, err = l.engine.page(body)
			return err
		})
		if f == nil && p.Text != "" {
			return p, true
		}
	}
	return Page{}, false
}
