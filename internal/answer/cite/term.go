package cite

import (
	"strings"
	"unicode"

	"github.com/wenqu-ai/wenqu/internal/zh"
)

// Terms are the units of comparison: bigrams of Han characters, words of other scripts, and
// numbers without thousands separators.
type Terms map[string]struct{}

// TermsOf are the terms of a text.
func TermsOf(s string) Terms {
	out := Terms{}
	var word strings.Builder
	var before rune
	flush := func() {
		if w := word.String(); len(w) > 1 || w != "" && unicode.IsDigit(rune(w[0])) {
			out[strings.Trim(w, ".")] = struct{}{}
		}
		word.Reset()
	}
	for _, r := range strings.ReplaceAll(s, ",", "") {
		switch {
		case unicode.Is(unicode.Han, r):
			flush()
			if before != 0 {
				out[string([]rune{before, r})] = struct{}{}
			}
			before = r
			continue
		case unicode.IsLetter(r) || unicode.IsDigit(r) || r == '.' && word.Len() > 0:
			word.WriteRune(unicode.ToLower(r))
		default:
			flush()
		}
		before = 0
	}
	flush()
	delete(out, "")
	return out
}

// Share is the share of t that occurs in u, 0 to 1.
func (t Terms) Share(u Terms) float64 {
	if len(t) == 0 {
		return 0
	}
	n := 0
	for k := range t {
		if _, ok := u[k]; ok {
			n++
		}
	}
	return float64(n) / float64(len(t))
}

// withNumbers adds Chinese numerals as digits, so that 三十日 also matches 30.
func withNumbers(t Terms, s string) Terms {
	for i := 0; i < len(s); {
		digits, size := zh.LeadingNumber(s[i:])
		if size == 0 {
			_, size = nextRune(s[i:])
		} else {
			t[digits] = struct{}{}
		}
		i += size
	}
	return t
}
