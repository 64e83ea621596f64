package extract

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// Bounds of what is looked at, so that a huge file costs what a big one does.
const (
	maxSentences    = 20_000
	maxSentence     = 400 // runes; what is longer is no sentence but a run of text
	minTerms        = 4   // a sentence with fewer says nothing on its own
	repeatedUnits   = 3   // a sentence on so many units is a running head or foot
	shortLine       = 0.7 // of the longest line of a block: a shorter one ends its paragraph
	hardWrapColumns = 20  // lines are wrapped by hand only where they are at least so long
)

// fragment is no sentence of its own: a line of a table of contents, and what
// a page that was set by hand puts behind a dash or a dot.
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

// Sentences cuts a text into its sentences. Each is a piece of the text as it
// stands, without the white space around it; together they leave nothing else
// out.
func Sentences(text string) []string {
	var out []string
	longest := longestLine(text)
	start, lineStart := 0, 0
	cut := func(end int) {
		if s := strings.TrimSpace(text[start:end]); s != "" {
			out = append(out, s)
		}
		start = end
	}
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		next := i + size
		switch {
		case strings.ContainsRune("。！？!?…", r), r == '.' && endsEnglish(text, i):
			for next < len(text) {
				c, n := utf8.DecodeRuneInString(text[next:])
				if !strings.ContainsRune("。！？!?….”’」』）)】\"'", c) {
					break
				}
				next += n
			}
			if !(r == '!' || r == '?') || next == len(text) || !isASCIIWord(text[next]) { // not inside an address: ?a=b
				cut(next)
			}
		case r == '\n':
			if endsLine(text, lineStart, i, longest) {
				cut(next)
			}
			lineStart = next
		}
		i = next
	}
	cut(len(text))
	return out
}

func isASCIIWord(b byte) bool {
	return b == '_' || b == '=' || b == '&' || '0' <= b && b <= '9' || 'a' <= b && b <= 'z'
}

// longestLine is the length in runes of the longest line of a wrapped text.
func longestLine(text string) int {
	n := 0
	for line := range strings.Lines(text) {
		n = max(n, utf8.RuneCountInString(line))
	}
	return n
}

// endsLine says that the line text[from:to] ends what it says: an empty line
// follows, a list item or heading follows, or it is shorter than it had to be.
func endsLine(text string, from, to, longest int) bool {
	rest := strings.TrimLeft(text[to+1:], " \t\r　")
	if rest == "" || rest[0] == '\n' || item(rest) {
		return true
	}
	length := utf8.RuneCountInString(text[from:to])
	return longest < hardWrapColumns || float64(length) < shortLine*float64(longest)
}

// item says that a line begins like a list item or a numbered heading.
func item(line string) bool {
	r, size := utf8.DecodeRuneInString(line)
	if strings.ContainsRune("-*•·●■◆○—–", r) {
		next, _ := utf8.DecodeRuneInString(line[size:])
		return unicode.IsSpace(next) || r > 0x2000
	}
	_, _, ok := numbering(line)
	return ok
}

// abbreviations end with a full stop that ends no sentence.
var abbreviations = map[string]bool{
	"mr": true, "mrs": true, "ms": true, "dr": true, "prof": true, "st": true, "no": true, "nos": true, "fig": true, "figs": true,
	"eq": true, "sec": true, "ch": true, "vol": true, "pp": true, "p": true, "al": true, "etc": true, "e.g": true, "i.e": true,
	"vs": true, "cf": true, "inc": true, "ltd": true, "co": true, "corp": true, "jr": true, "sr": true, "approx": true, "dept": true,
	"u.s": true, "u.k": true, "a.m": true, "p.m": true, "jan": true, "feb": true, "mar": true, "apr": true, "jun": true, "jul": true,
	"aug": true, "sep": true, "sept": true, "oct": true, "nov": true, "dec": true,
}

// endsEnglish says that the full stop at i ends a sentence: white space and
// something that can begin one follow, and it stands behind no abbreviation,
// initial, or number of a list item.
func endsEnglish(text string, i int) bool {
	after := text[i+1:]
	for after != "" {
		r, n := utf8.DecodeRuneInString(after)
		if !strings.ContainsRune("”’」』）)】\"'", r) {
			break
		}
		after = after[n:]
	}
	if after != "" {
		r, _ := utf8.DecodeRuneInString(after)
		if !unicode.IsSpace(r) {
			return unicode.Is(unicode.Han, r)
		}
	}
	begin, _ := utf8.DecodeRuneInString(strings.TrimSpace(after))
	if unicode.IsLower(begin) {
		return false
	}
	before := text[:i]
	word := before[strings.LastIndexFunc(before, func(r rune) bool { return !(unicode.IsLetter(r) || unicode.IsDigit(r) || r == '.') })+1:]
	if abbreviations[strings.ToLower(word)] {
		return false
	}
	if len(word) == 1 && unicode.IsUpper(rune(word[0])) { // an initial
		return false
	}
	line := strings.TrimSpace(before[strings.LastIndexByte(before, '\n')+1:])
	return line != word || !digits(word)
}

func digits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789.") == ""
}

// fold is how texts are compared: compatibility forms made one, lower case.
func fold(s string) string { return strings.ToLower(norm.NFKC.String(s)) }
