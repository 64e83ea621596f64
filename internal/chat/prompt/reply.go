package prompt

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/chat/lenient"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// MaxTitle is the greatest width of a generated title. A Han character counts 2, a Latin letter 1.
const MaxTitle = 40

// Limits of follow-up questions.
const (
	maxHints   = 3
	hintLength = 60 // characters
)

var (
	listMark = regexp.MustCompile(`^(?:[-*•·]|\(?\d{1,2}[.)、）:：])\s*`)
	// Lines that are not questions: headings, tables, quotes, fences, footnotes, and the line
	// that introduces the list.
	noHint   = regexp.MustCompile("^(?:#|\\||>|```|\\[\\^)|[:：]$")
	markdown = regexp.MustCompile("\\*\\*|`|\\[\\^[^\\]]*\\]")
)

// Hints parses the questions in a model's reply: a JSON list, or one question on each line, with or
// without list markers. It leaves out headings and other lines that cannot be questions, questions
// of more than hintLength characters, and all questions after the first maxHints.
func Hints(s string) []string {
	out := []string{}
	for _, line := range hintLines(lenient.Clean(s)) {
		line = text.OneLine(line)
		if noHint.MatchString(line) {
			continue
		}
		line = unquoted(markdown.ReplaceAllString(listMark.ReplaceAllString(line, ""), ""), " *")
		if line == "" || text.Len(line) > hintLength || len(out) == maxHints {
			continue
		}
		out = append(out, line)
	}
	return out
}

func hintLines(s string) []string {
	var list []string
	from, to := strings.IndexByte(s, '['), strings.LastIndexByte(s, ']')
	if from >= 0 && to > from && json.Unmarshal([]byte(s[from:to+1]), &list) == nil {
		return list
	}
	return slices.Collect(strings.Lines(s))
}

// Title returns the first line of a model's reply as a title that is at most MaxTitle wide. It
// removes Markdown, and the quotation marks, brackets, full stops and colons around the title.
func Title(s string) string {
	s, _, _ = strings.Cut(strings.TrimSpace(lenient.Clean(s)), "\n")
	s = text.OneLine(unquoted(markdown.ReplaceAllString(s, ""), " \t#*。.：:"))
	return text.CutWidth(s, MaxTitle)
}

// Marks that may enclose a whole title or question. The closing marks are in the order of the opening marks.
var opening, closing = []rune(`"'“‘「『《`), []rune(`"'”’」』》`)

// longest is the number of characters that `unquoted` reads; it drops the rest of a longer text. It is
// greater than MaxTitle and hintLength.
const longest = 200

// unquoted removes the characters in `marks` from both ends of s, and quotation marks that enclose all
// of s or lack their partner. Quotation marks around a part of s stay.
func unquoted(s, marks string) string {
	s = text.Cut(s, longest)
	for {
		r := []rune(strings.Trim(s, marks))
		s = string(r)
		if len(r) == 0 {
			return s
		}
		last := len(r) - 1
		if i := slices.Index(opening, r[0]); i >= 0 {
			switch at := slices.Index(r[1:], closing[i]); {
			case at < 0:
				s = string(r[1:])
				continue
			case at+1 == last:
				s = string(r[1:last])
				continue
			}
		}
		if i := slices.Index(closing, r[last]); i >= 0 && !slices.Contains(r[:last], opening[i]) {
			s = string(r[:last])
			continue
		}
		return s
	}
}
