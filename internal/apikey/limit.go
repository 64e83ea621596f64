package apikey

import (
	"context"
	"strconv"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/wenqu-ai/wenqu/internal/apikey/apikeydb"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

// Rest is the remaining quota of a key.
type Rest struct {
	Requests, RequestsLeft int           // per minute; if Requests is 0, there is no limit
	RequestsIn             time.Duration // time until all requests are available again
	Tokens, TokensLeft     int           // per day; if Tokens is 0, there is no limit
	TokensIn               time.Duration
}

// Take counts a call with a key. It fails with errs.TooMany if the requests of the minute are used
// up, and with errs.KeySpent if the tokens of the day are used up; both errors state when to try
// again. The returned Rest is valid also on failure. Requests are counted per process.
func (s *Service) Take(g *Grant) (Rest, error) {
	now := s.Now()
	r := Rest{Tokens: g.tokensPerDay, TokensLeft: max(0, g.tokensPerDay-int(g.tokensToday))}
	midnight := time.Date(now.Year(), now.Month(), now.Day()+1, 0, 0, 0, 0, now.Location())
	r.TokensIn = midnight.Sub(now)
	if s.Off {
		return Rest{}, nil
	}
	if g.requestsPerMinute > 0 {
		r.Requests = g.requestsPerMinute
		left, err := s.rates.take(g.KeyID, g.requestsPerMinute, now)
		r.RequestsLeft = left
		r.RequestsIn = time.Duration(r.Requests-left) * time.Minute / time.Duration(r.Requests)
		if err != nil {
			return r, err
		}
	}
	if g.tokensPerDay > 0 && r.TokensLeft == 0 {
		return r, errs.New(errs.KeySpent).With("limit", strconv.Itoa(g.tokensPerDay)).Retry(r.TokensIn)
	}
	return r, nil
}

// Spend counts the tokens of a call that has ended.
func (s *Service) Spend(ctx context.Context, g *Grant, tokens int) error {
	if tokens <= 0 {
		return nil
	}
	return s.write(ctx, func(q *apikeydb.Queries) error {
		return q.AddTokens(ctx, apikeydb.AddTokensParams{Day: dayOf(s.Now()), More: int64(tokens), ID: g.KeyID})
	})
}

// maxRates is the maximum number of counters in one `rates`.
const maxRates = 20_000

// rates limits how many events with the same name are allowed per minute. The events need not be spread
// over the minute.
type rates struct {
	mu  sync.Mutex
	all map[string]*rate.Limiter
}

// of returns the limiter of a name. If there is none, or its limit is not `most`, `of` makes a new one.
// The caller holds mu.
func (r *rates) of(name string, most int, now time.Time) *rate.Limiter {
	l := r.all[name]
	if l != nil && l.Burst() == most {
		return l
	}
	if r.all == nil {
		r.all = map[string]*rate.Limiter{}
	}
	if len(r.all) >= maxRates {
		r.sweep(now)
	}
	l = rate.NewLimiter(rate.Limit(float64(most)/60), most)
	r.all[name] = l
	return l
}

// take counts an event and returns how many more are allowed now.
func (r *rates) take(name string, most int, now time.Time) (left int, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	l := r.of(name, most, now)
	if !l.AllowN(now, 1) {
		missing := 1 - l.TokensAt(now)
		return 0, errs.New(errs.TooMany).Retry(time.Duration(missing * float64(time.Minute) / float64(most)))
	}
	return int(l.TokensAt(now)), nil
}

// spent reports whether the limit is used up now.
func (r *rates) spent(name string, most int, now time.Time) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	l := r.all[name]
	return l != nil && l.Burst() == most && l.TokensAt(now) < 1
}

// sweep removes the counters that have recovered completely, and then arbitrary counters until at most
// maxRates/2 remain.
func (r *rates) sweep(now time.Time) {
	for name, l := range r.all {
		if l.TokensAt(now) >= float64(l.Burst()) {
			delete(r.all, name)
		}
	}
	for name := range r.all {
		if len(r.all) <= maxRates/2 {
			return
		}
		delete(r.all, name)
	}
}
