package retrieve

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// Text is a text that is searched without being stored, such as a web page that
// has just been read.
type Text struct {
	ID   string // the DocumentID of what is found in it
	Name string // its title, which counts as a heading above all of it
	Text string // a paragraph a line; a line that begins with # to ###### and a blank is a heading, lines with tabs are a table
}

// Ranker finds passages of texts in memory, by the ranking that the index has
// for stored documents. It is safe for concurrent use.
type Ranker struct{ folder func() *folder }

// NewRanker makes a Ranker with tables of its own.
func NewRanker() *Ranker { return &Ranker{sync.OnceValue(newFolder)} }

// Ranker gives a Ranker that shares the tables of the index.
func (x *Index) Ranker() *Ranker { return &Ranker{x.folder} }

// Search gives the passages of the texts that fit a question, best first. Of the
// query, Text, Names, Before and Limit count. Texts without any word of the
// question give none.
func (r *Ranker) Search(q Query, texts []Text) []Passage {
	found, _ := r.search(q, texts)
	return shown(found, q.Limit)
}

// Answer answers a question with sentences of the texts, or refuses when they do
// not answer it.
func (r *Ranker) Answer(q Query, texts []Text) Answer {
	found, asked := r.search(q, texts)
	return r.folder().answer(q, asked, found)
}

// search weighs all passages of the texts roughly, by the terms that they have,
// and ranks the best of them closely.
func (r *Ranker) search(q Query, texts []Text) ([]ranked, *question) {
	f := r.folder()
	asked := q.parsed(f)
	all, has, frequency := asked.scan(f, texts)
	asked.weigh(frequency, len(all))
	return asked.rank(f, asked.roughly(all, has)), asked
}

// scan cuts texts into chunks, and says which terms each chunk has and how many
// have each term.
func (q *question) scan(f *folder, texts []Text) (all []stored, has []set, frequency map[string]int) {
	frequency = map[string]int{}
	for _, t := range texts {
		for i, c := range chunks(t.unit(), nil) {
			all = append(all, stored{documentID: t.ID, unit: 1, idx: i + 1, chunk: c})
			had := q.found(f.fold(c.indexed()).text)
			has = append(has, had)
			for n, term := range q.terms {
				if had.has(n) {
					frequency[term]++
				}
			}
		}
	}
	return all, has, frequency
}

// roughly gives the chunks whose terms weigh most together.
func (q *question) roughly(all []stored, has []set) []stored {
	weights := make([]float64, len(q.terms))
	for _, w := range q.weighed() {
		weights[q.index[w.term]] = w.weight
	}
	for i := range all {
		for n, weight := range weights {
			if has[i].has(n) {
				all[i].score += weight
			}
		}
	}
	slices.SortStableFunc(all, func(a, b stored) int { return cmp.Compare(b.score, a.score) })
	all = all[:min(len(all), candidates)]
	return slices.DeleteFunc(all, func(s stored) bool { return s.score == 0 })
}

// unit is the text as the unit of a file.
func (t Text) unit() parsed.Unit {
	u := parsed.Unit{Number: 1, Kind: parsed.Section, Name: t.Name}
	for line := range strings.Lines(t.Text) {
		line = strings.TrimRight(line, "\r\n")
		last := len(u.Blocks) - 1
		marks := len(line) - len(strings.TrimLeft(line, "#"))
		switch {
		case strings.TrimSpace(line) == "":
		case marks > 0 && marks <= 6 && strings.HasPrefix(line[marks:], " "):
			u.Blocks = append(u.Blocks, parsed.Block{Kind: parsed.Title, Level: marks, Text: strings.TrimSpace(line[marks:])})
		case strings.Contains(line, "\t") && last >= 0 && u.Blocks[last].Kind == parsed.Table:
			u.Blocks[last].Text += "\n" + line
		case strings.Contains(line, "\t"):
			u.Blocks = append(u.Blocks, parsed.Block{Kind: parsed.Table, Text: line})
		default:
			u.Blocks = append(u.Blocks, parsed.Block{Kind: parsed.Paragraph, Text: line})
		}
	}
	return u
}
