package view

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/stream"
)

// blank matches the blanks of a Markdown template. It also matches code, so that underscores in code
// are not taken for blanks (see isCode). The underscores of a blank may be escaped.
// web/src/features/chat/state/blanks.ts has the same pattern.
var blank = regexp.MustCompile("(?s)(?:^|\n) {0,3}(?:```|~~~).*?(?:\n {0,3}(?:```|~~~)|$)|``.*?``|`[^`\n]*`" + `|(?:\\?_){4,}|＿{3,}`)

func isCode(found string) bool { return strings.ContainsAny(found, "`~") }

// DecodeBlanks parses the stored texts of an answer's blanks; nil when there are none.
func DecodeBlanks(stored string) []string {
	var out []string
	if json.Unmarshal([]byte(stored), &out) != nil {
		return nil
	}
	return out
}

// EncodeBlanks returns the JSON to store; empty when all blanks are empty.
func EncodeBlanks(texts []string) (string, error) {
	if !slices.ContainsFunc(texts, func(s string) bool { return s != "" }) {
		return "", nil
	}
	b, err := json.Marshal(texts)
	return string(b), err
}

// Filled returns an answer with the texts inserted into its blanks. A blank with an empty text
// stays a blank, and underscores in code stay. If the numbers of blanks and texts differ, Filled
// returns the answer unchanged.
func Filled(items []stream.Item, texts []string) []stream.Item {
	if len(texts) == 0 {
		return items
	}
	n := 0
	for _, it := range items {
		if t, ok := it.Event.(stream.Text); ok {
			for _, found := range blank.FindAllString(t.Msg, -1) {
				if !isCode(found) {
					n++
				}
			}
		}
	}
	if n != len(texts) {
		return items
	}
	out := slices.Clone(items)
	at := 0
	for i, it := range out {
		t, ok := it.Event.(stream.Text)
		if !ok {
			continue
		}
		t.Msg = blank.ReplaceAllStringFunc(t.Msg, func(strokes string) string {
			if isCode(strokes) {
				return strokes
			}
			at++
			if written := texts[at-1]; written != "" {
				return plain(written)
			}
			return strokes
		})
		out[i].Event = t
	}
	return out
}

// plain trims a text and escapes the characters of `marks`, which have a meaning in Markdown.
func plain(s string) string { return marks.ReplaceAllString(strings.TrimSpace(s), `\$0`) }

var marks = regexp.MustCompile("[\\\\`*_\\[\\]<>|~$#]")
