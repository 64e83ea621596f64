package retrieve

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// Text is a text that is searched without being stored, such as a newly read web page.
type Text struct {
	ID   string // the DocumentID of its passages
	Name string // title of the text, which counts as a heading above the whole text
	Text string // the text with one paragraph per line; a line that begins with # to ###### and a space is a heading, and lines with tabs are a table
}

// Ranker finds passages in texts that are in memory, with the same ranking as for
// stored documents. It is safe for concurrent use.
type Ranker struct{ folder func() *folder }

// NewRanker returns a Ranker with its own table of characters (see folder).
func NewRanker() *Ranker { return &Ranker{sync.OnceValue(newFolder)} }

// Ranker returns a Ranker that shares the table of characters with the index (see folder).
func (x *Index) Ranker() *Ranker { return &Ranker{x.folder} }

// Search is like SearchAll with one question.
func (r *Ranker) Search(q Query, texts []Text) []Passage { return r.SearchAll([]Query{q}, texts)[0] }

// SearchAll returns for each question the passages that fit the question, best first. It uses the
// fields Text, Names, Before and Limit of the queries, and whether Documents is empty (see Query.parse).
// It returns no passages for a question if the texts have neither a word of the question nor a synonym.
func (r *Ranker) SearchAll(queries []Query, texts []Text) [][]Passage {
	f := r.folder()
	all := read(f, texts)
	out := make([][]Passage, len(queries))
	for i, q := range queries {
		found, _ := q.among(f, all)
		out[i] = shown(found, q.Limit)
	}
	return out
}

// Answer answers a question with sentences of the texts. If no sentence answers the question,
// Answer refuses it.
func (r *Ranker) Answer(q Query, texts []Text) Answer {
	f := r.folder()
	found, asked := q.among(f, read(f, texts))
	return f.answer(q, asked, found)
}

// piece is a chunk of a text in memory.
type piece struct {
	stored
	folded string // the indexed text of the chunk, folded
}

// read cuts texts into chunks.
func read(f *folder, texts []Text) (all []piece) {
	for _, t := range texts {
		for i, c := range chunks(t.unit(), nil) {
			all = append(all, piece{stored{documentID: t.ID, unit: 1, idx: i + 1, chunk: c}, f.fold(c.indexed()).text})
		}
	}
	return all
}

// among selects the best chunks by their terms, and ranks the selected chunks by their sentences.
func (q Query) among(f *folder, all []piece) ([]ranked, *question) {
	asked := q.parsed(f)
	has, frequency := asked.scan(all)
	asked.weigh(frequency, len(all))
	return asked.rank(f, asked.roughly(all, has)), asked
}

// scan returns the terms of each chunk and the number of chunks with each term.
func (q *question) scan(all []piece) (has []set, frequency map[string]int) {
	has, counts := make([]set, len(all)), make([]int, len(q.terms))
	for i, p := range all {
		has[i] = q.found(p.folded)
		for n := range counts {
			if has[i].has(n) {
				counts[n]++
			}
		}
	}
	frequency = map[string]int{}
	for n, count := range counts {
		if count > 0 {
			frequency[q.terms[n]] = count
		}
	}
	return has, frequency
}

// roughly returns the chunks with the highest sum of term weights.
func (q *question) roughly(pieces []piece, has []set) []stored {
	weights := make([]float64, len(q.terms))
	for _, w := range q.weighed() {
		weights[q.index[w.term]] = w.weight
	}
	all := make([]stored, len(pieces))
	for i, p := range pieces {
		all[i] = p.stored
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
