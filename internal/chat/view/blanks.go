package view

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/stream"
)

// blank finds the blanks of a template in Markdown, where each stroke may be escaped;
// and code, whose strokes are no blanks. web/src/features/chat/state/blanks.ts has the
// same pattern.
var blank = regexp.MustCompile("(?s)(?:^|\n) {0,3}(?:```|~~~).*?(?:\n {0,3}(?:```|~~~)|$)|``.*?``|`[^`\n]*`" + `|(?:\\?_){4,}|＿{3,}`)

func isCode(found string) bool { return strings.ContainsAny(found, "`~") }

// DecodeBlanks gives what was written into the blanks of an answer, nil for
// nothing.
func DecodeBlanks(stored string) []string {
	var out []string
	if json.Unmarshal([]byte(stored), &out) != nil {
		return nil
	}
	return out
}

// EncodeBlanks gives the JSON to store; empty when all blanks are empty.
func EncodeBlanks(texts []string) (string, error) {
	if !slices.ContainsFunc(texts, func(s string) bool { return s != "" }) {
		return "", nil
	}
	b, err := json.Marshal(texts)
	return string(b), err
}

// Filled gives an answer with what was written into its blanks. An empty blank
// stays one, and so do strokes in program text. An answer that has another number of
// blanks is given unchanged.
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

// plain gives a text as Markdown that shows it as it is.
func plain(s string) string { return marks.ReplaceAllString(strings.TrimSpace(s), `\$0`) }

var marks = regexp.MustCompile("[\\\\`*_\\[\\]<>|~$#]")
