package research

import (
	"fmt"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/source"
)

// Limits of a mind map.
const (
	leaves   = 4  // notes per question
	maxLeaf  = 26 // characters of a note
	maxInner = 30 // characters of the title or a question
)

// mindMap formats the study as a Mermaid mind map: its title, the questions of the outline, and the
// first notes of each question.
func (w *work) mindMap() string {
	var b strings.Builder
	b.WriteString("```mermaid\nmindmap\n")
	node := func(depth int, text string, most int) {
		fmt.Fprintf(&b, "%sn%d[\"%s\"]\n", strings.Repeat("  ", depth), b.Len(), inNode(text, most))
	}
	node(1, w.study.Title, maxInner)
	for _, q := range w.study.Questions {
		node(2, strings.TrimRight(q.Text, "？?"), maxInner)
		seen := map[string]bool{}
		for _, n := range w.notesOf(q.ID) {
			if leaf := inNode(n.Claim, maxLeaf); !seen[leaf] && len(seen) < leaves {
				seen[leaf] = true
				node(3, n.Claim, maxLeaf)
			}
		}
	}
	b.WriteString("```")
	return b.String()
}

// nodeMarks replaces characters that are syntax in a node of a Mermaid mind map.
var nodeMarks = strings.NewReplacer(`"`, "'", "“", "'", "”", "'", "[", "(", "]", ")", "{", "(", "}", ")", "<", "‹", ">", "›", "`", "'", "#", "＃", ";", "；", "\\", "/", "|", "/", "*", "·", "_", " ", "$", "＄", "&", "＆", "%%", "%")

// inNode cuts a text to n characters and makes it valid for a node.
func inNode(s string, n int) string {
	if s = nodeMarks.Replace(short(source.StripMarks(s), n)); s == "" {
		return "…"
	}
	return s
}
