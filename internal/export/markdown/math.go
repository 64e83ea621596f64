package markdown

import (
	"bytes"
	"regexp"
	"strconv"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// maxFormula is the maximum length of a formula, in bytes; a longer formula is plain text.
const maxFormula = 16 << 10

var (
	kindInlineMath = ast.NewNodeKind("InlineMath")
	kindMathBlock  = ast.NewNodeKind("MathBlock")
	kindCitation   = ast.NewNodeKind("Citation")
)

// inlineMath is a formula within a paragraph: $…$, \(…\), $$…$$ or \[…\].
type inlineMath struct {
	ast.BaseInline
	tex     string
	display bool
}

func (*inlineMath) Kind() ast.NodeKind         { return kindInlineMath }
func (n *inlineMath) Dump(src []byte, lvl int) { ast.DumpHelper(n, src, lvl, nil, nil) }

// mathBlock is a formula on its own lines.
type mathBlock struct {
	ast.BaseBlock
	closing string
	closed  bool
	head    string // the formula's text on the line of the opening mark
	tail    string // the formula's text on the line of the closing mark, if the mark is on a later line
}

func (*mathBlock) Kind() ast.NodeKind         { return kindMathBlock }
func (*mathBlock) IsRaw() bool                { return true }
func (n *mathBlock) Dump(src []byte, lvl int) { ast.DumpHelper(n, src, lvl, nil, nil) }

// citeMark is [citation:N] in a text.
type citeMark struct {
	ast.BaseInline
	n     int
	start int // start in the source
	stop  int
}

func (*citeMark) Kind() ast.NodeKind         { return kindCitation }
func (n *citeMark) Dump(src []byte, lvl int) { ast.DumpHelper(n, src, lvl, nil, nil) }

// fences are the pairs that open and close a formula, the longest first.
var fences = []struct {
	open, close string
	display     bool
}{
	{"$$", "$$", true},
	{`\[`, `\]`, true},
	{`\(`, `\)`, false},
	{"$", "$", false},
}

// escapedMarks matches escaped characters of Markdown. They do not indicate a formula: \[snake\_case\]
// is ordinary text.
var escapedMarks = regexp.MustCompile("\\\\[\\\\`*_#~.!-]")

type mathParser struct{}

func (mathParser) Trigger() []byte { return []byte{'$', '\\'} }

func (mathParser) Parse(_ ast.Node, block text.Reader, _ parser.Context) ast.Node {
	line, _ := block.PeekLine()
	begins := block.PrecendingCharacter() == '\n'
	for _, f := range fences {
		if !bytes.HasPrefix(line, []byte(f.open)) {
			continue
		}
		block.Advance(len(f.open))
		var tex []byte
		if f.open == "$" {
			tex = dollarMath(block)
		} else {
			tex = until(block, f.close)
		}
		if f.open == `\[` && !bytes.ContainsAny(escapedMarks.ReplaceAll(tex, nil), `\^_={}<>+`) && !(begins && endsLine(block)) {
			return nil // escaped brackets in ordinary text; the page has the same rule
		}
		if len(bytes.TrimSpace(tex)) == 0 {
			return nil
		}
		return &inlineMath{tex: string(bytes.TrimSpace(tex)), display: f.display}
	}
	return nil
}

// endsLine reports whether only spaces and punctuation follow in the line.
func endsLine(block text.Reader) bool {
	rest, _ := block.PeekLine()
	return len(bytes.Trim(rest, " \t\r\n。．.，,；;：:、")) == 0
}

// until reads to the closing mark, which may be on a later line of the same
// paragraph.
func until(block text.Reader, closing string) []byte {
	var tex []byte
	for len(tex) <= maxFormula {
		line, _ := block.PeekLine()
		if line == nil {
			return nil
		}
		line = line[:min(len(line), maxFormula)]
		if i := bytes.Index(line, []byte(closing)); i >= 0 {
			block.Advance(i + len(closing))
			return append(tex, line[:i]...)
		}
		if len(line) == maxFormula {
			return nil
		}
		tex = append(tex, line...)
		block.AdvanceLine()
	}
	return nil
}

// dollarMath reads $…$ by the rule of Pandoc and of the page: no space directly inside the dollars
// and no digit after the closing dollar. Any other dollar sign is text, for example in an amount of money.
func dollarMath(block text.Reader) []byte {
	var tex []byte
	for first := true; len(tex) <= maxFormula; first = false {
		line, _ := block.PeekLine()
		if len(line) == 0 || first && util.IsSpace(line[0]) {
			return nil
		}
		for i := 0; i < min(len(line), maxFormula); i++ {
			switch line[i] {
			case '\\':
				i++
			case '$':
				last := byte(' ')
				if i > 0 {
					last = line[i-1]
				}
				if util.IsSpace(last) || i+1 < len(line) && line[i+1] >= '0' && line[i+1] <= '9' {
					return nil
				}
				block.Advance(i + 1)
				return append(tex, line[:i]...)
			}
		}
		if len(line) > maxFormula {
			return nil
		}
		tex = append(tex, line...)
		block.AdvanceLine()
	}
	return nil
}

type mathBlockParser struct{}

func (mathBlockParser) Trigger() []byte { return []byte{'$', '\\'} }

// Open starts a block if a line starts with $$ or \[, and the formula ends at the end of a line.
// mathParser reads the other formulas.
func (mathBlockParser) Open(_ ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	line, segment := reader.PeekLine()
	at := pc.BlockOffset()
	if at < 0 {
		return nil, parser.NoChildren
	}
	rest := line[at:]
	for _, f := range fences {
		if !f.display || !bytes.HasPrefix(rest, []byte(f.open)) {
			continue
		}
		body := rest[len(f.open):]
		if i := bytes.Index(body, []byte(f.close)); i >= 0 {
			if i > maxFormula || len(bytes.TrimSpace(body[i+len(f.close):])) > 0 || len(bytes.TrimSpace(body[:i])) == 0 {
				return nil, parser.NoChildren
			}
			reader.AdvanceToEOL()
			return &mathBlock{closed: true, head: string(body[:i])}, parser.NoChildren
		}
		if !closes(reader.Source()[segment.Stop:], f.close) {
			return nil, parser.NoChildren
		}
		reader.AdvanceToEOL()
		return &mathBlock{closing: f.close, head: string(body)}, parser.NoChildren
	}
	return nil, parser.NoChildren
}

// closes reports whether the closing mark follows within maxFormula bytes and
// at the end of a line.
func closes(rest []byte, closing string) bool {
	rest = rest[:min(len(rest), maxFormula)]
	_, behind, found := bytes.Cut(rest, []byte(closing))
	if !found {
		return false
	}
	behind, _, _ = bytes.Cut(behind, []byte("\n"))
	return len(bytes.TrimSpace(behind)) == 0
}

func (mathBlockParser) Continue(node ast.Node, reader text.Reader, _ parser.Context) parser.State {
	n := node.(*mathBlock)
	if n.closed {
		return parser.Close
	}
	line, segment := reader.PeekLine()
	if i := bytes.Index(line, []byte(n.closing)); i >= 0 {
		n.tail, n.closed = string(line[:i]), true
	} else {
		n.Lines().Append(segment)
	}
	reader.AdvanceToEOL()
	return parser.Continue | parser.NoChildren
}

func (mathBlockParser) Close(ast.Node, text.Reader, parser.Context) {}
func (mathBlockParser) CanInterruptParagraph() bool                 { return true }
func (mathBlockParser) CanAcceptIndentedLine() bool                 { return false }

var citePattern = regexp.MustCompile(`^\[citation:(\d{1,4})\]`)

type citeParser struct{}

func (citeParser) Trigger() []byte { return []byte{'['} }

func (citeParser) Parse(_ ast.Node, block text.Reader, _ parser.Context) ast.Node {
	line, segment := block.PeekLine()
	m := citePattern.FindSubmatch(line)
	if m == nil {
		return nil
	}
	n, _ := strconv.Atoi(string(m[1])) // cannot fail: the number has at most four digits
	block.Advance(len(m[0]))
	return &citeMark{n: n, start: segment.Start, stop: segment.Start + len(m[0])}
}
