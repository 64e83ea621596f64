package summary

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
