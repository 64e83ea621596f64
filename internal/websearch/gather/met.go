package gather

import (
	"regexp"
	"slices"
	"sync"

	"github.com/wenqu-ai/wenqu/internal/answer"
)

// Limits of the addresses in memory.
const (
	metAnswers   = 512   // answers in memory, the newest ones
	metAddresses = 2_000 // addresses per answer
)

// met contains the known addresses of each answer: pages found by searches, and pages that were
// read, with their links. A model may read only known addresses and addresses named by the user.
// Otherwise a page could make the model send data to any address.
type met struct {
	mu    sync.Mutex
	of    map[string]map[string]bool
	order []string // keys of the map, oldest first
}

func newMet() *met { return &met{of: map[string]map[string]bool{}} }

// note adds addresses for the answer of a turn.
func (m *met) note(t answer.Turn, addresses ...string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	known := m.of[t.TraceID]
	if known == nil {
		known = map[string]bool{}
		m.of[t.TraceID] = known
		if m.order = append(m.order, t.TraceID); len(m.order) > metAnswers {
			delete(m.of, m.order[0])
			m.order = m.order[1:]
		}
	}
	for _, a := range addresses {
		if len(known) < metAddresses {
			known[canonical(a)] = true
		}
	}
}

// has reports whether a model may read an address: the address was noted for the answer, is attached
// to the question (Turn.Links), or occurs in one of the user's questions.
func (m *met) has(t answer.Turn, address string) bool {
	m.mu.Lock()
	known := m.of[t.TraceID][canonical(address)]
	m.mu.Unlock()
	if known || named(t.Question, address) {
		return true
	}
	return slices.ContainsFunc(t.Links, func(l string) bool { return canonical(l) == canonical(address) }) ||
		slices.ContainsFunc(t.Earlier, func(r answer.Round) bool { return named(r.Question, address) })
}

// addresses matches the addresses in a text.
var addresses = regexp.MustCompile(`(?i)https?://[^\s<>"'，。；、！？（）【】《》]+`)

// named reports whether a text contains an address.
func named(said, address string) bool {
	return slices.ContainsFunc(addresses.FindAllString(said, -1), func(a string) bool { return canonical(a) == canonical(address) })
}
