package webpage

import (
	"sync"
	"time"
)

// Limits of the cache of pages.
const (
	recentAge   = 5 * time.Minute
	recentBytes = 24 << 20
)

// recent caches pages that were read. A link's preview, the answer and the next question can need the same
// page; with the cache, it is requested only once.
type recent struct {
	mu    sync.Mutex
	pages map[string]remembered
	order []string // addresses in the order in which they were first stored
	bytes int
}

type remembered struct {
	page Page
	at   time.Time
	size int
}

func (r *recent) get(address string) (Page, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	p, ok := r.pages[address]
	if !ok || now().Sub(p.at) > recentAge {
		return Page{}, false
	}
	return p.page, true
}

func (r *recent) put(address string, p Page) {
	size := 4096 + 3*len(p.Text) // an estimate, including units and links
	if size > recentBytes/4 {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.pages == nil {
		r.pages = map[string]remembered{}
	}
	if old, had := r.pages[address]; had {
		r.bytes -= old.size
	} else {
		r.order = append(r.order, address)
	}
	r.pages[address] = remembered{p, now(), size}
	for r.bytes += size; r.bytes > recentBytes && len(r.order) > 0; r.order = r.order[1:] {
		r.bytes -= r.pages[r.order[0]].size
		delete(r.pages, r.order[0])
	}
}
