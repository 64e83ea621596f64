package markdown

import (
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// counting is an inline parser that never matches and counts its calls.
type counting struct{ n int }

func (*counting) Trigger() []byte { return []byte{'@'} }

func (c *counting) Parse(ast.Node, text.Reader, parser.Context) ast.Node { c.n++; return nil }

func limitedOption(p parser.InlineParser) parser.Option {
	return parser.WithInlineParsers(util.Prioritized(Limit(p), 50))
}
