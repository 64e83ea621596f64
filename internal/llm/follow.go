package llm

import (
	"context"
	"iter"
	"net/http"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// doubtGap is the least time between two looks that failed answers ask for.
const doubtGap = time.Second

// Run looks for models at once, after every Use, soon after an answer has
// failed as if the list were old, and every 30 s for local servers, which come,
// go and change their models without a word. It returns when ctx ends.
func (r *Registry) Run(ctx context.Context) {
	r.Reprobe(ctx)
	looked := time.Now()
	tick := time.NewTicker(r.settings.ProbeEvery)
	defer tick.Stop()
	var due <-chan time.Time
	for {
		select {
		case <-ctx.Done():
			return
		case <-r.doubt:
			if due == nil {
				due = time.After(doubtGap - time.Since(looked))
			}
			continue
		case <-due:
			due = nil
			r.Reprobe(ctx)
		case <-r.wake:
			r.Reprobe(ctx)
		case <-tick.C:
			if r.Default().Info.ID == OfflineID {
				r.Reprobe(ctx)
			} else {
				r.lookAt(ctx, Provider.onThisNetwork)
			}
		}
		looked = time.Now()
	}
}

// onThisNetwork reports whether the provider is a server of the operator's own,
// which is cheap to ask and whose models may change at any time.
func (p Provider) onThisNetwork() bool { return p.Local && Private(p.Host()) }

// followed is a provider's model whose answers are watched for signs that the
// provider's list is no longer what it was.
type followed struct {
	Model
	local bool
	doubt chan<- struct{}
}

// HTTP is the HTTP client of the model; nil when it has none.
func (f *followed) HTTP() *http.Client {
	if m, ok := f.Model.(interface{ HTTP() *http.Client }); ok {
		return m.HTTP()
	}
	return nil
}

// Stream is the model's own. A provider that cannot be reached, one that does
// not know the model, and a local one that answers with another make the
// registry look again.
func (f *followed) Stream(ctx context.Context, req Request) iter.Seq2[Delta, error] {
	return func(yield func(Delta, error) bool) {
		answer := f.Model.Stream
		if f.local {
			answer = func(ctx context.Context, req Request) iter.Seq2[Delta, error] { return patient(ctx, f.Model, req) }
		}
		for d, err := range answer(ctx, req) {
			other := f.local && d.Model != "" && d.Model != req.Model
			if other || err != nil && (errs.Is(err, errs.Network) || errs.Is(err, errs.ModelMissing)) {
				select {
				case f.doubt <- struct{}{}:
				default:
				}
			}
			if !yield(d, err) {
				return
			}
		}
	}
}
