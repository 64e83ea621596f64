package export

import (
	"bytes"
	"net/url"
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
)

// maxDepth bounds how deep blocks and styles stand in each other; what is
// deeper is kept, on the deepest level.
const maxDepth = 24

// bareURL ends an address at the first character that is not ASCII, because
// Chinese text follows without a space.
var bareURL = regexp.MustCompile(`^(?:https?|mailto)://[!#-;=?-Z_a-z~]+`)

var syntax = goldmark.New(
	goldmark.WithExtensions(
		extension.Table, extension.TaskList, extension.Footnote,
		extension.NewLinkify(
			extension.WithLinkifyAllowedProtocols([]string{"http:", "https:"}),
			extension.WithLinkifyURLRegexp(bareURL),
		),
	),
	goldmark.WithParserOptions(
		parser.WithBlockParsers(util.Prioritized(mathBlockParser{}, 650)),
		parser.WithInlineParsers(
			util.Prioritized(mathParser{}, 90),
			util.Prioritized(citeParser{}, 95),
			util.Prioritized(emphasis{}, 450),
		),
	),
).Parser()

// reading is one parsed text.
type reading struct {
	source []byte
	root   ast.Node
}

// read parses Markdown. It never fails: every text is Markdown.
func read(markdown string) reading {
	source := []byte(tame(markdown))
	return reading{source, syntax.Parse(text.NewReader(source))}
}

// parse gives the blocks of a Markdown text.
func parse(markdown string) []block {
	r := read(markdown)
	return r.blocks(r.root, 0)
}

func (r reading) blocks(parent ast.Node, depth int) []block {
	var out []block
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		out = append(out, r.block(n, depth)...)
	}
	return out
}

// block gives what one node becomes: a node too deep becomes its children.
func (r reading) block(n ast.Node, depth int) []block {
	switch n := n.(type) {
	case *ast.Heading:
		return []block{heading{n.Level, r.line(n)}}
	case *ast.Paragraph, *ast.TextBlock:
		return r.paragraph(n)
	case *ast.CodeBlock, *ast.FencedCodeBlock, *ast.HTMLBlock:
		return []block{code{r.raw(n)}}
	case *mathBlock:
		return []block{formula{strings.TrimSpace(n.head + "\n" + r.raw(n) + n.tail)}}
	case *ast.ThematicBreak:
		return []block{rule{}}
	case *extast.Table:
		return []block{r.table(n)}
	case *extast.FootnoteList:
		return r.footnotes(n, depth)
	}
	if depth >= maxDepth {
		return r.blocks(n, depth)
	}
	switch n := n.(type) {
	case *ast.Blockquote:
		return []block{quote{r.blocks(n, depth+1)}}
	case *ast.List:
		return []block{r.list(n, depth+1)}
	}
	return r.blocks(n, depth+1)
}

// paragraph gives the runs of a paragraph; a display formula in it stands on
// lines of its own.
func (r reading) paragraph(n ast.Node) []block {
	var out []block
	var line []run
	flush := func() {
		if line = merge(line); strings.TrimSpace(plain(line)) != "" || hasCitation(line) {
			out = append(out, paragraph{line})
		}
		line = nil
	}
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if m, ok := c.(*inlineMath); ok && m.display {
			flush()
			out = append(out, formula{m.tex})
			continue
		}
		line = r.inline(line, c, run{}, 0)
	}
	flush()
	return out
}

func hasCitation(line []run) bool {
	for _, r := range line {
		if r.kind == citation {
			return true
		}
	}
	return false
}

// raw is the text of a block that is not parsed further.
func (r reading) raw(n ast.Node) string {
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

func (r reading) list(n *ast.List, depth int) list {
	l := list{ordered: n.IsOrdered(), start: n.Start}
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		it := item{}
		if p := c.FirstChild(); p != nil {
			if box, ok := p.FirstChild().(*extast.TaskCheckBox); ok {
				it.task = openTask
				if box.IsChecked {
					it.task = doneTask
				}
			}
		}
		it.blocks = r.blocks(c, depth)
		l.items = append(l.items, it)
	}
	return l
}

func (r reading) table(n *extast.Table) table {
	t := table{align: make([]alignment, len(n.Alignments))}
	for i, a := range n.Alignments {
		switch a {
		case extast.AlignCenter:
			t.align[i] = alignCenter
		case extast.AlignRight:
			t.align[i] = alignEnd
		}
	}
	for row := n.FirstChild(); row != nil; row = row.NextSibling() {
		cells := make([]cell, len(t.align))
		i := 0
		for c := row.FirstChild(); c != nil && i < len(cells); c = c.NextSibling() {
			cells[i] = r.line(c)
			i++
		}
		t.rows = append(t.rows, cells)
	}
	return t
}

// footnotes gives the notes at the end, each behind its number.
func (r reading) footnotes(n *extast.FootnoteList, depth int) []block {
	out := []block{rule{}}
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		note, ok := c.(*extast.Footnote)
		if !ok {
			continue
		}
		mark := run{text: strconv.Itoa(note.Index) + " ", style: raised}
		blocks := r.blocks(note, depth+1)
		if len(blocks) > 0 {
			if p, ok := blocks[0].(paragraph); ok {
				blocks[0] = paragraph{append([]run{mark}, p.text...)}
			}
		}
		out = append(out, blocks...)
	}
	return out
}

// line gives the runs of a node that holds one line of text.
func (r reading) line(n ast.Node) []run {
	var out []run
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		out = r.inline(out, c, run{}, 0)
	}
	return merge(out)
}

// merge makes one run of neighbours that look alike: the parser cuts a text at
// every character that could have been a mark.
func merge(runs []run) []run {
	var out []run
	for i := 0; i < len(runs); {
		first, j := runs[i], i+1
		for first.kind == words && j < len(runs) && runs[j].kind == words && runs[j].style == first.style && runs[j].link == first.link {
			j++
		}
		if j > i+1 {
			first.text = plain(runs[i:j])
		}
		out = append(out, first)
		i = j
	}
	return out
}

// inline appends what n becomes inside of the style and link of as.
func (r reading) inline(out []run, n ast.Node, as run, depth int) []run {
	add := func(kind runKind, s string) []run {
		if s == "" {
			return out
		}
		as.kind, as.text = kind, s
		return append(out, as)
	}
	switch n := n.(type) {
	case *ast.Text:
		out = add(words, unescape(n.Segment.Value(r.source)))
		switch {
		case n.HardLineBreak():
			out = append(out, run{kind: lineEnd})
		case n.SoftLineBreak() && !r.joins(n):
			out = add(words, " ")
		}
		return out
	case *ast.String:
		return add(words, string(n.Value))
	case *ast.CodeSpan:
		var b strings.Builder
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			if t, ok := c.(*ast.Text); ok {
				b.Write(bytes.ReplaceAll(t.Segment.Value(r.source), []byte("\n"), []byte(" ")))
			}
		}
		return add(codeRun, b.String())
	case *inlineMath:
		return add(mathRun, n.tex)
	case *citeMark:
		return append(out, run{kind: citation, n: n.n, style: as.style})
	case *ast.RawHTML:
		var b strings.Builder
		for i := range n.Segments.Len() {
			s := n.Segments.At(i)
			b.Write(s.Value(r.source))
		}
		if lineBreakTag.MatchString(b.String()) {
			return append(out, run{kind: lineEnd})
		}
		return add(words, b.String())
	case *ast.AutoLink:
		as.link = safeLink(string(n.URL(r.source)))
		return add(words, string(n.Label(r.source)))
	case *extast.FootnoteLink:
		as.style |= raised
		return add(words, strconv.Itoa(n.Index))
	case *extast.FootnoteBacklink, *extast.TaskCheckBox:
		return out
	}
	switch n := n.(type) {
	case *ast.Emphasis:
		if n.Level >= 2 {
			as.style |= bold
		} else {
			as.style |= italic
		}
	case *extast.Strikethrough:
		as.style |= strike
	case *ast.Link:
		as.link = safeLink(string(n.Destination))
	case *ast.Image:
		as.link = safeLink(string(n.Destination))
	}
	if depth > maxDepth {
		return add(words, deepText(n, r.source))
	}
	before := len(out)
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		out = r.inline(out, c, as, depth+1)
	}
	if len(out) == before && as.link != "" {
		return add(words, as.link)
	}
	return out
}

// joins says whether the line goes on in the next one without a space, as
// between Chinese characters.
func (r reading) joins(n *ast.Text) bool {
	rest := bytes.TrimLeft(r.source[min(n.Segment.Stop, len(r.source)):], " \r\n\t>")
	after, _ := utf8.DecodeRune(rest)
	return cjk(lastRune(n.Segment.Value(r.source))) && cjk(after)
}

var lineBreakTag = regexp.MustCompile(`(?i)^<br\s*/?>$`)

// deepText is the text of a node whose styles are nested beyond all sense.
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

// unescape resolves backslashes and entities of a text.
func unescape(b []byte) string {
	return string(util.ResolveEntityNames(util.ResolveNumericReferences(util.UnescapePunctuations(b))))
}

func lastRune(b []byte) rune {
	r, _ := utf8.DecodeLastRune(b)
	return r
}

// safeLink is where a link may lead, or nothing: a file that is opened outside
// of the browser must not hold javascript: or file: addresses.
func safeLink(s string) string {
	u, err := url.Parse(s)
	if err != nil {
		return ""
	}
	switch strings.ToLower(u.Scheme) {
	case "http", "https":
		if u.Host == "" {
			return ""
		}
	case "mailto":
	default:
		return ""
	}
	return u.String()
}
