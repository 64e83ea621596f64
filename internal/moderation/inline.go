package moderation

// inlineMarks are the marks inside an answer's text that are not displayed (docs/protocol.md,
// section 5). A mark may be in the middle of a word.
var inlineMarks = []struct {
	begin  string
	end    byte
	digits bool // true: only digits may be between begin and end; false: any characters
}{
	{"[citation:", ']', true},
	{"[](@replace=", ')', false},
}

// inline is text that may be an inline mark. plain and bare are copies of the stream's lanes, made
// before this text.
type inline struct {
	plain, bare lane
	open        int // position in the stream where the longest unfinished word of plain and bare begins
	chars       int
	text        []byte
}

// progress is the state of reading a mark.
type progress int

const (
	broken progress = iota // the text is not a mark
	growing
	whole
)

// add reads the next character.
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
