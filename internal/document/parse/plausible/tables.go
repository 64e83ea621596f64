package plausible

import (
	_ "embed"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// tableText contains the tables written by gen/gen.mjs.
//
//go:embed tables.txt
var tableText string

// script is a writing system.
type script uint8

// The scripts. The first ones are alphabets with tables of neighbouring letters.
const (
	latin script = iota
	cyrillic
	greek
	alphabetCount
	han
	kana
	hangul
	foreignScript // the first script of the list `others`; letters of unknown scripts get the number after the last script of the list
)

// eastern reports whether s is Han, kana or Hangul. These scripts occur together within a word.
func (s script) eastern() bool { return s == han || s == kana || s == hangul }

// others are the letters of further scripts. tables.txt has no data about them.
var others = []*unicode.RangeTable{
	unicode.Arabic, unicode.Hebrew, unicode.Thai, unicode.Devanagari, unicode.Bengali, unicode.Tamil, unicode.Telugu, unicode.Gujarati,
	unicode.Gurmukhi, unicode.Kannada, unicode.Malayalam, unicode.Sinhala, unicode.Lao, unicode.Tibetan, unicode.Myanmar, unicode.Georgian,
	unicode.Armenian, unicode.Ethiopic, unicode.Khmer, unicode.Mongolian, unicode.Syriac, unicode.Thaana, unicode.Cherokee, unicode.Canadian_Aboriginal,
}

// scriptOf returns the script of a letter.
func scriptOf(r rune) script {
	switch {
	case r < 0x2b0, r >= 0x1e00 && r < 0x1f00, r >= 0xff21 && r <= 0xff5a, r >= 0xfb00 && r <= 0xfb06:
		return latin
	case r >= 0x370 && r < 0x400, r >= 0x1f00 && r < 0x2000:
		return greek
	case r >= 0x400 && r < 0x530:
		return cyrillic
	case r >= 0x3400 && r < 0xa000, r >= 0xf900 && r < 0xfb00, r >= 0x20000 && r < 0x33000, r >= 0x2e80 && r < 0x2fe0, r == 0x3005, r == 0x3007:
		return han
	case r >= 0x3040 && r < 0x3100, r >= 0x31f0 && r < 0x3200, r >= 0xff66 && r < 0xffa0:
		return kana
	case r >= 0xac00 && r < 0xd7b0, r >= 0x1100 && r < 0x1200, r >= 0x3130 && r < 0x3190:
		return hangul
	}
	for i, table := range others {
		if unicode.Is(table, r) {
			return foreignScript + script(i)
		}
	}
	return foreignScript + script(len(others))
}

// alphabet contains the number of bits for each letter after another letter.
type alphabet struct {
	index map[rune]uint8
	ascii [0x80]uint8 // index of the ASCII letters
	size  int         // number of symbols: its letters, one symbol for any other letter, and one for the edge of a word
	cost  []uint8     // bits of the second letter of a pair, by the indexes of both letters
}

// bits returns the number of bits of a word's pairs of letters, including its edges.
func (a *alphabet) bits(word []rune) int {
	last, sum := a.size-1, 0
	for _, r := range word {
		i := a.at(r)
		sum += int(a.cost[last*a.size+i])
		last = i
	}
	return sum + int(a.cost[last*a.size+a.size-1])
}

// at returns the index of a lower-case letter. If the alphabet does not have the letter, its accents
// are ignored.
func (a *alphabet) at(r rune) int {
	if r >= 0 && int(r) < len(a.ascii) {
		return int(a.ascii[r])
	}
	return a.find(r)
}

func (a *alphabet) find(r rune) int {
	if i, ok := a.index[r]; ok {
		return int(i)
	}
	base, _ := utf8.DecodeRuneInString(norm.NFD.String(string(r)))
	if i, ok := a.index[base]; ok {
		return int(i)
	}
	return a.size - 2
}

type tableSet struct {
	alphabets   [alphabetCount]alphabet
	han, hangul map[rune]bool
	pairs       map[[2]rune]bool
}

// tables reads the tables once.
var tables = sync.OnceValue(func() *tableSet {
	t := &tableSet{han: map[rune]bool{}, hangul: map[rune]bool{}, pairs: make(map[[2]rune]bool, 6_000)}
	names := map[string]script{"latin": latin, "cyrillic": cyrillic, "greek": greek}
	section := ""
	var current *alphabet
	for line := range strings.Lines(tableText) {
		line = strings.TrimSuffix(line, "\n")
		if head, ok := strings.CutPrefix(line, "#"); ok {
			var letters string
			section, letters, _ = strings.Cut(head, " ")
			if letters != "" {
				current = &t.alphabets[names[section]]
				*current = alphabet{index: map[rune]uint8{}}
				for _, r := range letters {
					current.index[r] = uint8(len(current.index))
				}
				current.size = len(current.index) + 2
				if section == "greek" {
					current.index['ς'] = current.index['σ']
				}
			}
			continue
		}
		switch section {
		case "han":
			addRunes(t.han, line)
		case "hangul":
			addRunes(t.hangul, line)
		case "pairs":
			runes := []rune(line)
			for _, r := range runes[1:] {
				t.pairs[[2]rune{runes[0], r}] = true
			}
		default:
			for _, digit := range line {
				current.cost = append(current.cost, uint8(digit-'0'))
			}
		}
	}
	for i := range t.alphabets {
		a := &t.alphabets[i]
		for r := range a.ascii {
			a.ascii[r] = uint8(a.find(rune(r)))
		}
	}
	return t
})

func addRunes(to map[rune]bool, s string) {
	for _, r := range s {
		to[r] = true
	}
}
