// Package extract makes of a file's content what can be made without a model:
// a summary, key points, keywords, an outline, a mind map, and answers computed
// from tables. It takes sentences and headings over as they stand and writes
// none of its own, so everything it gives occurs in the file. It does no I/O,
// and the same content always gives the same result.
package extract

// Sentence is one sentence of the file, as it stands there.
type Sentence struct {
	Unit  int    `json:"unit"`  // counts from 1
	Block int    `json:"block"` // within the unit, from 0
	Text  string `json:"text"`
}

// Keyword is a word or phrase of the file. The first of a list has weight 1,
// the others have less.
type Keyword struct {
	Word   string  `json:"word"`
	Weight float64 `json:"weight"`
}

// Node is an entry of an outline or a mind map, and where it stands in the
// file: the unit counts from 1, and is 0 for a root that stands for the whole.
type Node struct {
	Text     string `json:"text"`
	Unit     int    `json:"unit"`
	Children []Node `json:"children,omitempty"`
}
