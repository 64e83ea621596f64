package summary

// Sentence is a sentence of the file, word for word.
type Sentence struct {
	Unit  int    `json:"unit"`  // number of the unit, from 1
	Block int    `json:"block"` // index of the block in the unit, from 0
	Text  string `json:"text"`
}

// Keyword is a word or phrase of the file. The first keyword of a list has the weight 1. The other
// keywords have a weight of at most 1.
type Keyword struct {
	Word   string  `json:"word"`
	Weight float64 `json:"weight"`
}
