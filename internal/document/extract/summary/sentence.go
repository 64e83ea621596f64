package summary

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/document/extract/outline"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
	"github.com/wenqu-ai/wenqu/internal/zh"
)

// Bounds of what is looked at, so that a huge file costs what a big one does.
const (
	maxSentences  = 20_000
	maxSentence   = 400 // runes; what is longer is no sentence but a run of text
	minTerms      = 4   // a sentence with fewer says nothing on its own
	repeatedUnits = 3   // a sentence on so many units is a running head or foot
)

// fragment matches lines that are no sentences: entries of a table of contents, and
// what manually set pages put behind a dash or a dot.
var fragment = regexp.MustCompile(`^\s*[-–—•·●▪◦‣]|\s[.·]$|(?:…|\.{3,}|(?:[.·]\s){3,})\s*[\divxlc]*\s*$`)

// candidate is a sentence that may be chosen, with what is known of its place.
type candidate struct {
	Sentence
	section int // counts from 0
	first   bool
	kind    parsed.BlockKind
	terms   []int // of the vocabulary, sorted, each once
	weights []float64
}

// read gives the sentences of running text: no headings, tables, code, running
// heads, nor fragments. Of equal sentences it gives the first.
func read(units []parsed.Unit) []candidate {
	var out []candidate
	index := map[string]int{}        // of the sentence without spaces and digits
	on := map[string]map[int]bool{}  // the units that have it
	exact := map[string]bool{}       // sentences as they stand
	section, started := 0, false     // sections begin at headings
	firstOfSection := map[int]bool{} // its first sentence has been seen
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
				index[key] = len(out)
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

// withoutRunning drops what stands on several units: heads and feet of pages.
func withoutRunning(in []candidate, on map[string]map[int]bool) []candidate {
	out := in[:0]
	for _, c := range in {
		if len(on[skeleton(c.Text)]) < repeatedUnits {
			out = append(out, c)
		}
	}
	return out
}

// skeleton is a sentence without spaces and digits: 第 3 页 and 第 4 页 are the
// same running foot.
func skeleton(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || unicode.IsDigit(r) {
			return -1
		}
		return r
	}, s)
}

// Sentences cuts a text into its sentences, see zh.Sentences. List items and
// numbered headings are sentences of their own.
func Sentences(text string) []string { return zh.Sentences(text, item) }

// item says that a line begins like a list item or a numbered heading.
func item(line string) bool {
	r, size := utf8.DecodeRuneInString(line)
	if strings.ContainsRune("-*•·●■◆○—–", r) {
		next, _ := utf8.DecodeRuneInString(line[size:])
		return unicode.IsSpace(next) || r > 0x2000
	}
	_, _, ok := outline.Numbering(line)
	return ok
}
