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
	ID   string // the DocumentID of its passages
	Name string // its title, which counts as a heading above the whole text
	Text string // one paragraph per line; a line that begins with # to ###### and a space is a heading, and lines with tabs are a table
}

// Ranker finds passages in texts that are in memory, with the same ranking as for
// stored documents. It is safe for concurrent use.
type Ranker struct{ folder func() *folder }

// NewRanker returns a Ranker with its own tables.
func NewRanker() *Ranker { return &Ranker{sync.OnceValue(newFolder)} }

// Ranker returns a Ranker that shares the tables of the index.
func (x *Index) Ranker() *Ranker { return &Ranker{x.folder} }

// Search returns the passages of the texts that fit a question, best first. It uses
// Text, Names, Before and Limit of the query. If the texts have no word of the
// question, it returns none.
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

// search scores all passages of the texts by their terms, and ranks the best of them by
// their sentences.
func (r *Ranker) search(q Query, texts []Text) ([]ranked, *question) {
	f := r.folder()
	asked := q.parsed(f)
	all, has, frequency := asked.scan(f, texts)
	asked.weigh(frequency, len(all))
	return asked.rank(f, asked.roughly(all, has)), asked
}

// scan cuts texts into chunks and returns the terms of each chunk and the number of
// chunks with each term.
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

// roughly returns the chunks with the highest sum of term weights.
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

// unit converts the text to a unit of a file.
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
