package summary

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/document/extract/outline"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
	"github.com/wenqu-ai/wenqu/internal/text"
	"github.com/wenqu-ai/wenqu/internal/zh"
)

// Limits for the sentences that are read; maxSentences bounds the cost of a huge file.
const (
	maxSentences  = 20_000
	maxSentence   = 400 // characters; a longer piece of text is not a sentence
	minTerms      = 4   // a sentence with fewer terms is not a useful statement
	repeatedUnits = 3   // a sentence that occurs on at least this many units is a header or footer
)

// fragment matches lines that are not sentences, such as entries of a table of contents. It also
// matches lines that begin with a dash or a bullet.
var fragment = text.NewPattern(`^\s*[-–—•·●▪◦‣]|\s[.·]$|(?:…|\.{3,}|(?:[.·]\s){3,})\s*[\divxlc]*\s*$`)

// candidate is a sentence that may be chosen, with its place.
type candidate struct {
	Sentence
	section int // counts from 0
	first   bool
	kind    parsed.BlockKind
	terms   []int // indexes in the vocabulary, sorted, each once
	weights []float64
}

// read returns the sentences of running text. It skips, for example, headings, tables, code,
// fragments, and page headers that occur on three or more units. If a sentence occurs several times,
// read returns only the first occurrence.
func read(units []parsed.Unit) []candidate {
	var out []candidate
	on := map[string]map[int]bool{}  // units that contain the sentence, by skeleton
	exact := map[string]bool{}       // sentences read so far, word for word
	section, started := 0, false     // a section begins at a heading
	firstOfSection := map[int]bool{} // sections whose first sentence has been read
	for _, u := range units {
		for b, block := range u.Blocks {
			if block.Kind == parsed.Title {
				if started {
					section++
				}
				started = false
				continue
			}
			if block.Kind != parsed.Paragraph && block.Kind != parsed.List && block.Kind != parsed.Note {
				continue
			}
			for _, s := range Sentences(block.Text) {
				started = true
				if len(out) == maxSentences {
					return withoutRunning(out, on)
				}
				key := skeleton(s)
				if on[key] == nil {
					on[key] = map[int]bool{}
				}
				on[key][u.Number] = true
				if utf8.RuneCountInString(s) > maxSentence || exact[s] || fragment.MatchString(s) {
					continue
				}
				exact[s] = true
				out = append(out, candidate{
					Sentence: Sentence{Unit: u.Number, Block: b, Text: s},
					section:  section, first: !firstOfSection[section], kind: block.Kind,
				})
				firstOfSection[section] = true
			}
		}
	}
	return withoutRunning(out, on)
}

// withoutRunning removes sentences that occur on three or more units, as page headers and footers
// do.
func withoutRunning(in []candidate, on map[string]map[int]bool) []candidate {
	out := in[:0]
	for _, c := range in {
		if len(on[skeleton(c.Text)]) < repeatedUnits {
			out = append(out, c)
		}
	}
	return out
}

// skeleton returns a sentence without spaces and digits, so that 第 3 页 and 第 4 页 count
// as the same footer.
func skeleton(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || unicode.IsDigit(r) {
			return -1
		}
		return r
	}, s)
}

// Sentences splits a text into sentences, see zh.Sentences. A line that begins like a list item or a
// numbered heading begins a new sentence.
func Sentences(text string) []string { return zh.Sentences(text, item) }

// item reports whether a line begins like a list item or a numbered heading.
func item(line string) bool {
	r, size := utf8.DecodeRuneInString(line)
	if strings.ContainsRune("-*•·●■◆○—–", r) {
		next, _ := utf8.DecodeRuneInString(line[size:])
		return unicode.IsSpace(next) || r > 0x2000
	}
	_, _, ok := outline.Numbering(line)
	return ok
}
