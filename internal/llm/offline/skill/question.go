package skill

import (
	"math/rand/v2"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/text"
	"github.com/wenqu-ai/wenqu/internal/zh"
)

// Limits on the text of a question. Skills match only the first HeadRunes characters. Skills
// for a given text read more.
const (
	HeadRunes    = 400     // characters at the beginning of a question, to be matched by skills
	MaxSentence  = 200     // characters; a longer question is never matched as one sentence
	MaxTransform = 100_000 // bytes of the longest text that a skill rewrites
	maxRead      = 4 << 20 // bytes of the longest question; further bytes are dropped
)

// Language is the language of an answer.
type Language int

// The languages of answers. Answers for Taiwan are written in simplified
// Chinese and converted as a whole.
const (
	Simplified Language = iota
	Taiwan
	English
)

// Question is one user message, in several forms for the skills.
type Question struct {
	Raw  string // as typed, trimmed, valid UTF-8
	Head []rune // the first HeadRunes runes of Raw
	Norm string // Head with every character folded in place: half-width, lower case, simplified
	// Core is Norm without polite openings, without particles and punctuation at the end, and without
	// spaces next to Han characters. It is empty when the question is not one short line.
	Core     string
	Now      time.Time
	Language Language
	Rand     *rand.Rand // must be a cryptographic generator if the answer is shown, because passwords are made with it

	Distance *Distance // a length found in an earlier part of the same question
}

// Distance is a length from one part of a question, for use in a later part.
type Distance struct {
	Kilometres float64
	Label      string
}

// NewQuestion reads `text` as a question asked at the time `now`. The answer has the language
// of the text. If the text does not show its language, `locale` decides.
func NewQuestion(text string, now time.Time, locale string, r *rand.Rand) *Question {
	if len(text) > maxRead {
		text = text[:maxRead]
	}
	q := &Question{Raw: strings.TrimSpace(strings.ToValidUTF8(text, "")), Now: now, Rand: r}
	q.Head = Head(q.Raw, HeadRunes)
	q.Norm = zh.FoldRunes(q.Head)
	q.Language = detectLanguage(q.Head, locale)
	if utf8.RuneCountInString(q.Raw) <= MaxSentence && !strings.Contains(q.Raw, "\n") {
		q.Core = sentenceCore(q.Norm)
	}
	return q
}

// Part makes a separate question of `clause`, a part of q.
func (q *Question) Part(clause string) *Question {
	p := NewQuestion(clause, q.Now, "", q.Rand)
	p.Language, p.Distance = q.Language, q.Distance
	return p
}

// Say picks the sentence for the question's language. Answers for Taiwan
// are converted as a whole at the end.
func (q *Question) Say(zh, english string) string {
	if q.Language == English {
		return english
	}
	return zh
}

// Head is the first n characters of s.
func Head(s string, n int) []rune {
	var out []rune
	for _, r := range s {
		if len(out) == n {
			break
		}
		out = append(out, r)
	}
	return out
}

// Original returns the typed form of the byte range [from,to) of Norm.
func (q *Question) Original(from, to int) string {
	i := utf8.RuneCountInString(q.Norm[:from])
	j := i + utf8.RuneCountInString(q.Norm[from:to])
	return string(q.Head[i:j])
}

var (
	openers = text.NewPattern(`^(?:你好[,! ]|请问一?下?|请你?帮我|请|麻烦你?|帮我|帮忙|(?:你)?(?:能不能|能否|可不可以|可以帮我|能帮我)|我?(?:想|要)(?:知道|问|查|算)(?:一下)?|告诉我|给我|查一?下|查查|算一?下|算算|算[\s出]|计算一?下|计算|求一?下|那么?|一共|总共|换算一?下|[\s,:]|please |can you |could you |tell me |i want to know )+`)
	closers = text.NewPattern(`(?:[\s?!.,~:;=]|呢|啊|呀|吗|吧|嘛|哦|谢谢你?|多谢|,? ?thanks| please)+$`)
)

// TrimClosers removes the punctuation and particles at the end of a question.
func TrimClosers(s string) string { return closers.ReplaceAllString(s, "") }

func sentenceCore(norm string) string {
	s := TrimClosers(openers.ReplaceAllString(norm, ""))
	return tightHan(s)
}

// tightHan removes spaces next to Han characters: 3.5 英里 becomes 3.5英里.
func tightHan(s string) string {
	runes := []rune(s)
	out := runes[:0:0]
	for i, r := range runes {
		if r == ' ' && (i > 0 && unicode.Is(unicode.Han, runes[i-1]) || i+1 < len(runes) && unicode.Is(unicode.Han, runes[i+1])) {
			continue
		}
		out = append(out, r)
	}
	return string(out)
}

// detectLanguage examines the beginning of the question. The first rule that applies decides:
//   - no Han character, and either the locale is "en" or there are at least six letters: English
//   - at least one character found only in simplified Chinese: simplified Chinese
//   - at least one character found only in traditional Chinese, or locale zh-TW: Chinese of Taiwan
//   - otherwise: simplified Chinese
func detectLanguage(head []rune, locale string) Language {
	han, words := 0, 0
	traditional, simplified := false, false
	for _, r := range head {
		switch {
		case unicode.Is(unicode.Han, r):
			han++
			traditional = traditional || zh.Simplify(r) != r
			simplified = simplified || zh.OnlySimplified(r)
		case unicode.IsLetter(r):
			words++
		}
	}
	switch {
	case han == 0 && words >= 2 && (locale == "en" || words >= 6):
		return English
	case han == 0 && locale == "en":
		return English
	case traditional && !simplified, locale == "zh-TW" && !simplified:
		return Taiwan
	default:
		return Simplified
	}
}
