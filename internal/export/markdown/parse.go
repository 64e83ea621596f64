// Package markdown parses Markdown into blocks and runs, and writes documents as Markdown files. It
// parses by the same rules as the page, and within limits.
package markdown

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/wenqu-ai/wenqu/internal/export/content"
	bounded "github.com/wenqu-ai/wenqu/internal/markdown"
)

// bareURL matches an address that is not marked as a link. The match contains only ASCII characters,
// because Chinese text may follow without a space.
var bareURL = regexp.MustCompile(`^(?:https?|mailto)://[!#-;=?-Z_a-z~]+`)

var syntax = bounded.New(
	goldmark.WithExtensions(
		bounded.Tables, extension.TaskList, bounded.Footnotes,
		extension.NewLinkify(
			extension.WithLinkifyAllowedProtocols([]string{"http:", "https:"}),
			extension.WithLinkifyURLRegexp(bareURL),
		),
	),
	goldmark.WithParserOptions(
		parser.WithBlockParsers(util.Prioritized(mathBlockParser{}, 650)),
		parser.WithInlineParsers(
			util.Prioritized(bounded.Limit(mathParser{}), 90),
			util.Prioritized(bounded.Limit(citeParser{}), 95),
			util.Prioritized(bounded.Limit(emphasis{}), 450),
		),
	),
).Parser()

// parsed is one parsed text.
type parsed struct {
	source []byte
	root   ast.Node
}

// read parses Markdown. It cannot fail, because every text is valid Markdown.
func read(markdown string) parsed {
	source := []byte(clean(markdown))
	return parsed{source, syntax.Parse(text.NewReader(source))}
}

// Parse returns the blocks of a Markdown text.
func Parse(markdown string) []Block {
	r := read(markdown)
	return r.blocks(r.root, 0)
}

func (r parsed) blocks(parent ast.Node, depth int) []Block {
	var out []Block
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		out = append(out, r.block(n, depth)...)
	}
	return out
}

// block converts one node; a node that is nested too deeply is replaced by its
// children.
func (r parsed) block(n ast.Node, depth int) []Block {
	switch n := n.(type) {
	case *ast.Heading:
		return []Block{Heading{n.Level, r.line(n)}}
	case *ast.Paragraph, *ast.TextBlock:
		return r.paragraph(n)
	case *ast.FencedCodeBlock:
		return []Block{Code{r.raw(n), string(n.Language(r.source))}}
	case *ast.CodeBlock, *ast.HTMLBlock:
		return []Block{Code{Text: r.raw(n)}}
	case *mathBlock:
		return []Block{Formula{strings.TrimSpace(n.head + "\n" + r.raw(n) + n.tail)}}
	case *ast.ThematicBreak:
		return []Block{Rule{}}
	case *extast.Table:
		return []Block{r.table(n)}
	case *extast.FootnoteList:
		return r.footnotes(n, depth)
	}
	if depth >= maxDepth {
		return r.blocks(n, depth)
	}
	switch n := n.(type) {
	case *ast.Blockquote:
		return []Block{Quote{r.blocks(n, depth+1)}}
	case *ast.List:
		return []Block{r.list(n, depth+1)}
	}
	return r.blocks(n, depth+1)
}

// paragraph converts a paragraph. A display formula in it becomes a separate block.
func (r parsed) paragraph(n ast.Node) []Block {
	var out []Block
	var line []Run
	flush := func() {
		if line = merge(line); strings.TrimSpace(Plain(line)) != "" || hasCitation(line) {
			out = append(out, Paragraph{line})
		}
		line = nil
	}
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if m, ok := c.(*inlineMath); ok && m.display {
			flush()
			out = append(out, Formula{m.tex})
			continue
		}
		line = r.inline(line, c, Run{}, 0)
	}
	flush()
	return out
}

func hasCitation(line []Run) bool {
	for _, r := range line {
		if r.Kind == Citation {
			return true
		}
	}
	return false
}

// raw returns the source text of a block that is not parsed further.
func (r parsed) raw(n ast.Node) string {
	var b bytes.Buffer
	for i := range n.Lines().Len() {
		s := n.Lines().At(i)
		b.Write(s.Value(r.source))
	}
	if h, ok := n.(*ast.HTMLBlock); ok && h.HasClosure() {
		b.Write(h.ClosureLine.Value(r.source))
	}
	return b.String()
}

func (r parsed) list(n *ast.List, depth int) List {
	l := List{Ordered: n.IsOrdered(), Start: n.Start}
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		it := Item{}
		if p := c.FirstChild(); p != nil {
			if box, ok := p.FirstChild().(*extast.TaskCheckBox); ok {
				it.Task = OpenTask
				if box.IsChecked {
					it.Task = DoneTask
				}
			}
		}
		it.Blocks = r.blocks(c, depth)
		l.Items = append(l.Items, it)
	}
	return l
}

func (r parsed) table(n *extast.Table) Table {
	t := Table{Align: make([]Alignment, len(n.Alignments))}
	for i, a := range n.Alignments {
		switch a {
		case extast.AlignCenter:
			t.Align[i] = AlignCenter
		case extast.AlignRight:
			t.Align[i] = AlignEnd
		}
	}
	for row := n.FirstChild(); row != nil; row = row.NextSibling() {
		cells := make([]Cell, len(t.Align))
		i := 0
		for c := row.FirstChild(); c != nil && i < len(cells); c = c.NextSibling() {
			cells[i] = r.line(c)
			i++
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
}

// footnotes converts the footnotes at the end of a text. If a footnote begins with a paragraph, the
// number of the footnote is put before the paragraph's text.
func (r parsed) footnotes(n *extast.FootnoteList, depth int) []Block {
	out := []Block{Rule{}}
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		note, ok := c.(*extast.Footnote)
		if !ok {
			continue
		}
		mark := Run{Text: strconv.Itoa(note.Index) + " ", Style: Raised}
		blocks := r.blocks(note, depth+1)
		if len(blocks) > 0 {
			if p, ok := blocks[0].(Paragraph); ok {
				blocks[0] = Paragraph{append([]Run{mark}, p.Text...)}
			}
		}
		out = append(out, blocks...)
	}
	return out
}

// line converts the text of a heading or of a table cell.
func (r parsed) line(n ast.Node) []Run {
	var out []Run
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		out = r.inline(out, c, Run{}, 0)
	}
	return merge(out)
}

// merge joins neighbouring runs of words with the same style and link. The parser splits a text at
// every character that is sometimes a mark.
func merge(runs []Run) []Run {
	var out []Run
	for i := 0; i < len(runs); {
		first, j := runs[i], i+1
		for first.Kind == Words && j < len(runs) && runs[j].Kind == Words && runs[j].Style == first.Style && runs[j].Link == first.Link {
			j++
		}
		if j > i+1 {
			first.Text = Plain(runs[i:j])
		}
		out = append(out, first)
		i = j
	}
	return out
}

// inline appends the runs of n to out. `as` has the style and the link that apply to n.
func (r parsed) inline(out []Run, n ast.Node, as Run, depth int) []Run {
	add := func(kind RunKind, s string) []Run {
		if s == "" {
			return out
		}
		as.Kind, as.Text = kind, s
		return append(out, as)
	}
	switch n := n.(type) {
	case *ast.Text:
		out = add(Words, unescape(n.Segment.Value(r.source)))
		switch {
		case n.HardLineBreak():
			out = append(out, Run{Kind: LineBreak})
		case n.SoftLineBreak() && !r.joins(n):
			out = add(Words, " ")
		}
		return out
	case *ast.String:
		return add(Words, string(n.Value))
	case *ast.CodeSpan:
		var b strings.Builder
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			if t, ok := c.(*ast.Text); ok {
				b.Write(bytes.ReplaceAll(t.Segment.Value(r.source), []byte("\n"), []byte(" ")))
			}
		}
		return add(CodeRun, b.String())
	case *inlineMath:
		return add(MathRun, n.tex)
	case *citeMark:
		return append(out, Run{Kind: Citation, Number: n.n, Style: as.Style})
	case *ast.RawHTML:
		var b strings.Builder
		for i := range n.Segments.Len() {
			s := n.Segments.At(i)
			b.Write(s.Value(r.source))
		}
		if lineBreakTag.MatchString(b.String()) {
			return append(out, Run{Kind: LineBreak})
		}
		return add(Words, b.String())
	case *ast.AutoLink:
		as.Link = content.SafeLink(string(n.URL(r.source)))
		return add(Words, string(n.Label(r.source)))
	case *extast.FootnoteLink:
		as.Style |= Raised
		return add(Words, strconv.Itoa(n.Index))
	case *extast.FootnoteBacklink, *extast.TaskCheckBox:
		return out
	}
	switch n := n.(type) {
	case *ast.Emphasis:
		if n.Level >= 2 {
			as.Style |= Bold
		} else {
			as.Style |= Italic
		}
	case *extast.Strikethrough:
		as.Style |= Strike
	case *ast.Link:
		as.Link = content.SafeLink(string(n.Destination))
	case *ast.Image:
		as.Link = content.SafeLink(string(n.Destination))
	}
	if depth > maxDepth {
		return add(Words, deepText(n, r.source))
	}
	before := len(out)
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		out = r.inline(out, c, as, depth+1)
	}
	if len(out) == before && as.Link != "" {
		return add(Words, as.Link)
	}
	return out
}

// joins reports whether a line is joined to the next line without a space, as
// between Chinese characters.
func (r parsed) joins(n *ast.Text) bool {
	rest := bytes.TrimLeft(r.source[min(n.Segment.Stop, len(r.source)):], " \r\n\t>")
	after, _ := utf8.DecodeRune(rest)
	return CJK(lastRune(n.Segment.Value(r.source))) && CJK(after)
}

var lineBreakTag = regexp.MustCompile(`(?i)^<br\s*/?>$`)

// deepText returns the plain text of a node that is nested beyond the limit.
func deepText(n ast.Node, source []byte) string {
	var b strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if t, ok := n.(*ast.Text); ok && entering {
			b.Write(t.Segment.Value(source))
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

// escape matches a character behind a backslash, or an entity.
var escape = regexp.MustCompile("\\\\[!-/:-@\\[-`{-~]|&#?[0-9A-Za-z]+;")

// unescape resolves the backslashes and entities of a text in one pass: \&amp; becomes &amp; and not &.
func unescape(b []byte) string {
	return string(escape.ReplaceAllFunc(b, func(found []byte) []byte {
		switch {
		case found[0] == '\\':
			return found[1:]
		case found[1] == '#':
			return util.ResolveNumericReferences(found)
		}
		return util.ResolveEntityNames(found)
	}))
}

func lastRune(b []byte) rune {
	r, _ := utf8.DecodeLastRune(b)
	return r
}
