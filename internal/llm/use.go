package llm

import (
	"reflect"
	"slices"
)

// Use replaces the configured providers and the default model. providers are in order of
// preference; an empty defaultModel means the first model of the list. Unchanged providers keep their
// connections and model lists, and running answers keep their model. Run asks new
// providers for their models at once.
func (r *Registry) Use(providers []Provider, defaultModel string) {
	r.mu.Lock()
	r.settings.DefaultModel = defaultModel
	before := slices.Clone(r.slots[:r.set])
	next := make([]slot, 0, len(providers)+len(r.slots)-r.set)
	for _, p := range providers {
		at := slices.IndexFunc(before, func(s slot) bool { return s.provider.ID == p.ID && s.states(p) })
		if at >= 0 {
			next = append(next, before[at])
		} else {
			next = append(next, configured(p, r.dial))
		}
	}
	r.set = len(next)
	if r.set == 0 { // local servers are used only while no provider is configured
		next = append(next, r.slots[len(before):]...)
	}
	r.slots = next
	r.edition++
	r.mu.Unlock()
	r.rebuild()
	select {
	case r.wake <- struct{}{}:
	default:
	}
}

// states reports whether the slot was made from p.
func (s slot) states(p Provider) bool {
	was := s.provider
	was.Models, p.Models = nil, slices.Clone(p.Models)
	stated := p.Models
	p.Models = nil
	if s.fixed != (len(stated) > 0) || s.fixed && !slices.Equal(s.stated, stated) {
		return false
	}
	return reflect.DeepEqual(was, p)
}
