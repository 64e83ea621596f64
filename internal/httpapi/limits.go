package httpapi

import (
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// Rates are the limits for one asker or one address; 0 means no limit. QuestionsPerMinute is also the
// limit of expensive operations other than questions, which are counted separately.
type Rates struct {
	VisitorsPerHour    int // new visitors per address
	QuestionsPerMinute int // questions of one visitor or user; an address may ask AddressFactor times as many
	UploadsPerMinute   int // requests of one visitor or user that upload files; an address may send AddressFactor times as many
	// VisitorQuestionsPerDay is the daily limit of one visitor; Options.MayAsk enforces it. All
	// visitors of one address together may ask AddressFactor times as many. This bounds the gain
	// from deleting the cookies.
	VisitorQuestionsPerDay int
}

// AddressFactor is the limit of an address, as a multiple of the limit of one person.
const AddressFactor = 10

type limits struct {
	visitors  *buckets
	questions *buckets
	daily     *buckets // questions of visitors
	asides    *buckets
	uploads   *buckets
}

func newLimits(r Rates) *limits {
	l := &limits{visitors: newBuckets(0, 0), questions: newBuckets(0, 0), daily: newBuckets(0, 0), asides: newBuckets(0, 0), uploads: newBuckets(0, 0)}
	l.set(r)
	return l
}

func (l *limits) set(r Rates) {
	l.visitors.set(rate.Limit(float64(r.VisitorsPerHour)/3600), r.VisitorsPerHour)
	l.questions.set(rate.Limit(float64(r.QuestionsPerMinute)/60), r.QuestionsPerMinute)
	l.daily.set(rate.Limit(float64(r.VisitorQuestionsPerDay)/86400), r.VisitorQuestionsPerDay)
	l.asides.set(rate.Limit(float64(r.QuestionsPerMinute)/60), r.QuestionsPerMinute)
	l.uploads.set(rate.Limit(float64(r.UploadsPerMinute)/60), r.UploadsPerMinute)
}

// SetRates changes the limits while the server runs. If a limit gets another value, its
// counts start at zero.
func (r *Router) SetRates(rates Rates) { r.limits.set(rates) }

func (l *limits) visitor(s *session) error {
	return l.visitors.take(network(s.addr), 1)
}

// count counts one action against the asker and the asker's address.
func (l *limits) count(b *buckets, s *session) error {
	if s.who.ID != "" {
		if err := b.take("owner "+s.who.ID, 1); err != nil {
			return err
		}
	}
	return b.take(network(s.addr), AddressFactor)
}

// question counts a question. The limit of a day comes last, so that a question refused for the
// minute does not use up the day.
func (l *limits) question(s *session) error {
	if err := l.count(l.questions, s); err != nil || s.who.Kind == User {
		return err
	}
	return l.daily.take(network(s.addr), AddressFactor)
}

// network returns the part of an address that rate limits count as one address: the whole
// IPv4 address, or the /64 of an IPv6 address, because one connection gets a whole /64.
func network(a netip.Addr) string {
	a = a.Unmap().WithZone("")
	if a.Is6() {
		if p, err := a.Prefix(64); err == nil {
			return p.String()
		}
	}
	return a.String()
}

// maxBuckets bounds the memory of a limit against attackers with many
// addresses.
const maxBuckets = 50_000

// buckets is a rate limit for each key. The burst is the number of events allowed in one period.
type buckets struct {
	now func() time.Time

	mu    sync.Mutex
	limit rate.Limit
	burst int
	all   map[string]*rate.Limiter
}

func newBuckets(limit rate.Limit, burst int) *buckets {
	return &buckets{limit: limit, burst: burst, now: time.Now, all: map[string]*rate.Limiter{}}
}

// set sets the limit. If the limit has changed, all counts start at zero.
func (b *buckets) set(limit rate.Limit, burst int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.limit != limit || b.burst != burst {
		b.limit, b.burst, b.all = limit, burst, map[string]*rate.Limiter{}
	}
}

// take counts one event of `key`. A new key gets `factor` times the base limit. Beyond the limit, take
// counts nothing and fails with errs.TooMany, which states when the next event is allowed.
func (b *buckets) take(key string, factor int) error {
	now := b.now()
	b.mu.Lock()
	if b.burst <= 0 {
		b.mu.Unlock()
		return nil
	}
	l, ok := b.all[key]
	if !ok {
		if len(b.all) >= maxBuckets {
			b.sweep(now)
		}
		l = rate.NewLimiter(b.limit*rate.Limit(factor), b.burst*factor)
		b.all[key] = l
	}
	b.mu.Unlock()
	res := l.ReserveN(now, 1)
	if wait := res.DelayFrom(now); wait > 0 {
		res.CancelAt(now)
		return errs.New(errs.TooMany).Retry(wait)
	}
	return nil
}

// sweep removes full buckets, because a full bucket has the same effect as a new one. Then it
// removes further buckets until at most half of maxBuckets remain. Losing some counts is better
// than refusing new askers or growing without bound.
func (b *buckets) sweep(now time.Time) {
	for k, l := range b.all {
		if l.TokensAt(now) >= float64(l.Burst()) {
			delete(b.all, k)
		}
	}
	for k := range b.all {
		if len(b.all) <= maxBuckets/2 {
			return
		}
		delete(b.all, k)
	}
}
