package markdown

import (
	"bytes"
	"context"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"

	"github.com/wenqu-ai/wenqu/internal/export/content"
)

// Write writes a document as Markdown. Answers stay as they are, except for the changes of
// cleanMarkdown. In a conversation, the headings with # in an answer get a lower level than the heading
// above the answer.
func Write(ctx context.Context, w io.Writer, d *content.Document) error {
	var b bytes.Buffer
	b.WriteString("# " + inMarkdown(d.Title) + "\n\n")
	b.WriteString(d.MadeBy() + "\n\n")
	for _, p := range d.Parts {
		if err := ctx.Err(); err != nil {
			return err
		}
		down := 0
		if p.Heading != "" {
			down = 2
			b.WriteString("## " + inMarkdown(p.Heading) + "\n\n")
		}
		if p.Question != "" {
			for line := range strings.SplitSeq(content.Printable(p.Question), "\n") {
				b.WriteString(strings.TrimRight("> "+inMarkdown(indented(line)), " ") + "  \n")
			}
			b.WriteString("\n")
		}
		for _, t := range p.Texts {
			if t.Name != "" {
				b.WriteString("**" + inMarkdown(t.Name) + "**\n\n")
			}
			b.WriteString(strings.TrimSpace(cleanMarkdown(t.Markdown, p, down)) + "\n\n")
		}
		if p.Note != "" {
			b.WriteString("*" + p.Note + "*\n\n")
		}
		writeMarkdownSources(&b, d, p)
		if p.Model != "" {
			b.WriteString(d.Model + inMarkdown(p.Model) + "\n\n")
		}
	}
	b.WriteString("---\n\n" + d.Label + "\n")
	_, err := w.Write(b.Bytes())
	return err
}

func writeMarkdownSources(b *bytes.Buffer, d *content.Document, p content.Part) {
	if len(p.Sources) == 0 {
		return
	}
	b.WriteString("**" + d.Sources + "**\n\n")
	for _, s := range p.Sources {
		b.WriteString(`\[` + strconv.Itoa(s.Number) + `] `)
		if s.URL != "" {
			b.WriteString("[" + strings.ReplaceAll(inMarkdown(s.Title), "]", "&#93;") + "](<" + strings.NewReplacer("<", "%3C", ">", "%3E").Replace(s.URL) + ">)")
		} else {
			b.WriteString(inMarkdown(s.Title))
		}
		if s.Site != "" {
			b.WriteString(" · " + inMarkdown(s.Site))
		}
		b.WriteString("  \n")
	}
	b.WriteString("\n")
}

// cleanMarkdown applies clean. It replaces citations with a source by [N], and removes the other
// citations. It changes markup that would make the reader's program load or run something. Headings
// that begin with # are lowered by `down` levels, to level 6 at most.
func cleanMarkdown(markdown string, p content.Part, down int) string {
	r := read(markdown)
	changes := r.definitions()
	_ = ast.Walk(r.root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		changes = append(changes, r.harmless(n)...)
		switch n := n.(type) {
		case *citeMark:
			c := change{start: n.start, stop: n.stop}
			if p.Has(n.n) {
				c.with = `\[` + strconv.Itoa(n.n) + `]`
			}
			changes = append(changes, c)
		case *ast.Heading:
			if at := hashes(r.source, n); at >= 0 {
				more := min(down, 6-n.Level)
				changes = append(changes, change{at, at, strings.Repeat("#", more)})
			}
		}
		return ast.WalkContinue, nil
	})
	slices.SortStableFunc(changes, func(a, b change) int { return a.start - b.start })
	var out strings.Builder
	at := 0
	for _, c := range changes {
		if c.start < at {
			continue
		}
		out.Write(r.source[at:c.start])
		out.WriteString(c.with)
		at = c.stop
	}
	out.Write(r.source[at:])
	return out.String()
}

// hashes returns the position of the first # of a heading, or -1 for an underlined or empty heading.
func hashes(source []byte, h *ast.Heading) int {
	if h.Lines().Len() == 0 {
		return -1
	}
	start := h.Lines().At(0).Start
	lineStart := bytes.LastIndexByte(source[:start], '\n') + 1
	line := bytes.TrimRight(source[lineStart:start], " \t")
	if !bytes.HasSuffix(line, []byte(strings.Repeat("#", h.Level))) {
		return -1
	}
	return lineStart + len(line) - h.Level
}

// indented replaces the spaces and tabs at the beginning of a line by no-break spaces. Such
// spaces are shown, and have no meaning in Markdown.
func indented(line string) string {
	text := strings.TrimLeft(line, " \t")
	if text == "" {
		return ""
	}
	space := line[:len(line)-len(text)]
	return strings.NewReplacer(" ", "\u00a0", "\t", "\u00a0\u00a0\u00a0\u00a0").Replace(space) + text
}

var (
	listNumber = regexp.MustCompile(`^(\d{1,9})([.)])(\s|$)`)
	entity     = regexp.MustCompile(`&(#|[A-Za-z])[A-Za-z0-9]+;`)
)

// inMarkdown escapes the characters of a line that would be marks in Markdown. It does not escape
// closing brackets, because \[x\] would be a formula. For the same reason, a closing bracket after a
// backslash becomes an entity.
func inMarkdown(s string) string {
	var b strings.Builder
	for i, r := range s {
		if strings.ContainsRune("\\`*_[<>|~$", r) || i == 0 && strings.ContainsRune("#+-=", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	out := entity.ReplaceAllString(listNumber.ReplaceAllString(b.String(), `$1\$2$3`), `\$0`)
	return strings.ReplaceAll(out, `\]`, `\&#93;`)
}
