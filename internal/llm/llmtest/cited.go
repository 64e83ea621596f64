package llmtest

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Source is an excerpt of a file in a request.
type Source struct {
	N     int
	Place string // the file and the place in it
	Text  string
}

var excerpt = regexp.MustCompile(`(?s)\[source (\d+) begin\]\n([^\n]*)\n(.*?)\n\[source (\d+) end\]`)

// sources are the excerpts of the last user message.
func (r Request) sources() []Source { return sourcesIn(r.Prompt()) }

// sourcesIn are the excerpts in a text.
func sourcesIn(text string) []Source {
	var out []Source
	for _, m := range excerpt.FindAllStringSubmatch(text, -1) {
		if n, err := strconv.Atoi(m[1]); err == nil && m[1] == m[4] {
			out = append(out, Source{n, m[2], m[3]})
		}
	}
	return out
}

// pictures counts the pictures of the last user message.
func (r Request) pictures() int {
	for i := len(r.Messages) - 1; i >= 0; i-- {
		if r.Messages[i].Role == "user" {
			return len(r.Messages[i].Images)
		}
	}
	return 0
}

// question returns the last line of the prompt that begins with "# ", and everything after it. The
// excerpts are above this line. If there is no such line, it returns the whole prompt.
func (r Request) question() string {
	if i := strings.LastIndex(r.Prompt(), "\n# "); i >= 0 {
		return r.Prompt()[i+1:]
	}
	return r.Prompt()
}

// Invented statements about files.
const (
	InventedQuote = "本文件的一切条款可以随时作废"
	InventedText  = "以上内容由外星人在公元 3024 年核对"
)

// Cited is an answer that cites the first and the last source correctly. It also contains
// three kinds of wrong citations: numbers without a source, a quote that is in no source, and a
// source that does not support the sentence. The page must show all sentences, but only the correct
// citations.
func Cited(sources []Source) string {
	first, last := sources[0], sources[len(sources)-1]
	var b strings.Builder
	fmt.Fprintf(&b, "文件里写着“%s”[citation:%d]。", sentence(first.Text), first.N)
	if last.N != first.N {
		fmt.Fprintf(&b, "\n\n后面还提到：%s[citation:%d][citation:%d]。", sentence(last.Text), last.N, last.N+900)
	}
	fmt.Fprintf(&b, "\n\n也写着“%s”[citation:%d]。", InventedQuote, first.N)
	fmt.Fprintf(&b, "\n\n%s[citation:%d]。[citation:0]", InventedText, last.N)
	return b.String()
}

// sentence returns a text's first sentence of at least four characters without quotation marks. If
// there is no such sentence, it returns the beginning of the text.
func sentence(s string) string {
	for _, line := range strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune("。！？!?；;\n\t", r) }) {
		if line = strings.TrimSpace(line); len([]rune(line)) >= 4 && !strings.ContainsAny(line, `“”"「」`) {
			return line
		}
	}
	return short(s, 20)
}
