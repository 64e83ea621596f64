// Package plausible distinguishes text from gibberish, the result of unknown character codes of a font.
// Its tables show how often letters follow each other in many languages, and the common characters of
// Chinese and Korean. Digits, signs and unknown languages are ignored, so that tables, formulas and
// program text are not taken for gibberish.
package plausible

import (
	"slices"
	"unicode"
)

// Limits for counting and judging.
const (
	leastLetters = 20    // minimum number of letters of a script for a judgement
	leastPairs   = 60    // minimum number of pairs of letters for a judgement
	mostWords    = 4_000 // maximum number of counted different words
	longestWord  = 24    // letters; longer words are identifiers or joined words

	shortestRun  = 8     // Han characters; shorter runs may be names, entries of a list or lines of a poem
	leastHanRun  = 200   // minimum number of different pairs of Han characters in runs for a judgement
	mostHanPairs = 4_000 // maximum number of counted different pairs of Han characters
)

// A text is improbable if its pairs of letters take more bits on average than a limit. For guessed
// characters, the limit is the constant `doubtful`, or `doubtfulFew` for fewer than fewPairs pairs.
// For other characters, it is the constant `improbable`. None of 412 translations of the Universal
// Declaration of Human Rights in Latin letters takes more than 5.3 bits. English with exchanged
// letters takes 5.9. Real text in guessed characters takes at most 4.6, unless it consists of a few
// names or a list.
const (
	improbable    = 5.45
	doubtful      = 4.6
	doubtfulFew   = 5.15
	fewPairs      = 150
	leastDoubtful = 30 // minimum number of pairs of guessed characters
)

// Text contains the statistics of a text. The zero value is ready to use.
type Text struct {
	Holes int // unidentified characters: private use, replacement, control
	other int // letters of the scripts in the list `others` and of unknown scripts, and parts of Korean syllables

	alphabets [alphabetCount]alphabetText
	accented  int // Latin letters from U+0080 to U+024F

	han, hanCommon       int
	runHan, runCommon    int // the part of `han` and `hanCommon` that is in runs
	runPairs, runUsual   int // number of different pairs of Han characters in runs, and how many of them are frequent
	runSeen              wordSet
	kana                 int
	hangul, hangulCommon int

	neighbours, foreign int // number of pairs of neighbouring letters, and how many of them are of two scripts; Han, kana and Hangul count as one script

	foreignBy ['z' + 1]int // for each ASCII letter in lower case: number of its pairs with letters of another script; only the scripts before foreignScript count

	words    wordSet
	spelling spelling // spelling of the words in Latin letters
}

// alphabetText contains the statistics of the text in one alphabet.
type alphabetText struct {
	letters     int
	pairs, bits int // number and bits of the pairs of letters; each different word is counted once

	macroPairs, macroBits int // the part of `pairs` and `bits` that comes from the names of macros
}

// Add counts a piece of text. A word does not continue in the next piece.
func (t *Text) Add(s string) {
	r := t.Reader()
	for _, c := range s {
		r.Read(c)
	}
	r.End()
}

// Reader returns a reader that counts a text character by character.
func (t *Text) Reader() *Reader {
	return &Reader{wordReader{text: t, word: make([]rune, 0, longestWord)}}
}

// Reader counts the characters of a text.
type Reader struct{ words wordReader }

// Read counts the next character.
func (r *Reader) Read(c rune) {
	r.words.read(c)
	r.words.text.spelling.read(c)
}

// End ends the last word. It must be called before the text is judged.
func (r *Reader) End() {
	r.words.end()
	r.words.text.spelling.end()
}

// CommonHan reports whether r is one of the thousand most common characters of Chinese.
func CommonHan(r rune) bool { return tables().han[r] }

// CommonHangul reports whether r is a common syllable of Korean.
func CommonHangul(r rune) bool { return tables().hangul[r] }

// Letters returns the number of counted letters and unidentified characters.
func (t *Text) Letters() int {
	n := t.Holes + t.other + t.han + t.kana + t.hangul
	for _, a := range t.alphabets {
		n += a.letters
	}
	return n
}

// Gibberish reports whether more than half of the text is gibberish, or its words mix scripts. It
// returns false for a text of fewer than leastLetters letters. If the characters were `guessed`, weaker
// evidence is enough.
func (t *Text) Gibberish(guessed bool) bool {
	all := t.Letters()
	if all < leastLetters {
		return false
	}
	if t.neighbours >= leastPairs && t.mixed()*4 > t.neighbours {
		return true // no language mixes scripts within words
	}
	bad := t.Holes
	for i, a := range t.alphabets {
		switch {
		case script(i) == latin && a.letters >= leastLetters && t.accented*2 > a.letters:
			bad += a.letters // bytes decoded in the alphabet of another language
		case a.improbable(guessed), script(i) == latin && t.spelling.transliterated():
			bad += a.letters
		}
	}
	if t.improbableHan(guessed) {
		bad += t.han
	}
	if t.hangul >= leastLetters && t.hangulCommon*5 < t.hangul {
		bad += t.hangul
	}
	return bad*2 > all
}

// mixed returns the number of pairs of neighbouring letters of two scripts. It is 0 if nearly all
// of them have the same ASCII letter: such text is correct, for example b'로' in program text, or
// Ukrainian with the Latin i. Wrong characters are next to many different letters.
func (t *Text) mixed() int {
	if slices.Max(t.foreignBy[:])*10 > t.foreign*9 {
		return 0
	}
	return t.foreign
}

// Foreign looks at the Cyrillic or the Greek letters, whichever are more frequent. It returns the number
// of letters, the number of pairs of letters, and the mean bits of a pair. For the pairs, each different
// word is counted once.
func (t *Text) Foreign() (letters, pairs int, bits float64) {
	a := t.alphabets[cyrillic]
	if g := t.alphabets[greek]; g.letters > a.letters {
		a = g
	}
	return a.letters, a.pairs, float64(a.bits) / float64(max(a.pairs, 1))
}

// Latin returns the mean bits of a pair of Latin letters.
func (t *Text) Latin() float64 {
	a := t.alphabets[latin]
	return float64(a.bits) / float64(max(a.pairs, 1))
}

// improbable reports whether the letters follow each other in a way that is not usual in
// any language, both with and without the names of macros, such as \@dblfpsep.
func (a alphabetText) improbable(guessed bool) bool {
	rest := alphabetText{pairs: a.pairs - a.macroPairs, bits: a.bits - a.macroBits}
	return a.unusual(guessed) && rest.unusual(guessed)
}

// unusual makes the check of improbable for one set of words.
func (a alphabetText) unusual(guessed bool) bool {
	mean := float64(a.bits) / float64(max(a.pairs, 1))
	switch {
	case !guessed:
		return a.pairs >= leastPairs && mean > improbable
	case a.pairs < fewPairs:
		return a.pairs >= leastDoubtful && mean > doubtfulFew
	}
	return mean > doubtful
}

// improbableHan reports whether the Han characters are wrong: fewer than a third of them are common, or very
// few pairs of them are frequent. Both checks count only characters in runs of at least shortestRun
// characters; for guessed characters, the first check counts all. Correct lists of names, plants or
// substances have few common characters and no frequent pairs, but their runs are shorter. Old texts have
// short runs, too.
func (t *Text) improbableHan(guessed bool) bool {
	all, common := t.runHan, t.runCommon
	if guessed {
		all, common = t.han, t.hanCommon
	}
	if all >= leastLetters && common*3 < all {
		return true
	}
	return t.kana*10 < t.han && t.runPairs >= leastHanRun && t.runUsual*25 < t.runPairs
}

// wordReader splits a text into words and counts them.
type wordReader struct {
	text   *Text
	word   []rune
	run    []rune // the first characters of the current run of Han characters, at most shortestRun
	script script
	last   rune // the last character, if it was a letter
	mixed  bool // the word has digits, so it is an identifier
	macro  bool // the word is the name of a macro
}

func (w *wordReader) read(r rune) {
	if r < 0x80 {
		w.readASCII(r)
		return
	}
	switch {
	case hole(r):
		w.text.Holes++
		w.end()
	case unicode.In(r, unicode.M, unicode.Lm) && r != '々' && r != 'ー':
		// a combining mark belongs to the letter before it
	case !unicode.IsLetter(r):
		w.end()
	default:
		w.letter(r, scriptOf(r))
	}
}

func (w *wordReader) readASCII(r rune) {
	switch {
	case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z':
		w.letter(r, latin)
	case r >= '0' && r <= '9':
		w.word = w.word[:0]
		w.end()
		w.mixed = true
	case r < ' ' && r != '\n' && r != '\t' && r != '\r', r == 0x7f:
		w.text.Holes++
		w.end()
	default:
		w.end()
		w.macro = r == '\\' || r == '@'
	}
}

// hole reports whether r is a character that does not occur in text. r must be outside ASCII.
func hole(r rune) bool {
	return r < 0xa0 || r >= 0xe000 && r < 0xf900 || r >= 0xfff0 && r < 0x10000 || r >= 0xf0000
}

func (w *wordReader) letter(r rune, s script) {
	t := w.text
	if w.last != 0 {
		t.neighbours++
		if s != w.script && !(s.eastern() && w.script.eastern()) {
			t.foreign++
			if c := min(r, w.last) | 0x20; c >= 'a' && c <= 'z' && s < foreignScript && w.script < foreignScript {
				t.foreignBy[c]++
			}
		}
	}
	small := unicode.ToLower(r)
	if s != w.script || small != r && w.last != 0 && unicode.IsLower(w.last) {
		w.flush() // count camelCase as two words
	}
	switch {
	case s < alphabetCount:
		t.alphabets[s].letters++
		if s == latin && r >= 0x80 && r < 0x250 {
			t.accented++
		}
		w.word = append(w.word, small)
	case s == han:
		t.han++
		if tables().han[r] {
			t.hanCommon++
		}
		w.readHan(r)
	case s == kana:
		t.kana++
	case s == hangul && r < 0xac00: // jamo, the parts of syllables, as in old Korean
		t.other++
	case s == hangul:
		t.hangul++
		if tables().hangul[r] {
			t.hangulCommon++
		}
	default:
		t.other++
	}
	w.last, w.script = r, s
}

// readHan counts the pairs of a run of Han characters, when the run is long enough.
func (w *wordReader) readHan(r rune) {
	if w.last == 0 || w.script != han {
		w.run = w.run[:0]
	}
	w.run = append(w.run, r)
	switch n := len(w.run); {
	case n == shortestRun:
		w.text.addHan(0, w.run[0])
		for i := 1; i < n; i++ {
			w.text.addHan(w.run[i-1], w.run[i])
		}
	case n > shortestRun:
		w.text.addHan(w.last, r)
		w.run = w.run[:shortestRun]
	}
}

// addHan counts the character b of a run, and its pair with the character a before it, which is 0 at
// the beginning. Each different pair is counted once, because a line that repeats on a page tells
// nothing new.
func (t *Text) addHan(a, b rune) {
	t.runHan++
	if tables().han[b] {
		t.runCommon++
	}
	if a == 0 || t.runSeen.n >= mostHanPairs || !t.runSeen.add(hashOf([]rune{a, b})) {
		return
	}
	t.runPairs++
	if tables().pairs[[2]rune{a, b}] {
		t.runUsual++
	}
}

func (w *wordReader) end() {
	w.flush()
	w.last, w.script, w.mixed, w.macro = 0, 0, false, false
}

// flush counts the pairs of letters of a word. Each different word is counted once.
func (w *wordReader) flush() {
	word := w.word
	w.word = w.word[:0]
	if len(word) < 2 || len(word) > longestWord || w.mixed || w.text.words.n >= mostWords {
		return
	}
	if !w.text.words.add(hashOf(word)) {
		return
	}
	a := &w.text.alphabets[w.script]
	pairs, bits := len(word)+1, tables().alphabets[w.script].bits(word)
	a.pairs, a.bits = a.pairs+pairs, a.bits+bits
	if w.macro {
		a.macroPairs, a.macroBits = a.macroPairs+pairs, a.macroBits+bits
	}
}
