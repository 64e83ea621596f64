package suggest

import (
	"slices"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/text"
	"github.com/wenqu-ai/wenqu/internal/zh"
)

// ranking collects the suggestions that fit a typed text. Upper and lower case, full
// and half width, and simplified and traditional characters count as equal.
type ranking struct {
	key  string
	seen map[string]bool
	fits map[Kind]*[places][]Suggestion
}

// Each constant before `places` is a way in which a suggestion matches, the best one first; `places` is
// the number of these ways.
const (
	begins   = iota // the suggestion begins with the typed text
	contains        // the suggestion contains the typed text
	about           // the suggestion's label contains the typed text
	places
)

func newRanking(typed string) *ranking {
	key := zh.FoldSimplified(typed)
	return &ranking{key: key, seen: map[string]bool{key: true}, fits: map[Kind]*[places][]Suggestion{}}
}

// longEnough reports whether the typed text is long enough: one Han character, or two
// characters of other scripts.
func (r *ranking) longEnough() bool { return zh.HasHan(r.key) || text.Len(r.key) > 1 }

// add adds a suggestion if it matches, was not added before and is not the typed text itself.
func (r *ranking) add(s Suggestion) {
	s.Text = text.OneLine(s.Text)
	folded := zh.FoldSimplified(s.Text)
	if folded == "" || r.seen[folded] {
		return
	}
	place, ok := r.place(folded, zh.FoldSimplified(s.Label))
	if !ok {
		return
	}
	r.seen[folded] = true
	if r.fits[s.Kind] == nil {
		r.fits[s.Kind] = new([places][]Suggestion)
	}
	r.fits[s.Kind][place] = append(r.fits[s.Kind][place], s)
}

func (r *ranking) place(body, label string) (int, bool) {
	switch {
	case strings.HasPrefix(body, r.key):
		return begins, true
	case strings.Contains(body, r.key):
		return contains, true
	case strings.Contains(label, r.key):
		return about, true
	}
	return 0, false
}

// ranked returns the added suggestions, ordered by kind, and within a kind by how well they match. It
// returns at most maxHistory questions of the history.
func (r *ranking) ranked() (out []Suggestion) {
	for _, kind := range []Kind{History, Question, Ability} {
		fits := r.fits[kind]
		if fits == nil {
			continue
		}
		of := slices.Concat(fits[begins], fits[contains], fits[about])
		if kind == History {
			of = of[:min(len(of), maxHistory)]
		}
		out = append(out, of...)
	}
	return out
}
