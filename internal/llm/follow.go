package llm

import (
	"context"
	"iter"
	"net/http"
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/guard"
)

// refreshGap is the shortest time between an update of the lists and the next update caused by an answer.
const refreshGap = time.Second

// Run updates the lists of models when it begins, after every Use, and soon after an answer that suggests
// an outdated list. At the interval Settings.ProbeEvery it also updates the lists of local servers,
// because they start, stop and change their models without notice. While no model is connected,
// this regular update asks all providers. Run returns when ctx ends.
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
				due = time.After(refreshGap - time.Since(looked))
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
				r.probeSelected(ctx, Provider.onThisNetwork)
			}
		}
		looked = time.Now()
	}
}

// onThisNetwork reports whether the provider is a server on the operator's own network, which can be
// asked often and may change its models at any time. Only a provider marked as local is such a server.
// A provider from LLM_URL or OPENAI_BASE_URL has this mark for every host. Its host must therefore also
// have a private address, or a name without a dot, like a container.
func (p Provider) onThisNetwork() bool {
	marked := p.Source != varURL && p.Source != varOpenAI
	return p.Local && (marked || guard.Private(p.Host()) || !strings.ContainsAny(p.Hostname(), ".:"))
}

// watched is a model whose answers are watched for signs that the provider's
// list is outdated.
type watched struct {
	Model
	local bool
	doubt chan<- struct{}
}

// HTTP is the HTTP client of the model; nil when it has none.
func (f *watched) HTTP() *http.Client {
	if m, ok := f.Model.(interface{ HTTP() *http.Client }); ok {
		return m.HTTP()
	}
	return nil
}

// Stream calls the model. The registry updates the lists when the provider cannot be reached or
// does not have the model. It also updates them when a local server answers with another model.
func (f *watched) Stream(ctx context.Context, req Request) iter.Seq2[Delta, error] {
	return func(yield func(Delta, error) bool) {
		answer := f.Model.Stream
		if f.local {
			answer = func(ctx context.Context, req Request) iter.Seq2[Delta, error] { return streamLocal(ctx, f.Model, req) }
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

// Embed calls the model.
func (f *watched) Embed(ctx context.Context, req EmbedRequest) (Embedded, error) {
	if m, ok := f.Model.(Embedder); ok {
		return m.Embed(ctx, req)
	}
	return Embedded{}, errs.New(errs.ModelMissing)
}
