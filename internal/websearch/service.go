package websearch

import (
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// Limits of searching.
const (
	sourceTime = 4 * time.Second // of one call to a source
	atOnce     = 64              // calls under way at once
)

// Options are what the service needs.
type Options struct {
	Sources []Source // of variables; those of the administration come before them
	Now     func() time.Time
}

// Service searches. It is safe for concurrent use.
type Service struct {
	now   func() time.Time
	slots chan struct{} // holds a value for each call under way

	mu    sync.Mutex
	fixed []Source
	live  []*live
}

// live is a source in use.
type live struct {
	Source
	engine *Engine
	client *http.Client
	broken *failure // why it cannot be asked at all; nil: it can
}

// New makes the service.
func New(o Options) *Service {
	s := &Service{now: o.Now, fixed: o.Sources, slots: make(chan struct{}, atOnce)}
	s.use(o.Sources)
	return s
}

// use puts sources into use, in their order.
func (s *Service) use(list []Source) {
	var next []*live
	for _, src := range list {
		if !src.Disabled {
			next = append(next, enliven(src))
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.live = next
}

func enliven(src Source) *live {
	l := &live{Source: src, engine: engine(src.Engine)}
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

// sources are the sources in use.
func (s *Service) sources() []*live {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.live
}

// Available reports whether any source can search the web.
func (s *Service) Available() bool { return s.Can(Web) }

// Names are the names of the sources that search the web, in their order.
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
	for _, l := range s.sources() {
		if l.engine.can(k) {
			return true
		}
	}
	return false
}

// Search asks the sources for owner's question. Those that are not for falling
// over are asked at the same time; when none of them has anything, the others
// are asked one after the other. It fails with errs.NoSearch when no source can
// search for the kind, and with ctx's error when ctx ends; that a source failed
// is no error but a Miss.
func (s *Service) Search(ctx context.Context, owner string, q Query) (Outcome, error) {
	q, ok := q.clean()
	if !ok {
		return Outcome{}, errs.New(errs.EmptyPrompt)
	}
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
	lists := make([][]Result, len(together))
	misses := make([]*failure, len(together))
	var wg sync.WaitGroup
	for i, l := range together {
		wg.Go(func() { lists[i], misses[i] = s.ask(ctx, l, q) })
	}
	wg.Wait()
	var out Outcome
	for i, f := range misses {
		out.miss(together[i], f)
	}
	out.Results = join(lists, q.Limit)
	for _, l := range later {
		if len(out.Results) > 0 || ctx.Err() != nil {
			break
		}
		found, f := s.ask(ctx, l, q)
		out.miss(l, f)
		out.Results = join([][]Result{found}, q.Limit)
	}
	return out, ctx.Err()
}

func (o *Outcome) miss(l *live, f *failure) {
	if f != nil {
		o.Misses = append(o.Misses, Miss{Source: l.ID, Name: l.Name, Reason: f.reason, Detail: f.detail, After: f.after})
	}
}

// ask makes one call to a source. Either there are results or a failure.
func (s *Service) ask(ctx context.Context, l *live, q Query) ([]Result, *failure) {
	if l.broken != nil {
		return nil, l.broken
	}
	ctx, cancel := context.WithTimeout(ctx, sourceTime)
	defer cancel()
	select {
	case s.slots <- struct{}{}:
		defer func() { <-s.slots }()
	case <-ctx.Done():
		return nil, &failure{reason: Crowded}
	}
	found, err := l.search(ctx, q)
	if err != nil {
		return nil, failureOf(err)
	}
	found = tidy(l.Source, q, found, s.now().UnixMilli())
	if len(found) == 0 {
		return nil, &failure{reason: NothingFound}
	}
	return found, nil
}

func (l *live) search(ctx context.Context, q Query) ([]Result, error) {
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
