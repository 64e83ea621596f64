package export

import (
	"bytes"
	"context"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
)

// writeMarkdown keeps the texts as they were written but for our own marks:
// citations become [N], and in a conversation the answers' headings move below
// the question's.
func writeMarkdown(ctx context.Context, w io.Writer, d *document) error {
	var b bytes.Buffer
	b.WriteString("# " + inMarkdown(d.title) + "\n\n")
	b.WriteString(d.madeBy() + "\n\n")
	for _, p := range d.parts {
		if err := ctx.Err(); err != nil {
			return err
		}
		down := 0
		if p.heading != "" {
			down = 2
			b.WriteString("## " + inMarkdown(p.heading) + "\n\n")
		}
		if p.question != "" {
			for line := range strings.SplitSeq(printable(p.question), "\n") {
				b.WriteString(strings.TrimRight("> "+inMarkdown(line), " ") + "  \n")
			}
			b.WriteString("\n")
		}
		for _, t := range p.texts {
			if t.name != "" {
				b.WriteString("**" + inMarkdown(t.name) + "**\n\n")
			}
			b.WriteString(strings.TrimSpace(cleanMarkdown(t.markdown, p, down)) + "\n\n")
		}
		if p.note != "" {
			b.WriteString("*" + p.note + "*\n\n")
		}
		writeMarkdownSources(&b, d, p)
		if p.model != "" {
			b.WriteString(d.model + inMarkdown(p.model) + "\n\n")
		}
	}
	b.WriteString("---\n\n" + d.label + "\n")
	_, err := w.Write(b.Bytes())
	return err
}

func writeMarkdownSources(b *bytes.Buffer, d *document, p part) {
	if len(p.sources) == 0 {
		return
	}
	b.WriteString("**" + d.sources + "**\n\n")
	for _, s := range p.sources {
		b.WriteString(`\[` + strconv.Itoa(s.number) + `\] `)
		if s.url != "" {
			b.WriteString("[" + inMarkdown(s.title) + "](<" + strings.NewReplacer("<", "%3C", ">", "%3E").Replace(s.url) + ">)")
		} else {
			b.WriteString(inMarkdown(s.title))
		}
		if s.site != "" {
			b.WriteString(" · " + inMarkdown(s.site))
		}
		b.WriteString("  \n")
	}
	b.WriteString("\n")
}

// madeBy is the line that says who made the file and when.
func (d *document) madeBy() string {
	return d.product + " · " + d.phrases.made + d.made.Format(d.date)
}

// cleanMarkdown puts [N] in the place of citations that have a source, leaves
// others away, and moves headings down.
func cleanMarkdown(markdown string, p part, down int) string {
	type change struct {
		start, stop int
		with        string
	}
	r := read(markdown)
	var changes []change
	_ = ast.Walk(r.root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *citeMark:
			c := change{start: n.start, stop: n.stop}
			if p.has(n.n) {
				c.with = `\[` + strconv.Itoa(n.n) + `\]`
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
	slices.SortFunc(changes, func(a, b change) int { return a.start - b.start })
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

// hashes is where the # of a heading begin, or -1 for an underlined or empty one.
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

// inMarkdown escapes words so that no Markdown reader takes them for marks.
func inMarkdown(s string) string {
	var b strings.Builder
	for i, r := range s {
		if strings.ContainsRune("\\`*_[]<>|~$", r) || i == 0 && strings.ContainsRune("#+-=", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}
