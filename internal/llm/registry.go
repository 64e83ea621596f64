package llm

import (
	"cmp"
	"context"
	"log/slog"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// Registry contains all models that can answer at present. It is safe for concurrent
// use. Its methods return snapshots, which must not be changed.
type Registry struct {
	settings Settings
	dial     func(Provider) Model
	offline  Model
	log      *slog.Logger
	http     *http.Client

	look     sync.Mutex    // allows one Reprobe at a time
	shown    shown         // rows of the models of Ollama servers
	wake     chan struct{} // gets a value when Use has changed the providers
	doubt    chan struct{} // gets a value when an answer suggests that a model list is outdated
	mu       sync.Mutex    // protects settings.DefaultModel and the fields from slots to watches
	slots    []slot        // the configured providers, then the local servers in use
	set      int           // slots[:set] are the configured providers
	edition  int           // number of changes of the configured providers
	searcher func() string // returns the name of the search source; nil: there is no source
	offers   []Provider    // local servers that are not used until the operator accepts them
	chosen   map[string]bool
	watches  map[chan struct{}]bool
	settled  chan struct{}
	once     sync.Once

	now atomic.Pointer[view]
}

// slot is a provider in use.
type slot struct {
	provider Provider
	stated   []ModelRow // the configured models, or the vendor's defaults
	fixed    bool       // the configuration states the models
	rows     []ModelRow // all known models of every kind; missing values come from the model families
	model    Model
	err      *errs.Error // why the model list could not be read
	checked  time.Time
}

// ProviderState is one provider as the operator sees it, without its key.
type ProviderState struct {
	Provider Provider
	Keyed    bool
	Models   int         // number of the provider's entries in the model list
	Err      *errs.Error // why the provider's models could not be read; nil: they were read, or not yet requested
	Checked  time.Time   // when the provider was last asked; zero: never
}

// NewRegistry makes a registry of the settings. dial makes the model of a provider.
// offline is the built-in engine. The engine is always listed, and is the default when
// there is no other model. Call Run to look for models.
func NewRegistry(s Settings, dial func(Provider) Model, offline Model, log *slog.Logger) *Registry {
	if s.ProbeTargets == nil {
		s.ProbeTargets = Targets
	}
	s.ProbeEvery, s.ProbeTime = cmp.Or(s.ProbeEvery, ProbeEvery), cmp.Or(s.ProbeTime, probeTime)
	r := &Registry{
		settings: s, offline: offline, log: log,
		http:   &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }},
		chosen: map[string]bool{}, watches: map[chan struct{}]bool{}, settled: make(chan struct{}),
		wake: make(chan struct{}, 1), doubt: make(chan struct{}, 1),
	}
	r.dial = func(p Provider) Model { return &watched{Model: dial(p), local: p.onThisNetwork(), doubt: r.doubt} }
	for _, p := range s.Providers {
		r.slots = append(r.slots, configured(p, r.dial))
	}
	r.set = len(r.slots)
	r.rebuild()
	return r
}

func configured(p Provider, dial func(Provider) Model) slot {
	sl := slot{provider: p, stated: p.Models, fixed: len(p.Models) > 0}
	if !sl.fixed {
		for _, v := range Vendors {
			if v.BaseURL == p.BaseURL {
				sl.stated = v.Models
			}
		}
	}
	return sl.with(sl.stated, dial)
}

// with puts rows into the slot. It makes a new model only when the slot has no model or the rows have
// changed. Otherwise the old model keeps its connections and the list of refused fields.
func (s slot) with(rows []ModelRow, dial func(Provider) Model) slot {
	full := make([]ModelRow, len(rows))
	for i, m := range rows {
		full[i] = m.complete()
	}
	if s.model == nil || !slices.Equal(s.rows, full) {
		s.rows = full
		s.provider.Models = full
		s.model = dial(s.provider)
	}
	return s
}

// Settled returns a channel that is closed after the first search for models.
func (r *Registry) Settled() <-chan struct{} { return r.settled }

// FirstProbe is the longest wait of Ready.
const FirstProbe = 5 * time.Second

// Ready waits until the first search for models has ended, FirstProbe is over, or ctx ends.
// It returns at once when a model is known or no provider is configured. Without this wait, the
// built-in engine would answer questions right after the start of the server, because no model is
// known yet.
func (r *Registry) Ready(ctx context.Context) {
	if r.Default().Fault == nil {
		return
	}
	late := time.NewTimer(FirstProbe)
	defer late.Stop()
	select {
	case <-r.settled:
	case <-late.C:
	case <-ctx.Done():
	}
}

// Reprobe asks every provider for its models. If no provider is configured and Settings.Probe is
// set, it also searches for local servers. It returns when all servers have answered or timed out.
func (r *Registry) Reprobe(ctx context.Context) {
	r.probeSelected(ctx, func(Provider) bool { return true })
}

// probeSelected is like Reprobe, but asks only the configured providers for which `wanted` returns true.
func (r *Registry) probeSelected(ctx context.Context, wanted func(Provider) bool) {
	r.look.Lock()
	defer r.look.Unlock()
	defer r.once.Do(func() { close(r.settled) })
	r.mu.Lock()
	set, edition := slices.Clone(r.slots[:r.set]), r.edition
	r.mu.Unlock()

	var wg sync.WaitGroup
	for i := range set {
		if wanted(set[i].provider) {
			wg.Go(func() { set[i] = r.refresh(ctx, set[i]) })
		}
	}
	var found []sighting
	if r.settings.Probe && len(set) == 0 {
		found = probe(ctx, r.settings.ProbeTargets, r.settings.OwnAddrs, r.settings.ProbeTime, &r.shown)
	}
	wg.Wait()
	if ctx.Err() != nil {
		return
	}

	r.mu.Lock()
	if r.edition != edition { // Use was called during this search; Run then searches again
		r.mu.Unlock()
		return
	}
	before, offered := slices.Clone(r.slots[r.set:]), r.offers
	r.slots, r.offers = set, nil
	for _, f := range found {
		used := slices.IndexFunc(before, func(b slot) bool { return b.provider.BaseURL == f.BaseURL })
		offer := slices.IndexFunc(offered, func(p Provider) bool { return p.BaseURL == f.BaseURL })
		switch {
		case f.busy && used >= 0:
			r.slots = append(r.slots, before[used])
		case f.busy && offer >= 0:
			r.offers = append(r.offers, offered[offer])
		case f.busy:
		case r.settings.Loopback || r.chosen[f.BaseURL]:
			r.slots = append(r.slots, local(f.Provider, before, r.dial))
		default:
			r.offers = append(r.offers, f.Provider)
		}
	}
	r.mu.Unlock()
	r.rebuild()
}

// local returns the slot of a local server that was found. It keeps the earlier slot of the server, if any.
func local(p Provider, before []slot, dial func(Provider) Model) slot {
	sl := slot{provider: p, checked: time.Now()}
	for _, b := range before {
		if b.provider.BaseURL == p.BaseURL {
			sl = b
			sl.checked = time.Now()
		}
	}
	return sl.with(p.Models, dial)
}

// refresh reads a provider's model list.
func (r *Registry) refresh(ctx context.Context, sl slot) slot {
	hc := r.http
	if m, ok := sl.model.(*watched); ok && m.HTTP() != nil {
		hc = m.HTTP() // uses the provider's proxy and address guard
	}
	listed, err := list(ctx, hc, sl.provider, &r.shown)
	sl.checked, sl.err = time.Now(), nil
	if err != nil {
		sl.err = errs.From(err)
		r.log.WarnContext(ctx, "model list not read", "provider", sl.provider.ID, "err", sl.err)
		return sl
	}
	rows := listed
	if sl.fixed {
		rows = merge(sl.stated, listed)
	} else if len(sl.stated) > 0 {
		rows = prefer(sl.stated, listed)
	}
	return sl.with(rows, r.dial)
}

// merge combines the configured models with the list of a provider. If the context size of a
// configured model is not stated, it comes from the list. merge also adds the listed models that
// cannot chat, because other capabilities may use them.
func merge(stated, listed []ModelRow) []ModelRow {
	var out []ModelRow
	for _, m := range stated {
		for _, l := range listed {
			if l.ID == m.ID && m.Context == 0 {
				m.Context = l.Context
			}
		}
		out = append(out, m)
	}
	for _, l := range listed {
		if l.Kind != KindChat && !slices.ContainsFunc(stated, func(m ModelRow) bool { return m.ID == l.ID }) {
			out = append(out, l)
		}
	}
	return out
}

// prefer returns the provider's list `listed`, with the models that are also in `first` at the front.
func prefer(first, listed []ModelRow) []ModelRow {
	rank := func(m ModelRow) int {
		for i, f := range first {
			if f.ID == m.ID {
				return i
			}
		}
		return len(first)
	}
	out := slices.Clone(listed)
	slices.SortStableFunc(out, func(a, b ModelRow) int { return rank(a) - rank(b) })
	return out
}

// Offers are local servers that were found but are not used. When Wenqu listens
// on more than loopback, everybody who can reach Wenqu could use these servers. So
// the operator has to accept them first.
func (r *Registry) Offers() []Provider {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.offers)
}

// Accept begins to use the offered provider with this id. The acceptance is valid until Wenqu is
// restarted. Accept reports whether there was such an offer.
func (r *Registry) Accept(id string) bool {
	r.mu.Lock()
	at := slices.IndexFunc(r.offers, func(p Provider) bool { return p.ID == id })
	if at >= 0 {
		p := r.offers[at]
		r.chosen[p.BaseURL] = true
		r.offers = slices.Delete(r.offers, at, at+1)
		r.slots = append(r.slots, local(p, nil, r.dial))
	}
	r.mu.Unlock()
	if at < 0 {
		return false
	}
	r.rebuild()
	return true
}

// Providers are the providers in use, without their keys.
func (r *Registry) Providers() []ProviderState {
	r.mu.Lock()
	defer r.mu.Unlock()
	var out []ProviderState
	for _, s := range r.slots {
		p := ProviderState{Provider: s.provider, Keyed: s.provider.Key != "", Err: s.err, Checked: s.checked}
		p.Provider.Key, p.Models = "", len(entries(s))
		out = append(out, p)
	}
	return out
}

// Configured are the configured providers with their keys. The keys are included because some
// of them are also valid for search services.
func (r *Registry) Configured() []Provider {
	r.mu.Lock()
	defer r.mu.Unlock()
	var out []Provider
	for _, s := range r.slots[:r.set] {
		out = append(out, s.provider)
	}
	return out
}

// Watch returns a channel that gets a value after the models have changed, and a
// function that ends the watch.
func (r *Registry) Watch() (<-chan struct{}, func()) {
	ch := make(chan struct{}, 1)
	r.mu.Lock()
	r.watches[ch] = true
	r.mu.Unlock()
	return ch, func() {
		r.mu.Lock()
		delete(r.watches, ch)
		r.mu.Unlock()
	}
}

// rebuild makes the snapshot for readers. If the models have changed, it notifies every watch.
func (r *Registry) rebuild() {
	r.mu.Lock()
	defer r.mu.Unlock()
	next := newView(r.slots, r.offline, r.settings.DefaultModel)
	if old := r.now.Swap(next); old != nil && old.same(next) {
		return
	}
	for ch := range r.watches {
		select {
		case ch <- struct{}{}:
		default:
		}
	}
}

// Models is the model list. The built-in engine is always last. A default model other than the engine
// is in the first entry.
func (r *Registry) Models() []ModelInfo { return r.now.Load().models }

// Default is the model that answers when no model is chosen.
func (r *Registry) Default() Choice { return r.now.Load().first }

// Resolve finds the model requested by a client. If subModelID is known, chatModelID does not matter.
// Otherwise the result is the model chatModelID, or the default model if chatModelID is empty or
// unknown. Resolve reports false when it has ignored an unknown id; the caller then has to inform
// the user.
func (r *Registry) Resolve(chatModelID, subModelID string) (Choice, bool) {
	v := r.now.Load()
	if subModelID != "" {
		if c, ok := v.index[subModelID]; ok {
			return c, true
		}
	}
	if chatModelID == "" {
		return v.first, subModelID == ""
	}
	if c, ok := v.index[chatModelID]; ok {
		return c, subModelID == ""
	}
	return v.first, false
}
