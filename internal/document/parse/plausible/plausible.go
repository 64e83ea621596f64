// Package plausible tells text from what is left of it where the characters of
// a font are not known: codes that stand for other characters. It knows how
// often letters follow each other in many languages, and the common characters
// of Chinese and Korean. Figures, signs and languages it does not know count for
// nothing, so that tables, formulas and program text are never doubted for them.
package plausible

import "unicode"

// Bounds of what is counted and judged.
const (
	leastLetters = 20    // fewer letters of a script say nothing
	leastPairs   = 60    // fewer pairs of letters say nothing
	mostWords    = 4_000 // different ones; more of them say nothing new
	longestWord  = 24    // letters; longer ones are keys or joined words
)

// From where on letters are improbable: the mean bits of a pair of letters. Of
// 412 declarations in Latin letters none has more than 5.3, and English with its
// letters exchanged has 5.9.
// Of characters that were guessed less is enough: what is really text has at
// most 4.6, but where it is a few names or a list.
const (
	improbable    = 5.45
	doubtful      = 4.6
	doubtfulFew   = 5.15
	fewPairs      = 150
	leastDoubtful = 30 // pairs of characters that were guessed
)

// Text counts what a text is made of. The zero value is empty.
type Text struct {
	Holes int // characters that nobody knows: private, replaced, control
	other int // letters of which nothing is known

	alphabets [alphabetCount]alphabetText
	accented  int // letters of the Latin alphabet beyond ASCII

	han, hanCommon       int
	hanPairs, hanUsual   int // neighbouring Han characters; those that often are
	kana                 int
	hangul, hangulCommon int

	neighbours, foreign int // letters beside letters; those of another script

	words map[string]struct{}
}

// alphabetText counts the text of one alphabet.
type alphabetText struct {
	letters     int
	pairs, bits int // of different words
}

// Add counts a piece of text. Words do not go on from one piece to the next.
func (t *Text) Add(s string) {
	w := wordReader{text: t}
	for _, r := range s {
		w.read(r)
	}
	w.end()
}

// CommonHan reports one of the thousand commonest characters of Chinese.
func CommonHan(r rune) bool { return tables().han[r] }

// Letters are the letters that were counted, and the holes.
func (t *Text) Letters() int {
	n := t.Holes + t.other + t.han + t.kana + t.hangul
	for _, a := range t.alphabets {
		n += a.letters
	}
	return n
}

// Gibberish reports text of which more than half is none. guessed says that
// its characters are not known but guessed, which less is enough against.
func (t *Text) Gibberish(guessed bool) bool {
	all := t.Letters()
	if all < leastLetters {
		return false
	}
	if t.neighbours >= leastPairs && t.foreign*4 > t.neighbours {
		return true // no language changes its script within words
	}
	bad := t.Holes
	for i, a := range t.alphabets {
		switch {
		case script(i) == latin && a.letters >= leastLetters && t.accented*2 > a.letters:
			bad += a.letters // bytes of another alphabet
		case a.improbable(guessed):
			bad += a.letters
		}
	}
	if t.improbableHan() {
		bad += t.han
	}
	if t.hangul >= leastLetters && t.hangulCommon*5 < t.hangul {
		bad += t.hangul
	}
	return bad*2 > all
}

// improbable reports letters that do not follow each other in any language.
func (a alphabetText) improbable(guessed bool) bool {
	mean := float64(a.bits) / float64(max(a.pairs, 1))
	switch {
	case !guessed:
		return a.pairs >= leastPairs && mean > improbable
	case a.pairs < fewPairs:
		return a.pairs >= leastDoubtful && mean > doubtfulFew
	}
	return mean > doubtful
}

// improbableHan reports Han characters of which few are common, or which hardly
// ever stand beside each other: characters that were exchanged. Names, old texts
// and lists have less of either than running text, yet far more than that.
func (t *Text) improbableHan() bool {
	switch {
	case t.han < leastLetters:
		return false
	case t.hanCommon*3 < t.han:
		return true
	}
	const enough = 200
	return t.kana*10 < t.han && t.hanPairs >= enough && t.hanUsual*25 < t.hanPairs
}

// wordReader reads words.
type wordReader struct {
	text   *Text
	word   []rune
	script script
	last   rune // the last character, if it was a letter
	mixed  bool // digits stand among the letters: a key or a name, and no word
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
		// It belongs to the letter before it.
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
	}
}

// hole reports characters that no text has.
func hole(r rune) bool {
	return r < 0xa0 || r >= 0xe000 && r < 0xf900 || r >= 0xfff0 && r < 0x10000 || r >= 0xf0000
}

func (w *wordReader) letter(r rune, s script) {
	t := w.text
	if w.last != 0 {
		t.neighbours++
		if s != w.script && !(s.eastern() && w.script.eastern()) {
			t.foreign++
		}
	}
	small := unicode.ToLower(r)
	if s != w.script || small != r && w.last != 0 && unicode.IsLower(w.last) {
		w.flush() // aName is two words
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
		if w.last != 0 && w.script == han {
			t.hanPairs++
			if tables().pairs[[2]rune{w.last, r}] {
				t.hanUsual++
			}
		}
	case s == kana:
		t.kana++
	case s == hangul && r < 0xac00: // parts of syllables, as old Korean has
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

// end ends a word.
func (w *wordReader) end() {
	w.flush()
	w.last, w.script, w.mixed = 0, 0, false
}

// flush counts the letters of the word that was read, once for each word.
func (w *wordReader) flush() {
	word := w.word
	w.word = w.word[:0]
	if len(word) < 2 || len(word) > longestWord || w.mixed || len(w.text.words) >= mostWords {
		return
	}
	key := string(word)
	if _, known := w.text.words[key]; known {
		return
	}
	if w.text.words == nil {
		w.text.words = map[string]struct{}{}
	}
	w.text.words[key] = struct{}{}
	a := &w.text.alphabets[w.script]
	a.pairs += len(word) + 1
	a.bits += tables().alphabets[w.script].bits(word)
}
