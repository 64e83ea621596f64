// Package markdown makes Markdown parsers with limits. Their time and memory grow only linearly with
// the length of the text, even for hostile texts. Without these limits, the library goldmark needs
// time quadratic in the number of marks in a block. goldmark also gives every row of a table as many
// cells as the first row, compares every reference to a footnote with every footnote, and moves the
// rest of a paragraph for each definition of a reference in the paragraph.
package markdown

import (
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// Limits on markup; markup beyond a limit stays plain text. A mark is a place where an inline parser
// is called.
const (
	MaxColumns = 100     // columns per table
	MaxCells   = 20_000  // cells per table
	maxAll     = 200_000 // cells of all tables of a text
	maxMarks   = 1_000   // marks in a block of at most wholeBlock bytes; longer blocks get fewer marks
	minMarks   = 20
	wholeBlock = 32 << 10
	maxNotes   = 1_000 // number of footnotes, and number of references to footnotes
	maxLines   = 1_000 // lines of a paragraph with definitions of references
)

// New makes a parser and renderer of CommonMark with the limits of this package.
// Further inline parsers must be wrapped in Limit.
func New(o ...goldmark.Option) goldmark.Markdown {
	p := parser.NewParser(
		parser.WithBlockParsers(parser.DefaultBlockParsers()...),
		parser.WithInlineParsers(limited(parser.DefaultInlineParsers())...),
		parser.WithParagraphTransformers(util.Prioritized(limitedDefinitions{parser.LinkReferenceParagraphTransformer}, 100)),
	)
	return goldmark.New(append([]goldmark.Option{goldmark.WithParser(p)}, o...)...)
}

func limited(in []util.PrioritizedValue) []util.PrioritizedValue {
	out := make([]util.PrioritizedValue, len(in))
	for i, v := range in {
		out[i] = util.Prioritized(Limit(v.Value.(parser.InlineParser)), v.Priority)
	}
	return out
}

// Limit wraps an inline parser. The wrappers of all inline parsers together count the
// calls in a block. Beyond the limit of the block, p is not called.
func Limit(p parser.InlineParser) parser.InlineParser {
	if c, ok := p.(parser.CloseBlocker); ok {
		return &limitedCloser{limitedParser{p}, c}
	}
	return &limitedParser{p}
}

type limitedParser struct{ parser.InlineParser }

type limitedCloser struct {
	limitedParser
	parser.CloseBlocker
}

var marksKey = parser.NewContextKey()

// marks contains the number of marks still allowed in a block.
type marks struct {
	block ast.Node
	left  int
}

func (l *limitedParser) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	m, _ := pc.Get(marksKey).(*marks)
	if m == nil || m.block != parent {
		m = &marks{parent, marksOf(parent)}
		pc.Set(marksKey, m)
	}
	if m.left == 0 {
		return nil
	}
	m.left--
	return l.InlineParser.Parse(parent, block, pc)
}

// marksOf is the number of marks allowed in a block. It depends on the size of the block,
// because each mark can make a parser search the whole block for a match.
func marksOf(block ast.Node) int {
	size := 0
	for i := range block.Lines().Len() {
		s := block.Lines().At(i)
		size += s.Len()
	}
	if size <= wholeBlock {
		return maxMarks
	}
	return max(minMarks, maxMarks*wholeBlock/size)
}

// limitedDefinitions parses definitions of references only in paragraphs of at most maxLines lines.
type limitedDefinitions struct{ parser.ParagraphTransformer }

func (l limitedDefinitions) Transform(node *ast.Paragraph, reader text.Reader, pc parser.Context) {
	if node.Lines().Len() <= maxLines {
		l.ParagraphTransformer.Transform(node, reader, pc)
	}
}

// Tables parses the tables of GitHub's Markdown. A table beyond the limits stays plain
// text.
var Tables goldmark.Extender = tables{}

type tables struct{}

func (tables) Extend(m goldmark.Markdown) {
	m.Parser().AddOptions(
		parser.WithParagraphTransformers(util.Prioritized(limitedTables{extension.NewTableParagraphTransformer()}, 200)),
		parser.WithASTTransformers(util.Prioritized(extension.NewTableASTTransformer(), 0)),
	)
	renderTables(m)
}

type limitedTables struct{ parser.ParagraphTransformer }

var cellsKey = parser.NewContextKey()

func (l limitedTables) Transform(node *ast.Paragraph, reader text.Reader, pc parser.Context) {
	lines, most := node.Lines(), 0
	for i := range lines.Len() {
		s := lines.At(i)
		columns := columnsOf(s.Value(reader.Source()))
		if columns == 0 {
			continue
		}
		cells := columns * (lines.Len() - i + 1)
		if columns > MaxColumns || cells > MaxCells {
			return
		}
		most = max(most, cells)
	}
	all, _ := pc.Get(cellsKey).(int)
	if all += most; all > maxAll {
		return
	}
	pc.Set(cellsKey, all)
	l.ParagraphTransformer.Transform(node, reader, pc)
}

// columnsOf is the number of columns declared by a delimiter row of dashes; 0 for
// other lines.
func columnsOf(line []byte) int {
	line = util.TrimLeftSpace(util.TrimRightSpace(line))
	bars, dashes := 0, false
	for i, c := range line {
		switch c {
		case '|':
			if i > 0 && i < len(line)-1 {
				bars++
			}
		case '-':
			dashes = true
		case ':', ' ', '\t':
		default:
			return 0
		}
	}
	if !dashes {
		return 0
	}
	return bars + 1
}

// Strikethrough parses struck-through text, which stands between tildes.
var Strikethrough goldmark.Extender = strikethrough{}

type strikethrough struct{}

func (strikethrough) Extend(m goldmark.Markdown) {
	m.Parser().AddOptions(parser.WithInlineParsers(util.Prioritized(Limit(extension.NewStrikethroughParser()), 500)))
	renderStrikethrough(m)
}

// Footnotes parses footnotes, at most maxNotes per text.
var Footnotes goldmark.Extender = footnotes{}

type footnotes struct{}

func (footnotes) Extend(m goldmark.Markdown) {
	m.Parser().AddOptions(
		parser.WithBlockParsers(util.Prioritized(&limitedNotes{extension.NewFootnoteBlockParser()}, 999)),
		parser.WithInlineParsers(util.Prioritized(Limit(&limitedReferences{extension.NewFootnoteParser()}), 101)),
		parser.WithASTTransformers(util.Prioritized(extension.NewFootnoteASTTransformer(), 999)),
	)
	renderFootnotes(m)
}

var notesKey, referencesKey = parser.NewContextKey(), parser.NewContextKey()

// countNote adds one to the number under `key`. It reports whether the number is at most maxNotes.
func countNote(pc parser.Context, key parser.ContextKey) bool {
	n, _ := pc.Get(key).(int)
	pc.Set(key, n+1)
	return n < maxNotes
}

type limitedNotes struct{ parser.BlockParser }

func (l *limitedNotes) Open(parent ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	line, _ := reader.PeekLine()
	at := pc.BlockOffset()
	if at < 0 || at+1 >= len(line) || line[at+1] != '^' || !countNote(pc, notesKey) {
		return nil, parser.NoChildren
	}
	return l.BlockParser.Open(parent, reader, pc)
}

type limitedReferences struct{ parser.InlineParser }

func (l *limitedReferences) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	line, _ := block.PeekLine()
	if len(line) < 2 || line[1] != '^' && (len(line) < 3 || line[2] != '^') || !countNote(pc, referencesKey) {
		return nil
	}
	return l.InlineParser.Parse(parent, block, pc)
}
