package retrieve

import (
	"github.com/wenqu-ai/wenqu/internal/answer/cite"
	"github.com/wenqu-ai/wenqu/internal/document/extract/summary"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// quoteRunes is how much of a passage is a quote, in characters.
const quoteRunes = 200

// Quoted is a passage with the words of it that are shown.
type Quoted struct {
	Unit    int
	Heading string
	Quote   string
	Text    string
}

// Quoted gives the places of an answer, best first: each sentence that answers
// with the passage around it, then the other passages up to limit in all, quoted
// by their first sentence.
func (a Answer) Quoted(limit int) []Quoted {
	var out []Quoted
	had := map[int]bool{} // passages that have a sentence that answers
	for _, q := range a.Sentences {
		p := Quoted{Unit: q.Unit, Heading: q.Heading, Quote: q.Text, Text: q.Text}
		for i, near := range a.Passages {
			if near.Unit == q.Unit && !had[i] && cite.Quoted(near.Text, q.Text) {
				p.Text, had[i] = near.Text, true
				break
			}
		}
		out = append(out, p)
	}
	for i, p := range a.Passages {
		if !had[i] && len(out) < limit {
			out = append(out, Quoted{Unit: p.Unit, Heading: p.Heading, Quote: beginning(p.Text), Text: p.Text})
		}
	}
	return out
}

// beginning is the first sentence of a passage, as it stands there.
func beginning(s string) string {
	if all := summary.Sentences(s); len(all) > 0 {
		return text.Cut(all[0], quoteRunes)
	}
	return ""
}
