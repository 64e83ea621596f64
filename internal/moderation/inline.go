package moderation

// inlineMarks are the marks inside an answer's text (docs/protocol.md, section 5)
// that no reader sees as text: a word goes on behind them.
var inlineMarks = []struct {
	begin  string
	end    byte
	digits bool // between begin and end; else anything
}{
	{"[citation:", ']', true},
	{"[](@replace=", ')', false},
}

// inline is what may become such a mark, with the lanes as they were before it.
type inline struct {
	plain, bare lane
	open        int // of those lanes
	chars       int
	text        []byte
}

// progress is how far a mark is.
type progress int

const (
	broken progress = iota // it is none
	growing
	whole
)

// add takes the next character.
func (m *inline) add(char string) progress {
	m.text = append(m.text, char...)
	if m.chars++; m.chars > maxGap {
		return broken
	}
	last := m.text[len(m.text)-1]
	for _, k := range inlineMarks {
		n := min(len(m.text), len(k.begin))
		switch {
		case string(m.text[:n]) != k.begin[:n]:
		case n == len(m.text):
			return growing
		case last == k.end && (!k.digits || len(m.text) > n+1):
			return whole
		case !k.digits || '0' <= last && last <= '9':
			return growing
		}
	}
	return broken
}
