package cite

import (
	"strconv"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/text"
)

// Citation marks as models write them: [citation:3], also with blanks, several numbers,
// full-width brackets, or another case. Only the first form is shown.
const (
	markHead = "citation"
	maxMark  = 60 // maximum length of a mark in characters, without its closing bracket
)

// markState is the state of the characters after an opening bracket.
type markState int

const (
	markOpen  markState = iota // may become a mark
	markWhole                  // a complete mark, valid or not
	markNone                   // not a mark
)

func opensMark(r rune) bool  { return r == '[' || r == '【' }
func closesMark(r rune) bool { return r == ']' || r == '】' }

// markOf examines the characters from an opening bracket on.
func markOf(s []rune) markState {
	head := 0
	for i, r := range s[1:] {
		if i == head && head < len(markHead) {
			if r != rune(markHead[head]) && r != rune(markHead[head])-'a'+'A' {
				return markNone
			}
			head++
			continue
		}
		if closesMark(r) {
			return markWhole
		}
		if r == '\n' || opensMark(r) {
			return markNone
		}
	}
	if len(s) > maxMark {
		return markNone
	}
	return markOpen
}

var (
	insideMark = text.NewPattern(`^(?i:citation)?[\s:：]*\d{1,4}(?:[\s,，、;；]+(?:(?i:citation)[\s:：]*)?\d{1,4})*\s*$`)
	digits     = text.NewPattern(`\d+`)
)

// numbersOf returns the numbers of a complete mark, and nil for an invalid mark.
func numbersOf(s []rune) []int {
	inside := string(s[1 : len(s)-1])
	if !insideMark.MatchString(inside) {
		return nil
	}
	var out []int
	for _, d := range digits.FindAllString(inside, -1) {
		n, err := strconv.Atoi(d)
		if err == nil {
			out = append(out, n)
		}
	}
	return out
}

// withoutHead removes the bracket and markHead from text that looks like the beginning of a mark,
// so that no following text can complete the mark.
func withoutHead(s []rune) ([]rune, bool) {
	if len(s) <= len(markHead) || !strings.EqualFold(string(s[1:1+len(markHead)]), markHead) {
		return s, false
	}
	return s[1+len(markHead):], true
}

// endsInMark reports whether the end of a text may be the beginning of a mark in the shown form.
func endsInMark(s string) bool {
	at := strings.LastIndexByte(s, '[')
	if at < 0 {
		return false
	}
	rest := strings.ToLower(s[at+1:])
	return strings.HasPrefix(markHead, rest) || strings.HasPrefix(rest, markHead) && !strings.ContainsAny(rest, "]\n")
}
