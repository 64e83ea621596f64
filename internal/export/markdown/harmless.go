package markdown

import (
	"bytes"
	"regexp"

	"github.com/yuin/goldmark/ast"

	"github.com/wenqu-ai/wenqu/internal/export/content"
)

// change is a replacement for a part of the source.
type change struct {
	start, stop int
	with        string
}

// harmless returns the changes that make a node safe. Without them, the program that opens the file
// might load or run something. Pictures become links. Links and pictures with unsafe addresses are
// escaped, so that they are shown as text. HTML is escaped too, except an inline <br>.
func (r parsed) harmless(n ast.Node) (out []change) {
	escape := func(at int) { out = append(out, change{at, at, `\`}) }
	switch n := n.(type) {
	case *ast.Image:
		out = append(out, change{n.Pos(), n.Pos() + 1, ""})
		if content.SafeLink(string(n.Destination)) == "" {
			escape(n.Pos() + 1)
		}
	case *ast.Link:
		if content.SafeLink(string(n.Destination)) == "" {
			escape(n.Pos())
		}
	case *ast.AutoLink:
		if at := n.Pos(); content.SafeLink(string(n.URL(r.source))) == "" && at < len(r.source) && r.source[at] == '<' {
			escape(at)
		}
	case *ast.RawHTML:
		for i := range n.Segments.Len() {
			s := n.Segments.At(i)
			if i == 0 && !lineBreakTag.Match(s.Value(r.source)) {
				escape(s.Start)
			}
		}
	case *ast.HTMLBlock:
		for i := range n.Lines().Len() {
			s := n.Lines().At(i)
			for at, c := range s.Value(r.source) {
				if c == '<' {
					escape(s.Start + at)
				}
			}
		}
		if n.HasClosure() {
			s := n.ClosureLine
			for at, c := range s.Value(r.source) {
				if c == '<' {
					escape(s.Start + at)
				}
			}
		}
	}
	return out
}

// definition matches a link definition. Its groups are the opening bracket and the address.
var definition = regexp.MustCompile(`(?m)^[ \t>*+-]*(\[)(?:[^\[\]\\]|\\.){1,999}\]:[ \t]*\n?[ \t>]*<?([^\s>]+)`)

// definitions returns the changes that turn link definitions with unsafe addresses into text. Code
// blocks, formulas on their own lines, and footnotes stay unchanged.
func (r parsed) definitions() (out []change) {
	var code [][2]int
	_ = ast.Walk(r.root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n.(type) {
		case *ast.CodeBlock, *ast.FencedCodeBlock, *mathBlock:
			if lines := n.Lines(); entering && lines.Len() > 0 {
				code = append(code, [2]int{lines.At(0).Start, lines.At(lines.Len() - 1).Stop})
			}
			return ast.WalkSkipChildren, nil
		}
		return ast.WalkContinue, nil
	})
	for _, m := range definition.FindAllSubmatchIndex(r.source, -1) {
		for len(code) > 0 && code[0][1] <= m[2] {
			code = code[1:]
		}
		inCode := len(code) > 0 && code[0][0] <= m[2]
		footnote := bytes.HasPrefix(r.source[m[2]:], []byte("[^"))
		if !inCode && !footnote && content.SafeLink(string(r.source[m[4]:m[5]])) == "" {
			out = append(out, change{m[2], m[2], `\`})
		}
	}
	return out
}
