package retrieve

import (
	"slices"

	"github.com/wenqu-ai/wenqu/internal/answer/cite"
	"github.com/wenqu-ai/wenqu/internal/document/extract/summary"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// quoteRunes is the maximum length of a quoted first sentence, in characters.
const quoteRunes = 200

// Quoted is a passage with a quote from its text.
type Quoted struct {
	Unit    int
	Heading string
	Quote   string
	Text    string
}

// Quoted returns the passages of an answer. First come the sentences that answer, or may answer, the
// question, each with the passage around it. Text is only the sentence if a.Passages has no such passage,
// or if an earlier sentence has the passage. Then come the other passages, each with its first sentence
// as the quote, until there are `limit` passages in all. Both groups are sorted, best first.
func (a Answer) Quoted(limit int) []Quoted {
	var out []Quoted
	had := map[int]bool{} // indexes of the passages shown around a sentence
	for _, q := range append(slices.Clone(a.Sentences), a.Possible...) {
		p := Quoted{Unit: q.Unit, Heading: q.Heading, Quote: q.Text, Text: q.Text}
		for i, near := range a.Passages {
			if near.DocumentID == q.DocumentID && near.Unit == q.Unit && !had[i] && cite.Quoted(near.Text, q.Text) {
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

// beginning returns the first sentence of a passage, cut to quoteRunes characters.
func beginning(s string) string {
	if all := summary.Sentences(s); len(all) > 0 {
		return text.Cut(all[0], quoteRunes)
	}
	return ""
}
