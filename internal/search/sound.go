package search

import (
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/mozillazg/go-pinyin"
)

// Short texts such as titles are also found by the pronunciation of their Han characters
// without tones: by initials (bjtq for 北京天气) or in full (beijing).
const (
	maxInitials = 8  // maximum length of a term of initials
	maxSpelled  = 24 // maximum length of a term spelled in full
	maxReadings = 4  // maximum number of ways to spell characters that have several readings
	maxSounded  = 200
)

var readings = sync.OnceValue(func() func(r rune) []string {
	args := pinyin.NewArgs()
	args.Heteronym = true
	return func(r rune) []string {
		if r < unicode.MaxASCII {
			if scriptOf(r) == word {
				return []string{string(r)}
			}
			return nil
		}
		if !unicode.Is(unicode.Han, r) {
			return nil
		}
		all := pinyin.SinglePinyin(r, args)
		var out []string
		for _, s := range all {
			s = strings.ReplaceAll(s, "ü", "v")
			if s != "" && !slices.Contains(out, s) {
				out = append(out, s)
			}
		}
		return out
	}
})

// eachSound calls f for the pronunciation terms of a folded text.
func eachSound(s string, f func(term string)) {
	of := readings()
	var ways [][]string
	for _, r := range s {
		if ways = append(ways, of(r)); len(ways) == maxSounded {
			break
		}
	}
	for i := range ways {
		for _, short := range []bool{true, false} {
			limit := maxSpelled
			if short {
				limit = maxInitials
			}
			for _, term := range spelled(ways[i:], short, limit) {
				if len(term) > 1 {
					f(soundMark + term)
				}
			}
		}
	}
}

// spelled returns at most maxReadings ways to spell the pronunciation of the first characters. Each way is cut to
// `limit` letters. If `short` is true, only the initials are spelled.
func spelled(ways [][]string, short bool, limit int) []string {
	out := []string{""}
	for _, way := range ways {
		if len(way) == 0 || len(out[0]) >= limit {
			break
		}
		var next []string
		for _, reading := range way {
			if short {
				reading = reading[:1]
			}
			for _, o := range out {
				if joined := o + reading; len(next) < maxReadings && !slices.Contains(next, joined) {
					next = append(next, joined)
				}
			}
		}
		out = next
	}
	for i, o := range out {
		out[i] = o[:min(len(o), limit)]
	}
	return out
}

// soundSpan returns the first range of characters in a folded text that are pronounced like the letters. The letters are
// initials, or spell the pronunciation in full.
func soundSpan(s, letters string) (span, bool) {
	of := readings()
	runes := []rune(s)
	runes = runes[:min(len(runes), maxSounded)]
	ways := make([][]string, len(runes))
	for i, r := range runes {
		ways[i] = of(r)
	}
	for i := range ways {
		if begins(ways[i:], letters) {
			return span{i, i + len(letters)}, true
		}
		if n := spells(ways[i:], letters); n > 0 {
			return span{i, i + n}, true
		}
	}
	return span{}, false
}

// begins reports whether each letter is the initial of a reading of the character at the same
// position.
func begins(ways [][]string, letters string) bool {
	if len(ways) < len(letters) {
		return false
	}
	for i := range len(letters) {
		if !slices.ContainsFunc(ways[i], func(reading string) bool { return reading[0] == letters[i] }) {
			return false
		}
	}
	return true
}

// spells returns the number of leading characters spelled by the letters, or 0 if the letters do not match. The last
// character may be spelled incompletely.
func spells(ways [][]string, letters string) int {
	if len(ways) == 0 {
		return 0
	}
	for _, reading := range ways[0] {
		if strings.HasPrefix(reading, letters) {
			return 1
		}
		if rest, ok := strings.CutPrefix(letters, reading); ok {
			if n := spells(ways[1:], rest); n > 0 {
				return n + 1
			}
		}
	}
	return 0
}

// maxName is the maximum length of a name's pronunciation in letters. Longer pronunciations are cut.
const maxName = 48

// Sounds returns the pronunciations of a short text such as a name, as initials and in full. It returns at most
// maxReadings of each. A pronunciation ends before the first character without one. A pronunciation of a single letter
// is left out.
func Sounds(s string) (out []string) {
	var ways [][]string
	of := readings()
	for _, r := range fold(s) {
		if ways = append(ways, of(r)); len(ways) == maxName {
			break
		}
	}
	for _, short := range []bool{true, false} {
		for _, sound := range spelled(ways, short, maxName) {
			if len(sound) > 1 && !slices.Contains(out, sound) {
				out = append(out, sound)
			}
		}
	}
	return out
}
