package formula

import "unicode"

// alphabet contains the first Unicode characters of a style: the first capital, the first small
// letter, the first digit and the first small Greek letter; 0: the style has no such characters.
type alphabet struct{ capital, small, digit, greek rune }

var alphabets = map[look]alphabet{
	slanted:    {0x1d434, 0x1d44e, 0, 0x1d6fc},
	boldface:   {0x1d400, 0x1d41a, 0x1d7ce, 0x1d6c2},
	blackboard: {0x1d538, 0x1d552, 0x1d7d8, 0},
	script:     {0x1d49c, 0x1d4b6, 0, 0},
	fraktur:    {0x1d504, 0x1d51e, 0, 0},
}

// elsewhere maps the unassigned code points of the alphabets to the characters used instead. Unicode
// contained these characters before it contained the alphabets.
var elsewhere = map[rune]rune{
	0x1d455: 'ℎ',
	0x1d49d: 'ℬ', 0x1d4a0: 'ℰ', 0x1d4a1: 'ℱ', 0x1d4a3: 'ℋ', 0x1d4a4: 'ℐ', 0x1d4a7: 'ℒ', 0x1d4a8: 'ℳ', 0x1d4ad: 'ℛ',
	0x1d4ba: 'ℯ', 0x1d4bc: 'ℊ', 0x1d4c4: 'ℴ',
	0x1d506: 'ℭ', 0x1d50b: 'ℌ', 0x1d50c: 'ℑ', 0x1d515: 'ℜ', 0x1d51d: 'ℨ',
	0x1d53a: 'ℂ', 0x1d53f: 'ℍ', 0x1d545: 'ℕ', 0x1d547: 'ℙ', 0x1d548: 'ℚ', 0x1d549: 'ℝ', 0x1d551: 'ℤ',
}

// variants maps ∂, and forms of Greek letters outside of α to ω (such as ϕ), to their slanted forms.
var variants = map[rune]rune{'ϵ': 0x1d716, 'ϑ': 0x1d717, 'ϰ': 0x1d718, 'ϕ': 0x1d719, 'ϱ': 0x1d71a, 'ϖ': 0x1d71b, '∂': 0x1d715}

// letter returns the character for a letter in a style.
func letter(r rune, l look) rune {
	a := alphabets[l]
	in := func(first, from, to rune) rune {
		if first == 0 || r < from || r > to {
			return 0
		}
		found := first + r - from
		if old, ok := elsewhere[found]; ok {
			return old
		}
		return found
	}
	for _, found := range []rune{in(a.capital, 'A', 'Z'), in(a.small, 'a', 'z'), in(a.digit, '0', '9'), in(a.greek, 'α', 'ω')} {
		if found != 0 {
			return found
		}
	}
	if v, ok := variants[r]; ok && l == slanted {
		return v
	}
	return r
}

// spaces are the widths of the characters that represent LaTeX's spaces, as fractions of the font
// size.
var spaces = map[rune]float64{' ': 0.25, '\u2009': 0.17, '\u2005': 0.22, '\u2004': 0.28, '\u2003': 1, '\u200b': -0.17}

// class is the kind of a part, which determines the space around it.
type class uint8

const (
	ordinary class = iota
	operator       // a large sign such as ∑, or a function
	binary
	relation
	opening
	closing
	punctuation
)

var classes = func() map[rune]class {
	m := map[rune]class{}
	for c, signs := range map[class]string{
		binary:      "+−±∓×÷⋅∗⋆∘∙⊕⊖⊗⊙∩∪∖∧∨-/",
		opening:     "([{⟨⌊⌈",
		closing:     ")]}⟩⌋⌉!",
		punctuation: ",;",
	} {
		for _, r := range signs {
			m[r] = c
		}
	}
	delete(m, '/') // TeX puts no space around a slash
	return m
}()

// between is the space between parts of two classes, as a fraction of the font size.
func between(a, b class) float64 {
	switch {
	case a == relation && b == relation, a == opening, b == closing, b == punctuation:
		return 0
	case a == relation, b == relation:
		return 0.28
	case a == binary, b == binary:
		return 0.22
	case a == punctuation, a == operator, b == operator && a != operator:
		return 0.17
	}
	return 0
}

func combines(r rune) bool { return unicode.Is(unicode.Mn, r) }
