package summary

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/wenqu-ai/wenqu/internal/document/extract/stopwords"
	"github.com/wenqu-ai/wenqu/internal/zh"
)

// Sentences are compared by their terms: pairs of neighbouring Han or kana characters, and words of
// other scripts. No dictionary is needed.

// particles are characters that say little about the subject of a text, such as 的, 和 and 不. A pair
// that contains one of them is not a term.
const particles = "的了着是在和与及或也都而且但为以于之其并就又将把被让对从向到由等这那此该各每个些们吗呢吧啊呀则即若如因所有无不很更最还能可会要上下中内外前后时" +
	"與於這個們嗎對從為則並將會還無"

var isParticle = runeSet(particles)

func runeSet(s string) map[rune]bool {
	m := map[rune]bool{}
	for _, r := range s {
		m[r] = true
	}
	return m
}

// termsOf calls f with each term of a normalised text.
func termsOf(s string, f func(term string)) {
	var last rune // the Han or kana character directly before; 0: there is none
	word := -1    // index at which the current word began; -1: there is none
	end := func(i int) {
		if word >= 0 {
			if w := stem(s[word:i]); len(w) > 1 && !stopwords.English[w] {
				f(w)
			}
			word = -1
		}
	}
	lastAt := 0
	for i, r := range s {
		switch {
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana):
			end(i)
			if last != 0 && !isParticle[last] && !isParticle[r] {
				f(s[lastAt : i+len(string(r))])
			}
			last, lastAt = r, i
			continue
		case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r):
			if word < 0 {
				word = i
			}
		default:
			end(i)
		}
		last = 0
	}
	end(len(s))
}

// stem removes the plural ending of an English word, which is sufficient for
// comparisons.
func stem(w string) string {
	switch {
	case len(w) > 4 && strings.HasSuffix(w, "ies"):
		return w[:len(w)-3] + "y"
	case len(w) > 3 && w[len(w)-1] == 's' && w[len(w)-2] != 's' && w[len(w)-2] != 'u' && w[len(w)-2] != 'i':
		return w[:len(w)-1]
	}
	return w
}

// weigh sets the weights of every candidate's terms, as a vector of length one. The scalar product
// of two vectors is then their similarity. weigh removes candidates with too few terms, and returns
// the size of the vocabulary.
func weigh(in []candidate) ([]candidate, int) {
	vocabulary := map[string]int{}
	var in2 []candidate
	var frequency []int // number of sentences that contain a term
	for _, c := range in {
		seen := map[int]float64{}
		count := 0
		termsOf(zh.Fold(c.Text), func(t string) {
			id, ok := vocabulary[t]
			if !ok {
				id = len(vocabulary)
				vocabulary[t] = id
				frequency = append(frequency, 0)
			}
			if seen[id] == 0 {
				c.terms = append(c.terms, id)
				frequency[id]++
			}
			seen[id]++
			count++
		})
		if count < minTerms {
			for _, id := range c.terms {
				frequency[id]--
			}
			continue
		}
		slices.Sort(c.terms)
		c.weights = make([]float64, len(c.terms))
		for i, id := range c.terms {
			c.weights[i] = 1 + math.Log(seen[id])
		}
		in2 = append(in2, c)
	}
	n := float64(len(in2))
	for _, c := range in2 {
		length := 0.0
		for i, id := range c.terms {
			c.weights[i] *= math.Log(1 + n/float64(frequency[id]))
			length += c.weights[i] * c.weights[i]
		}
		length = math.Sqrt(length)
		for i := range c.weights {
			c.weights[i] /= length
		}
	}
	return in2, len(vocabulary)
}

// alike returns the cosine similarity of two candidates, from 0 to 1.
func alike(a, b candidate) float64 {
	sum := 0.0
	for i, j := 0, 0; i < len(a.terms) && j < len(b.terms); {
		switch {
		case a.terms[i] < b.terms[j]:
			i++
		case a.terms[i] > b.terms[j]:
			j++
		default:
			sum += a.weights[i] * b.weights[j]
			i++
			j++
		}
	}
	return sum
}
