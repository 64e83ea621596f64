package llmtest

import (
	"encoding/json"
	"regexp"
	"strings"
)

// Translated is the mark in front of every translation by the scripted provider.
const Translated = "【译】"

var marked = regexp.MustCompile(`(?s)\[\[(\d+)\]\]\n(.*?)(?:\n\n\[\[|\n\n</document>|$)`)

// digest answers the requests of deep reading. All of them ask for JSON: for notes about a part
// of a file, for the notes to keep, for a summary, for a mind map, for a glossary, or for a
// translation of each paragraph. One of the notes has an invented quote. The glossary is empty. A
// translation is the mark Translated followed by the unchanged paragraph.
func (r Request) digest() (string, bool) {
	p := r.Prompt()
	switch {
	case strings.Contains(p, `{"points":[{"text":`):
		points := []object{{"text": InventedText, "unit": 1, "quote": InventedQuote}}
		for rest := p; ; {
			at := marked.FindStringSubmatchIndex(rest)
			if at == nil {
				break
			}
			quote := sentence(rest[at[4]:at[5]])
			points = append(points, object{"text": quote, "unit": json.RawMessage(rest[at[2]:at[3]]), "quote": quote})
			rest = rest[at[5]:]
		}
		return encode(object{"points": points}), true
	case strings.Contains(p, `{"keep":[`):
		return `{"keep":[1,2,3,4,5,6,7,8,9,10,11,12]}`, true
	case strings.Contains(p, `{"summary":[{"text":`):
		return `{"summary":[{"text":"这份文件先说了第一条要点。","from":[1]},{"text":"接着说了第二条。","from":[2]}],"keyPoints":[1,2,3,4]}`, true
	case strings.Contains(p, `"children":[{"text":"分支"`):
		return `{"text":"","children":[{"text":"前半","points":[1,2]},{"text":"后半","points":[3,4,1]}]}`, true
	case strings.Contains(p, `{"原词":"译法"}`):
		return `{}`, true
	case strings.Contains(p, "请翻译下面 JSON 数组里的每一项"):
		var batch []string
		if json.Unmarshal([]byte(p[strings.LastIndex(p, "\n\n")+2:]), &batch) != nil {
			return "", false
		}
		for i := range batch {
			batch[i] = Translated + batch[i]
		}
		out, err := json.Marshal(batch)
		return string(out), err == nil
	}
	return "", false
}
