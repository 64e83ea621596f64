package pdf

import (
	"regexp"
	"strings"
	"unicode"

	"github.com/wenqu-ai/wenqu/internal/document/parse/plausible"
)

// Limits for recognising the encoding of a text in a bitmap font, if the text has fewer than leastPairs
// pairs of letters.
const (
	leastPairsShort  = 20  // minimum number of pairs of letters; with fewer pairs, some Latin text takes fewer bits as Greek
	mostBitsShortLGR = 3.6 // maximum of the mean bits of a pair of letters; real Greek takes at most 3.4
	shortGain        = 0.3 // required saving of bits per pair of letters when the text is read as Greek instead of Latin
	shortGainOf      = 9.0 // shortGainOf, divided by the number of pairs, is added to shortGain
	leastFormsOT2    = 2   // minimum sum of the weights of the cyrillicForms in the text
)

// shortTeX returns the encoding of a short text in a bitmap font: lgr, ot2, or nil if neither is
// certain, for example because the text may be Latin. Most Greek texts with at least leastPairsShort
// pairs of letters are recognised. Most letters of OT2 sound like the Latin letters with the same codes,
// so text in OT2 looks like a language with Latin letters. Text in OT2 is only recognised by certain
// endings and other parts of words: the cyrillicForms. Between a third and a half of the short texts in
// OT2 have such parts.
func shortTeX(codes string) *texEncoding {
	var latin plausible.Text
	latin.Add(strings.Map(withoutControls, codes))
	short := func(e *texEncoding) (pairs int, bits float64, ok bool) {
		var text plausible.Text
		text.Add(strings.Map(e.decode, codes))
		_, pairs, bits = text.Foreign()
		return pairs, bits, text.Holes == 0 && pairs >= leastPairsShort && pairs < leastPairs
	}
	if pairs, bits, ok := short(lgr); ok && bits < mostBitsShortLGR && latin.Latin()-bits >= shortGain+shortGainOf/float64(pairs) {
		return lgr
	}
	if _, bits, ok := short(ot2); ok && bits < mostBits && latin.Latin()-bits > leastGainKnown && formsOT2(codes) >= leastFormsOT2 {
		return ot2
	}
	return nil
}

// withoutControls drops control codes.
func withoutControls(r rune) rune {
	if r < ' ' {
		return -1
	}
	return r
}

// cyrillicForms are parts of words in OT2. Each part contains a letter whose code means something else in
// Latin fonts, for example a ligature or an accent. Latin words do not have this ligature or accent in this
// position. Parts of weight 1 have rare exceptions: some words of a few languages end with æ, and some
// words of program text end with ~.
var cyrillicForms = func() []wordPart {
	const letter, vowel, consonant, end = `[абцдефгхијклмнопчрстувщшыз]`, `[аеиоуы]`, `[бцдфгхјклмнпчрствщшз]`, `(?:\PL|$)`
	return []wordPart{
		{regexp.MustCompile(`\pL` + letter + `я` + end), 2},
		{regexp.MustCompile(`\pL` + vowel + `ю` + end), 2}, // in Latin fonts the code of ю means a cedilla, which is drawn after a consonant
		{regexp.MustCompile(`\pL` + vowel + `й` + end), 1},
		{regexp.MustCompile(`\pL` + consonant + `ь` + end), 1},
		{regexp.MustCompile(letter + `њ[ае]`), 2},         // in T1 fonts the code of њ means a breve, which is a separate sign only over i, o and u
		{regexp.MustCompile(letter + `ъ` + consonant), 2}, // in Latin fonts the code of ъ means a diaeresis, which is drawn before a vowel
		{regexp.MustCompile(`(?:^|\PL)ж` + vowel), 1},     // in Latin fonts the code of ж means ß, which does not begin a word
	}
}()

// wordPart is a part of a word. The higher its weight, the more certain it is that the text is in OT2.
type wordPart struct {
	part   *regexp.Regexp
	weight int
}

// formsOT2 returns the sum of the weights of the cyrillicForms in a text. Each form counts at most
// leastFormsOT2 times. If some letters show that the text is Latin, the sum is 0.
func formsOT2(codes string) int {
	text := strings.Map(ot2.decode, codes)
	n := 0
	for _, f := range cyrillicForms {
		n += f.weight * len(f.part.FindAllStringIndex(text, leastFormsOT2))
	}
	if n > 0 && latinInOT2(codes) {
		return 0
	}
	return n
}

// latinInOT2 reads a text as OT2 and reports whether it has obsolete letters, or capitals after small
// letters. In Latin fonts, the codes of these letters are ligatures and accents.
func latinInOT2(codes string) bool {
	small := false
	for _, r := range codes {
		c := ot2.decode(r)
		if c == 'ѵ' || c == 'ѳ' || small && unicode.IsUpper(c) {
			return true
		}
		small = unicode.IsLower(c)
	}
	return false
}
