package offline

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Limits of what the matchers read. Longer input reaches only the skills that
// work on a text given with the question.
const (
	headRunes    = 400     // the beginning that is read as a sentence
	maxSentence  = 200     // a longer question is no sentence a skill could understand whole
	maxTransform = 100_000 // bytes of a text that a skill will rewrite
	maxRead      = 4 << 20 // bytes of a text that a skill will read
)

// language is what an answer is written in.
type language int

const (
	zhCN language = iota
	zhTW
	en
)

// question is one user message in the forms the skills match against.
type question struct {
	raw  string // as typed, trimmed, valid UTF-8
	head []rune // the first headRunes runes of raw
	norm string // head rune for rune: half-width, lower case, simplified characters
	core string // norm without polite openers and closing particles; "" when the question is not one short line
	now  time.Time
	lang language
	rand *rand.Rand

	distance *distance // a length found in an earlier part of the same question
}

// distance is a length that a later part of the question may refer to.
type distance struct {
	km    float64
	label string
}

func newQuestion(text string, now time.Time, locale string, r *rand.Rand) *question {
	if len(text) > maxRead {
		text = text[:maxRead]
	}
	q := &question{raw: strings.TrimSpace(strings.ToValidUTF8(text, "")), now: now, rand: r}
	q.head = headOf(q.raw, headRunes)
	q.norm = normalise(q.head)
	q.lang = detectLanguage(q.head, locale)
	if utf8.RuneCountInString(q.raw) <= maxSentence && !strings.Contains(q.raw, "\n") {
		q.core = sentenceCore(q.norm)
	}
	return q
}

// part is a question about one clause of q.
func (q *question) part(clause string) *question {
	p := newQuestion(clause, q.now, "", q.rand)
	p.lang, p.distance = q.lang, q.distance
	return p
}

// say picks the sentence for the question's language. zh-TW answers are
// converted as a whole at the end, see reply.
func (q *question) say(zh, english string) string {
	if q.lang == en {
		return english
	}
	return zh
}

func headOf(s string, n int) []rune {
	var out []rune
	for _, r := range s {
		if len(out) == n {
			break
		}
		out = append(out, r)
	}
	return out
}

// original gives the typed form of the byte range [from,to) of norm.
func (q *question) original(from, to int) string {
	i := utf8.RuneCountInString(q.norm[:from])
	j := i + utf8.RuneCountInString(q.norm[from:to])
	return string(q.head[i:j])
}

// normalise folds each rune on its own, so that indexes into the result count
// the same runes as the input.
func normalise(runes []rune) string {
	out := make([]rune, len(runes))
	for i, r := range runes {
		out[i] = foldRune(r)
	}
	return string(out)
}

// marks folds the punctuation that is not simply a full-width ASCII character.
var marks = map[rune]rune{
	'　': ' ', '\u00a0': ' ', '。': '.', '、': ',', '“': '"', '”': '"', '‘': '\'', '’': '\'',
	'×': '*', '✕': '*', '✖': '*', '÷': '/', '−': '-', '–': '-', '—': '-', '²': '²', '\t': ' ',
}

func foldRune(r rune) rune {
	if m, ok := marks[r]; ok {
		return m
	}
	if r >= '！' && r <= '～' {
		r -= '！' - '!'
	}
	if r < utf8.RuneSelf {
		return unicode.ToLower(r)
	}
	return simplifiedRune(unicode.ToLower(r))
}

var (
	openers = regexp.MustCompile(`^(?:你好[,! ]|请问一?下?|请你?帮我|请|麻烦你?|帮我|帮忙|(?:你)?(?:能不能|能否|可不可以|可以帮我|能帮我)|我?(?:想|要)(?:知道|问|查|算)(?:一下)?|告诉我|给我|查一?下|查查|算一?下|算算|算[\s出]|计算一?下|计算|求一?下|那么?|一共|总共|换算一?下|[\s,:]|please |can you |could you |tell me |i want to know )+`)
	closers = regexp.MustCompile(`(?:[\s?!.,~:;=]|呢|啊|呀|吗|吧|嘛|哦|谢谢你?|多谢|,? ?thanks| please)+$`)
)

func sentenceCore(norm string) string {
	s := closers.ReplaceAllString(openers.ReplaceAllString(norm, ""), "")
	return tightHan(s)
}

// tightHan drops the spaces beside Han characters: 3.5 英里 is 3.5英里.
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

// detectLanguage looks at the beginning of the question: no Han is English when
// it has words, a traditional-only character makes it Taiwan Chinese.
func detectLanguage(head []rune, locale string) language {
	han, words := 0, 0
	traditional, simplified := false, false
	for _, r := range head {
		switch {
		case unicode.Is(unicode.Han, r):
			han++
			traditional = traditional || simplifiedRune(r) != r
			simplified = simplified || isSimplifiedOnly(r)
		case unicode.IsLetter(r):
			words++
		}
	}
	switch {
	case han == 0 && words >= 2 && (locale == "en" || words >= 6):
		return en
	case han == 0 && locale == "en":
		return en
	case traditional && !simplified, locale == "zh-TW" && !simplified:
		return zhTW
	default:
		return zhCN
	}
}
